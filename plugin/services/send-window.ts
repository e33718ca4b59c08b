/**
 * The frames of one take that the server has not confirmed, in order, and which of them are on the wire. At most `capacity`
 * are under way at once: a slow network makes the queue longer, never the socket's buffer.
 */
export interface QueuedFrame {
  sequence: number
  samples: number
  bytes: Uint8Array<ArrayBuffer>
}

export interface SendWindow {
  add(frame: QueuedFrame): void
  /** The next frame to send now, if there is one and room for it. */
  next(): QueuedFrame | undefined
  /** Everything before `nextSequence` is on the server's disk. */
  acknowledged(nextSequence: number): void
  /** Send again from here. False when the server asks for frames it once confirmed: they are gone. */
  rewind(nextSequence: number): boolean
  /** Frames neither confirmed nor on the wire. */
  readonly unsent: number
  readonly pending: number
  /** All that is not confirmed, in order. */
  readonly frames: readonly QueuedFrame[]
  /** Of everything not confirmed. */
  readonly pendingSamples: number
}

export function sendWindow(capacity: number): SendWindow {
  let frames: QueuedFrame[] = []
  let underWay = 0

  function acknowledged(nextSequence: number) {
    const confirmed = frames.filter(({ sequence }) => sequence < nextSequence).length
    frames = frames.slice(confirmed)
    underWay = Math.max(0, underWay - confirmed)
  }

  return {
    add: (frame) => void frames.push(frame),
    next() {
      if (underWay >= Math.min(capacity, frames.length)) return undefined
      return frames[underWay++]
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
    get frames() {
      return frames
    },
    get pendingSamples() {
      return frames.reduce((sum, { samples }) => sum + samples, 0)
    },
  }
}
