import type { Command } from 'commander'
import { wireFacts } from '../../core/consultation/visit-facts.ts'
import type { UseLine, VisitSheet } from '../../core/vault/describe-visit.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findConsultation } from '../find-consultation.ts'
import { bytes, duration, moment } from '../format.ts'
import type { Column } from '../table.ts'
import type { Terminal } from '../terminal.ts'

/**
 * `svcctl consult show`: one visit in states, times and counts, and what of its inputs was not
 * used; no word of the patient's.
 */
export function consultShowCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand(
    'show',
    'one consultation: its state, its inputs and what of them was used',
    ['consult show 3f2a8c1e', 'consult show 3f2a8c1e-5d0b-4a57-9a0c-7f1f0a6f3b11 --json'],
  )
    .argument('<consultation>', 'its id, or the beginning of it')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const { sheet, organization } = await withAdmin(deps, command, async (admin) => {
        const shown = await admin.consult.show(await findConsultation(admin, ref))
        const organizations = await admin.access.listOrganizations()
        const own = organizations.find((each) => each.id === shown.organizationId)
        return { sheet: shown, organization: own?.name ?? shown.organizationId }
      })
      terminal.result({ ...sheet, visit: wireFacts(sheet.visit), organization }, () =>
        lines(terminal, sheet, organization),
      )
    })
}

function lines(terminal: Terminal, sheet: VisitSheet, organization: string): string {
  return [
    `${sheet.id}: ${sheet.status}, ${words(sheet.type)}, consent ${words(sheet.consent)}`,
    `${organization}, doctor ${sheet.doctor}`,
    `prepared ${moment(sheet.createdAt)}${sheet.finishedAt ? `, recorded until ${moment(sheet.finishedAt)}` : ''}`,
    ...visitLines(sheet),
    ...(sheet.heldAt ? [`held for the law since ${moment(sheet.heldAt)}`] : []),
    ...erasedLines(sheet),
    ...section(terminal, sheet.recordings, 'no recordings', [
      { header: 'RECORDING', cell: ({ id }) => id },
      { header: 'STATE', cell: ({ state, source }) => `${state}, ${source}` },
      {
        header: 'SOUND',
        cell: ({ durationMs, channels, soundErasedAt }) =>
          `${duration(durationMs / 1000)}, ${channels === 1 ? '1 channel' : `${channels} channels`}${soundErasedAt ? ', erased' : ''}`,
      },
      { header: 'TRANSCRIPTION', cell: ({ transcription }) => transcription ?? 'none' },
      { header: 'USED', cell: ({ use }) => useText(use), shrinks: 'wraps' },
    ]),
    ...section(terminal, sheet.files, 'no files', [
      { header: 'FILE', cell: ({ id }) => id },
      { header: 'STATE', cell: ({ state, failure }) => (failure ? `${state}: ${failure}` : state) },
      {
        header: 'SIZE',
        cell: ({ type, sizeBytes }) => `${bytes(sizeBytes)}${type ? `, ${type}` : ''}`,
      },
      { header: 'USED', cell: ({ use }) => useText(use), shrinks: 'wraps' },
    ]),
    ...section(terminal, sheet.texts, 'no texts', [
      { header: 'TEXT', cell: ({ kind }) => words(kind) },
      { header: 'USED', cell: ({ use }) => useText(use), shrinks: 'wraps' },
    ]),
    ...section(terminal, sheet.documents, 'no documents', [
      { header: 'DOCUMENT', cell: ({ id }) => id },
      { header: 'MODEL', cell: ({ template }) => template },
      { header: 'STATE', cell: ({ status, version }) => `${status}, version ${version}` },
      { header: 'WRITTEN', cell: ({ createdAt }) => moment(createdAt) },
      { header: 'REVIEWED', cell: ({ reviewedAt }) => moment(reviewedAt) },
      { header: 'IMPORTED', cell: ({ importedAt }) => moment(importedAt) },
    ]),
    ...section(terminal, sheet.submissions, 'nothing sent to the national network', [
      { header: 'RNDS', cell: ({ id }) => id },
      { header: 'RECORD', cell: ({ documentType }) => documentType },
      { header: 'STATE', cell: ({ state }) => state },
      { header: 'THERE', cell: ({ networkId }) => networkId ?? '-' },
      { header: 'SUBMITTED', cell: ({ submittedAt }) => moment(submittedAt) },
    ]),
  ].join('\n')
}

function section<Row>(
  terminal: Terminal,
  rows: readonly Row[],
  none: string,
  columns: readonly Column<Row>[],
): string[] {
  return ['', rows.length === 0 ? none : terminal.table(rows, columns)]
}

/** "host says: modality 06, priority 02". */
function visitLines({ visit }: VisitSheet): string[] {
  const said = Object.entries(wireFacts(visit)).map(([name, code]) => `${words(name)} ${code}`)
  return said.length > 0 ? [`host says: ${said.join(', ')}`] : []
}

function erasedLines({ erased }: VisitSheet): string[] {
  return Object.entries(erased).flatMap(([what, at]) =>
    at ? [`${what} erased ${moment(at)}, as retention wants`] : [],
  )
}

/** "41 of 42 s; sound lost (2)". */
function useText(use: UseLine | null): string {
  if (!use) return 'not known yet'
  const unused = use.unused.map(({ code, parts }) => `${words(code)} (${parts})`)
  return [amount(use), ...unused].join('; ')
}

function amount({ unit, given, used }: UseLine): string {
  if (unit === 'milliseconds') return `${seconds(used)} of ${seconds(given)} s`
  return `${used} of ${given} ${unit}`
}

const seconds = (ms: number) => (ms / 1000).toFixed(1)

const words = (code: string) => code.replaceAll('_', ' ').toLowerCase()
