/**
 * Two children of one model: one hears what is said now, the other whole windows of what was said
 * before, and stands still while the first one hears. A window takes seconds of every core; live
 * words would wait for its end.
 */
import type { Transcriber } from '../../core/transcription/ports.ts'
import type { WhisperServer } from './whisper-server.ts'

export function twoWhisperServers(live: WhisperServer, final: WhisperServer): Transcriber {
  const { name, model, maxUtteranceMs } = live
  return {
    name,
    model,
    maxUtteranceMs,
    recognize(samples, wishes) {
      return (wishes.priority === 'live' ? live : final).recognize(samples, wishes)
    },
    pauseFinal: () => final.pause(),
    resumeFinal: () => final.resume(),
    async [Symbol.asyncDispose]() {
      await Promise.all([live, final].map((server) => server[Symbol.asyncDispose]()))
    },
  }
}
