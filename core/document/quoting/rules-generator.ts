/**
 * Documents without a language model (DESIGN §5.4): sparse and honest. The rule about words:
 *
 *   1. Every value is a stretch of what was said or written. Nothing is rephrased or corrected;
 *      "Não." becomes "Tem alergia a algum remédio? Não.", never "Nega alergias". What the patient
 *      says of itself is told in the third person where a table of forms is sure of every word
 *      ("Tenho pressão alta" → "Tem pressão alta"; `third-person.ts`), and is quoted where it is
 *      not. Spoken numbers and units are written as a chart writes them, and a text begins with a
 *      capital (`in-chart.ts`).
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

import type { Token } from '../../portuguese/tokens.ts'
import {
  fromMeasurements,
  isChildVisit,
  isMeasuredField,
} from '../measures/deterministic-values.ts'
import { type Measurements, measure } from '../measures/measure.ts'
import { measuredSentences } from '../measures/measurement.ts'
import {
  type MedicationFinder,
  type MedicationMention,
  medicationFinder,
} from '../medicines/medication-mentions.ts'
import { otherPlaces } from '../medicines/medication-places.ts'
import type { Likely } from '../medicines/medication-visit.ts'
import { noContent } from '../models/document-input.ts'
import type { DocumentInput, Template, TemplateFieldSpec } from '../models/ports.ts'
import type { DraftField, DraftingGenerator, DraftPlace } from '../notes/draft.ts'
import { documentOf, writeField } from '../notes/write-fields.ts'
import { tellersOf } from '../pieces/dictated.ts'
import { withoutRetractions } from '../pieces/retractions.ts'
import { readStatements, type Statement } from '../pieces/statements.ts'
import { visitPhases } from '../pieces/visit-phases.ts'
import { voicesOf } from '../pieces/voices.ts'
import { type FieldQuotes, fieldQuotes } from './field-quotes.ts'
import type { Filed } from './file-clause.ts'
import { fileResults } from './file-results.ts'
import { gather } from './gather.ts'
import { medicationEvents } from './medication-events.ts'
import { medicinesTold } from './medication-told.ts'
import { distinct, linesOf } from './quote.ts'
import { type LineWriter, lineWriter } from './record-lines.ts'
import { refractionEntries } from './refraction.ts'
import { modelRouter, type Routed, type Router } from './router.ts'
import { rulesIdentity } from './rules-identity.ts'
import { type SaidClause, saidClauses } from './said-clauses.ts'
import { sorterWith } from './shipped-sorter.ts'
import { sidedEntries } from './sided-entries.ts'
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
