import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { PlannedTable, TablePlan } from '../../core/terminology/import/import-tables.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'

interface Options {
  edition?: string
  dryRun?: boolean
}

/**
 * A table that loses more than this share of its codes is probably the wrong file, or half of one.
 */
const SUSPICIOUS_LOSS = 0.3

/**
 * `svcctl terminology import <path>…`: the administrator's copies of the official files; nothing is
 * downloaded.
 */
export function terminologyImportCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('import', 'take official tables from files or folders', [
    'terminology import ./CID10CSV',
    'terminology import tb_procedimento.txt tb_procedimento_layout.txt',
    'terminology import "CBO2002 - Ocupacao.csv" --edition 2025-06',
  ])
    .argument('<path...>', 'CSV, TXT or CodeSystem JSON, or folders of them')
    .option('--edition <name>', 'what to call the edition, where the file does not say')
    .option('-n, --dry-run', 'read and check, change nothing')
    .action(async (paths: string[], options: Options, command: Command) => {
      await withAdmin(deps, command, async ({ tableImport }) => {
        const reading = terminal.progress('reading')
        const plan = await tableImport
          .plan(paths, {
            ...(options.edition === undefined ? {} : { version: options.edition }),
            onProgress: (done, total) => reading.update(done / total, `${done} of ${total} files`),
          })
          .finally(() => reading.end())
        for (const { path, reason } of plan.skipped) terminal.say(`Left out: ${path}: ${reason}`)
        if (plan.tables.length === 0)
          throw new AppError('not-found', 'terminology_none', 'There is no table in these files.')
        if (!options.dryRun) {
          for (const table of plan.tables) await confirmLoss(deps, table)
          const writing = terminal.progress('writing')
          await tableImport
            .apply(plan, (done, total) => writing.update(done / total, `${done} codes`))
            .finally(() => writing.end())
        }
        terminal.result(present(plan), () => planTable(deps, plan))
      })
    })
}

async function confirmLoss({ terminal }: CliDeps, { system, terms, replaces }: PlannedTable) {
  if (replaces === null || terms.length >= replaces * (1 - SUSPICIOUS_LOSS)) return
  await terminal.confirm(
    `${system} has ${replaces} codes now and would have ${terms.length}. Is this the whole table?`,
  )
}

function planTable({ terminal }: CliDeps, { tables }: TablePlan): string {
  return terminal.table(tables, [
    { header: 'SYSTEM', cell: ({ system }) => system },
    { header: 'CODES', cell: ({ terms }) => String(terms.length), align: 'right' },
    { header: 'BEFORE', cell: ({ replaces }) => String(replaces ?? ''), align: 'right' },
    { header: 'EDITION', cell: ({ version }) => version ?? '' },
    { header: 'FROM', cell: ({ files }) => files.join(', '), shrinks: true },
    { header: '', cell: ({ unchanged }) => (unchanged ? 'was here already' : '') },
  ])
}

function present({ tables, skipped }: TablePlan) {
  return {
    tables: tables.map(({ terms, digest, ...table }) => ({
      ...table,
      concepts: terms.length,
      sha256: digest,
    })),
    skipped,
  }
}
