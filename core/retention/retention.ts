/**
 * Retention: what is kept no longer than its rule says (SPEC-GAPS C32). A plan is looked up and
 * changes nothing; a run goes through it consultation by consultation, one short transaction each,
 * so that everything else keeps its turn. A legal hold wins over every rule, and what work still
 * needs is never touched. One process at a time runs, whichever node it is on.
 */
import type { AuditTrail } from '../audit/ports.ts'
import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import { judgeClock } from './clock.ts'
import { type Overdue, overdueByCategory } from './overdue.ts'
import type {
  CategoryState,
  Due,
  RetentionMemoryStore,
  RetentionRuleStore,
  RetentionStore,
} from './ports.ts'
import {
  checkRules,
  keptForText,
  type RetentionCategory,
  type RetentionRules,
  retentionCategories,
} from './rules.ts'

interface Deps {
  rules: RetentionRuleStore
  /** Where an organization says nothing. */
  defaults: RetentionRules
  store: RetentionStore
  memory: RetentionMemoryStore
  organizations(): Promise<{ id: string; name: string }[]>
  trail: AuditTrail
  /** Who runs it, for leases and for the deletion log. */
  owner: string
  newId: () => string
  now: () => Date
  /** Time by a clock that nobody can set, in ms. */
  elapsedMs: () => number
  /** Between two transactions. */
  pause(): Promise<void>
  log: Log
}

export interface RetentionLine extends CategoryState {
  organization: string
  /** By this run. */
  erased: { items: number; consultations: number; bytes: number }
}

export interface RetentionReport {
  /** ISO 8601, UTC. */
  at: string
  runId: string
  dryRun: boolean
  lines: RetentionLine[]
  /** False: it was cut off, by its limit or by a signal. */
  complete: boolean
}

export interface RunOptions {
  signal: AbortSignal
  /** Set by a person who has looked at the clock: it is right, though it jumped. */
  trustsClock?: boolean
  onProgress?(erased: number, due: number): void
}

export type Retention = ReturnType<typeof retention>

const DAY_MS = 86_400_000
const LEASE_MS = 120_000
/** Consultations that are looked up at once. */
const PAGE = 100
/** Most items of one look by the service's own clock. */
const PER_TICK = 500
const SEEN_EVERY_MS = 600_000

export function retention(deps: Deps) {
  const { store, memory, trail, owner, newId, now, pause, log } = deps
  let busy = false
  let looked = { atMs: now().getTime(), elapsedMs: deps.elapsedMs() }

  /** Since the last look of this process. */
  function clockWasSetMs(): number {
    const before = looked
    looked = { atMs: now().getTime(), elapsedMs: deps.elapsedMs() }
    return looked.atMs - before.atMs - (looked.elapsedMs - before.elapsedMs)
  }

  /** By hand nobody waits: what the service would wait for is refused. */
  async function refuseJumpedClock(): Promise<void> {
    const { seenAt, waitsUntil } = judgeClock(await memory.read(), now())
    if (!waitsUntil) return
    throw new AppError(
      'rejected',
      'retention_clock_jumped',
      `The clock of this machine says ${seenAt.toISOString()} and has jumped since the service last looked: under a wrong clock everything would be over its time. The service waits until ${waitsUntil.toISOString()}. Look at the clock (date); if it is right: svcctl retention run --trust-clock`,
    )
  }

  async function rulesOf(organizationId: string): Promise<RetentionRules> {
    return { ...deps.defaults, ...(await deps.rules.find(organizationId)) }
  }

  function dueOf(organizationId: string, category: RetentionCategory, rules: RetentionRules): Due {
    const before = (kept: number | null) =>
      kept === null ? null : new Date(now().getTime() - kept)
    return {
      organizationId,
      category,
      // What is kept for ever is never older than this.
      until: before(rules[category]) ?? new Date(0),
      importedUntil: category === 'documents' ? before(rules.imported) : null,
    }
  }

  async function plan(
    categories: readonly RetentionCategory[],
    organizationId?: string,
  ): Promise<(RetentionLine & { due_: Due })[]> {
    const lines: (RetentionLine & { due_: Due })[] = []
    for (const { id, name } of await deps.organizations()) {
      if (organizationId !== undefined && id !== organizationId) continue
      const rules = await rulesOf(id)
      for (const category of categories) {
        const due_ = dueOf(id, category, rules)
        const state = await store.state(due_, rules[category])
        const erased = { items: 0, consultations: 0, bytes: 0 }
        lines.push({ ...state, organization: name, erased, due_ })
      }
    }
    return lines
  }

  /** @returns how many consultations were worked on; fewer than `limit`: nothing is left */
  async function work(
    due: Due,
    line: RetentionLine,
    run: { runId: string; limit: number; signal: AbortSignal; onErased(items: number): void },
  ): Promise<number> {
    let worked = 0
    const passed = new Set<string>()
    while (worked < run.limit) {
      const ids = await store.listDue(due, Math.min(PAGE, run.limit - worked) + passed.size)
      const fresh = ids.filter((id) => !passed.has(id))
      if (fresh.length === 0) return worked
      for (const consultationId of fresh) {
        if (run.signal.aborted || worked >= run.limit) return run.limit
        worked += 1
        const rule = keptForText(line.keptFor)
        const erased = await store
          .erase({ ...due, consultationId, rule, runId: run.runId })
          .catch((err: unknown) => {
            log.error('retention.not_erased', { consultationId, category: due.category, err })
            return null
          })
        if (erased) {
          line.erased.items += erased.items
          line.erased.bytes += erased.bytes
          line.erased.consultations += 1
          run.onErased(erased.items)
        } else passed.add(consultationId)
        await pause()
      }
      // The lease is ours as long as we go on.
      if (!(await memory.claim(owner, LEASE_MS))) return run.limit
    }
    return worked
  }

  async function go(
    categories: readonly RetentionCategory[],
    limit: number,
    { signal, onProgress = () => {} }: RunOptions,
    organizationId?: string,
  ): Promise<RetentionReport> {
    const runId = newId()
    const at = now().toISOString()
    const lines = await plan(categories, organizationId)
    const total = lines.reduce((sum, { due }) => sum + due.items, 0)
    let left = limit
    let erased = 0
    for (const line of lines) {
      if (line.due.items === 0) continue
      const worked = await work(line.due_, line, {
        runId,
        limit: left,
        signal,
        onErased(items) {
          erased += items
          onProgress(erased, total)
        },
      })
      left -= worked
      if (left <= 0) break
    }
    await store.removeLeftovers()
    if (erased > 0) {
      await store.reclaim(signal)
      log.info('retention.applied', { runId, erased, complete: left > 0 })
    }
    return { at, runId, dryRun: false, lines: lines.map(shown), complete: left > 0 }
  }

  async function record(report: RetentionReport, by: AuditActorOf) {
    const sum = (of: (line: RetentionLine) => number) =>
      report.lines.reduce((total, line) => total + of(line), 0)
    await trail.append({
      actor: by,
      action: 'retention.ran',
      subject: null,
      organizationId: null,
      requestId: null,
      outcome: 'success',
      facts: {
        run: report.runId,
        erased: sum(({ erased }) => erased.items),
        bytes: sum(({ erased }) => erased.bytes),
        held: sum(({ held }) => held.items),
        complete: report.complete,
      },
    })
  }

  /** @returns null when somebody else is at it */
  async function exclusively<T>(task: () => Promise<T>): Promise<T | null> {
    if (busy) return null
    busy = true
    try {
      if (!(await memory.claim(owner, LEASE_MS))) return null
      try {
        return await task()
      } finally {
        await memory.release(owner)
      }
    } finally {
      busy = false
    }
  }

  return {
    rulesOf,

    /** What an organization wants from now on. @throws {AppError} `retention_refused` */
    async setRules(organizationId: string, changes: Partial<RetentionRules>, by: AuditActorOf) {
      const own = { ...(await deps.rules.find(organizationId)), ...changes }
      const rules = checkRules({ ...deps.defaults, ...own })
      await deps.rules.save(organizationId, own)
      await trail.append({
        actor: by,
        action: 'retention.changed',
        organizationId,
        requestId: null,
        outcome: 'success',
        subject: { kind: 'organization', id: organizationId },
        facts: factsOf(changes),
      })
      return rules
    },

    /** What should be gone by now, of each kind; changes nothing. */
    async overdue(): Promise<Overdue[]> {
      const states = []
      for (const { id } of await deps.organizations()) {
        const rules = await rulesOf(id)
        for (const category of retentionCategories) {
          const state = await store.state(dueOf(id, category, rules), rules[category])
          states.push({ state, rules })
        }
      }
      return overdueByCategory(states, now())
    },

    /** What would go; changes nothing. */
    async plan(organizationId?: string): Promise<RetentionReport> {
      const lines = (await plan(retentionCategories, organizationId)).map(shown)
      return { at: now().toISOString(), runId: newId(), dryRun: true, lines, complete: true }
    },

    /**
     * All that is due now. @throws {AppError} `retention_running`, `retention_clock_jumped`: the
     * clock may be wrong, and nothing was erased
     */
    async run(
      by: AuditActorOf,
      options: RunOptions,
      organizationId?: string,
    ): Promise<RetentionReport> {
      if (!options.trustsClock) await refuseJumpedClock()
      const report = await exclusively(() =>
        go(retentionCategories, Number.POSITIVE_INFINITY, options, organizationId),
      )
      if (!report)
        throw new AppError(
          'busy',
          'retention_running',
          'Retention is being applied by the service at this moment. Try again in a minute.',
          { retryAfterS: 60 },
        )
      await record(report, by)
      return report
    },

    /**
     * To be called every minute by every node: sound as soon as it is due, everything else once a
     * day.
     */
    async tick(signal: AbortSignal): Promise<RetentionReport | null> {
      const known = await memory.read()
      const clock = judgeClock(known, now(), clockWasSetMs())
      const isNews = clock.jumpedAt?.getTime() !== known.jumpedAt?.getTime()
      const isOld =
        !known.seenAt || Math.abs(now().getTime() - known.seenAt.getTime()) >= SEEN_EVERY_MS
      if (isNews || isOld) await memory.remember({ seenAt: clock.seenAt, jumpedAt: clock.jumpedAt })
      await store.removeLeftovers()
      if (clock.waitsUntil) {
        if (isNews) log.warn('retention.clock_jumped', { waitsUntil: clock.waitsUntil })
        return null
      }
      const wholeIsDue = !known.ranAt || now().getTime() - known.ranAt.getTime() >= DAY_MS
      return exclusively(async () => {
        const categories = wholeIsDue ? retentionCategories : (['audio'] as const)
        const report = await go(categories, PER_TICK, { signal })
        if (wholeIsDue && report.complete) {
          await memory.remember({ ranAt: now() })
          await record(report, { kind: 'system', id: 'retention' })
        }
        return report
      })
    },
  }
}

type AuditActorOf = Parameters<AuditTrail['append']>[0]['actor']

function shown({ due_: _, ...line }: RetentionLine & { due_: Due }): RetentionLine {
  return line
}

function factsOf(changes: Partial<RetentionRules>) {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? value : keptForText(value ?? null),
    ]),
  )
}
