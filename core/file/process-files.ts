/**
 * The third step, behind the scenes: a file is read in a process of its own, and what was found is
 * written in one with the end of its job. A refusal is a result; only a fault of ours is tried
 * again.
 */
import type { ShareOf } from '../engine/fair-shares.ts'
import { jobRunner } from '../job/job-runner.ts'
import type { Log } from '../log.ts'
import type { FileReading, FileRecord } from './file.ts'
import type { FileContents, FileJob, FileQueue, FileStore, ReadFile } from './ports.ts'
import { mayBeRetried, type RefusalCode, refusalCode } from './refusals.ts'

interface Deps {
  files: FileStore
  queue: FileQueue
  contents: FileContents
  readFile: ReadFile
  /** Recognition takes turns over doctors and visits. */
  shareOf?: ShareOf | undefined
  owner: string
  isOwnerGone(owner: string): boolean
  log: Log
  onChanged(file: FileRecord): void
}

export interface FileProcessing {
  /** Takes up what a killed server left. */
  start(): Promise<void>
  wake(): void
  /** Ends the reading of a file that was removed. */
  cancel(fileId: string): void
  close(): Promise<void>
}

/** The machine has other things to do: two pages of text are not worth a word of live speech. */
const AT_ONCE = 3
const PER_DOCTOR = 2
const LEASE_MS = 30_000
const MAX_ATTEMPTS = 3

export function processFiles(deps: Deps): FileProcessing {
  const { files, queue, contents, readFile, shareOf, owner, isOwnerGone, log, onChanged } = deps

  async function perform(job: FileJob, signal: AbortSignal) {
    const outcome = await read(job, signal)
    if ('reading' in outcome && outcome.reading.picture)
      await contents.replace(job, outcome.reading.picture)
    if (!(await queue.finish(job.id, owner, outcome))) {
      // Removed meanwhile: nothing of it stays. A lost lease is another process's file.
      if (!(await files.find(job.id))) await contents.remove(job)
      return
    }
    if ('failure' in outcome) {
      log.info('file.refused', { fileId: job.id, code: outcome.failure })
      if (!mayBeRetried(outcome.failure)) await contents.remove(job)
    }
    await tell(job.id)
  }

  async function read(
    job: FileJob,
    signal: AbortSignal,
  ): Promise<{ reading: FileReading } | { failure: RefusalCode }> {
    const bytes = await contents.read(job)
    if (!bytes) return { failure: 'PROCESSING_FAILED' }
    try {
      return { reading: await readFile(bytes, signal, await shareOf?.(job.consultationId)) }
    } catch (error) {
      const failure = refusalCode(error)
      if (!failure) throw error
      return { failure }
    }
  }

  async function tell(fileId: string) {
    const file = await files.find(fileId)
    if (file) onChanged(file)
  }

  const runner = jobRunner({
    jobs: queue,
    kind: 'file.read',
    owner,
    perform,
    log,
    concurrency: AT_ONCE,
    perDoctor: PER_DOCTOR,
    leaseMs: LEASE_MS,
    maxAttempts: MAX_ATTEMPTS,
    onFailed: ({ id }) => tell(id),
  })

  return {
    async start() {
      await contents.sweep(async (id) => {
        const file = await files.find(id)
        return file !== undefined && file.state !== 'waiting'
      })
      await queue.releaseLeasesOf(isOwnerGone)
      runner.start()
    },
    wake: runner.wake,
    cancel: (fileId) => runner.cancel(({ id }) => id === fileId),
    close: runner.close,
  }
}
