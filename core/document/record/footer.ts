/**
 * The line that says who stands for a document that was written with help (SPEC-GAPS 2.10, CFM
 * Resolution 2.454/2026).
 */
import { brasiliaTime } from '../../fhir/bundle/brasilia-time.ts'
import type { DocumentRecord } from './document-store.ts'
import { withClosingSection } from './markdown.ts'

/**
 * Where it stands: nowhere, in the panel, also in what is copied, or also in the Markdown that the
 * host receives, there as a section of its own.
 */
export type FooterPlace = 'off' | 'panel' | 'copy' | 'everywhere'

const SECTION = 'Elaboração'
const DRAFT = 'Rascunho elaborado com apoio de IA, ainda não revisado por profissional.'

/**
 * Null where nobody wants it, and for what was not written. A draft says that nobody has reviewed
 * it: it may be copied or filled all the same, and the chart has to say how it came about.
 */
export function footerOf(
  { status, reviewedAt, reviewedBy }: DocumentRecord,
  place: FooterPlace,
): { text: string; in_copy: boolean } | null {
  if (place === 'off') return null
  const in_copy = place !== 'panel'
  if (status === 'draft') return { text: DRAFT, in_copy }
  if (status !== 'reviewed' || !reviewedAt) return null
  const who = reviewedBy ?? 'profissional não identificado'
  const text = `Elaborado com apoio de IA e revisado por ${who} em ${momentOf(reviewedAt)}.`
  return { text, in_copy }
}

export function markdownWithFooter(record: DocumentRecord, place: FooterPlace): string {
  const footer = place === 'everywhere' ? footerOf(record, place) : null
  return footer ? withClosingSection(record.markdown, SECTION, footer.text) : record.markdown
}

/** `21/11/2026 às 14:32`, Brasília time. */
function momentOf(at: Date): string {
  const [date = '', time = ''] = brasiliaTime(at).split('T')
  return `${date.split('-').reverse().join('/')} às ${time.slice(0, 5)}`
}
