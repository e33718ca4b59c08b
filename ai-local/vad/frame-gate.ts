import type { SileroStream } from './silero.ts'
import { VAD_FRAME_SAMPLES } from './silero.ts'

/**
 * Steps of the 16-bit scale: a muted microphone gives 0, a dead line at most a flickering last bit.
 */
const SILENT_PEAK = 2
/**
 * After this much of it (half a second) the network is no longer asked: its memory of speech has
 * faded by then.
 */
const SILENT_FRAMES = 16

/** @param frame 512 samples of PCM16 @returns the probability of speech in them */
export type FrameGate = (frame: Int16Array) => number

/** Spares the network the frames of a muted microphone or a silent remote side. */
export function frameGate(stream: SileroStream): FrameGate {
  const scaled = new Float32Array(VAD_FRAME_SAMPLES)
  let silent = 0

  return (frame) => {
    silent = isSilent(frame) ? silent + 1 : 0
    // Its memory stays as silence left it: a fresh one would hear the next word a tenth of a second
    // late.
    if (silent > SILENT_FRAMES) return 0
    for (let i = 0; i < VAD_FRAME_SAMPLES; i++) scaled[i] = frame[i]! / 32_768
    return stream.next(scaled)
  }
}

function isSilent(frame: Int16Array): boolean {
  for (const sample of frame) if (sample > SILENT_PEAK || sample < -SILENT_PEAK) return false
  return true
}
