/**
 * Audio that the server has not confirmed, in IndexedDB: it outlives a reload, a crash of the tab
 * and a server that is down. A take's digests and positions are written in the same transaction as
 * each frame, so that they can never disagree. Frames are sealed with a key of their take
 * (frame-seal.ts), which is destroyed with it. Where the browser offers no storage (private
 * windows, quota) recording goes on from memory alone, and `onFault` says so.
 */
import { hash, type SavedState, SHA256 } from '@stablelib/sha256'

export interface StoredFrame {
  channel: number
  sequence: number
  samples: number
  /** As encodeFrame made them. */
  bytes: Uint8Array<ArrayBuffer>
}

/** A frame without its sound. */
export type FrameNote = Omit<StoredFrame, 'bytes'>

/** One channel of a take. */
export interface StoredLane {
  channel: number
  nextSequence: number
  /** In samples. */
  nextOffset: number
  digest: SavedState
  /** Sound that the browser lost before it could be captured, in ms. */
  lostMs: number
}

/** What a take needs to go on after a reload. */
export interface StoredTake {
  recordingId: string
  /** `consultationKey`. */
  consultation: string
  lanes: StoredLane[]
  /** Where the doctor left it; a crash while recording counts as paused. */
  wish: 'recording' | 'paused' | 'finished'
  startedAt: number
  /** When this was written, on the clock of the wall. */
  savedAt: number
  /** Inputs that stopped and what went on in their place; absent in takes of older pages. */
  changes?: readonly InputChange[]
}

/** A take as it is found again. */
export interface FoundTake extends StoredTake {
  /** Where its lanes stood when the outbox last could not keep up; empty where it always could. */
  aside: StoredLane[]
}

/**
 * `aside`: takes that were not saved, or not in time; of some there is nothing else. Oldest first.
 */
export function foundTakes(
  stored: readonly StoredTake[],
  aside: readonly StoredTake[],
): FoundTake[] {
  const isStored = ({ recordingId }: StoredTake) =>
    stored.some((take) => take.recordingId === recordingId)
  const blank = aside
    .filter((take) => !isStored(take))
    .map((take) => ({ ...take, lanes: take.lanes.map(({ channel }) => blankLane(channel)) }))
  return [...stored, ...blank]
    .map((take) => {
      const kept = aside.find(({ recordingId }) => recordingId === take.recordingId)
      const { wish, savedAt } = kept && kept.savedAt >= take.savedAt ? kept : take
      return { ...take, wish, savedAt, aside: kept?.lanes ?? [] }
    })
    .sort((a, b) => a.startedAt - b.startedAt)
}

/** One of which nothing was recorded yet. */
export function blankLane(channel: number): StoredLane {
  return { channel, nextSequence: 0, nextOffset: 0, digest: new SHA256().saveState(), lostMs: 0 }
}

export interface Outbox {
  /** Oldest first. */
  takes(consultation: string): Promise<FoundTake[]>
  /** What is held of a take, in order of channel and sequence. */
  list(recordingId: string): Promise<FrameNote[]>
  /** Frames [from, to) of one channel; those that cannot be read are left out. */
  frames(recordingId: string, channel: number, from: number, to: number): Promise<StoredFrame[]>
  /** @returns false when it could not be stored */
  save(take: StoredTake, frames?: readonly StoredFrame[]): Promise<boolean>
  /**
   * For a take that was not saved, or not in time: what lets a later page vouch for its sound. At
   * once.
   */
  keepAside(take: StoredTake): void
  /** Forgets frames before `nextSequence`: the server holds them. */
  acknowledge(recordingId: string, channel: number, nextSequence: number): Promise<void>
  /** With its frames and its key. */
  remove(recordingId: string): Promise<void>
  /** Everything asked for so far is done; @returns whether the last of it is stored */
  settled(): Promise<boolean>
  close(): void
}

/**
 * `<appliance origin> <doctor> <patient> <consultation>`, as a digest: who was here is nobody's
 * business.
 */
export function consultationKey(...parts: readonly string[]): string {
  return hex(hash(new TextEncoder().encode(parts.join(' '))))
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * A UUID that follows from words, so that whoever says them again, after a reload too, means the
 * same (RFC 9562, version 8).
 */
export function derivedId(...parts: readonly (string | number)[]): string {
  const bytes = hash(new TextEncoder().encode(parts.join(' '))).slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A storage that does not answer may not hold the sound up for longer. */
const STORED_WITHIN_MS = 2000

/** False when it is late. */
export function storedInTime(work: Promise<boolean>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), STORED_WITHIN_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** One input stopped and another one went on; in words of the system, `at` is a time. */
export interface InputChange {
  at: number
  from: string
  to: string
}
