import { probeServer } from '../ai-local/remote/probe-server.ts'
import { probeTextServer } from '../ai-local/remote-llm/probe-text-server.ts'
import type { Config } from '../config/settings.ts'
import type { RemoteServerFacts } from '../core/doctor/check.ts'
import { isAppError } from '../core/errors.ts'
import { timeLimit } from '../core/time-limit.ts'
import { remoteSpeech, remoteText } from './remote-settings.ts'

const LONGEST_MS = 20_000

/** A server of the network, as `svcctl doctor` sees it. */
export async function remoteProbe(
  config: Config,
  which: 'speech' | 'text',
  stop: AbortSignal,
): Promise<RemoteServerFacts> {
  const isSpeech = which === 'speech'
  const facts = {
    url: null,
    answering: 0,
    setting: null,
    hasModel: null,
    contextTokens: null,
    elsewhere: null,
    model: (isSpeech ? config.speechRemoteModel : config.generatorRemoteModel) ?? '',
    isPlain: false,
    hasFallback:
      (isSpeech ? config.speechRemoteFallback : config.generatorRemoteFallback) === 'box',
  }
  try {
    const server = isSpeech ? remoteSpeech(config) : remoteText(config)
    const signal = AbortSignal.any([stop, timeLimit(LONGEST_MS)])
    const found = await Promise.all(
      server.baseUrl.split(',').map(async (url) => {
        const asked = { ...server, baseUrl: url, apiKey: server.apiKey ?? null }
        const { model } = facts
        const probe = isSpeech
          ? await probeServer(asked, { path: 'models', model, signal })
          : await probeTextServer(asked, { model, signal })
        return { ...facts, ...probe, url, isPlain: url.startsWith('http:') }
      }),
    )
    const answering = found.filter(({ issue }) => issue === null).length
    return { ...worstOf(found), answering }
  } catch (error) {
    if (!isAppError(error)) throw error
    const { setting, issue } = error.details?.[0] ?? {}
    return { ...facts, issue: String(issue), setting: String(setting) }
  }
}

/** Of several servers the one that most needs somebody. */
function worstOf<
  Facts extends Pick<RemoteServerFacts, 'issue' | 'hasModel' | 'elsewhere' | 'isPlain'>,
>(found: readonly Facts[]): Facts {
  const worst =
    found.find(({ issue }) => issue !== null) ??
    found.find(({ elsewhere }) => elsewhere !== null) ??
    found.find(({ hasModel }) => hasModel === false) ??
    found.find(({ isPlain }) => isPlain) ??
    found[0]
  if (!worst) throw new Error('no server is configured')
  return worst
}
