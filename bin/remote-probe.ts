import { probeServer } from '../ai-local/remote/probe-server.ts'
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
    model: (isSpeech ? config.speechRemoteModel : config.generatorRemoteModel) ?? '',
    isPlain: false,
    hasFallback:
      (isSpeech ? config.speechRemoteFallback : config.generatorRemoteFallback) === 'box',
  }
  try {
    const server = isSpeech ? remoteSpeech(config) : remoteText(config)
    const signal = AbortSignal.any([stop, timeLimit(LONGEST_MS)])
    // The speech server's address has its `/v1` within, the text server's has not.
    const path = isSpeech ? 'models' : 'v1/models'
    const found = await Promise.all(
      server.baseUrl.split(',').map(async (url) => {
        const asked = { ...server, baseUrl: url, apiKey: server.apiKey ?? null }
        const probe = await probeServer(asked, { path, model: facts.model, signal })
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
function worstOf<Facts extends Pick<RemoteServerFacts, 'issue' | 'hasModel' | 'isPlain'>>(
  found: readonly Facts[],
): Facts {
  const worst =
    found.find(({ issue }) => issue !== null) ??
    found.find(({ hasModel }) => hasModel === false) ??
    found.find(({ isPlain }) => isPlain) ??
    found[0]
  if (!worst) throw new Error('no server is configured')
  return worst
}
