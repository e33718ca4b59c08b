/**
 * Group commit: frames of all recordings that arrive within the gathering window share one flush of
 * the journal. While a flush runs, the next group gathers, so a slow disk makes bigger groups and
 * not a longer queue. A group has a limit, and those who sent little go first: sound that is spoken
 * now does not wait for hours of somebody else's that come at once.
 */
import { AppError, isAppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { ChannelFile, PreparedBlock } from './channel-file.ts'
import type { Journal, RefusedRecordings } from './journal.ts'

export interface CommitQueue {
  /** @throws {AppError} `storage_full`, `storage_failed` */
  commit(target: CommitTarget, block: PreparedBlock): Promise<void>
  /** Nothing is on its way any more. */
  drained(): Promise<void>
}

export interface CommitTarget {
  recordingId: string
  channel: number
  file: ChannelFile
}

interface Waiting {
  target: CommitTarget
  block: PreparedBlock
  resolve: () => void
  reject: (error: unknown) => void
}

/** Of one flush: forty seconds of sound. */
const GROUP_BYTES = 1280 << 10

interface Deps {
  journal: Journal
  /** How long the first frame of a group waits for others, in ms. */
  gatherMs: number
  /** After a group is on the disk. */
  onCommitted: (targets: ReadonlySet<CommitTarget>) => void
  log: Log
}

export function commitQueue({ journal, gatherMs, onCommitted, log }: Deps): CommitQueue {
  let waiting: Waiting[] = []
  let working: Promise<void> | null = null

  async function work() {
    while (waiting.length > 0) {
      await pause(gatherMs)
      const group = nextGroup(waiting)
      waiting = waiting.filter((one) => !group.has(one))
      await commitGroup([...group])
    }
    // In the same turn as the last look at the queue: who comes later starts it again.
    working = null
  }

  async function commitGroup(group: Waiting[]) {
    const byTarget = groupByTarget(group)
    const written: Waiting[] = []
    await Promise.all(
      [...byTarget].map(async ([target, blocks]) => {
        try {
          await target.file.write(
            Buffer.concat(blocks.map(({ block }) => block.bytes)),
            blocks[0]!.block.position,
          )
          written.push(...blocks)
        } catch (error) {
          await fail(target, blocks, error)
        }
      }),
    )
    if (written.length === 0) return
    let refused: RefusedRecordings | undefined
    try {
      refused = await journal.append(
        written.map(({ target: { recordingId, channel }, block: { position, bytes } }) => ({
          recordingId,
          channel,
          position,
          bytes,
        })),
      )
    } catch (error) {
      for (const [target, blocks] of groupByTarget(written)) await fail(target, blocks, error)
      return
    }
    const kept = refused ? written.filter(isKept) : written
    for (const { target, block } of kept) target.file.confirm(block)
    onCommitted(new Set(kept.map(({ target }) => target)))
    for (const { resolve } of kept) resolve()
    if (!refused) return
    for (const [target, blocks] of groupByTarget(written.filter((one) => !isKept(one))))
      await fail(target, blocks, refused.get(target.recordingId))

    function isKept({ target }: Waiting) {
      return !refused?.has(target.recordingId)
    }
  }

  /**
   * What came after the failed frames of the same channel has no place any more: it fails with
   * them.
   */
  async function fail(target: CommitTarget, blocks: Waiting[], cause: unknown) {
    const behind = waiting.filter((one) => one.target === target)
    waiting = waiting.filter((one) => one.target !== target)
    const rolledBack = target.file.rollBack()
    const error = storageError(cause)
    log.error('audio.write_failed', {
      recordingId: target.recordingId,
      code: error.code,
      err: cause,
    })
    await rolledBack
    for (const { reject } of [...blocks, ...behind]) reject(error)
  }

  return {
    commit(target, block) {
      return new Promise((resolve, reject) => {
        waiting.push({ target, block, resolve, reject })
        working ??= work()
      })
    },
    async drained() {
      while (working) await working
    },
  }
}

/** Words and code for a disk that does not take more. */
export function storageError(cause: unknown): AppError {
  if (isAppError(cause) && cause.code === 'recording_elsewhere') return cause
  const code = (cause as NodeJS.ErrnoException | null)?.code
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new AppError(
      'unavailable',
      'storage_full',
      'O disco do servidor está cheio. O áudio continua guardado neste computador e será enviado quando houver espaço.',
      { cause, retryAfterS: 5 },
    )
  return new AppError(
    'unavailable',
    'storage_failed',
    'O servidor não conseguiu gravar o áudio em disco. O áudio continua guardado neste computador.',
    { cause, retryAfterS: 5 },
  )
}

/** In order of arrival within a channel; at least one. */
function nextGroup(waiting: readonly Waiting[]): ReadonlySet<Waiting> {
  const lines = [...groupByTarget(waiting).values()].map((line) => ({ line, bytes: bytesOf(line) }))
  const group = new Set<Waiting>()
  let left = GROUP_BYTES
  for (const { line } of lines.sort((one, other) => one.bytes - other.bytes)) {
    for (const one of line) {
      if (group.size > 0 && one.block.bytes.length > left) return group
      left -= one.block.bytes.length
      group.add(one)
    }
  }
  return group
}

function bytesOf(line: readonly Waiting[]): number {
  return line.reduce((sum, { block }) => sum + block.bytes.length, 0)
}

function groupByTarget(group: readonly Waiting[]): Map<CommitTarget, Waiting[]> {
  const groups = new Map<CommitTarget, Waiting[]>()
  for (const one of group) {
    const blocks = groups.get(one.target)
    if (blocks) blocks.push(one)
    else groups.set(one.target, [one])
  }
  return groups
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
