/**
 * The frames of one channel that the server has not confirmed, in order, and which of them are on
 * the wire. At most `capacity` are under way at once: a slow network makes the queue longer, never
 * the socket's buffer. Far behind the window a frame that is stored leaves the memory: three hours
 * without a connection are not held twice.
 */
export interface QueuedFrame {
  sequence: number
  samples: number
  /** Undefined: in the outbox only. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  /** It is stored, or cannot be: it may leave. */
  mayLeave: boolean
}

export interface SendWindow {
  add(frame: QueuedFrame): void
  /** A frame has been stored, or (`false`) has to live in memory. */
  settle(sequence: number, isStored: boolean): void
  /** The next frame to send now, if there is one, room for it, and its sound at hand. */
  next(): QueuedFrame | undefined
  /** Frames [from, to) that would leave now if their sound were at hand. */
  missing(): { from: number; to: number } | undefined
  fill(sequence: number, bytes: Uint8Array<ArrayBuffer>): void
  /** Everything before `nextSequence` is on the server's disk. */
  acknowledged(nextSequence: number): void
  /**
   * Send again from here. False when the server asks for frames it once confirmed: they are gone.
   */
  rewind(nextSequence: number): boolean
  /** Frames neither confirmed nor on the wire. */
  readonly unsent: number
  readonly pending: number
  /** Samples that are not confirmed. */
  readonly pendingSamples: number
  /** All that is not confirmed, in order. */
  readonly all: readonly QueuedFrame[]
}

/** In windows: what stays in memory although it is stored. */
const KEPT_WINDOWS = 2

export function sendWindow(capacity: number): SendWindow {
  let frames: QueuedFrame[] = []
  let underWay = 0
  let pendingSamples = 0

  function indexOf(sequence: number): number {
    return frames[0] ? sequence - frames[0].sequence : -1
  }

  function acknowledged(nextSequence: number) {
    const confirmed = Math.min(frames.length, Math.max(0, indexOf(nextSequence)))
    if (confirmed === 0) return
    for (const { samples } of frames.slice(0, confirmed)) pendingSamples -= samples
    frames = frames.slice(confirmed)
    underWay = Math.max(0, underWay - confirmed)
  }

  return {
    add(frame) {
      frames.push(frame)
      pendingSamples += frame.samples
    },
    settle(sequence, isStored) {
      const index = indexOf(sequence)
      const frame = frames[index]
      if (!frame) return
      frame.mayLeave = true
      if (isStored && index >= KEPT_WINDOWS * capacity) frame.bytes = undefined
    },
    next() {
      const frame = frames[underWay]
      if (!frame?.bytes || !frame.mayLeave || underWay >= capacity) return undefined
      underWay++
      return frame
    },
    missing() {
      const frame = frames[underWay]
      if (!frame || frame.bytes || underWay >= capacity) return undefined
      const end = frames.findIndex(({ bytes }, i) => i > underWay && bytes !== undefined)
      const to = Math.min(underWay + capacity, end < 0 ? frames.length : end)
      return { from: frame.sequence, to: frames[to - 1]!.sequence + 1 }
    },
    fill(sequence, bytes) {
      const frame = frames[indexOf(sequence)]
      if (frame) frame.bytes ??= bytes
    },
    acknowledged,
    rewind(nextSequence) {
      acknowledged(nextSequence)
      underWay = 0
      return frames[0] === undefined || frames[0].sequence === nextSequence
    },
    get unsent() {
      return frames.length - underWay
    },
    get pending() {
      return frames.length
    },
    get pendingSamples() {
      return pendingSamples
    },
    get all() {
      return frames
    },
  }
}
