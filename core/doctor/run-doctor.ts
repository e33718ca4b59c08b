import { isAppError } from '../errors.ts'
import type { Check, DoctorHost, Finding, Severity } from './check.ts'

export interface Examined extends Finding {
  id: string
  title: string
  /** It was wrong, was mended now, and was looked at again. */
  mended: boolean
}

export interface DoctorReport {
  findings: Examined[]
  count: Record<Severity, number>
}

interface Options {
  fix: boolean
  signal: AbortSignal
  /** Before each check, for progress. */
  onCheck?(title: string, done: number, of: number): void
}

/** Runs every check, one after the other: they measure, and must not disturb each other. One that fails is a finding too. */
export async function runDoctor(
  checks: readonly Check[],
  host: DoctorHost,
  { fix, signal, onCheck }: Options,
): Promise<DoctorReport> {
  const findings: Examined[] = []
  for (const [index, check] of checks.entries()) {
    signal.throwIfAborted()
    onCheck?.(check.title, index, checks.length)
    findings.push(await examine(check, host, fix))
  }
  const count: Record<Severity, number> = { ok: 0, info: 0, warning: 0, error: 0 }
  for (const { severity } of findings) count[severity] += 1
  return { findings, count }
}

async function examine(check: Check, host: DoctorHost, fix: boolean): Promise<Examined> {
  const { id, title } = check
  const first = await guarded(check, host)
  if (!fix || !check.mend || first.severity === 'ok' || first.severity === 'info')
    return { id, title, ...first, mended: false }
  try {
    await check.mend(host)
  } catch (error) {
    return { id, title, ...first, why: `Mending it failed: ${reason(error)}`, mended: false }
  }
  const second = await guarded(check, host)
  return { id, title, ...second, mended: second.severity !== first.severity }
}

async function guarded(check: Check, host: DoctorHost): Promise<Finding> {
  try {
    return await check.run(host)
  } catch (error) {
    return {
      severity: 'error',
      what: `This could not be checked: ${reason(error)}`,
      why: 'What cannot be looked at may be broken.',
      fix: 'svcctl doctor   # once more; if it stays so, report the reason',
    }
  }
}

function reason(error: unknown): string {
  if (isAppError(error)) return `${error.message} (${error.code})`
  const { code, name } = (error ?? {}) as { code?: string; name?: string }
  return code ?? name ?? 'unknown'
}
