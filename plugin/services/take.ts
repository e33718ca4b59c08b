/**
 * One take: the samples of a recording from its start to its end, and the conversation with the server that brings every one of
 * them to its disk. The take outlives connections, reloads and restarts of the server:
 *
 *   samples → frame + digest + position, saved together → sent within a window → confirmed → forgotten
 *
 * After each `welcome` it asks where the server stands (`recording.resume`) and goes on from there. What the doctor wants
 * (`wish`) and what the server was last told (`told`) are kept apart; `settle` closes the difference when it can.
 */
import { SHA256 } from '@stablelib/sha256'
import type {
  ChannelPosition,
  ClientMessage,
  RecordingState,
  RecordingStatement,
  ServerMessage,
} from '../../core/contract/channel.ts'
import { encodeFrame, FRAME_HEADER_BYTES, SAMPLE_RATE_HZ } from '../../core/contract/frames.ts'
import type { Outbox, StoredTake } from './outbox.ts'
import { sendWindow } from './send-window.ts'

const MICROPHONE = 0
/** 10 s of sound on the wire at most. */
const WINDOW_FRAMES = 40

export interface Take {
  readonly id: string
  /** Everything captured, in ms. */
  readonly recordedMs: number
  /** Not yet confirmed by the server, in ms. */
  readonly pendingMs: number
  /** Sound that the browser lost before it could be captured, in ms. */
  readonly lostMs: number
  readonly wish: StoredTake['wish']
  /** True when the server asked for sound that it had confirmed and this browser no longer holds. */
  readonly broken: boolean
  add(samples: Int16Array): void
  /** Sound was lost, in ms; kept with the next frame or wish. */
  lose(ms: number): void
  want(wish: StoredTake['wish']): void
  /** There is a connection; `recordings` is what the server knows of this consultation. */
  onConnected(recordings: readonly RecordingState[]): void
  onServerMessage(message: ServerMessage): void
  /** The server refused a frame, since the recording has ended there. */
  onEnded(): void
  /** The connection went away. */
  onDisconnected(): void
}

interface Deps {
  send(message: ClientMessage): boolean
  sendFrame(bytes: Uint8Array<ArrayBuffer>): boolean
  outbox: Outbox
  /** Sends sound that the recording no longer takes as a file of its own; false when it did not arrive. */
  sendAsFile(pcm: Uint8Array<ArrayBuffer>[]): Promise<boolean>
  onProgress(): void
  onStatement(statement: RecordingStatement): void
  /** The server ended this recording by itself: what is still captured belongs to another take. */
  onEndedElsewhere(id: string): void
  /** All sound of such a recording is there. */
  onDelivered(id: string): void
}

type Told = 'nothing' | 'asked' | 'recording' | 'paused' | 'finishing' | 'finished'

/** A new take, or (with `stored`) one that an earlier page left behind. */
export function newTake(id: string, consultation: string, deps: Deps, startedAt: number): Take {
  const empty: StoredTake = {
    recordingId: id,
    consultation,
    nextSequence: 0,
    nextOffset: 0,
    digest: new SHA256().saveState(),
    wish: 'recording',
    startedAt,
    lostMs: 0,
  }
  return takeFrom(empty, deps)
}

/** Takes up a take of an earlier page, with its frames. */
export async function restoreTake(stored: StoredTake, deps: Deps): Promise<Take> {
  const frames = await deps.outbox.frames(stored.recordingId)
  const wish = stored.wish === 'finished' ? 'finished' : 'paused'
  // A take that an older version stored counted no losses.
  return takeFrom({ ...stored, wish, lostMs: stored.lostMs ?? 0 }, deps, frames)
}

function takeFrom(
  stored: StoredTake,
  deps: Deps,
  frames: readonly { sequence: number; samples: number; bytes: Uint8Array<ArrayBuffer> }[] = [],
): Take {
  const { send, sendFrame, outbox, onProgress, onStatement } = deps
  const id = stored.recordingId
  const digest = new SHA256().restoreState(stored.digest)
  const queue = sendWindow(WINDOW_FRAMES)
  for (const frame of frames) queue.add(frame)
  let { nextSequence, nextOffset, wish, lostMs } = stored
  let told: Told = 'nothing'
  let broken = false

  const state = (): StoredTake => ({
    recordingId: id,
    consultation: stored.consultation,
    nextSequence,
    nextOffset,
    digest: digest.saveState(),
    wish,
    startedAt: stored.startedAt,
    lostMs,
  })

  function add(samples: Int16Array) {
    const bytes = encodeFrame({
      channel: MICROPHONE,
      sequence: nextSequence,
      offset: nextOffset,
      samples,
    })
    const frame = { sequence: nextSequence, offset: nextOffset, samples: samples.length, bytes }
    // The samples as they stand in the frame: little endian on every machine.
    digest.update(bytes.subarray(bytes.length - samples.length * 2))
    nextSequence++
    nextOffset += samples.length
    queue.add(frame)
    void outbox.save(state(), frame)
    settle()
  }

  /** Does what can be done now towards what is wanted. */
  function settle() {
    if (told === 'recording' && !broken)
      for (let frame = queue.next(); frame; frame = queue.next()) if (!sendFrame(frame.bytes)) break
    if (told === 'paused' && (queue.pending > 0 || wish === 'recording')) return ask()
    if (queue.unsent > 0 && !broken) return
    if (wish === 'paused' && told === 'recording')
      tell({ type: 'recording.pause', recording_id: id }, 'paused')
    if (wish === 'finished' && (told === 'recording' || told === 'paused')) finish()
  }

  function ask() {
    tell({ type: 'recording.resume', recording_id: id }, 'asked')
  }

  function finish() {
    const sha256 = hex(new SHA256().restoreState(digest.saveState()).digest())
    const channel = {
      channel: MICROPHONE,
      last_sequence: nextSequence - 1,
      samples: nextOffset,
      sha256,
    }
    const claim = {
      recording_id: id,
      channels: [channel],
      ...(broken ? { accept_gaps: true } : {}),
    }
    tell({ type: 'recording.finish', ...claim }, 'finishing')
  }

  function tell(message: ClientMessage, next: Told) {
    if (send(message)) told = next
  }

  function goOnFrom({ next_sequence, next_offset }: Omit<ChannelPosition, 'channel'>) {
    const held = queue.rewind(next_sequence)
    broken = !held || (queue.pending === 0 && next_sequence < nextSequence)
    // This browser could not store what it sent before a reload: it goes on behind it, and the digests will tell.
    if (next_sequence > nextSequence) {
      nextSequence = next_sequence
      nextOffset = next_offset
    }
    void outbox.acknowledge(id, next_sequence)
  }

  function onConnected(recordings: readonly RecordingState[]) {
    const known = recordings.some(({ recording_id }) => recording_id === id)
    // A recording must be taken up on every connection before anything else can be said of it.
    if (known) ask()
    else tell({ type: 'recording.start', recording_id: id, channels: 1 }, 'asked')
  }

  /**
   * The server ended it meanwhile: another computer went on, or nothing was heard of it for long. What is still here goes
   * there as a file; when nothing is left, the statement is asked for.
   */
  async function endedElsewhere() {
    told = 'finished'
    deps.onEndedElsewhere(id)
    if (queue.pending === 0) return finish()
    const header = FRAME_HEADER_BYTES
    if (!(await deps.sendAsFile(queue.frames.map(({ bytes }) => bytes.subarray(header))))) return
    void outbox.remove(id)
    deps.onDelivered(id)
  }

  function onServerMessage(message: ServerMessage) {
    if (!('recording_id' in message) || message.recording_id !== id) return
    if (message.type === 'recording.ready') {
      const position = message.channels.find(({ channel }) => channel === MICROPHONE)
      goOnFrom(position ?? { next_sequence: 0, next_offset: 0 })
      if (message.state === 'finished') void endedElsewhere()
      else {
        told = 'recording'
        settle()
      }
    } else if (message.type === 'recording.ack' && message.channel === MICROPHONE) {
      queue.acknowledged(message.next_sequence)
      void outbox.acknowledge(id, message.next_sequence)
      settle()
    } else if (message.type === 'recording.gap' && message.channel === MICROPHONE) {
      goOnFrom(message)
      // Also the answer to a finish that came too early: send, then finish again.
      if (told === 'finishing') told = 'recording'
      settle()
    } else if (message.type === 'recording.statement') {
      told = 'finished'
      void outbox.remove(id)
      onStatement(message)
    }
    onProgress()
  }

  return {
    id,
    get recordedMs() {
      return (nextOffset * 1000) / SAMPLE_RATE_HZ
    },
    get pendingMs() {
      return (queue.pendingSamples * 1000) / SAMPLE_RATE_HZ
    },
    get lostMs() {
      return lostMs
    },
    get wish() {
      return wish
    },
    get broken() {
      return broken
    },
    add,
    lose(ms) {
      lostMs += ms
    },
    want(next) {
      wish = next
      void outbox.save(state())
      settle()
    },
    onConnected,
    onServerMessage,
    // Of one recording only: an error names none, and it may have been meant for the one before.
    onEnded() {
      if (told === 'recording' || told === 'paused' || told === 'finishing') void endedElsewhere()
    },
    onDisconnected() {
      told = 'nothing'
    },
  }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
