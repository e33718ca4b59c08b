/**
 * Raises quiet sound for the voice-activity detector, which does not notice a voice far below the
 * level that it was trained on. The gain follows the peaks of the last seconds, so a quiet speaker
 * is raised next to a loud one. The stored sound is untouched. The result depends on the samples
 * alone, not on how they arrive.
 */
export type VoiceLeveler = (samples: Int16Array) => Int16Array

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
