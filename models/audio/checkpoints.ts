/** Empties the journal: flush the channel files it stands for, then delete it. */
import type { Log } from '../../core/log.ts'
import type { CommitTarget } from './commit-queue.ts'
import type { Journal } from './journal.ts'

interface Deps {
  journal: Journal
  limitBytes: number
  log: Log
}

export interface Checkpoints {
  /** These files have bytes that only the journal makes durable. */
  committed(targets: ReadonlySet<CommitTarget>): void
  /** Before a file is closed. */
  leave(target: CommitTarget): Promise<void>
  /**
   * One now, whatever the size, for when no commit is on its way. Null: another one goes on, ask
   * again.
   */
  now(): Promise<void> | null
  /** The last one, when nothing is written any more. */
  close(): Promise<void>
}

/** Kept journals after which a checkpoint is due, whatever their size. */
const MAX_OLD_FILES = 4

export function checkpoints({ journal, limitBytes, log }: Deps): Checkpoints {
  let dirty = new Set<CommitTarget>()
  let running: Promise<void> | null = null
  /**
   * Flushes of files that are being closed: a journal that stands for them must not go before they
   * are done.
   */
  let leaving = 0
  /**
   * A flush failed. The kernel may report the next one as good although the pages are lost, so the
   * journals stay until the next start plays them back.
   */
  let keepJournals = false

  async function flush(target: CommitTarget): Promise<void> {
    try {
      await target.file.sync()
    } catch (err) {
      keepJournals = true
      log.error('audio.flush_failed', { recordingId: target.recordingId, err })
    }
  }

  async function run(): Promise<void> {
    const removeOld = await journal.rotate()
    const targets = dirty
    dirty = new Set()
    for (const target of targets) await flush(target)
    if (keepJournals) return
    await removeOld().catch((err: unknown) => log.warn('audio.journal_kept', { err }))
  }

  function begin(): Promise<void> {
    running = run().finally(() => {
      running = null
    })
    return running
  }

  return {
    committed(targets) {
      for (const target of targets) dirty.add(target)
      const due = journal.sizeBytes > limitBytes || journal.oldFiles > MAX_OLD_FILES
      if (!due || keepJournals || running || leaving > 0) return
      void begin()
    },
    async leave(target) {
      while (running) await running
      if (!dirty.delete(target)) return
      leaving++
      await flush(target)
      leaving--
    },
    now: () => (running || leaving > 0 ? null : begin()),
    async close() {
      await running
      await run()
    },
  }
}
