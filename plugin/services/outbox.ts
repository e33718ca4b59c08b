/**
 * Audio that the server has not confirmed, in IndexedDB: it outlives a reload, a crash of the tab and a server that is down.
 * A take's digest and position are written in the same transaction as each frame, so that they can never disagree.
 * Where the browser offers no storage (private windows, quota) recording goes on from memory alone, and `onFault` says so.
 */
import type { SavedState } from '@stablelib/sha256'

export interface StoredFrame {
  sequence: number
  /** In samples. */
  offset: number
  samples: number
  /** As encodeFrame made them. */
  bytes: Uint8Array<ArrayBuffer>
}

/** What a take needs to go on after a reload. */
export interface StoredTake {
  recordingId: string
  /** `<appliance origin> <doctor> <patient> <consultation>`: a host page may know more than one appliance. */
  consultation: string
  nextSequence: number
  nextOffset: number
  digest: SavedState
  /** Where the doctor left it; a crash while recording counts as paused. */
  wish: 'recording' | 'paused' | 'finished'
  startedAt: number
  /** Sound that the browser lost before it could be captured, in ms. */
  lostMs: number
}

export interface Outbox {
  /** Oldest first. */
  takes(consultation: string): Promise<StoredTake[]>
  frames(recordingId: string): Promise<StoredFrame[]>
  save(take: StoredTake, frame?: StoredFrame): Promise<void>
  /** Forgets frames before `nextSequence`: the server holds them. */
  acknowledge(recordingId: string, nextSequence: number): Promise<void>
  remove(recordingId: string): Promise<void>
  close(): void
}
