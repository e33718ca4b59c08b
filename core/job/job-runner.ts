import { doctorPlace, fairShares, namedPlace, type Share } from '../engine/fair-shares.ts'
import { isAppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { wakingLoop } from '../waking-loop.ts'
import type { Job, JobKind, JobQueue, JobReason, WaitingJob } from './ports.ts'

/** What a runner has to know of a job. */
type Runnable = Pick<Job, 'id' | 'attempts'>

export interface JobRunnerOptions<J extends Runnable> {
  jobs: JobQueue<J>
  kind: JobKind
  /** Unique per process: what a lease is held under. */
  owner: string
  /**
   * Does the job and ends it in the store, in one transaction with its result. Throwing an
   * `unavailable` AppError `engine_unavailable` makes the job wait; anything else counts as a
   * failed attempt.
   */
  perform(job: J, signal: AbortSignal): Promise<void>
  log: Log
  concurrency?: number
  /** At once of one doctor's, so that others find a place; all of them unless said. */
  perDoctor?: number
  leaseMs?: number
  maxAttempts?: number
  /** How long it goes without looking when nobody wakes it. */
  pollMs?: number
  /** Before attempt n + 1. */
  backoffMs?: (attempts: number) => number
  onChange?: (job: J) => void
  /** Its last attempt is over: it will not be tried again. */
  onFailed?: (job: J) => Promise<void>
}

export interface JobRunner<J extends Runnable> {
  /** Takes jobs until closed. */
  start(): void
  /** There may be something to do. */
  wake(): void
  /** Ends the running jobs that are meant, without result; their rows are the caller's business. */
  cancel(isMeant: (job: J) => boolean): void
  /** Stops; running jobs go back to the queue. */
  close(): Promise<void>
}

/**
 * Takes jobs of one kind under a lease, a few at a time, and renews the lease while they run. Turns
 * go round over doctors and their visits (core/engine/fair-shares.ts).
 */
export function jobRunner<J extends Runnable>(options: JobRunnerOptions<J>): JobRunner<J> {
  const { jobs, kind, owner, perform, log, onChange = () => {}, onFailed } = options
  const { concurrency = 4, leaseMs = 60_000, maxAttempts = 5, pollMs = 30_000 } = options
  const { perDoctor = concurrency } = options
  /** Doctors whom only visits name take all places but one. */
  const perNamed = perDoctor < concurrency ? Math.max(perDoctor, concurrency - 1) : concurrency
  const { backoffMs = (attempts: number) => Math.min(1000 * 4 ** (attempts - 1), 300_000) } =
    options
  const running = new Map<
    string,
    { job: J; share: Share | undefined; abort: AbortController; ended: Promise<void> }
  >()
  const shares = fairShares()
  const { start, wake, closing, close } = wakingLoop({
    look,
    failed: (err) => log.error('job.take_failed', { kind, err }),
    pollMs,
  })

  async function look(): Promise<number> {
    let chosen: WaitingJob | undefined
    let isHeldBack = false
    function choose(waiting: readonly WaitingJob[]) {
      const free = waiting.filter(
        ({ share }) =>
          placesOf(share, doctorPlace) < perDoctor && placesOf(share, namedPlace) < perNamed,
      )
      isHeldBack = free.length < waiting.length
      const fewest = Math.min(...free.map(({ share }) => placesOf(share, namedPlace)))
      chosen = shares.order(free.filter(({ share }) => placesOf(share, namedPlace) === fewest))[0]
      return chosen
    }
    while (running.size < concurrency && !closing.aborted) {
      const job = await jobs.claim(kind, owner, leaseMs, choose)
      if (!job) break
      // Our own, whose lease ran out while this machine slept: claiming it renewed the lease, and
      // its work goes on.
      if (!running.has(job.id)) begin(job, chosen?.share)
    }
    // What is held back is due, and begins when one of its doctor's ends, which wakes.
    if (isHeldBack) return HELD_BACK_MS
    const dueMs = running.size < concurrency ? await jobs.nextDueInMs(kind) : null
    return Math.min(dueMs ?? pollMs, pollMs) + 20
  }

  function placesOf(of: Share, placeOf: typeof namedPlace): number {
    const place = placeOf(of)
    return [...running.values()].filter(({ share }) => placeOf(share) === place).length
  }

  function begin(job: J, share: Share | undefined) {
    const abort = new AbortController()
    const begunMs = performance.now()
    const ended = run(job, abort).finally(() => {
      shares.spend(share, performance.now() - begunMs)
      running.delete(job.id)
      wake()
    })
    running.set(job.id, { job, share, abort, ended })
  }

  async function run(job: J, abort: AbortController) {
    const heartbeat = setInterval(() => {
      jobs.renew(job.id, owner, leaseMs).then(
        (held) => {
          if (!held) abort.abort(LEASE_LOST)
        },
        (err: unknown) => log.warn('job.renew_failed', { jobId: job.id, err }),
      )
    }, leaseMs / 3)
    heartbeat.unref?.()
    onChange(job)
    try {
      await perform(job, abort.signal)
      log.info('job.done', { jobId: job.id, kind })
    } catch (error) {
      await afterFailure(job, abort.signal, error).catch((err: unknown) =>
        log.error('job.state_not_saved', { jobId: job.id, err }),
      )
    } finally {
      clearInterval(heartbeat)
      onChange(job)
    }
  }

  async function afterFailure(job: J, signal: AbortSignal, error: unknown) {
    if (signal.reason === CLOSING) await jobs.release(job.id, owner)
    if (signal.aborted) return
    if (isAway(error)) {
      log.info('job.waiting', { jobId: job.id, kind })
      await jobs.wait(job.id, owner, reasonOf(error))
      return
    }
    log.warn('job.attempt_failed', { jobId: job.id, kind, attempts: job.attempts + 1, err: error })
    if (job.attempts + 1 < maxAttempts) {
      await jobs.retryLater(job.id, owner, backoffMs(job.attempts + 1), reasonOf(error))
      return
    }
    await jobs.fail(job.id, owner, reasonOf(error))
    await onFailed?.(job)
  }

  return {
    start,
    wake,
    cancel(isMeant) {
      for (const { job, abort } of running.values()) if (isMeant(job)) abort.abort(CANCELED)
    },
    async close() {
      await close()
      const ends = [...running.values()].map(({ abort, ended }) => {
        abort.abort(CLOSING)
        return ended
      })
      await Promise.all(ends)
    },
  }
}

/** Leases of others that run out meanwhile are not waited for longer. */
const HELD_BACK_MS = 1000
const CLOSING = new Error('the service is closing')
const CANCELED = new Error('what the job was for was deleted')
const LEASE_LOST = new Error('the lease was lost')

/** An engine, or the store of what the job reads: nothing that trying again would wear out. */
function isAway(error: unknown): boolean {
  if (!isAppError(error)) return false
  const isStoreAway = error.code === 'storage_failed' && error.retryAfterS !== undefined
  return error.code === 'engine_unavailable' || isStoreAway
}

function reasonOf(error: unknown): JobReason {
  if (isAppError(error)) return { error: error.code, message: error.message }
  return { error: 'internal_error', message: 'Ocorreu um erro interno no servidor.' }
}
