/** A plan or a run as a table, for `svcctl retention`. */
import type { RetentionLine } from '../core/retention/retention.ts'
import { keptForText } from '../core/retention/rules.ts'
import { bytes } from './format.ts'
import type { Terminal } from './terminal.ts'

const WAITS: Record<string, string> = {
  no_final_transcript: 'without a final transcript',
  recording_open: 'with an open recording',
  document_generating: 'while a document is written',
  file_processing: 'while a file is read',
  submission_unsettled: 'on their way to the network',
}

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
