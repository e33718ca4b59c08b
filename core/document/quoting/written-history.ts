/**
 * What was written: the background history, from before the visit, fills history fields only
 * (SPEC-GAPS 1.17); the patient context is typed for this visit, and may tell of today as well.
 * Both are quoted with their own source. A medicine that the patient says not to take any more is
 * not taken from an old list.
 */

import { DISEASES, mentions } from '../../portuguese/clinical-terms.ts'
import { isInstruction } from '../../portuguese/noise.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import { HISTORY, type Section, sectionOf } from '../models/sections.ts'
import { clausesOf, joinClauses, wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Filed } from './file-clause.ts'
import { asItem, quote } from './quote.ts'

const CUES: readonly [RegExp, Section][] = [
  [/\balergi(?:a|as|co|ca)\b(?! alimentar negativ)/, 'allergies'],
  [/\b(?:mae|pai|irma|irmao|avo|tio|tia|familiar(?:es)?)\b/, 'family'],
  [/\b(?:vacin\w+|imuniza\w+)\b/, 'vaccines'],
  [/\b(?:em uso de|faz uso|usa|uso continuo|medicac\w+ em uso|iniciad[oa])\b/, 'medicationsInUse'],
  [/\b(?:tabagis\w+|etilis\w+|fumante|ex fumante|nao fuma|bebe|alcool)\b/, 'substances'],
  [/\b(?:cirurgias?|operad[oa]|\w+ectomia|cesarea)\b/, 'surgicalHistory'],
  [/\b(?:sedentari[oa]|atividade fisica|aposentad[oa]|casad[oa]|mora)\b/, 'social'],
]

/** Headings of earlier notes, beyond the names of fields. */
const HEADINGS: readonly [RegExp, Section][] = [
  [/\b(?:medicac|medicament|remedio)\w*(?! prescrit)/, 'medicationsInUse'],
  [/\balergi/, 'allergies'],
  [/\bfamilia/, 'family'],
  [/\bvacin/, 'vaccines'],
  [/\b(?:antecedentes|historico|historia|comorbidades|doencas|problemas)\b/, 'pastHistory'],
  [/\b(?:habitos|social)\b/, 'social'],
]

const KNOWN_BEFORE: ReadonlySet<Section> = new Set(HISTORY)
/**
 * What is typed for this visit is of today, under its own heading at least; an order takes more
 * than a note.
 */
const KNOWN_TODAY: ReadonlySet<Section> = new Set<Section>([
  ...HISTORY,
  ...(['complaint', 'presentIllness', 'physicalExam', 'examResults', 'hypotheses'] as const),
])
const TELLS_OF_TODAY =
  /^(?:(?:o |a )?paciente )?(?:refere|relata|queixa(?: se)?(?: de)?|com queixa de|nega (?:febre|dor|tosse|vomit\p{L}+|dispneia))\b/u

export function writtenHistory(
  statements: readonly Statement[],
  findMedications: MedicationFinder,
): Filed[] {
  const stopped = stoppedToday(statements, findMedications)
  return statements.flatMap((statement): Filed[] => {
    if (statement.origin !== 'context' && statement.origin !== 'background') return []
    const words = wordsOf(statement.tokens)
    const isToday = statement.origin === 'context'
    if (isInstruction(words) || statement.question) return []
    const section =
      byHeading(statement.heading) ??
      (isToday && TELLS_OF_TODAY.test(words) ? 'presentIllness' : undefined) ??
      CUES.find(([cue]) => cue.test(words))?.[1] ??
      (mentions(words, DISEASES) ? 'pastHistory' : undefined)
    const text = quote(statement)
    if (!section || !text || !(isToday ? KNOWN_TODAY : KNOWN_BEFORE).has(section)) return []
    const clause = joinClauses(clausesOf(statement))
    const medications = findMedications(statement.tokens)
    if (
      section === 'medicationsInUse' &&
      medications.some(({ ingredient }) => stopped.has(ingredient))
    )
      return []
    return [{ section, text, items: [asItem(quote(statement, clause.start, clause.end) ?? text)] }]
  })
}

function byHeading(heading: string | null): Section | undefined {
  if (heading === null) return undefined
  const name = fold(heading)
  const known = sectionOf({ name: heading })
  return known ?? HEADINGS.find(([pattern]) => pattern.test(name))?.[1]
}

const STOPPED =
  /\b(?:parei|parou|suspen[ds]\w+|deixei|nao (?:tomo|uso|estou tomando)|troquei|acabou)\b/

function stoppedToday(
  statements: readonly Statement[],
  findMedications: MedicationFinder,
): Set<string> {
  return new Set(
    statements
      .filter(
        (statement) => statement.origin === 'speech' && STOPPED.test(wordsOf(statement.tokens)),
      )
      .flatMap((statement) =>
        findMedications(statement.tokens).map(({ ingredient }) => ingredient),
      ),
  )
}
