import type { AudioReader } from '../recording/ports.ts'
import type { Utterance, VoiceActivityDetector } from './ports.ts'
import { utteranceSegmenter } from './segmenter.ts'

/**
 * Raises quiet sound for the voice-activity detector, which does not notice a voice far below the
 * level that it was trained on. The gain follows the peaks of the last seconds, so a quiet speaker
 * is raised next to a loud one. The stored sound is untouched. The result depends on the samples
 * alone, not on how they arrive.
 */
type VoiceLeveler = (samples: Int16Array) => Int16Array

/** Peaks below it are raised to it, as far as `MOST_GAIN` reaches; of 32767. */
const WANTED_PEAK = 3000
const MOST_GAIN = 12
/**
 * How much of a peak is left after a sample: a tenth after twenty seconds. Sooner, talk in the
 * background would be raised to a voice whenever the speaker breathes.
 */
const DECAY = 0.1 ** (1 / 320_000)

export function voiceLeveler(): VoiceLeveler {
  let peak = WANTED_PEAK
  return (samples) =>
    samples.map((sample) => {
      peak = Math.max(Math.abs(sample), peak * DECAY)
      const gain = Math.min(MOST_GAIN, Math.max(1, WANTED_PEAK / Math.max(1, peak)))
      return Math.max(-32_768, Math.min(32_767, Math.round(sample * gain)))
    })
}

export interface ChannelScan {
  /** Reads on to `heldSamples`. @returns utterances that closed on the way */
  advance(heldSamples: number, signal: AbortSignal): Promise<Utterance[]>
  /** The channel ends here. @returns the last utterance, if one was open */
  end(totalSamples: number): Utterance[]
  /** The utterance going on; null in silence. */
  open(): Utterance | null
  /** Samples read so far. */
  position(): number
  dispose(): void
}

interface ChannelScanDeps {
  audio: Pick<AudioReader, 'read'>
  openVad: () => VoiceActivityDetector
  recordingId: string
  channel: number
  /** The recognizer's window. */
  maxUtteranceMs: number
}

/** Five seconds: few calls, and other streams get their turn in between. */
const CHUNK_SAMPLES = 80_000

/** Finds the utterances of one channel, from its first sample on, as far as there is sound. */
export function channelScan(deps: ChannelScanDeps): ChannelScan {
  const { audio, openVad, recordingId, channel, maxUtteranceMs } = deps
  let vad = openVad()
  let segmenter = freshSegmenter()
  let level = voiceLeveler()
  let position = 0
  let unframed = new Int16Array(0)
  /** Utterances handed out, and how many of them a second reading will find again. */
  let handedOut = 0
  let known = 0

  function freshSegmenter() {
    return utteranceSegmenter({ maxMs: maxUtteranceMs, frameSamples: vad.frameSamples })
  }

  /**
   * The detector lost its memory (its thread died): the same sound is read again, for the same
   * utterances.
   */
  function startOver() {
    vad.dispose()
    vad = openVad()
    segmenter = freshSegmenter()
    level = voiceLeveler()
    position = 0
    unframed = new Int16Array(0)
    known = handedOut
  }

  function hand(closed: Utterance[]): Utterance[] {
    const fresh = closed.slice(Math.min(known, closed.length))
    known -= closed.length - fresh.length
    handedOut += fresh.length
    return fresh
  }

  return {
    async advance(heldSamples, signal) {
      const closed: Utterance[] = []
      while (position < heldSamples) {
        signal.throwIfAborted()
        const to = Math.min(position + CHUNK_SAMPLES, heldSamples)
        const samples = await audio.read(recordingId, channel, position, to)
        if (samples.length === 0) break
        const probabilities = await vad.push(level(samples)).catch((error: unknown) => {
          startOver()
          throw error
        })
        position += samples.length
        const heard = joined(unframed, samples)
        const levels = loudness(heard, probabilities.length, vad.frameSamples)
        unframed = heard.slice(probabilities.length * vad.frameSamples)
        closed.push(...hand(segmenter.push(probabilities, levels)))
      }
      return closed
    },
    end: (totalSamples) => hand(segmenter.end(totalSamples)),
    open: () => segmenter.open(),
    position: () => position,
    dispose: () => vad.dispose(),
  }
}

function joined(first: Int16Array, second: Int16Array): Int16Array {
  if (first.length === 0) return second
  const both = new Int16Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}

/** Mean square of each frame: only compared with each other. */
function loudness(samples: Int16Array, frames: number, frameSamples: number): Float32Array {
  return Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0
    for (let i = frame * frameSamples; i < (frame + 1) * frameSamples; i++) {
      sum += samples[i]! * samples[i]!
    }
    return sum / frameSamples
  })
}
