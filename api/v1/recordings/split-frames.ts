import { setImmediate as turn } from 'node:timers/promises'
import {
  type AudioFrame,
  decodeFrame,
  FRAME_HEADER_BYTES,
  FrameError,
  LEAST_FRAME_SAMPLES,
  MAX_FRAME_SAMPLES,
} from '../../../core/contract/frames.ts'
import { validationError } from '../../../core/errors.ts'

/**
 * The frames of a body that holds one or many, one after the other: each header says how long its
 * frame is. Others have their turn in between: sums over four megabytes take tens of milliseconds.
 * @throws {AppError} `validation_error` naming the frame and its fault
 */
export async function splitFrames(body: Buffer): Promise<AudioFrame[]> {
  const frames: AudioFrame[] = []
  let turnEndsAt = TURN_BYTES
  for (let at = 0; at < body.length; ) {
    if (at >= turnEndsAt) {
      await turn()
      turnEndsAt = at + TURN_BYTES
    }
    const length = frameLength(body, at)
    try {
      frames.push(decodeFrame(body.subarray(at, at + length)))
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      throw validationError([{ field: `frames.${frames.length}`, issue: error.fault }])
    }
    at += length
  }
  if (frames.length === 0) throw validationError([{ field: 'frames', issue: 'required' }])
  return frames
}

/**
 * How many frames a body holds by their headers; no sum is checked yet. Each costs the same work,
 * whatever it holds, so a body of many tiny ones is refused.
 * @throws {AppError} `validation_error` where they are too short to be sound
 */
export function countFrames(body: Buffer): number {
  let count = 0
  for (let at = 0; at < body.length; count++) {
    if (count > mostFrames(body))
      throw validationError([{ field: `frames.${count - 1}`, issue: 'too_short' }])
    at += frameLength(body, at)
  }
  return count
}

/** Of at least 20 ms each, but for the rest of a take on each channel. */
function mostFrames({ length }: Buffer): number {
  return MOST_RESTS + Math.ceil(length / (FRAME_HEADER_BYTES + LEAST_FRAME_SAMPLES * 2))
}

const MOST_RESTS = 16
const TURN_BYTES = 256 << 10

/** What is cut off or absurd is left to `decodeFrame` to name. */
function frameLength(body: Buffer, at: number): number {
  if (at + FRAME_HEADER_BYTES > body.length) return body.length - at
  const samples = body.readUInt32LE(at + 16)
  return samples > MAX_FRAME_SAMPLES ? body.length - at : FRAME_HEADER_BYTES + samples * 2
}
