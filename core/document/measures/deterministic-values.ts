/**
 * Step one of writing a document (DESIGN §5.3): the fields that rules fill better than models,
 * whichever generator writes the rest. Vital signs and anthropometrics of today, said or nothing;
 * IMC computed from the two.
 */
import type { DocumentContent, DocumentValue, Evidence, EvidenceSpan } from '../../contract/api.ts'
import { fold } from '../../portuguese/tokens.ts'
import type { DocumentInput, Template, TemplateFieldSpec } from '../models/ports.ts'
import { withoutRetractions } from '../pieces/retractions.ts'
import { readStatements, spansOf } from '../pieces/statements.ts'
import { type Measurement, type Measurements, measure } from './measure.ts'
import { round } from './measure-rule.ts'
import { formatBodyMassIndex, formatMeasure } from './measurement.ts'
import { MEASURES, type MeasureId } from './measures.ts'

export interface DeterministicValues {
  /** Only the fields that rules own; null where nothing was said. */
  values: DocumentContent
  evidence: Evidence[]
}

export function deterministicValues(
  template: Pick<Template, 'id' | 'fields'>,
  input: Omit<DocumentInput, 'template'>,
): DeterministicValues {
  return fromMeasurements(
    template,
    measure(withoutRetractions(readStatements(input)), isChildVisit({ ...input, template })),
  )
}

/** As `deterministicValues`, from measurements already taken. */
export function fromMeasurements(
  template: Pick<Template, 'fields'>,
  { chosen, told }: Pick<Measurements, 'chosen' | 'told'>,
): DeterministicValues {
  const taken = withGain(new Map([...chosen, ...told]))
  const values: DocumentContent = {}
  const evidence: Evidence[] = []
  for (const field of template.fields) {
    if (!isMeasuredField(field)) continue
    const filled = fill(field, taken)
    evidence.push(...filled.evidence)
    values[field.name] = filled.value
  }
  return { values, evidence }
}

/** In a child's visit the son or daughter spoken of is the patient. */
export function isChildTemplate(template: Pick<Template, 'id'>): boolean {
  return template.id === 'anamnesisPediatrics'
}

/**
 * A visit for children, or one of whose patient the context tells that it is a child: "Paciente:
 * Ítalo, 6 anos".
 */
export function isChildVisit({
  template,
  contextMarkdown,
}: {
  template: Pick<Template, 'id'>
  contextMarkdown: string
}): boolean {
  if (isChildTemplate(template)) return true
  const words = fold(contextMarkdown)
  if (/\b(?:lactente|recem nascid[oa]|neonato)\b/.test(words)) return true
  const [, number, unit] = AGE.exec(words) ?? []
  if (number === undefined) return false
  return unit !== 'anos' && unit !== 'ano' ? true : Number(number) < ADULT_SPEAKS_FOR
}

/** Younger ones are spoken for by whoever brings them. */
const ADULT_SPEAKS_FOR = 12
const AGE =
  /\b(?:idade|paciente|crianca|menin[oa]|escolar|pre-escolar|bebe)\b:?(?: de)?(?: \p{L}+,?){0,4}?(?:,| de| com|:)? (\d{1,2}) (anos?|mes|meses|dias)\b(?! (?:de (?:evolucao|historia|doenca|diabetes|hipertensao)|atras))/u

/** A dict of vital signs or body measures, by its name and its keys. */
export function isMeasuredField(field: TemplateFieldSpec): boolean {
  const name = fold(field.name)
  return (
    field.type === 'dict' &&
    /sinais vitais|antropometri/.test(name) &&
    (field.keys ?? []).some((key) => measureOfKey(key) !== undefined)
  )
}

interface KeyMeasure {
  id: MeasureId | 'bodyMassIndex' | 'prePregnancyBodyMassIndex'
  /** Index into the measurement's values. */
  index: number
}

const KEYS: ReadonlyMap<string, KeyMeasure> = new Map([
  ...MEASURES.flatMap(({ id, fills }) =>
    fills.map(({ key }, index): [string, KeyMeasure] => [key, { id, index }]),
  ),
  ['imc', { id: 'bodyMassIndex', index: 0 }],
  ['imc pre-gestacional', { id: 'prePregnancyBodyMassIndex', index: 0 }],
])

export function measureOfKey(key: string): KeyMeasure | undefined {
  return KEYS.get(fold(key))
}

/** Body mass indices are computed, each from a weight and the one height. */
const INDEX_OF = {
  bodyMassIndex: 'weight',
  prePregnancyBodyMassIndex: 'prePregnancyWeight',
} as const

function isIndex(id: KeyMeasure['id']): id is keyof typeof INDEX_OF {
  return Object.hasOwn(INDEX_OF, id)
}

/** Weight gained in pregnancy follows from two weights where nobody says it. */
function withGain(taken: Map<MeasureId, Measurement>): Map<MeasureId, Measurement> {
  const [now, before] = [taken.get('weight'), taken.get('prePregnancyWeight')]
  const gained = now && before ? round(now.values[0]! - before.values[0]!) : 0
  if (gained > 0 && now && !taken.has('pregnancyWeightGain'))
    taken.set('pregnancyWeightGain', { ...now, id: 'pregnancyWeightGain', values: [gained] })
  return taken
}

function fill(
  field: TemplateFieldSpec,
  chosen: Measurements['chosen'],
): { value: DocumentValue; evidence: Evidence[] } {
  const evidence: Evidence[] = []
  const entries = (field.keys ?? []).map((key): [string, string | null] => {
    const measured = measureOfKey(key)
    if (!measured) return [key, null]
    const path = [field.name, key]
    if (isIndex(measured.id)) {
      const [weight, height] = [chosen.get(INDEX_OF[measured.id]), chosen.get('height')]
      if (!weight || !height) return [key, null]
      const spans: EvidenceSpan[] = [
        { source: 'derived', from: inputsOf(field, [INDEX_OF[measured.id], 'height']) },
        ...measurementSpans(weight),
        ...measurementSpans(height),
      ]
      evidence.push({ path, verdict: 'supported', spans })
      return [key, formatBodyMassIndex(weight.values[0]!, height.values[0]!)]
    }
    const measurement = chosen.get(measured.id)
    const value = measurement?.values[measured.index]
    if (!measurement || value === undefined) return [key, null]
    evidence.push({ path, verdict: 'supported', spans: measurementSpans(measurement) })
    return [key, formatMeasure(measured.id, value)]
  })
  const isFilled = entries.some(([, value]) => value !== null)
  return { value: isFilled ? Object.fromEntries(entries) : null, evidence }
}

function inputsOf(field: TemplateFieldSpec, ids: readonly MeasureId[]): string[] {
  const wanted: ReadonlySet<string> = new Set(ids)
  return (field.keys ?? [])
    .filter((key) => wanted.has(measureOfKey(key)?.id ?? ''))
    .map((key) => `${field.name}.${key}`)
}

/** The number's words, after the question they answer. */
function measurementSpans({ statement, start, end, asked }: Measurement): EvidenceSpan[] {
  const question = asked ? spansOf(asked, 0, asked.text.length) : []
  return [...question, ...spansOf(statement, start, end)]
}
