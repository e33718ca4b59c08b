/**
 * One computation at a time, the most urgent first. Speech and text generation together on all
 * cores are ten times slower than one after the other (spin barriers; AI-RUNTIME §1.3), so engines
 * compute only inside the gate. A long job (text generation) may offer `pause` and `resume`: more
 * urgent work then goes ahead of it at once instead of waiting for its end. Among equals, first
 * come, first served.
 */
export type Priority =
  | 'live'
  | 'final'
  | 'generation'
  /** What nobody waits for yet. */
  | 'ahead'

export interface GateJob {
  priority: Priority
  signal: AbortSignal
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
  start: () => void
  /** Admitted and at work: before that there is nothing to pause. */
  begun: boolean
}

const ORDER: Record<Priority, number> = { live: 0, final: 1, generation: 2, ahead: 3 }

export function computeGate(): ComputeGate {
  const waiting: Turn[] = []
  /** Innermost last: the one that computes, and below it those it made pause. */
  const running: Turn[] = []

  /** Lets the next in, if the one that computes has to make way for it or there is none. */
  function admit() {
    const next = waiting.reduce<Turn | undefined>(moreUrgent, undefined)
    const current = running.at(-1)
    if (!next || (current && !(isMoreUrgent(next, current) && pauses(current)))) return
    enter(next)
  }

  function enter(turn: Turn) {
    waiting.splice(waiting.indexOf(turn), 1)
    running.push(turn)
    turn.start()
  }

  function leave(turn: Turn) {
    const computed = running.at(-1) === turn
    running.splice(running.indexOf(turn), 1)
    // A paused job that ended (it was aborted) frees nothing: another computes.
    if (!computed) return
    const paused = running.at(-1)
    if (!paused) return admit()
    // It goes on, unless something more urgent than it is waiting already.
    const next = waiting.reduce<Turn | undefined>(moreUrgent, undefined)
    if (next && isMoreUrgent(next, paused)) enter(next)
    else paused.job.resume?.()
  }

  async function turnOf(job: GateJob): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const turn: Turn = {
        job,
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
      const job = running.at(-1)?.job
      if (waiting.length > 0) return false
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

function isMoreUrgent(a: Turn, b: Turn): boolean {
  return ORDER[a.job.priority] < ORDER[b.job.priority]
}

function moreUrgent(best: Turn | undefined, one: Turn): Turn {
  return best && !isMoreUrgent(one, best) ? best : one
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
