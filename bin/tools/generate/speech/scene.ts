/** Spoken clips laid out in time, and the truth about where each is heard. */
import { mixIn, RATE_HZ, randomNumbers } from './dsp.ts'

/** What one person says without a break. */
export interface Clip {
  speaker: string
  text: string
  samples: Float32Array
  /** Where the voice begins and ends within the samples. */
  from: number
  to: number
}

export interface TrueTurn {
  start_ms: number
  end_ms: number
  speaker: string
  text: string
  channel: number
}

export interface Scene {
  channels: Float32Array[]
  turns: TrueTurn[]
}

interface Layout {
  /** Pause after a clip, border to border; negative where the next one interrupts. */
  pauseMs(index: number): number
  /** Channel of a speaker; all are on the first where it is left out. */
  channelOf?(speaker: string): number
}

const LEAD_MS = 500
const TAIL_MS = 1000
/** Level of what fills the pauses: a quiet room, never digital zeros. */
const ROOM_TONE = 0.0003
const FADE = 80

export function layOut(clips: readonly Clip[], { pauseMs, channelOf = () => 0 }: Layout): Scene {
  let at = samplesIn(LEAD_MS)
  const starts = clips.map(({ samples }, index) => {
    const start = at
    at += samples.length + samplesIn(pauseMs(index))
    return start
  })
  const last = clips.length - 1
  const length = starts[last]! + clips[last]!.samples.length + samplesIn(TAIL_MS)
  const count = Math.max(...clips.map(({ speaker }) => channelOf(speaker))) + 1
  const channels = Array.from({ length: count }, (_, index) => roomTone(length, index + 1))
  const turns = clips.map(({ speaker, text, samples, from, to }, index) => {
    const channel = channelOf(speaker)
    mixIn(channels[channel]!, withSoftBorders(samples), starts[index]!)
    const [start_ms, end_ms] = [msOf(starts[index]! + from), msOf(starts[index]! + to)]
    return { start_ms, end_ms, speaker, text, channel }
  })
  return { channels, turns }
}

export function roomTone(length: number, seed: number): Float32Array<ArrayBuffer> {
  const random = randomNumbers(seed)
  const tone = new Float32Array(length)
  for (let i = 0; i < length; i++) tone[i] = ROOM_TONE * random()
  return tone
}

/** Where the voice of a recording begins and ends, by its energy in steps of 10 ms. */
export function voiceBounds(samples: Float32Array): { from: number; to: number } {
  const step = RATE_HZ / 100
  const levels = Array.from({ length: Math.floor(samples.length / step) }, (_, index) =>
    Math.sqrt(meanSquare(samples.subarray(index * step, (index + 1) * step))),
  )
  const sorted = levels.toSorted((a, b) => a - b)
  const [floor, loud] = [sorted[Math.floor(sorted.length / 20)] ?? 0, sorted.at(-1) ?? 0]
  const threshold = Math.max(3 * floor, loud / 50)
  const voiced = levels.map((level, index) =>
    [level, levels[index + 1] ?? level].every((one) => one >= threshold),
  )
  const [first, last] = [voiced.indexOf(true), voiced.lastIndexOf(true)]
  return first < 0
    ? { from: 0, to: samples.length }
    : { from: first * step, to: Math.min(samples.length, (last + 2) * step) }
}

/** The clip without the silence around its voice. */
export function trimmed(clip: Omit<Clip, 'from' | 'to'>): Clip {
  const { from, to } = voiceBounds(clip.samples)
  const margin = RATE_HZ / 20
  const start = Math.max(0, from - margin)
  const samples = clip.samples.subarray(start, to + margin)
  return { ...clip, samples, from: from - start, to: to - start }
}

export function samplesIn(ms: number): number {
  return Math.round((ms * RATE_HZ) / 1000)
}

function msOf(samples: number): number {
  return Math.round((samples * 1000) / RATE_HZ)
}

/** No click where a recording's own noise begins and ends. */
function withSoftBorders(samples: Float32Array): Float32Array {
  const soft = samples.slice()
  for (let i = 0; i < Math.min(FADE, soft.length >> 1); i++) {
    soft[i]! *= i / FADE
    soft[soft.length - 1 - i]! *= i / FADE
  }
  return soft
}

function meanSquare(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)
}
