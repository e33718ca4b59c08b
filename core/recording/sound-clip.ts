/**
 * A few seconds of a consultation's sound, for the doctor who asks whether a word was really said.
 * Read from what is sealed on the disk, handed out as a WAV file, kept nowhere else. Sound that was
 * erased is no clip of silence: it is gone. Sound that should be there and is not was not erased:
 * the disk lost it, and whoever asks is told that.
 */
import { SAMPLE_RATE_HZ } from '../contract/frames.ts'
import { AppError } from '../errors.ts'
import type { Recorder } from './recorder.ts'
import type { Gap } from './storage.ts'

/** Where sound is kept, on the consultation's recorded timeline, in ms. */
export interface KeptRange {
  startMs: number
  endMs: number
  channels: number
}

export interface ClipRequest {
  consultationId: string
  startMs: number
  endMs: number
  /** 0 the microphone, 1 the remote side. */
  channel: number
}

export interface SoundClip {
  /** PCM16 mono 16 kHz. */
  wav: Uint8Array
  /** Sound of the range that the disk lost. */
  lostMs: number
}

export type SoundClips = ReturnType<typeof soundClips>

/** Long enough for the longest line of a transcript. */
const LONGEST_CLIP_MS = 30_000
const SAMPLES_PER_MS = SAMPLE_RATE_HZ / 1000

export function soundClips({
  recorder,
}: {
  recorder: Pick<Recorder, 'list' | 'getRecording' | 'read' | 'missingSound'>
}) {
  /** Takes that were not erased, in order; `samples` of each channel, as they were held. */
  async function held(consultationId: string) {
    const found: { id: string; startMs: number; samples: number[] }[] = []
    for (const { recording_id: id, channels } of await recorder.list(consultationId)) {
      const { startMs, soundErasedAt } = await recorder.getRecording(id)
      if (soundErasedAt) continue
      const samples: number[] = []
      for (const { channel, next_offset } of channels) samples[channel] = next_offset
      found.push({ id, startMs, samples })
    }
    return found
  }

  /** Those of them that still have their sound: only the files know whether they are there. */
  async function takes(consultationId: string) {
    const kept: { id: string; startMs: number; samples: number[] }[] = []
    for (const { id, startMs, samples } of await held(consultationId)) {
      const there = await Promise.all(
        samples.map(async (count, channel) =>
          (await recorder.read(id, channel, 0, 1)).length > 0 ? count : 0,
        ),
      )
      if (there.some((count) => count > 0)) kept.push({ id, startMs, samples: there })
    }
    return kept
  }

  return {
    /** In order; empty when nothing was recorded or everything was erased. */
    async kept(consultationId: string): Promise<KeptRange[]> {
      return (await takes(consultationId)).map(({ startMs, samples }) => ({
        startMs,
        endMs: startMs + Math.floor(Math.max(...samples) / SAMPLES_PER_MS),
        channels: samples.length,
      }))
    },

    /** When the newest of what was erased went; null when nothing was. */
    async erasedAt(consultationId: string): Promise<Date | null> {
      let newest: Date | null = null
      for (const { recording_id: id } of await recorder.list(consultationId)) {
        const { soundErasedAt } = await recorder.getRecording(id)
        if (soundErasedAt && (!newest || soundErasedAt > newest)) newest = soundErasedAt
      }
      return newest
    },

    /**
     * Of the first take that holds any of the range: at most 30 s, and no more than is held. What
     * the disk lost of it is a tone: silence in its place would say that nobody spoke.
     * @throws {AppError} `sound_gone`; `sound_damaged`: it was held, and nothing of it can be read
     */
    async wav({ consultationId, startMs, endMs, channel }: ClipRequest): Promise<SoundClip> {
      const until = Math.min(endMs, startMs + LONGEST_CLIP_MS)
      for (const take of await held(consultationId)) {
        const from = Math.max(0, Math.round((startMs - take.startMs) * SAMPLES_PER_MS))
        const end = take.samples[channel] ?? 0
        const to = Math.min(end, Math.round((until - take.startMs) * SAMPLES_PER_MS))
        if (from >= to) continue
        const samples = await recorder.read(take.id, channel, from, to)
        const missing = await recorder.missingSound(take.id, channel)
        const lost = missing
          .filter((one) => one.from < to && from < one.to)
          .map((one) => ({
            from: Math.max(one.from, from) - from,
            to: Math.min(one.to, to) - from,
          }))
        const whole = withTones(samples, lost)
        if (!whole) throw soundDamaged()
        const lostSamples = lost.reduce((sum, one) => sum + one.to - one.from, 0)
        return { wav: wavOf(whole), lostMs: Math.ceil(lostSamples / SAMPLES_PER_MS) }
      }
      throw soundGone()
    },
  }
}

const TONE = { samples: 0.15 * SAMPLE_RATE_HZ, hertz: 880, loudness: 3000 }

/** Each lost stretch as one short tone; undefined where nothing else is left. */
function withTones(samples: Int16Array, lost: readonly Gap[]): Int16Array | undefined {
  const whole: number[] = []
  let heard = 0
  let at = 0
  const take = (end: number) => {
    const part = samples.subarray(at, Math.max(at, end))
    heard += part.length
    for (const sample of part) whole.push(sample)
  }
  for (const { from, to } of lost.toSorted((a, b) => a.from - b.from)) {
    take(from)
    for (let sample = 0; sample < TONE.samples; sample++)
      whole.push(TONE.loudness * Math.sin((2 * Math.PI * TONE.hertz * sample) / SAMPLE_RATE_HZ))
    at = Math.max(at, to)
  }
  take(samples.length)
  return heard > 0 ? Int16Array.from(whole) : undefined
}

function soundGone(): AppError {
  return new AppError('not-found', 'sound_gone', 'O som deste trecho não está mais guardado.')
}

function soundDamaged(): AppError {
  return new AppError(
    'unavailable',
    'sound_damaged',
    'O som deste trecho foi gravado e não pode ser lido do disco do servidor. Avise o administrador.',
  )
}

const HEADER_BYTES = 44
const SAMPLE_BYTES = 2

function wavOf(samples: Int16Array): Uint8Array {
  const size = samples.length * SAMPLE_BYTES
  const file = new Uint8Array(HEADER_BYTES + size)
  const view = new DataView(file.buffer)
  const text = (at: number, letters: string) =>
    [...letters].forEach((letter, i) => {
      view.setUint8(at + i, letter.charCodeAt(0))
    })
  text(0, 'RIFF')
  view.setUint32(4, HEADER_BYTES - 8 + size, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true)
  view.setUint32(24, SAMPLE_RATE_HZ, true)
  view.setUint32(28, SAMPLE_RATE_HZ * SAMPLE_BYTES, true)
  view.setUint16(32, SAMPLE_BYTES, true)
  view.setUint16(34, 8 * SAMPLE_BYTES, true)
  text(36, 'data')
  view.setUint32(40, size, true)
  for (const [i, sample] of samples.entries())
    view.setInt16(HEADER_BYTES + i * SAMPLE_BYTES, sample, true)
  return file
}
