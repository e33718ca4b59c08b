/** Weights as they are shipped: one byte each, cues in one text. */
import type { Weights } from './softmax.ts'

export interface PackedWeights {
  classes: readonly string[]
  /** What one step of a byte is worth. */
  step: number
  /** Joined by {@link JOINT}. */
  cues: string
  /** Rows × classes, signed bytes, base64. */
  values: string
}

const JOINT = '|'
const MOST = 127

export function pack({ classes, rows, values }: Weights): PackedWeights {
  const step = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / MOST
  const bytes = Int8Array.from(values, (value) => Math.round(value / step))
  return {
    classes,
    step,
    cues: [...rows.keys()].join(JOINT),
    values: Buffer.from(bytes.buffer).toString('base64'),
  }
}

export function unpack({ classes, step, cues, values }: PackedWeights): Weights {
  const bytes = Buffer.from(values, 'base64')
  const rows = new Map(cues.split(JOINT).map((cue, row) => [cue, row]))
  return { classes, rows, values: Float32Array.from(new Int8Array(bytes), (byte) => byte * step) }
}
