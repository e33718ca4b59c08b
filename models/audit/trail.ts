/**
 * The trail that a process writes. What was to be appended is answered when its transaction is on
 * the disk; all that came meanwhile shares the next one. What was only noted lies in the spool at
 * once and rides along, or goes after a moment.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { orderedId, placeless, type WordedEntry, worded } from '../../core/audit/entry.ts'
import type { AuditAct, AuditTrail } from '../../core/audit/ports.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { fullDiskOf } from '../../core/storage-room.ts'
import {
  type AuditChain,
  type ChainEnd,
  type HeadOnFile,
  readAuditHead,
  writeAuditHead,
} from './chain.ts'
import type { AuditKeys } from './keys.ts'
import { type Abandoned, findAbandoned, isAnyProcess, openAuditSpool } from './spool.ts'

/** How long the first act of a group waits for others, in ms. */
const GATHER_MS = 2
/** The same for acts that nobody waits for. */
const NOTED_GATHER_MS = 200
/** Between two writings of the head, in ms: each is a flush. */
const HEAD_EVERY_MS = 1000
/** Waits between tries while the database takes nothing, in ms; then who waits is told. */
const PATIENCE_MS = [50, 100, 200, 400, 800, 1600]
/** The same for a line of the spool that finds no room. */
const ROOM_MS = [50, 150, 300]
/** A try may itself wait for other writers: after so long no further one is begun. */
const LAST_TRY_MS = 15_000
/** In one transaction. */
const GROUP = 1000
/** A chain that is not longer has only its first entry. */
const BEGUN = 1

export interface OpenTrail extends AuditTrail {
  /** In a transaction of the caller's: the act is there exactly when that one is. */
  within(transaction: Parameters<AuditChain['addWithin']>[0], act: AuditAct): Promise<void>
  /**
   * Everything noted so far is in the chain. @throws {AppError} `audit_unavailable`: it stays in
   * the spool
   */
  settled(): Promise<void>
  /**
   * What programs that are gone have left in the spool is in the chain. @throws {AppError}
   * `audit_unavailable`, `service_unavailable`
   */
  takeUp(): Promise<void>
  /** Nothing is taken any more; what was taken is in the chain. */
  close(): Promise<void>
}

interface Deps {
  chain: AuditChain
  keys: AuditKeys
  /** `audit/` in the data folder. */
  folder: string
  spoolFolder: string
  now: () => Date
  newId: () => string
  log: Log
}

interface Waiting {
  entry: WordedEntry
  resolve(): void
  reject(error: unknown): void
}

/**
 * Looks whether the chain is the one this machine knew, and takes up what processes that are gone
 * had noted.
 */
export async function openAuditTrail(deps: Deps): Promise<OpenTrail> {
  const { chain, keys, folder, now, newId, log } = deps
  const { pseudonym, sealPerson } = keys
  let known = await chain.end()
  const head = await readAuditHead(folder, keys)
  const surprise = await compareWith(head)
  if (surprise) known = await chain.add([make(surprise)])
  for (const abandoned of findAbandoned(deps.spoolFolder)) await takeUp(abandoned)
  const spool = openAuditSpool(deps.spoolFolder)
  const appended: Waiting[] = []
  let noted: WordedEntry[] = []
  let isFailing = false
  let working: Promise<void> | null = null
  let later: NodeJS.Timeout | null = null
  let headWrittenMs = Number.NEGATIVE_INFINITY
  let unwrittenHead: ChainEnd | null = null
  let headTimer: NodeJS.Timeout | null = null
  let writtenHead = Promise.resolve()

  if (surprise || head.kind !== 'head') remember(known)

  function make(act: AuditAct): WordedEntry {
    const at = now()
    return worded(placeless(act, { id: orderedId(newId(), at), at, pseudonym, sealPerson }))
  }

  /** What has to be put on record about it. */
  async function compareWith(head: HeadOnFile): Promise<AuditAct | null> {
    if (head.kind === 'none')
      return known.sequence <= BEGUN ? null : ofTheTrail('audit.resumed', { found: known.sequence })
    if (head.kind === 'broken')
      return ofTheTrail('audit.broken', { expected: null, found: known.sequence })
    if ((await chain.macAt(head.sequence)) === head.mac) return null
    return broken(head.sequence, known.sequence)
  }

  function broken(expected: number, found: number): AuditAct {
    log.error('audit.broken', { expected, found })
    return ofTheTrail('audit.broken', { expected, found })
  }

  async function takeUp({ entries, damaged, forget }: Abandoned) {
    for (let from = 0; from < entries.length; from += GROUP)
      await chain.add(entries.slice(from, from + GROUP))
    forget()
    if (entries.length + damaged > 0) log.warn('audit.taken_up', { acts: entries.length, damaged })
  }

  function start() {
    if (later) clearTimeout(later)
    later = null
    working ??= work()
  }

  async function work() {
    await sleep(GATHER_MS)
    // What is only noted meanwhile waits for its own time: a transaction after the other would
    // leave the database no rest.
    do {
      const waiting = appended.splice(0, GROUP)
      const riding = noted
      noted = []
      const forget = spool.turn()
      const error = await commit([...riding, ...waiting.map(({ entry }) => entry)])
      if (error === undefined) {
        forget()
        isFailing = false
        for (const { resolve } of waiting) resolve()
        continue
      }
      log.error('audit.failed', { err: error, acts: waiting.length + riding.length })
      for (const { reject } of waiting) reject(unavailable(error))
      // They stay where they are, in the spool and in line.
      noted = [...riding, ...noted]
      isFailing = true
      await sleep(NOTED_GATHER_MS)
    } while (appended.length > 0)
    if (noted.length > 0) soon(NOTED_GATHER_MS)
    // In the same turn as the last look at the queue: who comes later starts it again.
    working = null
  }

  /** @returns what went wrong, after all patience */
  async function commit(entries: readonly WordedEntry[]): Promise<unknown> {
    const since = performance.now()
    for (const waitMs of [...PATIENCE_MS, null]) {
      try {
        for (let from = 0; from < entries.length; from += GROUP) {
          const before = known
          moved(before, await chain.add(entries.slice(from, from + GROUP)))
        }
        return undefined
      } catch (error) {
        if (waitMs === null || performance.now() - since > LAST_TRY_MS) return error
        await sleep(waitMs)
      }
    }
  }

  /**
   * An end that does not lie behind the one we knew when we began: somebody cut the chain while we
   * looked away.
   */
  function moved(before: ChainEnd, end: ChainEnd) {
    if (end.sequence <= before.sequence) noted.push(make(broken(before.sequence, end.sequence)))
    known = end
    remember(end)
  }

  function remember(end: ChainEnd) {
    unwrittenHead = end
    const dueInMs = headWrittenMs + HEAD_EVERY_MS - performance.now()
    headTimer ??= setTimeout(() => void writeHead(), Math.max(0, dueInMs))
    headTimer.unref()
  }

  /**
   * One after the other, so that the newest is the last. Resolves when also one that was on its way
   * is written.
   */
  function writeHead(): Promise<void> {
    if (headTimer) clearTimeout(headTimer)
    headTimer = null
    const end = unwrittenHead
    unwrittenHead = null
    if (end) headWrittenMs = performance.now()
    writtenHead = writtenHead.then(async () => {
      if (end) await writeAuditHead(folder, keys, end)
    })
    writtenHead = writtenHead.catch((err) => log.error('audit.head_failed', { err }))
    return writtenHead
  }

  function soon(ms: number) {
    later ??= setTimeout(start, ms)
    later.unref()
  }

  async function settled() {
    while (noted.length + appended.length > 0 || working) {
      start()
      await working
      if (isFailing) throw unavailable(undefined)
    }
  }

  /** A disk without room is given some of its reserve within a moment (bin/disk-reserve.ts). */
  async function writeDown(entry: WordedEntry) {
    for (const waitMs of [...ROOM_MS, null]) {
      try {
        return await spool.write(entry)
      } catch (cause) {
        if (waitMs === null || fullDiskOf(cause) !== 'data') throw unavailable(cause)
        await sleep(waitMs)
      }
    }
  }

  return {
    append(act) {
      return new Promise((resolve, reject) => {
        appended.push({ entry: make(act), resolve, reject })
        start()
      })
    },
    async note(act) {
      const entry = make(act)
      noted.push(entry)
      if (!working) soon(NOTED_GATHER_MS)
      await writeDown(entry)
    },
    async within(transaction, act) {
      const before = known
      const end = await chain.addWithin(transaction, [make(act)])
      transaction.afterCommit(() => moved(before, end))
    },
    settled,
    async takeUp() {
      for (const abandoned of findAbandoned(deps.spoolFolder, isAnyProcess)) await takeUp(abandoned)
    },
    async close() {
      await settled().catch((err) => log.error('audit.left_in_spool', { err }))
      if (later) clearTimeout(later)
      await writeHead()
      await spool.close()
    },
  }
}

function ofTheTrail(action: AuditAct['action'], facts: AuditAct['facts']): AuditAct {
  return {
    actor: { kind: 'system', id: 'audit' },
    action,
    subject: null,
    organizationId: null,
    requestId: null,
    facts,
    outcome: action === 'audit.broken' ? 'failed' : 'success',
  }
}

function unavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    'audit_unavailable',
    'O registro de auditoria não pôde ser gravado, e sem ele nada é feito. Tente de novo em instantes.',
    { cause, retryAfterS: 5 },
  )
}
