/** The host's schema is proven at `mount`, before a doctor needs it (SPEC-GAPS 1.15). */
import type { CheckedSchema } from '../../core/contract/structured-output.ts'
import { PluginError } from '../host/plugin-error.ts'
import { type ApiClient, ApiError } from './api-client.ts'

/**
 * A server that cannot be asked says nothing about the schema: it is proven again with every use.
 * @param warn for what is missing and does no harm
 * @throws {PluginError} `INVALID_SCHEMA`, naming the first place that is wrong
 */
export async function checkSchema(
  api: ApiClient,
  schema: object,
  warn: (text: string) => void,
): Promise<void> {
  try {
    const { body } = await api.request<CheckedSchema>({
      method: 'POST',
      path: '/structured-schemas/check',
      body: { schema },
    })
    for (const { path, message } of body.warnings)
      warn(`structuredOutputSchema ${path}: ${message}`)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_error') return
    const [first, ...others] = error.details
    const more = others.length > 0 ? ` (${others.length} more)` : ''
    const what = `${first?.field ?? '#'}: ${first?.message ?? error.message}${more}`
    throw new PluginError('INVALID_SCHEMA', `mount: structuredOutputSchema ${what}`, {
      cause: error,
    })
  }
}
