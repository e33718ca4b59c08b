/**
 * What is told of a medicine that is neither taken now nor prescribed: tried for this complaint,
 * stopped, taken for an earlier disease ("Tomei ibuprofeno mês passado, uns dez dias."). It belongs
 * to the treatments where a model asks for them, else to the story or to the past, in the words of
 * who tells it.
 */
import type { EvidenceSpan } from '../../contract/api.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import { tellsEffect } from '../medicines/medication-topic.ts'
import { isCare } from '../medicines/medication-untaken.ts'
import type { Template } from '../models/ports.ts'
import { sectionOf } from '../models/sections.ts'
import type { Clause } from '../pieces/clauses.ts'
import { companionsOwn } from '../pieces/companion.ts'
import type { Role } from '../pieces/piece.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Filed } from './file-clause.ts'
import { trimmedQuote } from './fillers.ts'
import { type FilingPlace, pathPlace } from './places.ts'
import { asItem, type Quote } from './quote.ts'
import type { Routed } from './router.ts'
import type { SaidClause } from './said-clauses.ts'

interface Visit {
  template: Template
  statements: readonly Statement[]
  roles: readonly (Role | null)[]
  patientIsChild: boolean
  findMedications: MedicationFinder
}

/** Least probability that it is the patient's own history. */
const SURE = 0.8
/** Most that it may be a relative's. */
const OF_FAMILY = 0.1

/**
 * @param places of the clauses, in their order
 * @param filed what stands in the document already
 */
export function medicinesTold(
  said: readonly SaidClause[],
  places: readonly Routed[],
  filed: readonly Filed[],
  { template, statements, roles, patientIsChild, findMedications }: Visit,
): Filed[] {
  const treatments = treatmentsOf(template)
  const ofCompanion = companionsOwn(statements, roles, patientIsChild)
  const used = filed.flatMap(({ text, items }) => [text, ...items].flatMap(({ spans }) => spans))
  return said.flatMap(({ clause, role, phase }, at): Filed[] => {
    if (role === 'doctor' || phase !== 'story') return []
    if (ofCompanion.has(clause.statement.index)) return []
    if (!findMedications(clause.tokens).some((mention) => !isCare(mention))) return []
    const likely = places[at]!.likely ?? (() => 0)
    const [story, past] = [likely('presentIllness'), likely('pastHistory')]
    const own = story + past + likely('medicationsInUse')
    // "O enalapril me dá uma tosse seca": told of oneself, whatever else it resembles.
    const isOwn = own >= SURE || tellsEffect(clause.words)
    if (!isOwn || likely('family') > OF_FAMILY) return []
    const isUsed = (each: Quote) =>
      each.spans.some((span) => used.some((other) => overlaps(span, other)))
    // "Já usei topiramato, mas emagreci muito, larguei.": why it was stopped stands behind it.
    const whole = trimmedQuote(clause.statement, throughEnd(clause))
    const isOther = findMedications(clause.statement.tokens).length > 1
    const text =
      whole && !isOther && !isUsed(whole) ? whole : trimmedQuote(clause.statement, clause)
    if (!text || isUsed(text)) return []
    const section = treatments ?? (past > story ? 'pastHistory' : 'presentIllness')
    return [{ section, text, items: [asItem(text)] }]
  })
}

function throughEnd({ statement, start }: Clause) {
  const tokens = statement.tokens.filter((token) => token.start >= start)
  return { tokens, start, end: statement.text.length }
}

/** The field for treatments that were had, whatever they came to. */
function treatmentsOf({ fields }: Template): FilingPlace | undefined {
  const field = fields.find(({ type, name }) => type !== 'dict' && HAD.test(fold(name)))
  return field && (sectionOf(field) ?? pathPlace(field.name))
}

const HAD = /^tratamentos(?: psiquiatricos)?(?: previos)?$/

/** Clauses are spoken: their spans are those of segments. */
function overlaps(a: EvidenceSpan, b: EvidenceSpan): boolean {
  if (a.source !== 'segment' || b.source !== 'segment') return false
  return a.segment_id === b.segment_id && a.start < b.end && b.start < a.end
}
