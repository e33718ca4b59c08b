import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import type { AuditEntry, TrailReader } from '../../core/audit/entry.ts'
import { presentEntry } from '../../core/audit/table-line.ts'
import { type FilterOptions, filterOf, withFilterFlags } from '../audit-filter.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'

interface Options extends FilterOptions {
  lines: number
  follow?: boolean
}

const FOLLOW_EVERY_MS = 500

/** `svcctl audit tail`: the newest entries, and with `--follow` those that come. */
export function auditTailCommand(deps: CliDeps): Command {
  const { terminal, signal, now } = deps
  const command = defineCommand('tail', 'show the newest entries of the audit', [
    'audit tail',
    'audit tail --follow',
    'audit tail --patient 4711 --since 7d --json | jq .entries[].action',
  ])
    .option('-n, --lines <count>', 'how many', count, 20)
    .option('-f, --follow', 'go on with what comes, until Ctrl-C; with --json one object a line')
  return withFilterFlags(command, now).action(async (options: Options, command: Command) =>
    withAdmin(deps, command, async ({ access, audit }) => {
      const { reader } = await audit.examine()
      const filter = await filterOf({ access }, options)
      const entries = await reader.newest(filter, options.lines)
      if (!options.follow) {
        const told = entries.map((entry) => presentEntry(entry, reader.personOf(entry)))
        return terminal.result({ entries: told }, () =>
          entries.length === 0 ? 'No entry fits.' : sheet(deps, reader, entries),
        )
      }
      const tell = (some: readonly AuditEntry[]) => {
        if (some.length === 0) return
        if (!terminal.json) terminal.raw(`${lines(reader, some).join('\n')}\n`)
        else
          for (const entry of some)
            terminal.raw(`${JSON.stringify(presentEntry(entry, reader.personOf(entry)))}\n`)
      }
      tell(entries)
      let after = entries.at(-1)?.sequence ?? 0
      while (!signal.aborted) {
        for await (const page of reader.read({ ...filter, after })) {
          tell(page)
          after = page.at(-1)?.sequence ?? after
        }
        await sleep(FOLLOW_EVERY_MS, undefined, { signal }).catch(() => {})
      }
    }),
  )
}

function count(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It is a whole number from 1.')
  return Number(text)
}

function sheet({ terminal }: CliDeps, reader: TrailReader, entries: readonly AuditEntry[]): string {
  return terminal.table(entries, [
    { header: 'NO', cell: ({ sequence }) => String(sequence), align: 'right' },
    { header: 'AT (UTC)', cell: ({ at }) => at.replace('T', ' ').slice(0, 19) },
    { header: 'ACT', cell: ({ action }) => action },
    {
      header: 'END',
      cell: ({ outcome }) => outcome,
      paint: (text, { outcome }) => (outcome === 'success' ? text : terminal.style.yellow(text)),
    },
    { header: 'BY', cell: (entry) => by(reader, entry), shrinks: 'wraps' },
    { header: 'ON', cell: on, shrinks: 'wraps', below: true },
    { header: 'FACTS', cell: factsOf, shrinks: 'wraps', below: true },
  ])
}

/** For what goes on and on: columns that do not wait for what comes. */
function lines(reader: TrailReader, entries: readonly AuditEntry[]): string[] {
  return entries.map((entry) =>
    [
      String(entry.sequence).padStart(8),
      entry.at.replace('T', ' ').slice(0, 19),
      entry.action.padEnd(24),
      entry.outcome.padEnd(8),
      by(reader, entry),
      on(entry),
      factsOf(entry),
    ].join('  '),
  )
}

function by(reader: TrailReader, entry: AuditEntry): string {
  const person = reader.personOf(entry)
  return `${person === null ? '' : `${person}, `}${entry.actorKind} ${entry.actorId}`
}

function on({ subjectKind, subjectId }: AuditEntry): string {
  return subjectKind && subjectId ? `${subjectKind} ${subjectId}` : ''
}

function factsOf({ facts }: AuditEntry): string {
  return Object.entries(JSON.parse(facts) as Record<string, unknown>)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ')
}
