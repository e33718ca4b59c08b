/**
 * The takes of this consultation that the server has not stated yet, in a line. Only the first one
 * is on the wire: frames carry no recording of their own, so the next one waits (in the outbox)
 * until the one before has its statement.
 */
import type {
  RecordingState,
  RecordingStatement,
  ServerMessage,
} from '../../core/contract/channel.ts'
import type { ChannelClient } from '../services/channel-client.ts'
import { sumOf } from '../services/json.ts'
import { type InputChange, type Outbox, storedInTime } from '../services/outbox.ts'
import { type Loss, newTake, restoreTake, type Take, type TakeDeps } from '../services/take.ts'

export interface RecordingQueue {
  /** The take that sound goes to, until the next one is opened. */
  readonly current: Take | undefined
  readonly isEmpty: boolean
  /** Some take waits for its statement and nothing more will be recorded. */
  readonly isEnding: boolean
  /** Length of the whole consultation, in ms. */
  readonly recordedMs: number
  /** Sound that the browser lost, of all takes that this page knows, in ms. */
  readonly lostMs: number
  /** Not yet on the server's disk, in ms. */
  readonly pendingMs: number
  /** Sound of an earlier page that is still to be sent, in ms. */
  readonly leftoverMs: number
  /** Sound the server confirmed and lost again. */
  readonly broken: boolean
  /**
   * Another computer began a recording and ours was ended: what is recorded here waits until
   * `goOnHere`.
   */
  readonly displaced: boolean
  /** Statements of everything this page finished, one a recording. */
  readonly statements: readonly RecordingStatement[]
  /**
   * Sound of an earlier page broke off in the middle of a recording at this time, on the clock of
   * the wall.
   */
  readonly brokeOffAt: number | undefined
  /**
   * The current take, a new one of so many channels if there is none; takes before it are finished.
   */
  open(channels: number): Take
  /**
   * Into the current take; remote sound that comes into a take without a place for it begins
   * another one.
   */
  add(samples: Int16Array, remote: Int16Array | undefined): void
  lose(loss: Loss): void
  /** Another input went on in the current take. */
  note(change: InputChange): void
  /** Of the takes that were found again. */
  readonly changes: readonly InputChange[]
  /** The next sound belongs to another take; the clock goes on. */
  setAside(): void
  /** And its clock starts at zero. */
  zero(): void
  /** The recordings that the clock counts. */
  onClock(): string[]
  /** Forgets them here, unsent sound included. */
  discard(): Promise<void>
  /** The consultation was erased: nothing of it stays in this browser, whoever left it. */
  discardAll(): Promise<void>
  /** All sound so far is stored, cannot be, or is late; @returns whether it is stored. */
  stored(): Promise<boolean>
  /** Another tab speaks for this consultation now: it finds everything in the outbox. */
  handOver(): Promise<void>
  finish(): void
  goOnHere(): void
  /** Takes up what earlier pages left in the outbox. `recordedMs`: as the server counts. */
  restore(recordedMs: number): Promise<void>
  onWelcome(recordings: readonly RecordingState[]): void
  onMessage(message: ServerMessage): void
  /** The server refused a frame since the recording has ended. */
  onEnded(): void
  onConnection(open: boolean): void
  /** Nothing is sent any more. */
  close(): void
}

interface Deps {
  consultationKey: string
  outbox: Outbox
  channel(): ChannelClient | undefined
  newId(): string
  sendAsFile: TakeDeps['sendAsFile']
  /** Sound is coming in: a take that ends needs another one behind it. */
  isCapturing(): boolean
  changed(): void
  /** The last take of the line has been stated, or delivered. */
  onEmptied(): void
}

export function recordingQueue(deps: Deps): RecordingQueue {
  const { consultationKey, outbox, changed } = deps
  let takes: Take[] = []
  let leftover: Take[] = []
  let current: Take | undefined
  // What the server knew when the connection opened.
  let known: readonly RecordingState[] = []
  let connected = false
  let displaced = false
  let before = { recordedMs: 0, lostMs: 0 }
  let statements: RecordingStatement[] = []
  let brokeOffAt: number | undefined
  // Recordings from before the last zero are not on the clock.
  let zeroed = new Set<string>()

  const takeDeps: TakeDeps = {
    send: (message) => deps.channel()?.send(message) ?? false,
    sendFrame: (bytes) => deps.channel()?.sendFrame(bytes) ?? false,
    outbox,
    sendAsFile: deps.sendAsFile,
    onProgress: changed,
    onStatement,
    onEndedElsewhere,
    onDelivered: forget,
  }

  /** Brings the first take onto an open connection. */
  function connect() {
    const [first] = takes
    if (connected && !(displaced && first === current)) first?.onConnected(known)
  }

  function open(channels: number): Take {
    if (current) return current
    for (const take of takes) take.want('finished')
    const startedAt = Date.now()
    current = newTake(
      { id: deps.newId(), consultation: consultationKey, channels, startedAt },
      takeDeps,
    )
    takes.push(current)
    if (takes.length === 1) connect()
    return current
  }

  function forget(id: string) {
    const gone = takes.find((take) => take.id === id)
    if (!gone) return
    if (gone === current) leaveCurrent()
    before.lostMs += gone.lostMs
    takes = takes.filter((take) => take !== gone)
    leftover = leftover.filter((take) => take !== gone)
    if (takes.length === 0) deps.onEmptied()
    else connect()
    changed()
  }

  /** Its time stays on the clock. */
  function leaveCurrent() {
    brokeOffAt = undefined
    before.recordedMs += current?.recordedMs ?? 0
    current = undefined
  }

  function onStatement(told: RecordingStatement) {
    statements = [...statements, told]
    forget(told.recording_id)
  }

  function onEndedElsewhere(id: string) {
    if (current?.id !== id) return
    const { channels } = current
    leaveCurrent()
    if (!deps.isCapturing()) return
    // Two computers that end each other's recordings, frame by frame, would help nobody: ours waits
    // for the doctor's word.
    displaced = true
    open(channels).want('recording')
  }

  function letGo(gone: readonly Take[]) {
    for (const take of gone) take.letGo()
  }

  function onClock(): string[] {
    const ids = [...known.map(({ recording_id }) => recording_id), ...takes.map(({ id }) => id)]
    return [...new Set(ids)].filter((id) => !zeroed.has(id))
  }

  return {
    get current() {
      return current
    },
    get isEmpty() {
      return takes.length === 0
    },
    get isEnding() {
      return takes.length > 0 && takes.every(({ wish }) => wish === 'finished')
    },
    get recordedMs() {
      return before.recordedMs + (current?.recordedMs ?? 0)
    },
    get lostMs() {
      return before.lostMs + sumOf(takes, ({ lostMs }) => lostMs)
    },
    get pendingMs() {
      return sumOf(takes, ({ pendingMs }) => pendingMs)
    },
    get leftoverMs() {
      return sumOf(leftover, ({ pendingMs }) => pendingMs)
    },
    get broken() {
      return takes.some(({ broken }) => broken)
    },
    get displaced() {
      return displaced
    },
    get statements() {
      return statements
    },
    get brokeOffAt() {
      return brokeOffAt
    },
    open,
    add(samples, remote) {
      if (!current) return
      if (!current.isPlaced || (remote && current.channels === 1)) {
        const channels = remote ? 2 : current.channels
        leaveCurrent()
        open(channels).want('recording')
      }
      current.add(samples, remote)
    },
    lose: (loss) => current?.lose(loss),
    note: (change) => current?.note(change),
    get changes() {
      return takes.flatMap((take) => take.changes)
    },
    // The next one that is opened finishes it; until then a reload still finds it.
    setAside: leaveCurrent,
    zero() {
      zeroed = new Set([...zeroed, ...onClock()])
      leaveCurrent()
      before.recordedMs = 0
      changed()
    },
    onClock,
    async discard() {
      const ids = onClock()
      const mine = takes.filter(({ id }) => ids.includes(id))
      letGo(mine)
      if (current && mine.includes(current)) current = undefined
      takes = takes.filter((take) => !mine.includes(take))
      leftover = leftover.filter((take) => !mine.includes(take))
      before.recordedMs = 0
      brokeOffAt = undefined
      await Promise.all(mine.map(({ id }) => outbox.remove(id)))
      known = known.filter(({ recording_id }) => !ids.includes(recording_id))
      connect()
      changed()
    },
    async discardAll() {
      letGo(takes)
      current = undefined
      takes = leftover = []
      known = []
      before = { recordedMs: 0, lostMs: 0 }
      brokeOffAt = undefined
      const stored = await outbox.takes(consultationKey)
      await Promise.all(stored.map(({ recordingId }) => outbox.remove(recordingId)))
      changed()
    },
    stored: () => storedInTime(outbox.settled()),
    async handOver() {
      letGo(takes)
      leaveCurrent()
      takes = leftover = []
      known = []
      await outbox.settled()
    },
    finish() {
      displaced = false
      for (const take of takes) take.want('finished')
      connect()
    },
    goOnHere() {
      if (!displaced) return
      displaced = false
      connect()
      changed()
    },
    async restore(recordedMs) {
      const stored = await outbox.takes(consultationKey)
      takes = await Promise.all(stored.map((take) => restoreTake(take, takeDeps)))
      brokeOffAt = stored.findLast(({ wish }) => wish === 'recording')?.savedAt
      leftover = takes.filter(({ pendingMs }) => pendingMs > 0)
      current = takes.findLast(({ wish }) => wish !== 'finished')
      // The server counts what it holds of the open take too.
      const heldOfCurrent = current ? current.recordedMs - current.pendingMs : 0
      before = { lostMs: 0, recordedMs: Math.max(0, recordedMs - heldOfCurrent) }
    },
    onWelcome(recordings) {
      known = recordings
      connect()
    },
    onMessage(message) {
      takes[0]?.onServerMessage(message)
      leftover = leftover.filter(({ pendingMs }) => pendingMs > 0)
    },
    onEnded: () => takes[0]?.onEnded(),
    onConnection(isOpen) {
      connected = isOpen
      if (!isOpen) for (const take of takes) take.onDisconnected()
    },
    close: () => letGo(takes),
  }
}
