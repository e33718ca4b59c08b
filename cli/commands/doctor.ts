import type { Command } from 'commander'
import type { Check, Severity } from '../../core/doctor/check.ts'
import { type DoctorReport, type Examined, runDoctor } from '../../core/doctor/run-doctor.ts'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import { printable } from '../table.ts'
import { textWidth } from '../text-width.ts'

/**
 * `svcctl doctor [--probe] [--fix]`: what is wrong, why it matters, and the one command that mends
 * it. Exit 69 while an error stands; with `--strict`, 65 while something is to be looked at.
 */
export function doctorCommand(deps: CliDeps): Command {
  const { terminal, settings, signal } = deps
  return defineCommand('doctor', 'examine this installation and say what to do', [
    'doctor',
    'doctor --probe',
    'doctor --fix',
    'doctor --run database,backup.age --strict   # some of it, for a monitor',
    'doctor --json | jq ".findings[] | select(.severity == \\"error\\")"',
  ])
    .option('--probe', 'try the engines, the way from sound to text and the network too: seconds')
    .option('--fix', 'mend what can be mended without harm')
    .option('--all', 'tell what is fine, too')
    .option('--list', 'name the checks, and run none')
    .option('--run <checks>', 'only these, by their ids or the beginnings of them: data,backup.age')
    .option('--strict', 'fail also where something is only to be looked at')
    .action(async (options: Options, command: Command) => {
      const { fix = false, all = false, run } = options
      const flags = settingFlags(command, settings)
      const chosen = async (probe: boolean) => {
        const opened = await deps.openDoctor(flags, { probe })
        const checks = run === undefined ? opened.checks : chooseChecks(opened.checks, run)
        return { checks, host: opened.host }
      }
      if (options.list) return listChecks(deps, await chosen(false))
      // Who names a check wants it, also one that takes seconds.
      const probe = options.probe === true || run !== undefined
      const { checks, host: opened } = await chosen(probe)
      await using host = opened
      const line = terminal.progress('examining')
      const onCheck = (title: string, done: number, of: number) => line.update(done / of, title)
      const found = await runDoctor(checks, host, { probe, fix, signal, onCheck }).finally(() =>
        line.end(),
      )
      // For programs too, which show them to people.
      const findings = found.findings.map((finding) => ({
        ...finding,
        what: terminal.hint(finding.what),
        ...(finding.fix !== undefined && { fix: terminal.hint(finding.fix) }),
      }))
      const report = { ...found, findings }
      terminal.result(report, ({ width }) => sheet(deps, report, all || run !== undefined, width))
      const { error, warning } = report.count
      if (error > 0)
        throw new AppError(
          'unavailable',
          'doctor_found_errors',
          error === 1 ? 'One thing does not work.' : `${error} things do not work.`,
        )
      if (options.strict && warning > 0)
        throw new AppError(
          'rejected',
          'doctor_found_warnings',
          warning === 1
            ? 'One thing is to be looked at.'
            : `${warning} things are to be looked at.`,
        )
    })
}

interface Options {
  fix?: boolean
  probe?: boolean
  all?: boolean
  list?: boolean
  run?: string
  strict?: boolean
}

/** @throws {AppError} `doctor_check_unknown` */
function chooseChecks(all: readonly Check[], wanted: string): Check[] {
  const refs = wanted.split(',').map((ref) => ref.trim())
  const isMeant = ({ id }: Check, ref: string) => id === ref || id.startsWith(`${ref}.`)
  const unknown = refs.find((ref) => !all.some((check) => isMeant(check, ref)))
  if (unknown === undefined) return all.filter((check) => refs.some((ref) => isMeant(check, ref)))
  throw new AppError(
    'not-found',
    'doctor_check_unknown',
    `No check is called "${unknown}". See: svcctl doctor --list`,
  )
}

async function listChecks({ terminal }: CliDeps, { checks, host }: Chosen): Promise<void> {
  await host[Symbol.asyncDispose]()
  const listed = checks.map(({ id, title, probe, mend }) => {
    return { id, title, probe: probe === true, mends: mend !== undefined }
  })
  terminal.result({ checks: listed }, () =>
    terminal.table(listed, [
      { header: 'CHECK', cell: ({ id }) => id },
      { header: 'OF', cell: ({ title }) => title, shrinks: true },
      { header: 'WITH', cell: ({ probe }) => (probe ? '--probe' : '') },
      { header: 'MENDS', cell: ({ mends }) => (mends ? '--fix' : '') },
    ]),
  )
}

interface Chosen {
  checks: readonly Check[]
  host: AsyncDisposable
}

/** Behind a command: what to know of it. */
const NOTE = /\s+# /

const MARKS: Record<Severity, string> = { ok: '✓', info: 'i', warning: '!', error: '✗' }

/** The gravest first. */
const GRAVITY: readonly Severity[] = ['error', 'warning', 'info', 'ok']

/**
 * @param all else only what is to be done
 * @param columns of the terminal
 */
function sheet(
  deps: CliDeps,
  { findings, count, notProbed }: DoctorReport,
  all: boolean,
  columns: number | null,
): string {
  const { style } = deps.terminal
  const isTold = ({ severity, mended }: Examined) =>
    all || mended || severity === 'warning' || severity === 'error'
  const told = findings
    .filter(isTold)
    .sort((one, other) => GRAVITY.indexOf(one.severity) - GRAVITY.indexOf(other.severity))
  const width = Math.max(0, ...told.map(({ title }) => title.length))
  const blocks = told.map((finding) => block(deps, finding, width, columns))
  const mended = findings.filter((finding) => finding.mended).length
  const counts = [
    `${count.ok + count.info} fine`,
    `${count.warning} to look at`,
    `${count.error} broken`,
  ]
  if (mended > 0) counts.push(`${mended} mended now`)
  // A line each: a command that is broken in the middle is not copied.
  const summary = [
    style.bold(counts.join(', ')),
    ...(told.length < findings.length ? [style.dim('what is fine: svcctl doctor --all')] : []),
    ...(notProbed > 0 ? [style.dim(`${notProbed} trials not run: svcctl doctor --probe`)] : []),
  ]
  return [...blocks, ...(blocks.length > 0 ? [''] : []), ...summary].join('\n')
}

function block(
  { terminal }: CliDeps,
  finding: Examined,
  width: number,
  columns: number | null,
): string {
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
    // It is copied from here.
    const [run, note] = fix?.split(NOTE) ?? []
    if (run) lines.push(...commandLines(printable(run), columns, indent.length))
    if (note) lines.push(`${indent}${style.dim(told(`# ${note}`))}`)
    lines.push(`${indent}${style.dim(id)}`)
  }
  return lines.join('\n')
}

/**
 * Commands of a shell on a terminal: each that ends with a semicolon on a line of its own, and one
 * that does not fit further to the left. Where that is not enough it is broken as a shell reads on,
 * between words, so that it can still be copied.
 * @param width of the terminal; null: nothing is broken
 * @param indent of the first choice, in characters
 */
export function commandLines(text: string, width: number | null, indent: number): string[] {
  if (width === null) return [`${' '.repeat(indent)}$ ${text}`]
  return split(text, /;\s+/y).flatMap((command) => {
    const fits = [indent, LEAST_INDENT].find((at) => at + 2 + textWidth(command) <= width)
    if (fits !== undefined) return [`${' '.repeat(fits)}$ ${command}`]
    return broken(command, width)
  })
}

const LEAST_INDENT = 2
const CONTINUED = ' \\'

function broken(command: string, width: number): string[] {
  const room = width - LEAST_INDENT - 2 - CONTINUED.length
  const lines: string[] = []
  for (const word of split(command, /\s+/y)) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} ${word}`) <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line, index) => {
    const mark = index === 0 ? '$ ' : '  '
    return `${' '.repeat(LEAST_INDENT)}${mark}${line}${index < lines.length - 1 ? CONTINUED : ''}`
  })
}

/** Outside of quotes, and of what a backslash marks. */
function split(text: string, between: RegExp): string[] {
  const parts = ['']
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    between.lastIndex = at
    const found = quote === '' ? between.exec(text) : null
    if (found) {
      parts.push('')
      at += found[0].length - 1
      continue
    }
    if (letter === quote) quote = ''
    else if (quote === '' && (letter === "'" || letter === '"')) quote = letter
    const isMarked = letter === '\\' && quote !== "'"
    parts[parts.length - 1] += isMarked ? text.slice(at, at + 2) : letter
    if (isMarked) at++
  }
  return parts
}
