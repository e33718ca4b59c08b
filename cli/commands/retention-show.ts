import type { Command } from 'commander'
import type { RetentionLine } from '../../core/retention/retention.ts'
import { keptForText, type RetentionRules } from '../../core/retention/rules.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'
import { bytes } from '../format.ts'
import type { Terminal } from '../terminal.ts'

/** `svcctl retention show`: the rules, what there is, what is over its time, and what keeps it. */
export function retentionShowCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('show', 'the rules, what there is, and what would go now', [
    'retention show',
    'retention show --org "Hospital São Lucas" --json',
  ])
    .option('--org <organization>', 'only one')
    .action(async ({ org }: { org?: string }, command: Command) => {
      await withAdmin(deps, command, async (admin) => {
        const all = await admin.access.listOrganizations()
        const only = org === undefined ? undefined : chooseOrganization(all, org).id
        const retention = await admin.retention({ looks: true })
        const { lines } = await retention.plan(only)
        const rules = await Promise.all(
          all
            .filter(({ id }) => only === undefined || id === only)
            .map(async ({ id, name }) => ({ id, name, ...inWords(await retention.rulesOf(id)) })),
        )
        terminal.result({ rules, lines }, () =>
          [
            retentionTable(terminal, lines, true),
            ...rules.map(({ name, legalDuty, imported, ehrKeepsChart }) =>
              terminal.sentence(
                `${name}: the law has documents kept for ${legalDuty}; ${
                  ehrKeepsChart
                    ? `the EHR keeps the chart, imported documents stay for ${imported}`
                    : 'no other system is stated to keep the chart'
                }.`,
              ),
            ),
          ].join('\n\n'),
        )
      })
    })
}

/** As they are typed. */
export function inWords({ ehrKeepsChart, ...times }: RetentionRules) {
  const texts = Object.fromEntries(
    Object.entries(times).map(([name, kept]) => [name, keptForText(kept)]),
  ) as Record<keyof typeof times, string>
  return { ...texts, ehrKeepsChart }
}

const WAITS: Record<string, string> = {
  no_final_transcript: 'without a final transcript',
  recording_open: 'with an open recording',
  document_generating: 'while a document is written',
  file_processing: 'while a file is read',
  submission_unsettled: 'on their way to the network',
}

/** A plan or a run as a table, for `svcctl retention`. */
export function retentionTable(
  terminal: Pick<Terminal, 'table'>,
  lines: readonly RetentionLine[],
  dryRun: boolean,
): string {
  const several = new Set(lines.map(({ organizationId }) => organizationId)).size > 1
  const right = { align: 'right' } as const
  const goes = (line: RetentionLine) => (dryRun ? line.due : line.erased)
  return terminal.table(lines, [
    ...(several
      ? [
          {
            header: 'ORGANIZATION',
            cell: ({ organization }: RetentionLine) => organization,
            shrinks: true as const,
          },
        ]
      : []),
    { header: 'WHAT', cell: ({ category }) => category },
    { header: 'KEPT FOR', cell: ({ keptFor }) => keptForText(keptFor), ...right },
    { header: 'THERE', cell: ({ kept }) => String(kept.items), ...right },
    {
      header: 'OLDEST',
      cell: ({ kept }) => kept.oldest?.toISOString().slice(0, 10) ?? '–',
    },
    { header: dryRun ? 'WOULD GO' : 'ERASED', cell: (line) => String(goes(line).items), ...right },
    { header: 'SIZE', cell: (line) => bytes(goes(line).bytes), ...right },
    { header: 'HELD', cell: ({ held }) => String(held.items), ...right },
    { header: 'WAITS', cell: ({ waiting }) => waitsText(waiting), shrinks: 'wraps' },
  ])
}

function waitsText(waiting: RetentionLine['waiting']): string {
  return Object.entries(waiting)
    .map(([reason, items]) => `${items} ${WAITS[reason] ?? reason}`)
    .join(', ')
}
