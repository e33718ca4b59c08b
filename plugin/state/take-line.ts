/**
 * The takes of this consultation that the server has not stated yet, in a line. Only the first one is on the wire: frames carry
 * no recording of their own, so the next one waits (in the outbox) until the one before has its statement.
 */
import type {
  RecordingState,
  RecordingStatement,
  ServerMessage,
} from '../../core/contract/channel.ts'
import type { ChannelClient } from '../services/channel-client.ts'
import type { Outbox } from '../services/outbox.ts'
import { newTake, restoreTake, type Take } from '../services/take.ts'

export interface TakeLine {
  /** The take that sound goes to, until the next one is opened. */
  readonly current: Take | undefined
  readonly isEmpty: boolean
  /** Some take waits for its statement and nothing more will be recorded. */
  readonly isEnding: boolean
  /** Of the whole consultation, in ms. */
  readonly recordedMs: number
  /** Sound that the browser lost, of all takes that this page knows, in ms. */
  readonly lostMs: number
  /** Not yet on the server's disk, in ms. */
  readonly pendingMs: number
  /** Sound of an earlier page that is still to be sent, in ms. */
  readonly leftoverMs: number
  /** Sound the server confirmed and lost again. */
  readonly broken: boolean
  /** Another computer began a recording and ours was ended: what is recorded here waits until `goOnHere`. */
  readonly displaced: boolean
  readonly statement: RecordingStatement | undefined
  /** The current take, a new one if there is none; takes before it are finished. */
  open(): Take
  /** The next sound belongs to another take, and its clock starts at zero. */
  setAside(): void
  finish(): void
  goOnHere(): void
  /** Takes up what earlier pages left in the outbox. `recordedMs`: as the server counts. */
  restore(recordedMs: number): Promise<void>
  onWelcome(recordings: readonly RecordingState[]): void
  onMessage(message: ServerMessage): void
  /** The server refused a frame since the recording has ended. */
  onEnded(): void
  onConnection(open: boolean): void
}

interface Deps {
  consultationKey: string
  outbox: Outbox
  channel(): ChannelClient | undefined
  newId(): string
  sendAsFile(pcm: Uint8Array<ArrayBuffer>[]): Promise<boolean>
  /** Sound is coming in: a take that ends needs another one behind it. */
  isCapturing(): boolean
  changed(): void
  /** The last take of the line has been stated, or delivered. */
  onEmptied(): void
}

export function takeLine(deps: Deps): TakeLine {
  const { consultationKey, outbox, changed } = deps
  let takes: Take[] = []
  let leftover: Take[] = []
  let current: Take | undefined
  // What the server knew when the connection opened.
  let known: readonly RecordingState[] = []
  let connected = false
  let displaced = false
  let before = { recordedMs: 0, lostMs: 0 }
  let statement: RecordingStatement | undefined

  const takeDeps = {
    send: (message: Parameters<ChannelClient['send']>[0]) => deps.channel()?.send(message) ?? false,
    sendFrame: (bytes: Uint8Array<ArrayBuffer>) => deps.channel()?.sendFrame(bytes) ?? false,
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

  function open(): Take {
    if (current) return current
    for (const take of takes) take.want('finished')
    current = newTake(deps.newId(), consultationKey, takeDeps, Date.now())
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
    before.recordedMs += current?.recordedMs ?? 0
    current = undefined
  }

  function onStatement(told: RecordingStatement) {
    statement = statement ? mergeStatements(statement, told) : told
    forget(told.recording_id)
  }

  function onEndedElsewhere(id: string) {
    if (current?.id !== id) return
    leaveCurrent()
    if (!deps.isCapturing()) return
    // Two computers that end each other's recordings, frame by frame, would help nobody: ours waits for the doctor's word.
    displaced = true
    open().want('recording')
  }

  function sum(of: readonly Take[], measure: (take: Take) => number): number {
    return of.reduce((total, take) => total + measure(take), 0)
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
      return before.lostMs + sum(takes, ({ lostMs }) => lostMs)
    },
    get pendingMs() {
      return sum(takes, ({ pendingMs }) => pendingMs)
    },
    get leftoverMs() {
      return sum(leftover, ({ pendingMs }) => pendingMs)
    },
    get broken() {
      return takes.some(({ broken }) => broken)
    },
    get displaced() {
      return displaced
    },
    get statement() {
      return statement
    },
    open,
    setAside() {
      // The next one that is opened finishes it; until then a reload still finds it.
      current = undefined
      before = { ...before, recordedMs: 0 }
      changed()
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
  }
}

/** What is held of several takes of one consultation. */
function mergeStatements(a: RecordingStatement, b: RecordingStatement): RecordingStatement {
  return { ...b, complete: a.complete && b.complete, channels: [...a.channels, ...b.channels] }
}
