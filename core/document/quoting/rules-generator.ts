/**
 * Documents without a language model (DESIGN §5.4): sparse and honest. The rule about words:
 *
 *   1. Every value is a stretch of what was said or written. Nothing is rephrased or corrected;
 *      "Não." becomes "Tem alergia a algum remédio? Não.", never "Nega alergias". What the patient
 *      says of itself is told in the third person where a table of forms is sure of every word
 *      ("Tenho pressão alta" → "Tem pressão alta"; `third-person.ts`), and is quoted where it is
 *      not. Spoken numbers and units are written as a chart writes them, and a text begins with a
 *      capital (`record-lines.ts`).
 *   2. A stretch may be shorter than its sentence only where the rest changes nothing under its
 *      heading ("Vou receitar dipirona 500 mg" → "dipirona 500 mg" under the prescriptions). With a
 *      condition, a doubt, a negation or a change ("pode continuar com …") the clause stays whole.
 *   3. A field of measurements takes the number and unit alone, and only IMC is computed.
 *   4. Questions by themselves, greetings, and sentences addressed to whoever writes the record
 *      land nowhere.
 *   5. What was written before the visit fills history fields only, and its source says so. Of an
 *      uploaded report the results of examinations are quoted, line by line, and nothing else.
 *
 * What fits no field is left out: the transcript is there for it. Where a clause belongs is told by
 * tables of words (`router.ts`), and by a sorter that learned from right documents where those say
 * nothing or too much (`../sorting`).
 */

import { EXAMS, mentions } from '../../portuguese/clinical-terms.ts'
import { isInstruction } from '../../portuguese/noise.ts'
import type { Token } from '../../portuguese/tokens.ts'
import {
  fromMeasurements,
  isChildVisit,
  isMeasuredField,
} from '../measures/deterministic-values.ts'
import { type Measurements, measure } from '../measures/measure.ts'
import { measuredSentences } from '../measures/measurement.ts'
import type { Likely } from '../medicines/medication-likely.ts'
import {
  type MedicationFinder,
  type MedicationMention,
  medicationFinder,
} from '../medicines/medication-mentions.ts'
import { otherPlaces } from '../medicines/medication-places.ts'
import { noContent } from '../models/content.ts'
import type { DocumentInput, Template, TemplateFieldSpec } from '../models/ports.ts'
import type { DraftField, DraftingGenerator, DraftPlace } from '../notes/draft.ts'
import { documentOf, writeField } from '../notes/write-fields.ts'
import { wordsOf } from '../pieces/clauses.ts'
import { tellersOf } from '../pieces/dictated.ts'
import { withoutRetractions } from '../pieces/retractions.ts'
import { readStatements, type Statement } from '../pieces/statements.ts'
import { visitPhases } from '../pieces/visit-phases.ts'
import { voicesOf } from '../pieces/voices.ts'
import { type FieldQuotes, fieldQuotes } from './field-quotes.ts'
import type { Filed } from './file-clause.ts'
import { gather } from './gather.ts'
import { medicationEvents } from './medication-events.ts'
import { medicinesTold } from './medication-told.ts'
import { asItem, distinct, linesOf, quote } from './quote.ts'
import { type LineWriter, lineWriter } from './record-lines.ts'
import { modelRouter, type Routed, type Router } from './router.ts'
import { rulesIdentity } from './rules-identity.ts'
import { type SaidClause, saidClauses } from './said-clauses.ts'
import { sorterWith } from './shipped-sorter.ts'
import { refractionEntries, sidedEntries } from './sided-entries.ts'
import type { ClauseSenses } from './sort-clauses.ts'
import { writtenHistory } from './written-history.ts'

/** Where clauses are filed, by model. */
export interface Filing {
  router(template: Template): Router
  sorter(
    template: Template,
  ): (said: readonly SaidClause[], statements: readonly Statement[]) => Routed[]
}

/** As the tables say. */
export const byTables: Filing = {
  router: modelRouter,
  sorter: () => (said) => said.map(({ routed }) => routed),
}

/**
 * As the tables say where the sorter is not sure of better.
 *
 * @param senses what the sentence encoder makes of the clauses; without it the cues decide alone
 */
export const bySorter = (senses?: ClauseSenses): Filing => ({
  router: modelRouter,
  sorter: sorterWith(senses),
})

/** The embedded default generator: pure, immediate, nothing to load. */
export function rulesGenerator(filing: Filing): DraftingGenerator {
  const findMedications = remembered(medicationFinder())

  function draft(input: DocumentInput): DraftField[] {
    const statements = withoutRetractions(readStatements(input))
    if (statements.length === 0) throw noContent()
    const patientIsChild = isChildVisit(input)
    const measurements: Measurements = measure(statements, patientIsChild)
    const roles = tellersOf(statements, voicesOf(statements))
    const phases = visitPhases(statements, roles, measuredSentences(measurements))
    const options = {
      router: filing.router(input.template),
      roles,
      phases,
      findMedications,
      measurements,
      patientIsChild,
    }
    const said = saidClauses(statements, options)
    const places = filing.sorter(input.template)(said, statements)
    const medicines = medicationEvents({
      statements,
      roles,
      phases,
      patientIsChild,
      find: findMedications,
      isElsewhere: otherPlaces(input.template),
      likelyAt: likelyAt(said, places),
    })
    const told = gather(statements, said, places, options)
    const spoken = [...told.filter((each) => !isOrdered(each, medicines)), ...medicines]
    const filed = [
      ...spoken,
      ...medicinesTold(said, places, spoken, {
        template: input.template,
        statements,
        ...options,
      }),
      ...sidedEntries(statements, roles, input.template, findMedications),
      ...refractionEntries(statements, roles, input.template),
      ...writtenHistory(statements, findMedications),
      ...fileResults(statements),
    ]
    const lineOf = lineWriter(statements, roles, patientIsChild, findMedications)
    const measured = fromMeasurements(input.template, measurements)
    return input.template.fields.map((field): DraftField => {
      if (isMeasuredField(field))
        return { field, measured: measuredAs(field, measured), places: [] }
      const quotes = fieldQuotes(field, input.template, filed, measurements)
      return { field, measured: null, places: placesOf(field, quotes, lineOf) }
    })
  }

  return {
    ...rulesIdentity,
    async generate(input, { signal, onField }) {
      signal.throwIfAborted()
      const document = documentOf(input.template, draft(input).map(writeField))
      for (const { name } of input.template.fields) {
        const own = document.evidence.filter(({ path }) => path[0] === name)
        onField(name, document.content[name] ?? null, own)
      }
      return document
    },
    draft: async (input) => draft(input),
    async [Symbol.asyncDispose]() {},
  }
}

/** Advice that stands among the prescriptions, word for word. */
function isOrdered({ section, text }: Filed, medicines: readonly Filed[]): boolean {
  return (
    section === 'orientations' &&
    medicines.some((each) => each.section === 'prescriptions' && each.text.text === text.text)
  )
}

/** What the sorter makes of the clause in which a character of a statement stands. */
function likelyAt(
  said: readonly SaidClause[],
  places: readonly Routed[],
): (statement: Statement, character: number) => Likely | undefined {
  const clausesOf = new Map<Statement, number[]>()
  for (const [at, { clause }] of said.entries())
    clausesOf.set(clause.statement, [...(clausesOf.get(clause.statement) ?? []), at])
  return (statement, character) => {
    const at = clausesOf
      .get(statement)
      ?.find((each) => said[each]!.clause.start <= character && character < said[each]!.clause.end)
    return at === undefined ? undefined : places[at]!.likely
  }
}

/** A visit's clauses are asked for their medicines again and again. */
function remembered(find: MedicationFinder): MedicationFinder {
  const known = new WeakMap<readonly Token[], MedicationMention[]>()
  return (tokens) => {
    const found = known.get(tokens) ?? find(tokens)
    known.set(tokens, found)
    return found
  }
}

function measuredAs(
  { name }: TemplateFieldSpec,
  { values, evidence }: ReturnType<typeof fromMeasurements>,
): DraftField['measured'] {
  return { value: values[name] ?? null, evidence: evidence.filter(({ path }) => path[0] === name) }
}

function placesOf(
  field: TemplateFieldSpec,
  quotes: FieldQuotes,
  { write }: LineWriter,
): DraftPlace[] {
  const { name } = field
  if (field.type === 'string') return [{ path: [name], lines: linesOf(quotes.texts).map(write) }]
  if (field.type === 'string[]') return [{ path: [name], lines: distinct(quotes.items).map(write) }]
  return (field.keys ?? []).map((key) => ({
    path: [name, key],
    lines: linesOf(quotes.entries.get(key) ?? []).map(write),
  }))
}

/**
 * Units in which only laboratories measure. A number off a picture may be marked as not sure
 * (core/file/unsure-marks.ts): it is quoted with its mark, as are the marks of notes.
 */
const LABORATORY_VALUE =
  /\d[⁰¹²³⁴-⁹]{0,3}(?: [HLA*]| \(incerto\)| \(\d\))?\s*(?:(?:[munpµμ]?g|[munpµμ]?mol|m?eq|[munpµμ]?u?ui|u|kui|milh(?:ões|oes)|mil)\s*\/\s*(?:d?l|ml|24\s*h|mm[3³]|[µμ]l)|\/\s*(?:mm[3³]|[µμ]l|campo)|mm\s*\/\s*h|ml\s*\/\s*min|fl\b|pg\b)/i
/** Of an examination that is known by name. */
const VALUE = /\d[⁰¹²³⁴-⁹]{0,3}(?: [HLA*]| \(incerto\)| \(\d\))?\s*(?:%|(?:mm\s*hg|bpm|cm|mm)\b)/i
const OUTCOME =
  /\b(?:(?:nao )?reagente|negativ[oa]|positiv[oa]|(?:nao )?detectad[oa]|ausentes?|presentes?|normal|normais|alterad[oa]s?|sem alteracoes)\b/
/** About the measurement, not its result. */
const ABOUT =
  /^(?:valor(?:es)?|faixa|intervalo|nivel|meta)s? (?:de |do )?(?:referencia|normal\w*|esperad\w+|desej\w+)|^(?:metodo|material|nota|observac\w+|referencias?|limites?|coleta\w*|crianca\w*|adult\w+|homen\w*|mulher\w*|gestante\w*)\b/
/** Longer than any row of a table: prose, which is not taken apart here. */
const MOST_CHARACTERS = 200

/**
 * Results of examinations out of uploaded reports, quoted line by line with page and place (DESIGN
 * §5.3): a name, a value and its unit, or a name and an outcome in so many words. Everything else
 * in a file (who, where, methods, reference values, another doctor's prescription) is left where it
 * is: nobody said it today.
 */
function fileResults(statements: readonly Statement[]): Filed[] {
  return statements.flatMap((statement): Filed[] => {
    if (statement.origin !== 'file' || statement.question) return []
    const text = isResult(statement) ? quote(statement) : undefined
    return text ? [{ section: 'examResults', text, items: [asItem(text)] }] : []
  })
}

function isResult({ text, tokens }: Statement): boolean {
  const words = wordsOf(tokens).toLowerCase()
  if (text.length > MOST_CHARACTERS || !/^[^\d]*\p{L}{2}/u.test(text)) return false
  if (ABOUT.test(words) || isInstruction(words)) return false
  if (LABORATORY_VALUE.test(text)) return true
  return mentions(words, EXAMS) && (VALUE.test(text) || OUTCOME.test(words))
}
