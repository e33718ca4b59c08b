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
    setting: null,
    hasModel: null,
    model: (isSpeech ? config.speechRemoteModel : config.generatorRemoteModel) ?? '',
    isPlain:
      (isSpeech ? config.speechRemoteUrl : config.generatorRemoteUrl)?.startsWith('http:') === true,
    hasFallback:
      (isSpeech ? config.speechRemoteFallback : config.generatorRemoteFallback) === 'box',
  }
  try {
    const server = isSpeech ? remoteSpeech(config) : remoteText(config)
    const signal = AbortSignal.any([stop, timeLimit(LONGEST_MS)])
    // The speech server's address has its `/v1` within, the text server's has not.
    const path = isSpeech ? 'models' : 'v1/models'
    const asked = { ...server, apiKey: server.apiKey ?? null }
    return { ...facts, ...(await probeServer(asked, { path, model: facts.model, signal })) }
  } catch (error) {
    if (!isAppError(error)) throw error
    const { setting, issue } = error.details?.[0] ?? {}
    return { ...facts, issue: String(issue), setting: String(setting) }
  }
}
