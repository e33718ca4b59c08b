import type { Config } from '../../config/settings.ts'
import {
  unavailableGenerator,
  unavailableText,
  type WritingEngine,
  withFallback,
} from '../../core/document/generation/fallback-generator.ts'
import type { FieldReader } from '../../core/document/generation/field-reader.ts'
import { llamaGenerator } from '../../core/document/generation/llama-generator.ts'
import type { TextGenerator } from '../../core/document/models/ports.ts'
import { isAppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Platform } from '../platform.ts'
import { remoteText } from '../remote-servers.ts'

interface InBox {
  inBox?: TextGenerator | null
}

/**
 * The server of the network that writes, and the box's own engine behind it where the administrator
 * wants that.
 */
export async function composeRemoteText(
  deps: { config: Config; platform: Platform; log: Log; readers?: { fields: FieldReader } },
  box: () => Promise<WritingEngine & InBox>,
): Promise<WritingEngine & InBox & { textNow?(): TextGenerator | null }> {
  const { config, log, readers } = deps
  const { now } = deps.platform
  const server = await openServer(config, log, readers?.fields)
  if (config.generatorRemoteFallback === 'none') return server
  const inBox = await box()
  const { generator, current } = withFallback(server, inBox, { now, log })
  return {
    generator,
    text: server.text,
    textNow: () => current().text,
    inBox: inBox.inBox ?? inBox.text,
  }
}

/** A file of the settings that is of no use stops documents, not the service. */
async function openServer(
  config: Config,
  log: Log,
  reader: FieldReader | undefined,
): Promise<WritingEngine> {
  const model = config.generatorRemoteModel ?? ''
  const { remoteTextGenerator } = await import('../../ai-local/remote-llm/remote-text-generator.ts')
  try {
    const text = remoteTextGenerator(remoteText(config))
    const how = { kind: 'remote', version: model, ...(reader ? { reader } : {}) } as const
    const generator = llamaGenerator({ text, ...how, recipe: { proven: 'no' } })
    // `svcctl model prove` tries files: of a server's model nobody knows what it is fit for here.
    return { generator: { ...generator, status: { ...generator.status, unproven: true } }, text }
  } catch (error) {
    if (!isAppError(error)) throw error
    log.error('documents.server_unusable', { code: error.code, ...error.details?.[0] })
    return {
      generator: unavailableGenerator({ kind: 'remote', model }, error),
      text: unavailableText(model, error),
    }
  }
}
