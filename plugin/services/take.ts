/**
 * One take: the samples of a recording from its start to its end, and the conversation with the
 * server that brings every one of them to its disk. The take outlives connections, reloads and
 * restarts of the server:
 *
 *   samples → frame + digest + position, stored together → sent within a window → confirmed →
 *   forgotten
 *
 * Nothing leaves before it is stored, so that what the server holds is never ahead of what a reload
 * finds. After each `welcome` it asks where the server stands (`recording.resume`) and goes on from
 * there. What the doctor wants (`wish`) and what the server was last told (`told`) are kept apart;
 * `settle` closes the difference when it can.
 */
import type {
  ChannelPosition,
  ClientMessage,
  RecordingState,
  RecordingStatement,
  ServerMessage,
} from '../../core/contract/channel.ts'
import { type ChannelBuffer, channelBufferFrom, newChannelBuffer } from './channel-buffer.ts'
import {
  derivedId,
  type FoundTake,
  type InputChange,
  type Outbox,
  type StoredFrame,
  type StoredTake,
  storedInTime,
} from './outbox.ts'
import { wavOf } from './wav.ts'

/** Lost sound, in ms: what both sides lost, and what only one of them did. */
export interface Loss {
  both: number
  microphone: number
  remote: number
}

export interface Take {
  readonly id: string
  /** 2 where the remote side may be heard. */
  readonly channels: number
  /** Everything captured, in ms. */
  readonly recordedMs: number
  /** Not yet confirmed by the server, in ms of the channel that lags most. */
  readonly pendingMs: number
  /**
   * Sound that the browser lost before it could be captured, in ms of the channel that lost most.
   */
  readonly lostMs: number
  readonly wish: StoredTake['wish']
  /**
   * False while nobody knows where its next sound belongs: a page before this one sent what it
   * could not store.
   */
  readonly isPlaced: boolean
  /**
   * True when the server asked for sound that it had confirmed and this browser no longer holds.
   */
  readonly broken: boolean
  /**
   * A take without a second channel ignores `remote`; one with it puts silence where there is none.
   */
  add(samples: Int16Array, remote?: Int16Array): void
  lose(loss: Loss): void
  /** Another input went on: kept with the take, so that a later page says it too. */
  note(change: InputChange): void
  readonly changes: readonly InputChange[]
  want(wish: StoredTake['wish']): void
  /** There is a connection; `recordings` is what the server knows of this consultation. */
  onConnected(recordings: readonly RecordingState[]): void
  onServerMessage(message: ServerMessage): void
  /** The server refused a frame, since the recording has ended there. */
  onEnded(): void
  /** The connection went away. */
  onDisconnected(): void
  /** Somebody else has it now, or nobody: no file of it is sent any more. */
  letGo(): void
}

export interface TakeDeps {
  send(message: ClientMessage): boolean
  sendFrame(bytes: Uint8Array<ArrayBuffer>): boolean
  outbox: Outbox
  /**
   * Sends sound that the recording no longer takes as a file of its own, its channels apart; false
   * when it did not arrive.
   */
  sendAsFile(file: RemainsFile, signal: AbortSignal): Promise<boolean>
  onProgress(): void
  onStatement(statement: RecordingStatement): void
  /** The server ended this recording by itself: what is still captured belongs to another take. */
  onEndedElsewhere(id: string): void
  /** All sound of such a recording is there. */
  onDelivered(id: string): void
}

export interface RemainsFile {
  /** The same for the same sound, however often it is sent: it is to be heard once. */
  recordingId: string
  wav: Blob
  channels: number
}

type Told = 'nothing' | 'asked' | 'recording' | 'paused' | 'finishing' | 'finished'

type Beginning = Pick<StoredTake, 'recordingId' | 'consultation' | 'wish' | 'startedAt' | 'changes'>

/** A new take. */
export function newTake(
  of: { id: string; consultation: string; channels: number; startedAt: number },
  deps: TakeDeps,
): Take {
  const { id, consultation, channels, startedAt } = of
  const beginning = { recordingId: id, consultation, wish: 'recording', startedAt } as const
  return takeOf(beginning, deps, (laneDeps) =>
    Array.from({ length: channels }, (_, channel) => newChannelBuffer(channel, laneDeps)),
  )
}

/** Takes up a take of an earlier page, with its frames. */
export async function restoreTake(stored: FoundTake, deps: TakeDeps): Promise<Take> {
  const held = await deps.outbox.list(stored.recordingId)
  const wish = stored.wish === 'finished' ? 'finished' : 'paused'
  return takeOf({ ...stored, wish }, deps, (laneDeps) =>
    stored.lanes.map((lane) => {
      const own = held.filter(({ channel }) => channel === lane.channel)
      const aside = stored.aside.find(({ channel }) => channel === lane.channel)
      return channelBufferFrom(lane, own, laneDeps, aside)
    }),
  )
}

function takeOf(
  beginning: Beginning,
  deps: TakeDeps,
  makeLanes: (deps: Parameters<typeof newChannelBuffer>[1]) => ChannelBuffer[],
): Take {
  const { send, sendFrame, outbox, onProgress, onStatement } = deps
  const { recordingId: id, consultation, startedAt } = beginning
  const lanes = makeLanes({ recordingId: id, outbox, onFetched: settle })
  let { wish, changes = [] } = beginning
  let told: Told = 'nothing'
  let toldLostMs = 0
  let delivering = false
  const held = new AbortController()

  const most = (measure: (lane: ChannelBuffer) => number) => Math.max(...lanes.map(measure))
  const isBroken = () => lanes.some(({ broken }) => broken)

  const state = (): StoredTake => ({
    recordingId: id,
    consultation,
    wish,
    startedAt,
    savedAt: Date.now(),
    changes,
    lanes: lanes.map((lane) => lane.state()),
  })

  /**
   * Kept aside before the frames may leave: a later page finds the server where this says, and
   * knows the digest up to there.
   */
  async function save(frames?: readonly StoredFrame[]): Promise<boolean> {
    const now = state()
    const isStored = await storedInTime(outbox.save(now, frames))
    if (!isStored) outbox.keepAside(now)
    return isStored
  }

  function add(samples: Int16Array, remote = new Int16Array(samples.length)) {
    const frames = lanes.map((lane) => lane.add(lane.channel === 0 ? samples : remote))
    void save(frames).then((isStored) => {
      for (const { channel, sequence } of frames) lanes[channel]!.settle(sequence, isStored)
      settle()
    })
  }

  /** Does what can be done now towards what is wanted. */
  function settle() {
    if (told === 'recording' && !isBroken()) {
      for (const lane of lanes) lane.send(sendFrame)
      tellLoss()
    }
    if (told === 'paused' && (most(({ pending }) => pending) > 0 || wish === 'recording'))
      return ask()
    if (most(({ unsent }) => unsent) > 0 && !isBroken()) return
    if (wish === 'paused' && told === 'recording')
      tell({ type: 'recording.pause', recording_id: id }, 'paused')
    if (wish === 'finished' && (told === 'recording' || told === 'paused')) finish()
  }

  /** While it records too: a page that never comes back has said it. */
  function tellLoss() {
    const lostMs = most((lane) => lane.lostMs)
    if (lostMs === toldLostMs) return
    const channels = lanes.map(({ channel, lostMs }) => ({ channel, lost_ms: Math.round(lostMs) }))
    if (send({ type: 'recording.lost', recording_id: id, channels })) toldLostMs = lostMs
  }

  function ask() {
    tell({ type: 'recording.resume', recording_id: id }, 'asked')
  }

  function finish() {
    const channels = lanes.map((lane) => lane.claim())
    const claim = { recording_id: id, channels, ...(isBroken() ? { accept_gaps: true } : {}) }
    tell({ type: 'recording.finish', ...claim }, 'finishing')
  }

  function tell(message: ClientMessage, next: Told) {
    if (send(message)) told = next
  }

  function goOnFrom(positions: readonly ChannelPosition[]) {
    for (const lane of lanes) {
      const position = positions.find(({ channel }) => channel === lane.channel)
      lane.goOnFrom(position ?? { next_sequence: 0, next_offset: 0 })
    }
  }

  function onConnected(recordings: readonly RecordingState[]) {
    const known = recordings.some(({ recording_id }) => recording_id === id)
    // A recording must be taken up on every connection before anything else can be said of it.
    if (known) ask()
    else tell({ type: 'recording.start', recording_id: id, channels: lanes.length }, 'asked')
  }

  /**
   * The server ended it meanwhile: another computer went on, or nothing was heard of it for long.
   * What is still here goes there as a file; when nothing is left, the statement is asked for.
   */
  async function endedElsewhere() {
    told = 'finished'
    deps.onEndedElsewhere(id)
    if (lanes.every(({ pending }) => pending === 0)) return finish()
    // A connection that comes and goes says it again while the file is on its way: nothing is to be
    // heard twice.
    if (delivering) return
    delivering = true
    const remains = await Promise.all(lanes.map((lane) => lane.remains()))
    if (held.signal.aborted) return
    const pieces = remains.flatMap(({ offset, pcm }) => [
      offset,
      ...pcm.map(({ length }) => length),
    ])
    const recordingId = derivedId(id, ...pieces)
    const file = { recordingId, wav: wavOf(remains), channels: lanes.length }
    const isThere = await deps.sendAsFile(file, held.signal).finally(() => {
      delivering = false
    })
    if (!isThere) return
    void outbox.remove(id)
    deps.onDelivered(id)
  }

  function onServerMessage(message: ServerMessage) {
    if (!('recording_id' in message) || message.recording_id !== id) return
    if (message.type === 'recording.ready') {
      goOnFrom(message.channels)
      if (message.state === 'finished') void endedElsewhere()
      else {
        told = 'recording'
        settle()
      }
    } else if (message.type === 'recording.ack') {
      lanes[message.channel]?.acknowledged(message.next_sequence)
      settle()
    } else if (message.type === 'recording.gap') {
      lanes[message.channel]?.goOnFrom(message)
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
    channels: lanes.length,
    get recordedMs() {
      return most(({ recordedMs }) => recordedMs)
    },
    get pendingMs() {
      return most(({ pendingMs }) => pendingMs)
    },
    get lostMs() {
      return most(({ lostMs }) => lostMs)
    },
    get wish() {
      return wish
    },
    get isPlaced() {
      return lanes.every(({ isPlaced }) => isPlaced)
    },
    get broken() {
      return isBroken()
    },
    add,
    lose({ both, microphone, remote }) {
      for (const lane of lanes) lane.lose(both + (lane.channel === 0 ? microphone : remote))
      void save()
      if (told === 'recording') tellLoss()
    },
    note(change) {
      changes = [...changes, change]
      void save()
    },
    get changes() {
      return changes
    },
    want(next) {
      wish = next
      void save()
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
      toldLostMs = 0
    },
    letGo: () => held.abort(),
  }
}
