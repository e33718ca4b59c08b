import { voiceActivity } from '../../ai-local/vad/voice-activity.ts'
import { voiceLeveler } from '../../core/transcription/channel-scan.ts'
import type { VoiceActivityDetector } from '../../core/transcription/ports.ts'
import { vadWeights, workerUrl } from './speech.ts'

/**
 * Detectors that replay what the real one said to this sound, for many tests over the same sound.
 */
export function rememberedVad(sound: Int16Array): () => VoiceActivityDetector {
  const frameSamples = 512
  const heard = (async () => {
    const vad = voiceActivity({ workerUrl, weightsPath: vadWeights })
    const level = voiceLeveler()
    const probabilities = await vad.open().push(level(sound))
    await vad.close()
    return probabilities
  })()
  return () => {
    let samples = 0
    return {
      frameSamples,
      async push(more) {
        const from = Math.floor(samples / frameSamples)
        samples += more.length
        return (await heard).slice(from, Math.floor(samples / frameSamples))
      },
      dispose() {},
    }
  }
}
