import type { Share } from '../engine/fair-shares.ts'

/**
 * Work that must be done once, whatever happens to the process: rows with leases, so that any node
 * can take any job and a killed server's job is taken again (DESIGN §10).
 */
export type JobKind = 'transcription.final' | 'file.read'

/**
 * `open`: known, but its recording still runs. `queued` → `running` (leased) → `done` or `failed`.
 * `waiting`: the engine is not there; it goes back to `queued` when the engine appears.
 */
export type JobState = 'open' | 'queued' | 'running' | 'waiting' | 'done' | 'failed'

export interface Job {
  id: string
  kind: JobKind
  consultationId: string
  recordingId: string
  state: JobState
  /** Tries that ended in a failure of their own; waiting for an engine is not counted. */
  attempts: number
  /** Why it waits or failed. */
  reason: JobReason | null
}

export interface JobReason {
  error: string
  /** pt-BR, for the doctor. */
  message: string
}

/** A job that may run, for whoever chooses among them. */
export interface WaitingJob {
  id: string
  share: Share
}

/**
 * What a runner takes jobs from. Every method is atomic; those that name an owner do nothing and
 * answer false once its lease is lost.
 */
export interface JobQueue<J> {
  /**
   * One of those that may run now, those whose lease ran out included.
   * @param choose is given the one of each visit that has waited longest, the longest first, and
   * answers one of them; the first, unless given
   * @returns null when there is none, or none was chosen
   */
  claim(
    kind: JobKind,
    owner: string,
    leaseMs: number,
    choose?: (waiting: readonly WaitingJob[]) => WaitingJob | undefined,
  ): Promise<J | null>
  renew(id: string, owner: string, leaseMs: number): Promise<boolean>
  /** Tried and failed: again after `delayMs`. */
  retryLater(id: string, owner: string, delayMs: number, reason: JobReason): Promise<boolean>
  /** Cannot be tried now: until somebody resumes it, or a minute later for want of news. */
  wait(id: string, owner: string, reason: JobReason): Promise<boolean>
  /** Given back untouched, for the next who asks. */
  release(id: string, owner: string): Promise<boolean>
  fail(id: string, owner: string, reason: JobReason): Promise<boolean>
  /**
   * When the next queued job may run or a lease ends; null when there is neither. In ms from now,
   * not below 0.
   */
  nextDueInMs(kind: JobKind): Promise<number | null>
}

/** Where the jobs of recordings rest. */
export interface JobStore extends JobQueue<Job> {
  /**
   * One job per kind and recording, however often it is asked for. Never takes a job's state back.
   */
  ensure(
    job: Pick<Job, 'kind' | 'consultationId' | 'recordingId'>,
    state: 'open' | 'queued',
  ): Promise<Job>
  resumeWaiting(kind: JobKind): Promise<number>
  /** Takes the leases of owners that are known to be gone. @returns how many */
  releaseLeasesOf(isGone: (owner: string) => boolean): Promise<number>
  listByState(kind: JobKind, state: JobState): Promise<Job[]>
  listOfConsultation(consultationId: string): Promise<Job[]>
  deleteOfRecording(recordingId: string): Promise<void>
}
