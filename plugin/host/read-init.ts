/** What the host passes to `init` (spec §4.3). Throws `INVALID_ARGUMENT`. */
import type { CredentialsInput } from './credentials.ts'
import type { MessageListener } from './message-bus.ts'
import { PluginError } from './plugin-error.ts'

export interface InitInput extends CredentialsInput {
  /** The only ones to hear what is clinical; absent: everybody who listens. */
  messageListeners?: readonly MessageListener[] | undefined
}

export function readInit(config: InitInput | null | undefined): InitInput {
  const { token, getToken } = config ?? {}
  if (token !== undefined && token !== null && typeof token !== 'string')
    throw new PluginError('INVALID_ARGUMENT', 'init: token precisa ser um texto.')
  if (getToken !== undefined && getToken !== null && typeof getToken !== 'function')
    throw new PluginError('INVALID_ARGUMENT', 'init: getToken precisa ser uma função.')
  const given = token?.trim() ? token : undefined
  if (given === undefined && !getToken)
    throw new PluginError('INVALID_ARGUMENT', 'init: informe token ou getToken.')
  const messageListeners = readListeners(config?.messageListeners ?? undefined)
  return { token: given, getToken: getToken ?? undefined, messageListeners }
}

/** Copied: a list that is changed later names nobody else. */
function readListeners(given: unknown): MessageListener[] | undefined {
  if (given === undefined) return undefined
  const isList = Array.isArray(given) && given.length > 0
  if (isList && given.every((listener) => typeof listener === 'function')) return [...given]
  const message = 'init: messageListeners precisa ser uma lista de funções.'
  throw new PluginError('INVALID_ARGUMENT', message)
}
