import type { Command } from 'commander'
import type { Severity } from '../../core/doctor/check.ts'
import { quoted } from '../../core/doctor/quoted.ts'
import { type DoctorReport, type Examined, runDoctor } from '../../core/doctor/run-doctor.ts'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, Flags } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import { printable } from '../table.ts'

/**
 * `svcctl doctor [--probe] [--fix]`: what is wrong, why it matters, and the one command that mends
 * it. Exit 69 while an error stands.
 */
export function doctorCommand(deps: CliDeps): Command {
  const { terminal, settings, signal } = deps
  return defineCommand('doctor', 'examine this installation and say what to do', [
    'doctor',
    'doctor --probe',
    'doctor --fix',
    'doctor --json | jq ".findings[] | select(.severity == \\"error\\")"',
  ])
    .option('--probe', 'try the engines, the way from sound to text and the network too: seconds')
    .option('--fix', 'mend what can be mended without harm')
    .action(async ({ fix = false, probe = false }: Options, command: Command) => {
      const flags = settingFlags(command, settings)
      const { checks, host: opened } = await deps.openDoctor(flags, { probe })
      await using host = opened
      const line = terminal.progress('examining')
      const onCheck = (title: string, done: number, of: number) => line.update(done / of, title)
      const found = await runDoctor(checks, host, { probe, fix, signal, onCheck }).finally(() =>
        line.end(),
      )
      const report = { ...found, findings: found.findings.map(withFlags(typed(command, flags))) }
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

interface Options {
  fix?: boolean
  probe?: boolean
}

/**
 * The flags by which this installation was meant, as they were typed: a command that mends it means
 * the same one.
 */
function typed(command: Command, { dataDir, config }: Flags): string {
  const named = [
    ['--config', config],
    ['--data-dir', dataDir],
  ] as const
  return named
    .filter(([flag, value]) => typeof value === 'string' && isTyped(command, flag))
    .map(([flag, value]) => ` ${flag} ${quoted(String(value))}`)
    .join('')
}

/** And not from the environment, which the next command has as well. */
function isTyped(command: Command, flag: string): boolean {
  let root = command
  while (root.parent) root = root.parent
  const name = flag === '--config' ? 'config' : 'dataDir'
  return [root, command].some((one) => one.getOptionValueSource(name) === 'cli')
}

function withFlags(flags: string) {
  return (finding: Examined): Examined =>
    finding.fix === undefined || flags === ''
      ? finding
      : { ...finding, fix: finding.fix.replace(SVCCTL, (call) => `${call}${flags}`) }
}

/** A call of ours that names no folder of its own, in front of its command. */
const SVCCTL = /\bsvcctl\b(?![^#]*--data-dir)/g

/** Behind a command: what to know of it. */
const NOTE = /\s+# /

const MARKS: Record<Severity, string> = { ok: '✓', info: 'i', warning: '!', error: '✗' }

function sheet(deps: CliDeps, { findings, count, notProbed }: DoctorReport): string {
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
  const probes =
    notProbed > 0 ? style.dim(`; ${notProbed} trials not run: svcctl doctor --probe`) : ''
  return [...blocks, '', `${style.bold(counts.join(', '))}${probes}`].join('\n')
}

function block({ terminal }: CliDeps, finding: Examined, width: number): string {
  const { style } = terminal
  const { severity, title, what, why, fix, id, mended } = finding
  const paint = { ok: style.green, info: style.cyan, warning: style.yellow, error: style.red }[
    severity
  ]
  const indent = ' '.repeat(width + 4)
  const told = (text: string) => terminal.sentence(printable(text), indent.length)
  const lines = [
    `${paint(MARKS[severity])} ${title.padEnd(width)}  ${told(what)}${mended ? style.green('  (mended)') : ''}`,
  ]
  if (severity === 'warning' || severity === 'error') {
    if (why) lines.push(`${indent}${style.dim(told(why))}`)
    // The command in one piece, whatever the terminal is: it is copied from here.
    const [run, note] = fix?.split(NOTE) ?? []
    if (run) lines.push(`${indent}$ ${printable(run)}`)
    if (note) lines.push(`${indent}${style.dim(told(`# ${note}`))}`)
    lines.push(`${indent}${style.dim(id)}`)
  }
  return lines.join('\n')
}
