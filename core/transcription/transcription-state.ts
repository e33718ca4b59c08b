import type { SpeechStatus } from '../contract/api.ts'
import type { TranscriptionStatus } from '../contract/channel.ts'
import type { Job } from '../job/ports.ts'
import type { LivePass } from './live-pass.ts'

/**
 * How a consultation's transcript stands, from its jobs and what runs in this process (DESIGN
 * §5.2).
 */
export function transcriptionState(
  jobs: readonly Job[],
  passes: readonly Pick<LivePass, 'behindMs' | 'pending'>[],
  speech: SpeechStatus,
  progressOf: (recordingId: string) => number | undefined,
): TranscriptionStatus {
  const quiet = { progress: null, behind_ms: 0, reason: null }
  if (jobs.length === 0) return { state: 'idle', ...quiet }

  if (jobs.some(({ state }) => state === 'open')) {
    const behind_ms = Math.max(0, ...passes.map((pass) => pass.behindMs()))
    if (speech.state !== 'ready') {
      return { state: 'waiting', progress: null, behind_ms, reason: reasonOf(speech) }
    }
    const busy = passes.some((pass) => pass.pending() > 0)
    return { state: busy ? 'transcribing' : 'listening', progress: null, behind_ms, reason: null }
  }

  const unfinished = jobs.filter(({ state }) => state === 'queued' || state === 'running')
  if (unfinished.length > 0 && speech.state === 'ready') {
    const shares = unfinished.map(({ recordingId }) => progressOf(recordingId) ?? 0)
    return { ...quiet, state: 'finishing', progress: Math.min(...shares) }
  }
  const waiting = jobs.find(({ state }) => state === 'waiting') ?? unfinished[0]
  if (waiting) return { ...quiet, state: 'waiting', reason: waiting.reason ?? reasonOf(speech) }
  const failed = jobs.find(({ state }) => state === 'failed')
  if (failed) return { ...quiet, state: 'failed', reason: failed.reason }
  return { state: 'complete', progress: 1, behind_ms: 0, reason: null }
}

function reasonOf({ message }: SpeechStatus) {
  return {
    error: 'engine_unavailable',
    message: message ?? 'O reconhecimento de fala ainda não está disponível.',
  }
}
