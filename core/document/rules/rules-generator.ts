/**
 * Documents without a language model (DESIGN §5.4): sparse and honest. The rule about words:
 *
 *   1. Every value is a stretch of what was said or written. Nothing is rephrased, corrected or put into the third person; "Não."
 *      becomes "Tem alergia a algum remédio? Não.", never "Nega alergias". Spoken numbers and units are written as a chart
 *      writes them, and a text begins with a capital (`in-chart.ts`).
 *   2. A stretch may be shorter than its sentence only where the rest changes nothing under its heading
 *      ("Vou receitar dipirona 500 mg" → "dipirona 500 mg" under the prescriptions). With a condition, a doubt,
 *      a negation or a change ("pode continuar com …") the clause stays whole.
 *   3. A field of measurements takes the number and unit alone, and only IMC is computed.
 *   4. Questions by themselves, greetings, and sentences addressed to whoever writes the record land nowhere.
 *   5. What was written before the visit fills history fields only, and its source says so. Of an uploaded report the results
 *      of examinations are quoted, line by line, and nothing else.
 *
 * What fits no field is left out: the transcript is there for it.
 */
import type { DocumentContent, DocumentValue, Evidence } from '../../contract/api.ts'
import { type Measurements, measure } from '../extractors/measure.ts'
import {
  type MedicationFinder,
  type MedicationMention,
  medicationFinder,
} from '../extractors/medication-mentions.ts'
import { readStatements } from '../extractors/statements.ts'
import type { Token } from '../extractors/tokens.ts'
import { noContent } from '../generation/document-input.ts'
import type {
  DocumentGenerator,
  DocumentInput,
  GeneratedDocument,
  TemplateFieldSpec,
} from '../ports.ts'
import { normalizeContent } from '../template-schema.ts'
import { fromMeasurements, isChildVisit, isMeasuredField } from './deterministic-values.ts'
import { type FieldQuotes, fieldQuotes } from './field-quotes.ts'
import { fileResults } from './file-results.ts'
import { gather } from './gather.ts'
import { capitalized, inChart } from './in-chart.ts'
import { medicationEvents } from './medication-events.ts'
import { otherPlaces } from './medication-places.ts'
import { asText, distinct, type Quote, type QuotedText } from './quote.ts'
import { refractionEntries } from './refraction.ts'
import { withoutRetractions } from './retractions.ts'
import { modelRouter } from './router.ts'
import { sidedEntries } from './sided-entries.ts'
import { visitPhases } from './visit-phases.ts'
import { voicesOf } from './voices.ts'
import { writtenHistory } from './written-history.ts'

const RULES_VERSION = '2'

/** The embedded default generator: pure, immediate, nothing to load. */
export function rulesGenerator(): DocumentGenerator {
  const findMedications = remembered(medicationFinder())

  function write(input: DocumentInput): GeneratedDocument {
    const statements = withoutRetractions(readStatements(input))
    if (statements.length === 0) throw noContent()
    const patientIsChild = isChildVisit(input)
    const measurements: Measurements = measure(statements, patientIsChild)
    const roles = voicesOf(statements)
    const withMeasures = new Set(measurements.all.map(({ statement }) => statement.index))
    const phases = visitPhases(statements, roles, withMeasures)
    const filed = [
      ...gather(statements, {
        router: modelRouter(input.template),
        roles,
        phases,
        findMedications,
        measurements,
        patientIsChild,
      }),
      ...medicationEvents({
        ...{ statements, roles, phases, patientIsChild, find: findMedications },
        isElsewhere: otherPlaces(input.template),
      }),
      ...sidedEntries(statements, roles, input.template),
      ...refractionEntries(statements, roles, input.template),
      ...writtenHistory(statements, findMedications),
      ...fileResults(statements),
    ]
    const measured = fromMeasurements(input.template, measurements)
    const content: DocumentContent = {}
    const evidence: Evidence[] = []
    for (const field of input.template.fields) {
      const written = isMeasuredField(field)
        ? {
            value: measured.values[field.name] ?? null,
            evidence: measured.evidence.filter(({ path }) => path[0] === field.name),
          }
        : writeField(field, fieldQuotes(field, input.template, filed, measurements))
      content[field.name] = written.value
      evidence.push(...written.evidence)
    }
    return { content: normalizeContent(input.template, content), evidence, contradictions: [] }
  }

  return {
    status: { kind: 'rules', model: null },
    version: `rules-${RULES_VERSION}`,
    async generate(input, { signal, onField }) {
      signal.throwIfAborted()
      const document = write(input)
      for (const { name } of input.template.fields) {
        const own = document.evidence.filter(({ path }) => path[0] === name)
        onField(name, document.content[name] ?? null, own)
      }
      return document
    },
    async [Symbol.asyncDispose]() {},
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

function writeField(
  field: TemplateFieldSpec,
  quotes: FieldQuotes,
): { value: DocumentValue; evidence: Evidence[] } {
  if (field.type === 'string') {
    const text = asText(quotes.texts)
    return { value: text?.text ?? null, evidence: text ? [supportedText([field.name], text)] : [] }
  }
  if (field.type === 'string[]') {
    const items = distinct(quotes.items).map(inChart).map(capitalized)
    return {
      value: items.length > 0 ? items.map(({ text }) => text) : null,
      evidence: items.map((item, index) => supported([field.name, String(index)], item)),
    }
  }
  const evidence: Evidence[] = []
  const entries = (field.keys ?? []).map((key): [string, string | null] => {
    const text = asText(quotes.entries.get(key) ?? [])
    if (text) evidence.push(supportedText([field.name, key], text))
    return [key, text?.text ?? null]
  })
  return { value: evidence.length > 0 ? Object.fromEntries(entries) : null, evidence }
}

function supported(path: string[], { spans }: Quote): Evidence {
  return { path, verdict: 'supported', spans }
}

function supportedText(path: string[], text: QuotedText): Evidence {
  if (text.parts.length < 2) return supported(path, text)
  const parts = text.parts.map((part) => ({ ...part, verdict: 'supported' as const }))
  return { ...supported(path, text), parts }
}
