/** Whether a channel ever carries anything: a voice, or the noise of a room. */
export interface ChannelLevel {
  /** @param fullScale what the loudest sample can be */
  push(samples: Float32Array | Int16Array, fullScale: number): void
  /** Mean square of its loudest stretch, a constant voltage (DC) left out. */
  loudest(): number
}

/** 50 ms at 16 kHz. */
const STRETCH = 800

export function channelLevel(): ChannelLevel {
  let loudest = 0
  let [count, sum, squares] = [0, 0, 0]

  return {
    push(samples, fullScale) {
      for (const raw of samples) {
        const sample = raw / fullScale
        count++
        sum += sample
        squares += sample * sample
        if (count < STRETCH) continue
        loudest = Math.max(loudest, squares / count - (sum / count) ** 2)
        count = sum = squares = 0
      }
    },
    loudest: () => loudest,
  }
}

/** About −60 dB: below what a microphone in a quiet room gives. */
const SILENT = 1e-6
/** And 40 dB below the loudest channel. */
const FAR_BELOW = 1e-4

/** The channels without sound: beside others that have some, or all of them; from 0. */
export function silentChannels(levels: readonly number[]): number[] {
  const most = Math.max(0, ...levels)
  return levels.flatMap((level, channel) =>
    level <= SILENT && (most <= SILENT || level <= most * FAR_BELOW) ? [channel] : [],
  )
}
