import { type Command, Option } from 'commander'
import type { ReportProof } from '../../core/dossier/monthly-report.ts'
import type { MonthlyReport } from '../../core/dossier/report.ts'
import { type ReportFormat, writeReport } from '../../core/dossier/write-report.ts'
import { AppError } from '../../core/errors.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'
import { printable } from '../table.ts'

interface Options {
  month?: string
  org?: string
  format: ReportFormat
  out?: string
  verify?: string
}

/**
 * `svcctl audit report`: the month for the medical director, in Portuguese, sealed with the audit's
 * key (CFM 2.454/2026).
 */
export function auditReportCommand(deps: CliDeps): Command {
  const { now } = deps
  return defineCommand(
    'report',
    'the monthly report for the medical director, in Portuguese: figures only, sealed',
    [
      'audit report --month 2026-10 --format html --out relatorio-2026-10.html',
      'audit report --verify relatorio-2026-10.html',
    ],
  )
    .option('--month <month>', 'such as 2026-10; else the month before this one')
    .option('--org <organization>', 'only one; else the whole box')
    .addOption(
      new Option('--format <format>', 'html is one file, for the screen and for A4 paper')
        .choices(['md', 'html', 'json', 'csv'])
        .default('md'),
    )
    .option('--out <file>', 'write it there, readable by you alone; else to standard output')
    .option('--verify <file>', 'prove a report that was made here: .json or .html')
    .action(async (options: Options, command: Command) => {
      if (options.verify !== undefined) return prove(deps, options.verify, command)
      const month = options.month ?? monthBefore(now())
      await withAdmin(deps, command, async ({ access, reports, audit }) => {
        const { org } = options
        const organization =
          org === undefined ? null : chooseOrganization(await access.listOrganizations(), org)
        const named = organization && { id: organization.id, name: organization.name }
        const report = await reports.make(month, named, audit.actor)
        await write(deps, report, options, reports.keep)
      })
    })
}

async function write(
  { terminal }: CliDeps,
  report: MonthlyReport,
  options: Options,
  keep: Admin['reports']['keep'],
) {
  const format = terminal.json ? 'json' : options.format
  const text = writeReport(report, format)
  if (options.out === undefined) return terminal.raw(text)
  await keep(options.out, text)
  terminal.say(`Written: ${options.out}. To prove it: svcctl audit report --verify ${options.out}`)
}

async function prove(deps: CliDeps, path: string, command: Command) {
  const { terminal } = deps
  const text = await deps.readTextFile(path)
  const proof = await withAdmin(deps, command, ({ reports }) => reports.prove(text))
  const { month, intact, ours, onRecord, asWritten } = proof
  terminal.result(proof, () =>
    [
      `Report of ${month}`,
      `figures   ${intact ? 'as they were signed' : 'ALTERED'}`,
      `words     ${asWritten ? 'what the signed figures say' : wordsOf(proof)}`,
      `key       ${ours ? "this box's" : "NOT this box's"}`,
      `audit     ${onRecord ? 'knows that it was made' : 'DOES NOT KNOW IT'}`,
    ].join('\n'),
  )
  if (!intact || !ours || !onRecord || !asWritten)
    throw new AppError('rejected', 'report_not_proven', 'This report is not as it was made here.')
}

/** Words about a file that does not say what was signed. */
function wordsOf({ difference }: ReportProof): string {
  if (!difference) return 'not compared: nothing that was signed is left to compare with'
  const { near, shows, signed } = difference
  if (shows === signed) return `ALTERED, in what they are set in (after "${printable(near)}")`
  return `ALTERED, after "${printable(near)}": "${printable(shows)}", where "${printable(signed)}" was signed`
}

/** In Brasília time. */
function monthBefore(now: Date): string {
  const here = new Date(now.getTime() - 3 * 3_600_000)
  return new Date(Date.UTC(here.getUTCFullYear(), here.getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 7)
}
