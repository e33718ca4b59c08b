import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { TerminologySystem } from '../../core/terminology/ports.ts'
import { systemNamed, systemNames, systems } from '../../core/terminology/systems.ts'
import { defineCommand, defineNoun, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { terminologyImportCommand } from './terminology-import.ts'

/** `svcctl terminology import|search|list`: the official tables of codes. */
export function terminologyCommand(deps: CliDeps): Command {
  return defineNoun('terminology', 'terminologies', 'tables of codes: CID-10, SIGTAP, TUSS, CBO …')
    .addCommand(listCommand(deps))
    .addCommand(terminologyImportCommand(deps))
    .addCommand(searchCommand(deps))
}

function listCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('list', 'list the tables, and which are only the common codes', [
    'terminology list',
  ]).action(async (_options: object, command: Command) => {
    const present = await withAdmin(deps, command, ({ terminology }) => terminology.tables())
    const tables = systemNames.map((system) => ({
      title: systems[system].title,
      ...(present.find((table) => table.system === system) ?? { system, ...MISSING }),
    }))
    terminal.result({ tables }, () =>
      terminal.table(tables, [
        { header: 'SYSTEM', cell: ({ system }) => system },
        { header: 'HOLDS', cell: ({ title }) => title, shrinks: true },
        { header: 'CODES', cell: ({ concepts }) => String(concepts), align: 'right' },
        {
          header: 'FROM',
          cell: ({ origin }) => ORIGIN[origin],
          paint: (text, { origin }) => (origin === 'imported' ? text : terminal.style.yellow(text)),
        },
        { header: 'EDITION', cell: ({ version }) => version ?? '', shrinks: true },
        {
          header: 'IMPORTED',
          cell: ({ importedAt }) => importedAt?.toISOString().slice(0, 10) ?? '',
        },
      ]),
    )
  })
}

const MISSING = { concepts: 0, origin: 'missing' as const, version: null, importedAt: null }
const ORIGIN = { imported: 'imported', starter: 'common codes only', missing: 'not imported' }

function searchCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('search', 'find codes as the plugin does', [
    'terminology search cid10 "infecção urinária"',
    'terminology search sigtap 03010100',
  ])
    .argument('<system>', systemNames.join(', ').toLowerCase())
    .argument('<text...>', 'words, an abbreviation, or the beginning of a code')
    .option('--limit <count>', 'how many at most', '10')
    .action(
      async (name: string, words: string[], { limit }: { limit: string }, command: Command) => {
        const system = chooseSystem(name)
        const count = Number(limit)
        if (!Number.isInteger(count) || count < 1 || count > 1000)
          throw new AppError('invalid', 'usage', `--limit ${limit}: a number from 1 to 1000.`)
        const hits = await withAdmin(deps, command, ({ terminology }) =>
          terminology.search(system, words.join(' '), { limit: count }),
        )
        const results = hits.map(({ code, display, score }) => ({ code, display, score }))
        terminal.result({ system, results }, () =>
          results.length === 0
            ? 'Nothing found.'
            : terminal.table(results, [
                { header: 'CODE', cell: ({ code }) => code },
                { header: 'TITLE', cell: ({ display }) => display, shrinks: true },
                { header: 'SCORE', cell: ({ score }) => score.toFixed(2), align: 'right' },
              ]),
        )
      },
    )
}

function chooseSystem(name: string): TerminologySystem {
  const system = systemNamed(name)
  if (system) return system
  throw new AppError(
    'invalid',
    'usage',
    `There is no table "${name}". There are: ${systemNames.join(', ').toLowerCase()}`,
  )
}
