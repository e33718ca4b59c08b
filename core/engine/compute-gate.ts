/**
 * One computation at a time, the most urgent first. Speech and text generation together on all
 * cores are ten times slower than one after the other (spin barriers; AI-RUNTIME §1.3), so engines
 * compute only inside the gate. A long job (text generation) may offer `pause` and `resume`: more
 * urgent work then goes ahead of it at once instead of waiting for its end.
 *
 * Urgent work goes first and not for ever: while it computes, less urgent work that waits is owed a
 * share of that time, and goes ahead for as long once that is worth a turn. Many live visits by one
 * token go behind what others say, and behind their final text. Among equals turns go
 * round (fair-shares.ts).
 */
import { type FairShares, fairShares, namedPlace, type Share } from './fair-shares.ts'

export type Priority =
  | 'live'
  | 'final'
  | 'generation'
  /** What nobody waits for yet. */
  | 'ahead'

export interface GateJob {
  priority: Priority
  signal: AbortSignal
  /** Whose work it is; absent: nobody's in particular. */
  share?: Share | undefined
  /**
   * How to stop computing for a while, at once. Absent: the job is short and is waited for. A job
   * whose `pause` throws is waited for too. Both may be called on work that has ended this very
   * moment, and must not mind.
   */
  pause?: () => void
  resume?: () => void
}

export interface ComputeGate {
  /** Runs `work` when it is its turn. @throws `signal.reason` when aborted while waiting */
  run<T>(job: GateJob, work: () => Promise<T>): Promise<T>
  /**
   * Whether such a job would be admitted at once: nobody waits, and what computes can be paused for
   * it.
   */
  isFreeFor(priority: Priority): boolean
}

/** One call of `run`: the same `GateJob` may be used for many. */
interface Turn {
  job: GateJob
  share: Share | undefined
  start: () => void
  /** Admitted and at work: before that there is nothing to pause. */
  begun: boolean
}

/** Live speech of a crowd is work of its own kind. */
type Kind = Priority | 'crowd'

const ORDER: Record<Kind, number> = { live: 0, final: 1, crowd: 2, generation: 3, ahead: 4 }
/** Work done ahead waits for ever: nobody waits for it. */
const OWED = ['final', 'crowd', 'generation'] as const
type Owed = (typeof OWED)[number]
/** Share of the time that more urgent work computes. */
const FLOOR = 0.25
/** Length of a turn of owed time: live words are late by no more. */
const TURN_MS = 2000

export function computeGate(now: () => number = () => performance.now()): ComputeGate {
  const shares = fairShares(now)
  const waiting: Turn[] = []
  /** Begun, and made to stop for the one that computes. */
  const paused: Turn[] = []
  let current: Turn | undefined
  let sinceMs = 0
  const owedMs: Record<Owed, number> = { final: 0, crowd: 0, generation: 0 }
  /** Whose turn it is out of order, until it was given what it is owed. */
  let favoured: Owed | undefined
  let turnEnds: NodeJS.Timeout | undefined
  /** Places whose live speech goes behind others' text. */
  let crowds: ReadonlySet<string> = new Set()

  /** Books the time since the last look on whoever computed. */
  function account() {
    const ms = now() - sinceMs
    sinceMs = now()
    if (current) {
      shares.spend(current.share, ms)
      const kind = kindOf(current)
      for (const one of OWED) {
        if (one === kind) owedMs[one] = Math.max(0, owedMs[one] - ms)
        else if (!isWanted(one)) owedMs[one] = 0
        else if (ORDER[one] > ORDER[kind]) owedMs[one] = Math.min(TURN_MS, owedMs[one] + ms * FLOOR)
      }
    }
    crowds = crowdsAmong([...waiting, ...paused, ...(current ? [current] : [])], shares)
    if (favoured && (owedMs[favoured] === 0 || !isWanted(favoured))) favoured = undefined
    favoured ??= OWED.find((one) => owedMs[one] >= TURN_MS && isWanted(one))
  }

  function kindOf({ job, share }: Turn): Kind {
    if (job.priority !== 'live' || crowds.size === 0) return job.priority
    return crowds.has(namedPlace(share)) ? 'crowd' : 'live'
  }

  function isWanted(kind: Kind): boolean {
    const isOfIt = (turn: Turn) => kindOf(turn) === kind
    return waiting.some(isOfIt) || paused.some(isOfIt) || (!!current && isOfIt(current))
  }

  function rankOf(turn: Turn): number {
    const kind = kindOf(turn)
    return kind === favoured ? -1 : ORDER[kind]
  }

  /** Next of those that wait and those that were paused; the latter first, they hold an engine. */
  function next(): Turn | undefined {
    const rank = Math.min(...[...paused, ...waiting].map(rankOf))
    const stopped = paused.findLast((one) => rankOf(one) === rank)
    return stopped ?? shares.order(waiting.filter((one) => rankOf(one) === rank))[0]
  }

  /** Lets the next in, if the one that computes has to make way for it or there is none. */
  function admit() {
    account()
    clearTimeout(turnEnds)
    const turn = next()
    if (turn && current && rankOf(turn) < rankOf(current) && pauses(current)) {
      paused.push(current)
      current = undefined
    }
    if (turn && !current) enter(turn)
    // Whoever has to make way for it again is told when its turn is over.
    if (favoured && current && kindOf(current) === favoured)
      turnEnds = setTimeout(admit, owedMs[favoured] + 1).unref()
  }

  function enter(turn: Turn) {
    current = turn
    const at = paused.indexOf(turn)
    if (at >= 0) {
      paused.splice(at, 1)
      turn.job.resume?.()
    } else {
      waiting.splice(waiting.indexOf(turn), 1)
      turn.start()
    }
  }

  function leave(turn: Turn) {
    // A paused job that ended (it was aborted) frees nothing: another computes.
    if (current !== turn) {
      paused.splice(paused.indexOf(turn), 1)
      return
    }
    account()
    current = undefined
    admit()
  }

  async function turnOf(job: GateJob): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        job,
        share: job.share,
        begun: false,
        start() {
          job.signal.removeEventListener('abort', giveUp)
          resolve(turn)
        },
      }
      function giveUp() {
        waiting.splice(waiting.indexOf(turn), 1)
        reject(job.signal.reason)
      }
      job.signal.addEventListener('abort', giveUp, { once: true })
      waiting.push(turn)
      admit()
    })
  }

  return {
    isFreeFor(priority) {
      if (waiting.length > 0) return false
      const job = current?.job
      return !job || (job.pause !== undefined && ORDER[priority] < ORDER[job.priority])
    },
    async run(job, work) {
      job.signal.throwIfAborted()
      const turn = await turnOf(job)
      try {
        // Aborted between its admission and now: nothing is begun.
        job.signal.throwIfAborted()
        turn.begun = true
        const working = work()
        // Somebody more urgent may have come since this one was let in.
        admit()
        return await working
      } finally {
        leave(turn)
      }
    },
  }
}

function pauses({ begun, job }: Turn): boolean {
  if (!begun || !job.pause) return false
  try {
    job.pause()
    return true
  } catch {
    return false
  }
}

/** Visits that one doctor speaks in at once. */
const MOST_SPOKEN = 2
/**
 * So much more than the crowd another may have been given, and still go before it: what a doctor's
 * visit costs while it is spoken is not held against its end. Beyond it those who upload hours
 * would silence a hospital whose pages share a token.
 */
const GRACE_MS = 20_000

/**
 * Crowds: those who have live speech in more visits at once than one doctor can hold. Most are one
 * token's, under doctors that it makes up. Their live speech goes behind the text of somebody else
 * who has no crowd, and is owed its share as final work is owed one by live speech.
 * @returns places (`namedPlace`) whose live speech goes behind that of others, and their text
 */
function crowdsAmong(
  /** What waits, what was paused, and what computes: that would be paused for a crowd at once. */
  here: readonly { job: { priority: string }; share: Share | undefined }[],
  shares: Pick<FairShares, 'lead'>,
): ReadonlySet<string> {
  const spoken = new Map<string, { share: Share | undefined; visits: Set<string | undefined> }>()
  for (const { job, share } of here) {
    if (job.priority !== 'live') continue
    const place = namedPlace(share)
    const own = spoken.get(place) ?? { share, visits: new Set() }
    spoken.set(place, own)
    own.visits.add(share?.visit)
  }
  const isMany = (place: string) => (spoken.get(place)?.visits.size ?? 0) > MOST_SPOKEN
  const many = [...spoken].filter(([place]) => isMany(place))
  if (many.length === 0) return NONE

  const others = new Map<string, Share | undefined>()
  for (const { job, share } of here) {
    const place = namedPlace(share)
    if (job.priority === 'final' || (job.priority === 'live' && !isMany(place)))
      others.set(place, share)
  }
  const behind = many.filter(([own, { share }]) =>
    [...others].some(([place, other]) => place !== own && shares.lead(share, other) > -GRACE_MS),
  )
  return new Set(behind.map(([place]) => place))
}

const NONE: ReadonlySet<string> = new Set()
