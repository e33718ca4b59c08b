/**
 * A microphone that is there and gives nothing: muted by its own button, by the system or by a
 * call, or only one value, which no room has. Told within two seconds; given up when it lasts.
 */
import { SAMPLE_RATE_HZ } from '../../core/contract/frames.ts'

export interface MicrophoneHealth {
  /** What the doctor is told now. */
  readonly trouble: 'muted' | 'zeros' | undefined
  /** Another input, or another recording, begins. */
  begin(isMuted: boolean): void
  muted(isMuted: boolean): void
  /** @returns how much sound is newly known to be missing, in ms */
  frame(samples: Int16Array): number
}

interface Deps {
  changed(): void
  /** It lasts: another microphone is wanted. Told once for each time. */
  onDead(): void
  /** It gives sound again. */
  onHeard(): void
}

const MUTED_MS = 2000
const TOLD_MS = 1500
/** Time after which an input that never gave a sound is reported. */
const NEVER_HEARD_MS = 3000
/** A headset that suppresses noise gives zeros too while nobody speaks. */
const HEARD_BEFORE_MS = 10_000
/** Of 32,768. */
const MOST_OFFSET = 1000
const MOST_SPREAD = 2

export function microphoneHealth({ changed, onDead, onHeard }: Deps): MicrophoneHealth {
  let isMuted = false
  let mutedMs = 0
  let zeroMs = 0
  let wasHeard = false

  function trouble(): MicrophoneHealth['trouble'] {
    if (isMuted) return 'muted'
    return zeroMs >= TOLD_MS ? 'zeros' : undefined
  }

  function whileMuted(ms: number): number {
    const before = mutedMs
    mutedMs += ms
    if (before < MUTED_MS && mutedMs >= MUTED_MS) onDead()
    return ms
  }

  function zeros(ms: number): number {
    const limitMs = wasHeard ? HEARD_BEFORE_MS : NEVER_HEARD_MS
    const before = zeroMs
    zeroMs += ms
    if (before < TOLD_MS && zeroMs >= TOLD_MS) changed()
    if (zeroMs < limitMs) return 0
    if (before >= limitMs) return ms
    const missingMs = zeroMs
    onDead()
    return missingMs
  }

  return {
    get trouble() {
      return trouble()
    },
    begin(muted) {
      isMuted = muted
      mutedMs = zeroMs = 0
      wasHeard = false
      changed()
    },
    muted(next) {
      isMuted = next
      mutedMs = zeroMs = 0
      if (!next) onHeard()
      changed()
    },
    frame(samples) {
      const ms = (samples.length * 1000) / SAMPLE_RATE_HZ
      if (isMuted) return whileMuted(ms)
      if (isNothing(samples)) return zeros(ms)
      wasHeard = true
      if (zeroMs >= TOLD_MS) {
        onHeard()
        changed()
      }
      zeroMs = 0
      return 0
    },
  }
}

/** A muted headset gives its own offset for ever, and a converter's last bit turns over. */
function isNothing(samples: Int16Array): boolean {
  const [least, most] = [Math.min(...samples), Math.max(...samples)]
  return most - least <= MOST_SPREAD && Math.abs(least) <= MOST_OFFSET
}
