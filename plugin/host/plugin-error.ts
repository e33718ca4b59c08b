import type { SvcPluginError } from '../plugin.d.ts'

/**
 * Everything the host interface can reject with, besides the server's own codes (README of this
 * folder lists both).
 */
export const PLUGIN_ERROR_CODES = [
  'INVALID_ARGUMENT',
  'INVALID_SCHEMA',
  'NOT_INITIALIZED',
  'AUTH_FAILED',
  'API_KEY_IN_PAGE',
  'TOKEN_TIMEOUT',
  'NOT_MOUNTED',
  'UNMOUNTED',
  'READY_TIMEOUT',
  'INSECURE_PAGE',
  'UNSUPPORTED_BROWSER',
  'PAGE_CHANGES_BUILTINS',
  'LOCAL_NETWORK_BLOCKED',
  'LOAD_FAILED',
] as const

export type PluginErrorCode = (typeof PLUGIN_ERROR_CODES)[number]

/**
 * What the host's promises reject with: `code` is stable, `message` pt-BR. Server errors keep the
 * server's code.
 */
export class PluginError extends Error implements SvcPluginError {
  readonly code: string

  constructor(code: PluginErrorCode | (string & {}), message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'PluginError'
    this.code = code
  }
}

/** Any failure as the host sees it. */
export function toPluginError(error: unknown): PluginError {
  if (error instanceof PluginError) return error
  return new PluginError('LOAD_FAILED', 'Não foi possível abrir o assistente.', { cause: error })
}
