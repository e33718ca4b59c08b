/** The report as sections of rows and tables, which every format then writes in its own way. */
import type { Figures } from './figures.ts'
import type { MonthlyReport } from './report.ts'
import { words } from './words.ts'

export interface Section {
  title: string
  rows: readonly (readonly [label: string, value: string])[]
  table?: { head: readonly string[]; lines: readonly (readonly string[])[] }
  paragraphs?: readonly string[]
}

const number = (value: number) => value.toLocaleString('pt-BR')

export function sectionsOf({ figures, seal }: MonthlyReport): Section[] {
  const { rows, sections, heads } = words
  const { consultations, consent, documents, oversight, network, incidents, retention } = figures
  return [
    {
      title: sections.consultations,
      rows: [
        [rows.begun, number(consultations.begun)],
        [rows.active, number(consultations.active)],
        [rows.recorded, number(consultations.recorded)],
        [rows.given, number(consent.given)],
        [rows.refused, number(consent.refused)],
        [rows.withdrawn, number(consent.withdrawn)],
        [rows.beforeSound, number(consent.before_sound)],
        [rows.afterSound, number(consent.after_sound)],
        [rows.notRecorded, number(consent.not_recorded)],
        [rows.stopped, number(consent.stopped)],
      ],
    },
    {
      title: sections.documents,
      rows: [
        [rows.requested, number(documents.requested)],
        [rows.written, number(documents.written)],
        ...Object.entries(documents.failed).map(
          ([code, n]) => [`${rows.failed}: ${code}`, number(n)] as const,
        ),
      ],
    },
    {
      title: sections.oversight,
      rows: [
        [rows.reviewed, number(oversight.reviewed)],
        [rows.reviewedShare, share(oversight.reviewed, documents.written)],
        [rows.uses, number(oversight.uses)],
        [
          rows.usesReviewed,
          `${number(oversight.uses_reviewed)} (${share(oversight.uses_reviewed, oversight.uses)})`,
        ],
        [rows.values, number(oversight.values)],
        [
          rows.marked,
          `${number(oversight.values_marked)} (${share(oversight.values_marked, oversight.values)})`,
        ],
        [rows.withdrawn2, number(oversight.values_withdrawn)],
        [rows.median, permille(oversight.changed_median)],
        [rows.mean, permille(oversight.changed_mean)],
        [rows.unchanged, number(oversight.unchanged)],
      ],
    },
    {
      title: sections.engines,
      rows: [],
      table: { head: heads.engines, lines: documents.by_fingerprint.map(engineLine) },
    },
    {
      title: sections.templates,
      rows: [],
      table: {
        head: heads.templates,
        lines: documents.by_template.map(({ id, version, sha256, documents: n }) => [
          id,
          String(version),
          sha256.slice(0, 16),
          number(n),
        ]),
      },
    },
    {
      title: sections.network,
      rows: [
        [rows.submitted, number(network.submitted)],
        [rows.networkRefused, number(network.refused)],
        [rows.replaced, number(network.replaced)],
        [rows.deleted, number(network.deleted)],
        ...Object.entries(network.states).map(
          ([state, n]) => [rows.state(state), number(n)] as const,
        ),
      ],
    },
    {
      title: sections.changes,
      rows: [],
      table: {
        head: heads.changes,
        lines: figures.changes.map(({ at, action, what }) => [
          momentText(at),
          words.changes[action] ?? action,
          what,
        ]),
      },
    },
    {
      title: sections.incidents,
      rows: [
        [rows.chainBreaks, number(incidents.chain_breaks)],
        [rows.chainResumed, number(incidents.chain_resumed)],
        [rows.interrupted, number(incidents.interrupted)],
        [rows.fallbacks, number(incidents.fallbacks)],
        [rows.failedTexts, number(incidents.failed_texts)],
        [rows.failedActs, number(incidents.failed_acts)],
        [rows.refusedAccess, number(incidents.refused_access)],
        [rows.mended, number(incidents.doctor_mended)],
        [rows.restores, number(incidents.restores)],
      ],
    },
    {
      title: sections.retention,
      rows: [
        ...Object.entries(retention.erased).map(
          ([category, { items, consultations: of, bytes }]) =>
            [
              rows.erased(category),
              words.erasedCell(number(items), number(of), sizeText(bytes)),
            ] as const,
        ),
        [rows.erasures, number(retention.erasures)],
        [rows.holdsPlaced, number(retention.holds_placed)],
        [rows.holdsReleased, number(retention.holds_released)],
      ],
    },
    {
      title: sections.agreement,
      rows: [],
      table: {
        head: heads.agreement,
        lines: figures.agreement.map(({ what, rows: one, audit, agree }) => [
          words.agreement[what],
          number(one),
          number(audit),
          agree ? words.agrees : words.differs,
        ]),
      },
    },
    { title: sections.verify, rows: [], paragraphs: words.verify(seal.sha256, seal.public_key) },
  ]
}

/** What stands at the head. */
export function headOf(report: MonthlyReport): Section['rows'] {
  const { facts } = words
  return [
    [facts.organization, report.organization?.name ?? words.wholeBox],
    [facts.month, monthText(report.month)],
    [facts.made, momentText(report.made_at)],
    [facts.version, report.product_version],
    [facts.risk, words.risk[report.risk_class]],
  ]
}

/** `outubro de 2026` */
export function monthText(month: string): string {
  const [year = '', number = ''] = month.split('-')
  return `${words.months[Number(number) - 1]} de ${year}`
}

function engineLine(one: Figures['documents']['by_fingerprint'][number]): string[] {
  const { generator, model, model_sha256: digest, recipe_version, product_version } = one
  return [
    `${words.generators[generator] ?? generator}${one.new ? ` (${words.newMark})` : ''}`,
    model ?? '–',
    generator === 'rules' ? '–' : (digest?.slice(0, 16) ?? words.noDigest),
    recipe_version,
    product_version,
    number(one.documents),
  ]
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${number(Math.round((1000 * part) / whole) / 10)} %`
}

function permille(value: number | null): string {
  return value === null ? '–' : `${number(value / 10)} %`
}

/** Brasília time, to the minute. */
function momentText(iso: string): string {
  const [date = '', time = ''] = new Date(Date.parse(iso) - 3 * 3_600_000).toISOString().split('T')
  return `${date.split('-').reverse().join('/')} ${time.slice(0, 5)}`
}

function sizeText(bytes: number): string {
  const mib = bytes / 2 ** 20
  return `${number(mib < 10 ? Math.round(mib * 10) / 10 : Math.round(mib))} MiB`
}
