/**
 * One channel of a take: its position, its digest, and the frames that the server has not
 * confirmed. Channel 0 is the microphone, 1 the remote side; all lanes of a take grow by the same
 * number of samples at once, so equal offsets are equal times.
 */
import { SHA256 } from '@stablelib/sha256'
import type { ChannelPosition } from '../../core/contract/channel.ts'
import { encodeFrame, FRAME_HEADER_BYTES, SAMPLE_RATE_HZ } from '../../core/contract/frames.ts'
import {
  blankLane,
  type FrameNote,
  hex,
  type Outbox,
  type StoredFrame,
  type StoredLane,
} from './outbox.ts'

/** 10 s of sound on the wire at most. */
const WINDOW_FRAMES = 40

/** What a channel holds at its end, as `recording.finish` says it. */
export interface ChannelBufferClaim {
  channel: number
  last_sequence: number
  samples: number
  sha256: string
  lost_ms: number
}

export interface ChannelBuffer {
  readonly channel: number
  readonly recordedMs: number
  readonly pendingMs: number
  readonly lostMs: number
  /** Frames neither confirmed nor on the wire. */
  readonly unsent: number
  readonly pending: number
  /**
   * False until the server has said where it stands, when this browser does not know all that was
   * sent.
   */
  readonly isPlaced: boolean
  /**
   * The server asked for sound that it had confirmed, or this browser can no longer read what it
   * stored.
   */
  readonly broken: boolean
  add(samples: Int16Array): StoredFrame
  lose(ms: number): void
  /** A frame has been stored, or has to live in memory; it may leave. */
  settle(sequence: number, isStored: boolean): void
  /** Sends what may leave now, and fetches what is next from the outbox. */
  send(sendFrame: (bytes: Uint8Array<ArrayBuffer>) => boolean): void
  acknowledged(nextSequence: number): void
  goOnFrom(position: Omit<ChannelPosition, 'channel'>): void
  /** The sound that is not confirmed, in order, and where it begins, in samples. */
  remains(): Promise<{ offset: number; pcm: Uint8Array<ArrayBuffer>[] }>
  claim(): ChannelBufferClaim
  state(): StoredLane
}

interface Deps {
  recordingId: string
  outbox: Outbox
  /** Sound that was fetched from the outbox is at hand. */
  onFetched(): void
}

export function newChannelBuffer(channel: number, deps: Deps): ChannelBuffer {
  return channelBufferFrom(blankLane(channel), [], deps)
}

/**
 * `held`: its frames in the outbox, in order; `keptAside`: where it stood when the outbox last
 * could not keep up.
 */
export function channelBufferFrom(
  stored: StoredLane,
  held: readonly FrameNote[],
  deps: Deps,
  keptAside?: StoredLane,
): ChannelBuffer {
  const { recordingId, outbox, onFetched } = deps
  const { channel } = stored
  const digest = new SHA256().restoreState(stored.digest)
  const queue = sendWindow(WINDOW_FRAMES)
  for (const { sequence, samples } of held)
    queue.add({ sequence, samples, bytes: undefined, mayLeave: true })
  let { nextSequence, nextOffset } = stored
  let lostMs = Math.max(stored.lostMs, keptAside?.lostMs ?? 0)
  let aside = keptAside && keptAside.nextSequence > nextSequence ? keptAside : undefined
  let broken = false
  let fetching = false

  async function fetchMissing() {
    const missing = queue.missing()
    if (!missing || fetching || broken) return
    fetching = true
    const frames = await outbox.frames(recordingId, channel, missing.from, missing.to)
    fetching = false
    for (const { sequence, bytes } of frames) queue.fill(sequence, bytes)
    if (queue.missing()?.from === missing.from) broken = true
    onFetched()
  }

  /** Sound that was neither stored nor sent went with the page before this one. */
  function takeFromAside() {
    if (!aside) return
    const goneMs = (Math.max(0, aside.nextOffset - nextOffset) * 1000) / SAMPLE_RATE_HZ
    lostMs += goneMs
    aside = undefined
  }

  return {
    channel,
    get recordedMs() {
      return (nextOffset * 1000) / SAMPLE_RATE_HZ
    },
    get pendingMs() {
      return (queue.pendingSamples * 1000) / SAMPLE_RATE_HZ
    },
    get lostMs() {
      return lostMs
    },
    get unsent() {
      return queue.unsent
    },
    get pending() {
      return queue.pending
    },
    get isPlaced() {
      return aside === undefined
    },
    get broken() {
      return broken
    },
    add(samples) {
      const bytes = encodeFrame({ channel, sequence: nextSequence, offset: nextOffset, samples })
      const frame = { channel, sequence: nextSequence, samples: samples.length, bytes }
      // The samples as they stand in the frame: little endian on every machine.
      digest.update(bytes.subarray(FRAME_HEADER_BYTES))
      nextSequence++
      nextOffset += samples.length
      queue.add({ ...frame, mayLeave: false })
      return frame
    },
    lose(ms) {
      lostMs += ms
    },
    settle: queue.settle,
    send(sendFrame) {
      if (broken) return
      for (let frame = queue.next(); frame; frame = queue.next())
        if (!sendFrame(frame.bytes!)) return
      void fetchMissing()
    },
    acknowledged(nextSequence) {
      queue.acknowledged(nextSequence)
      void outbox.acknowledge(recordingId, channel, nextSequence)
    },
    goOnFrom({ next_sequence, next_offset }) {
      const isHeld = queue.rewind(next_sequence)
      broken = !isHeld || (queue.pending === 0 && next_sequence < nextSequence)
      // This browser could not store what it sent before a reload: it goes on behind it. The
      // digests tell where nobody knows what that was.
      if (next_sequence > nextSequence) {
        if (aside?.nextSequence === next_sequence) digest.restoreState(aside.digest)
        nextSequence = next_sequence
        nextOffset = next_offset
      }
      takeFromAside()
      void outbox.acknowledge(recordingId, channel, next_sequence)
    },
    async remains() {
      const offset = nextOffset - queue.pendingSamples
      const pcm: Uint8Array<ArrayBuffer>[] = []
      for (const frame of queue.all) {
        const [stored] = frame.bytes
          ? [frame]
          : await outbox.frames(recordingId, channel, frame.sequence, frame.sequence + 1)
        if (stored?.bytes) pcm.push(stored.bytes.subarray(FRAME_HEADER_BYTES))
      }
      return { offset, pcm }
    },
    claim: () => ({
      channel,
      last_sequence: nextSequence - 1,
      samples: nextOffset,
      sha256: hex(new SHA256().restoreState(digest.saveState()).digest()),
      lost_ms: Math.round(lostMs),
    }),
    state: () => ({ channel, nextSequence, nextOffset, digest: digest.saveState(), lostMs }),
  }
}

/**
 * The frames of one channel that the server has not confirmed, in order, and which of them are on
 * the wire. At most `capacity` are under way at once: a slow network makes the queue longer, never
 * the socket's buffer. Far behind the window a frame that is stored leaves the memory: three hours
 * without a connection are not held twice.
 */
interface QueuedFrame {
  sequence: number
  samples: number
  /** Undefined: in the outbox only. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  /** It is stored, or cannot be: it may leave. */
  mayLeave: boolean
}

interface SendWindow {
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
