import { isAppError } from '../errors.ts'
import type { Check, DoctorFinding, DoctorHost, Severity } from './check.ts'
import { NOT_ON_THIS_DISK, takesNothing } from './unwritable.ts'

export interface Examined extends DoctorFinding {
  id: string
  title: string
  /** It was wrong, was mended now, and was looked at again. */
  mended: boolean
}

export interface DoctorReport {
  findings: Examined[]
  count: Record<Severity, number>
  /** Checks that were left out because nobody asked for them. */
  notProbed: number
}

interface Options {
  /** Also those checks that take seconds or call another machine. */
  probe: boolean
  fix: boolean
  signal: AbortSignal
  /** When a check begins, for progress. */
  onCheck?(title: string, done: number, of: number): void
}

/**
 * Runs the checks: side by side those that only look, one after the other those that measure, and
 * all of them where things are mended, because what is mended early lets later ones pass. One that
 * fails is a finding too.
 */
export async function runDoctor(
  all: readonly Check[],
  host: DoctorHost,
  { probe, fix, signal, onCheck }: Options,
): Promise<DoctorReport> {
  const checks = all.filter((check) => probe || !check.probe)
  const found = new Map<Check, Examined>()
  const failed = new Set<Check>()
  const take = async (check: Check) => {
    signal.throwIfAborted()
    onCheck?.(check.title, found.size, checks.length)
    found.set(check, await examine(check, host, { fix, onFailure: () => failed.add(check) }))
  }
  const isAlone = (check: Check) => fix || check.alone === true || check.probe === true
  await Promise.all(checks.filter((check) => !isAlone(check)).map(take))
  // Side by side they may have been in each other's way: a database that many open at once, after a
  // restore, says no for a moment.
  for (const check of [...failed]) await take(check)
  for (const check of checks.filter(isAlone)) await take(check)

  const findings = checks.flatMap((check) => found.get(check) ?? [])
  const count: Record<Severity, number> = { ok: 0, info: 0, warning: 0, error: 0 }
  for (const { severity } of findings) count[severity] += 1
  return { findings, count, notProbed: all.length - checks.length }
}

interface Looking {
  fix: boolean
  /** The check itself failed. */
  onFailure(): void
}

async function examine(
  check: Check,
  host: DoctorHost,
  { fix, onFailure }: Looking,
): Promise<Examined> {
  const { id, title } = check
  const first = await guarded(check, host, onFailure)
  if (!fix || !check.mend || first.severity === 'ok' || first.severity === 'info')
    return { id, title, ...first, mended: false }
  try {
    await check.mend(host)
  } catch (error) {
    return { id, title, ...first, why: `Mending it failed: ${reason(error)}`, mended: false }
  }
  const second = await guarded(check, host, onFailure)
  return { id, title, ...second, mended: second.severity !== first.severity }
}

async function guarded(
  check: Check,
  host: DoctorHost,
  onFailure: () => void,
): Promise<DoctorFinding> {
  try {
    return await check.run(host)
  } catch (error) {
    // One finding, with its cause, is the database's own (database.integrity); the others follow
    // from it.
    if (isAppError(error) && /^database_(unreachable|url|refuses)$/.test(error.code))
      return { severity: 'info', what: 'Not looked at: the database does not answer.' }
    if (await takesNothing(host).catch(() => false)) return NOT_ON_THIS_DISK
    if (isOfDatabase(error) && (await host.database().catch(() => null))?.failure)
      return { severity: 'info', what: 'Not looked at: no database opens.' }
    onFailure()
    return {
      severity: 'error',
      what: `This could not be checked: ${reason(error)}`,
      why: 'What cannot be looked at may be broken.',
      fix: 'svcctl doctor   # once more; if it stays so, report the reason',
    }
  }
}

/** As its driver says it; a file that is none or is damaged is `database.integrity`’s finding. */
function isOfDatabase(error: unknown): boolean {
  return ((error ?? {}) as { name?: string }).name?.startsWith('Sequelize') === true
}

function reason(error: unknown): string {
  if (isAppError(error)) return `${error.message} (${error.code})`
  const { code, name } = (error ?? {}) as { code?: string; name?: string }
  return code ?? name ?? 'unknown'
}
