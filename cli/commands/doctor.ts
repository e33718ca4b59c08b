import type { Command } from 'commander'
import type { Severity } from '../../core/doctor/check.ts'
import { type DoctorReport, type Examined, runDoctor } from '../../core/doctor/run-doctor.ts'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import { printable } from '../table.ts'

/** `svcctl doctor [--fix]`: what is wrong, why it matters, and the one command that mends it. Exit 69 while an error stands. */
export function doctorCommand(deps: CliDeps): Command {
  const { terminal, settings, signal } = deps
  return defineCommand('doctor', 'examine this installation and say what to do', [
    'doctor',
    'doctor --fix',
    'doctor --json | jq ".findings[] | select(.severity == \\"error\\")"',
  ])
    .option('--fix', 'mend what can be mended without harm')
    .action(async ({ fix = false }: { fix?: boolean }, command: Command) => {
      const { checks, host: opened } = await deps.openDoctor(settingFlags(command, settings))
      await using host = opened
      const line = terminal.progress('examining')
      const onCheck = (title: string, done: number, of: number) => line.update(done / of, title)
      const report = await runDoctor(checks, host, { fix, signal, onCheck }).finally(() =>
        line.end(),
      )
      terminal.result(report, () => sheet(deps, report))
      const { error } = report.count
      if (error > 0)
        throw new AppError(
          'unavailable',
          'doctor_found_errors',
          error === 1 ? 'One thing does not work.' : `${error} things do not work.`,
        )
    })
}

const MARKS: Record<Severity, string> = { ok: '✓', info: 'i', warning: '!', error: '✗' }

function sheet(deps: CliDeps, { findings, count }: DoctorReport): string {
  const { style } = deps.terminal
  const width = Math.max(...findings.map(({ title }) => title.length))
  const blocks = findings.map((finding) => block(deps, finding, width))
  const mended = findings.filter((finding) => finding.mended).length
  const counts = [
    `${count.ok + count.info} fine`,
    `${count.warning} to look at`,
    `${count.error} broken`,
  ]
  if (mended > 0) counts.push(`${mended} mended now`)
  return [...blocks, '', style.bold(counts.join(', '))].join('\n')
}

function block({ terminal: { style } }: CliDeps, finding: Examined, width: number): string {
  const { severity, title, what, why, fix, id, mended } = finding
  const paint = { ok: style.green, info: style.cyan, warning: style.yellow, error: style.red }[
    severity
  ]
  const indent = ' '.repeat(width + 4)
  const lines = [
    `${paint(MARKS[severity])} ${title.padEnd(width)}  ${printable(what)}${mended ? style.green('  (mended)') : ''}`,
  ]
  if (severity === 'warning' || severity === 'error') {
    if (why) lines.push(`${indent}${style.dim(printable(why))}`)
    if (fix) lines.push(`${indent}$ ${printable(fix)}`)
    lines.push(`${indent}${style.dim(id)}`)
  }
  return lines.join('\n')
}
