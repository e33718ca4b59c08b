/** What the panel of the national network knows and does for the visit on the screen. */
import {
  type Appointment,
  type BundleView,
  type ClientReply,
  type Mode,
  type RecordClient,
  type RecordOf,
  type RecordType,
  type Refusal,
  recordClient,
  type Standing,
} from './record-client.ts'

export type Action = 'submit' | 'replace' | 'remove'

export interface RecordPanel {
  /** Null until the assistant has opened a consultation. */
  readonly appointment: Appointment | null
  /** Which record of the visit is looked at. */
  readonly type: RecordType
  readonly standing: Standing | null
  readonly busy: Action | null
  /** Of the last action; null once it is out of date. */
  readonly refusal: { action: Action; refusal: Refusal } | null
  readonly bundle: BundleView | null
  /** The reason is being asked for. */
  readonly asksReason: boolean
  /** The switch that is being moved. */
  readonly mode: Mode | null
  readonly trouble: string | null
  open(appointment: Appointment | null): void
  choose(type: RecordType): void
  submit(): void
  replace(): void
  askReason(asks: boolean): void
  remove(reason: string): void
  toggleBundle(): void
  setMode(mode: Mode): void
}

interface Deps {
  redraw(): void
  client?: RecordClient
}

/**
 * A record on its way is looked at this often, then less: the product counts requests (spec §8).
 */
const LOOK_MS = 2000
const LOOK_LATER_MS = 10_000
const EAGER_LOOKS = 30

export function recordPanel({ redraw, client = recordClient() }: Deps): RecordPanel {
  let appointment: Appointment | null = null
  let type: RecordType = 'RAC'
  let standing: Standing | null = null
  let busy: Action | null = null
  let refusal: RecordPanel['refusal'] = null
  let bundle: BundleView | null = null
  let asksReason = false
  let trouble: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let looks = 0

  /** For the visit that asked; another may be on the screen when the answer comes. */
  async function asked<Body>(
    ask: (of: RecordOf) => Promise<ClientReply<Body>>,
    receive: (answer: ClientReply<Body>) => void,
  ) {
    const [mine, kind] = [appointment, type]
    if (!mine) return
    const answer = await ask({ ...mine, type: kind })
    if (appointment !== mine || type !== kind) return
    receive(answer)
    redraw()
  }

  async function look() {
    clearTimeout(timer)
    await asked(client.see, (answer) => {
      trouble = answer.ok ? null : answer.refusal.message
      if (answer.ok) standing = answer.body
    })
    const isOnItsWay = standing?.record?.status === 'pending' || busy !== null
    // The simulator starts behind the scenes, a moment after the server.
    const isStarting = standing?.mode === null && looks < EAGER_LOOKS
    if (!appointment || !(isOnItsWay || isStarting)) return
    looks += 1
    timer = setTimeout(look, looks < EAGER_LOOKS ? LOOK_MS : LOOK_LATER_MS)
  }

  async function act(action: Action, ask: (of: RecordOf) => Promise<ClientReply<unknown>>) {
    if (busy) return
    busy = action
    refusal = bundle = null
    looks = 0
    redraw()
    // The record is stored before the network answers: what happens meanwhile is seen too.
    timer = setTimeout(look, LOOK_MS)
    await asked(ask, (answer) => {
      busy = null
      if (answer.ok) asksReason = false
      else refusal = { action, refusal: answer.refusal }
    })
    await look()
  }

  function lookAnew() {
    clearTimeout(timer)
    standing = busy = refusal = bundle = trouble = null
    asksReason = false
    looks = 0
    void look()
  }

  return {
    get appointment() {
      return appointment
    },
    get type() {
      return type
    },
    get standing() {
      return standing
    },
    get busy() {
      return busy
    },
    get refusal() {
      return refusal
    },
    get bundle() {
      return bundle
    },
    get asksReason() {
      return asksReason
    },
    get mode() {
      return standing?.mode ?? null
    },
    get trouble() {
      return trouble
    },
    open(next) {
      appointment = next
      lookAnew()
    },
    choose(next) {
      type = next
      lookAnew()
    },
    submit: () => void act('submit', client.submit),
    replace: () => void act('replace', client.replace),
    askReason(asks) {
      asksReason = asks
    },
    remove: (reason) => void act('remove', (of) => client.remove(of, reason)),
    toggleBundle() {
      if (bundle) {
        bundle = null
        return
      }
      void asked(client.bundle, (answer) => {
        trouble = answer.ok ? null : answer.refusal.message
        if (answer.ok) bundle = answer.body
      })
    },
    setMode(mode) {
      if (standing) standing.mode = mode
      looks = 0
      void client.setMode(mode).then((answer) => {
        trouble = answer.ok ? null : answer.refusal.message
        return look()
      })
    },
  }
}
