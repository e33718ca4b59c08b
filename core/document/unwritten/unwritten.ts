/**
 * Said and not written: medicines, measures, diagnoses, allergies, requests, returns and whatever
 * else was told with a number, that stand in the transcript or in today's context and in no field
 * of the document. This list is the promise that nothing is silently missing, so in doubt it
 * lists; what is said five times is one entry, at the place that tells most.
 *
 * It is computed from the document as it stands, whoever wrote or changed it, and nothing of it is
 * stored.
 */

import type { DocumentContent, UnwrittenItem } from '../../contract/api.ts'
import { isMeasuredField, measureOfKey } from '../measures/deterministic-values.ts'
import { formatMeasure } from '../measures/measurement.ts'
import type { Template, TemplateFieldSpec } from '../models/ports.ts'
import { FALLBACK, GATHERED, type Section, sectionOf } from '../models/sections.ts'
import { isCalledOff, isCorrectedBy } from '../pieces/said-again.ts'
import { type Sources, spansOf } from '../pieces/statements.ts'
import { allergiesIn } from './allergies.ts'
import { diagnosesIn, diseaseFinder } from './disease-names.ts'
import type { Fact, FactKind } from './fact.ts'
import { measuresIn } from './measures.ts'
import { medicinesIn } from './medicines.ts'
import { otherNumbersIn } from './other-numbers.ts'
import { requestsIn } from './requests.ts'
import { returnsIn } from './returns.ts'
import { type Said, visitReader } from './visit-reader.ts'
import { writtenReader } from './written-reader.ts'

// What its speaker took back a sentence later: "Vou colocar a indapamida. Não, indapamida não,
// deixa pra lá."

/** Sentences in which something is taken back. */
const REACHES = 2

function withoutWithdrawn(facts: readonly Fact[], said: readonly Said[]): Fact[] {
  const at = new Map(said.map((one, index) => [one.statement.index, index]))
  return facts.filter((fact) => {
    const from = at.get(fact.statement.index)
    if (from === undefined || fact.statement.origin !== 'speech') return true
    const own = said[from]!
    const after = said.slice(from + 1, from + 1 + REACHES)
    return !after.some((next, apart) => takesBack(next, fact, own, apart))
  })
}

/** The whole of it, and named or right behind it. */
const NOT_AFTER_ALL =
  /\b(?:deixa pra la|deixa para la|esquece|melhor nao|mudei de ideia|pensando bem nao|por enquanto nao|hoje nao)\b/
const DENIES = /^(?:nao|ah nao|opa|espera|perai|alias|minto|melhor nao)\b/

function takesBack(next: Said, fact: Fact, own: Said, apart: number): boolean {
  if (next.statement.origin !== 'speech' || next.statement.question) return false
  if (next.role !== own.role) return false
  if (isCorrectedBy(own.statement, next.statement)) return true
  if (apart === 0 && isCalledOff(own.statement, next.statement)) return true
  const isNamed = names(next, fact)
  const isDenied = next.terms.some(
    ({ kind, key, denied }) => denied && kind === 'drug' && fact.keys.includes(key),
  )
  if (isDenied && DENIES.test(next.words)) return true
  if (!NOT_AFTER_ALL.test(next.words)) return false
  return isNamed || (apart === 0 && next.words.split(' ').length <= MOST_BARE)
}

/** "Não, deixa pra lá.": of what was said right before. */
const MOST_BARE = 5

function names({ mentions, words }: Said, { kind, keys, text }: Fact): boolean {
  if (kind === 'medicine') return mentions.some(({ ingredient }) => keys.includes(ingredient))
  const [first = ''] = text.toLowerCase().split(' ')
  return first.length > 3 && words.includes(first)
}

/** An entry, with what would be added where it is taken in. */
export interface Unwritten extends UnwrittenItem {
  places: FieldPlace[]
}

/** What of a document is compared. */
export interface UnwrittenOf {
  template: Template
  content: DocumentContent
}

export interface UnwrittenReader {
  /** @param input what was written before the visit and files are no sources of this list */
  list(input: Sources, document: UnwrittenOf): Unwritten[]
}

/** Builds the dictionaries once; the reader is pure. */
export function unwrittenReader(): UnwrittenReader {
  const read = visitReader()
  const findDiseases = diseaseFinder()
  const readWritten = writtenReader(read, findDiseases)

  return {
    list({ segments, contextMarkdown }, { template, content }) {
      const sources = { segments, contextMarkdown, backgroundHistory: null, files: [] }
      const visit = read(sources, { templateId: template.id })
      const allergies = allergiesIn(visit)
      const named: Fact[] = [
        ...allergies,
        ...medicinesIn(visit).filter((fact) => !isAllergen(fact, allergies)),
        ...diagnosesIn(visit, findDiseases),
        ...measuresIn(visit),
        ...requestsIn(visit),
        ...returnsIn(visit),
      ]
      const facts = [...named, ...otherNumbersIn(visit.said, named)]
      const isWritten = readWritten(template, content)
      const missing = withoutWithdrawn(facts, visit.said).filter((fact) => !isWritten(fact))
      return inOrder(merged(missing)).map((fact) => toItem(fact, template, content))
    },
  }
}

/** Named as what the patient does not bear, and nowhere as taken. */
function isAllergen({ keys, details, statement }: Fact, allergies: readonly Fact[]): boolean {
  return allergies.some(
    (one) =>
      one.keys.some((key) => keys.includes(key)) &&
      (details.length === 0 || one.statement === statement),
  )
}

const ORDER: readonly FactKind[] = [
  'allergy',
  'medicine',
  'diagnosis',
  'measure',
  'request',
  'return',
  'number',
]

function inOrder(facts: readonly Fact[]): Fact[] {
  return facts.toSorted(
    (a, b) =>
      ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) ||
      a.statement.index - b.statement.index ||
      a.start - b.start,
  )
}

/** One entry for all that say the same, at its fullest mention. */
function merged(facts: readonly Fact[]): Fact[] {
  const entries: Fact[] = []
  for (const fact of facts) {
    const at = entries.findIndex((entry) => isSame(entry, fact))
    const known = entries[at]
    if (!known) entries.push(fact)
    else {
      const best = fact.tells > known.tells ? fact : known
      entries[at] = {
        ...best,
        keys: [...new Set([...best.keys, ...known.keys, ...fact.keys])],
        details: known.details.length > fact.details.length ? known.details : fact.details,
      }
    }
  }
  return entries.filter(
    ({ kind, keys }) =>
      kind !== 'allergy' ||
      keys[0] !== 'alergia' ||
      entries.length === 1 ||
      !entries.some((one) => one.kind === 'allergy' && one.keys[0] !== 'alergia'),
  )
}

function isSame(one: Fact, other: Fact): boolean {
  if (one.kind !== other.kind || !one.keys.some((key) => other.keys.includes(key))) return false
  if (one.kind === 'diagnosis' || one.kind === 'allergy' || one.kind === 'request') return true
  const [few, many] = one.details.length < other.details.length ? [one, other] : [other, one]
  return few.details.every((detail) => many.details.includes(detail))
}

function toItem(fact: Fact, template: Template, content: DocumentContent): Unwritten {
  const { kind, keys, details, text, statement, start, end } = fact
  const spans = spansOf(statement, start, end)
  const said = spans.find((span) => span.source === 'segment')
  const places = placesFor(fact, template, content)
  return {
    id: [kind, keys[0], ...details].join(':'),
    kind,
    text,
    quote: statement.text,
    segment_id: said?.segment_id ?? null,
    start_ms: said?.start_ms ?? null,
    field: fieldOf(places),
    spans,
    places,
  }
}

/** Field of several keys that are one field's. */
function fieldOf(places: readonly FieldPlace[]): string[] | null {
  const [first, ...others] = places
  if (!first) return null
  return others.length > 0 ? first.path.slice(0, 1) : first.path
}

/** A leaf, as `Evidence.path`, but for a list only its field; and what would be added there. */
export interface FieldPlace {
  path: string[]
  text: string
}

/**
 * Where an entry would stand: the field of the model that is for it, or one that gathers its kind;
 * none, and the doctor chooses.
 */
function placesFor(
  fact: Fact,
  { fields }: Pick<Template, 'fields'>,
  content: DocumentContent,
): FieldPlace[] {
  const measured = fact.kind === 'measure' ? emptyKeys(fact, fields, content) : []
  if (measured.length > 0) return measured
  for (const section of sectionsOf(fact)) {
    const field = fields.find((one) => one.type !== 'dict' && sectionOf(one) === section)
    if (field) return [{ path: [field.name], text: fact.text }]
  }
  return []
}

/** The keys that hold nothing yet: what stands there is the doctor's to replace. */
function emptyKeys(
  { keys, details }: Fact,
  fields: readonly TemplateFieldSpec[],
  content: DocumentContent,
): FieldPlace[] {
  for (const field of fields.filter(isMeasuredField)) {
    const places = (field.keys ?? []).flatMap((key): FieldPlace[] => {
      const measure = measureOfKey(key)
      const value = details[measure?.index ?? 0]
      if (measure === undefined || measure.id !== keys[0] || value === undefined) return []
      const { id } = measure
      if (id === 'bodyMassIndex' || id === 'prePregnancyBodyMassIndex') return []
      return [{ path: [field.name, key], text: formatMeasure(id, Number(value.slice(1))) }]
    })
    const held = content[field.name] ?? {}
    const isEmpty = ({ path }: FieldPlace) =>
      typeof held === 'object' && !Array.isArray(held) && (held[path[1]!] ?? null) === null
    if (places.length > 0) return places.every(isEmpty) ? places : []
  }
  return []
}

/** Best first; then where a model without such a field keeps it. */
function sectionsOf(fact: Fact): Section[] {
  const wanted = wantedSections(fact)
  const others = wanted.flatMap((section) => FALLBACK[section] ?? [])
  const gathering = [...wanted, ...others].flatMap((section) =>
    (Object.entries(GATHERED) as [Section, readonly Section[]][]).flatMap(([whole, parts]) =>
      parts.includes(section) ? [whole] : [],
    ),
  )
  return [...wanted, ...others, ...gathering]
}

function wantedSections({ kind, keys, text, isDecided }: Fact): Section[] {
  switch (kind) {
    case 'medicine':
      return isDecided ? ['prescriptions', 'medicationsInUse'] : ['medicationsInUse']
    case 'measure':
      return /^[a-z]+[A-Z]|^(?:weight|height|temperature|saturation)$/.test(keys[0] ?? '')
        ? ['physicalExam']
        : ['examResults', 'physicalExam']
    case 'diagnosis':
      return isDecided ? ['hypotheses', 'pastHistory'] : ['pastHistory', 'hypotheses']
    case 'allergy':
      return ['allergies']
    case 'request':
      if (keys[0] === 'atestado') return ['certificate', 'orientations']
      return text.startsWith('Encaminhamento')
        ? ['referral', 'orientations']
        : ['examsRequested', 'orientations']
    case 'return':
      return ['orientations']
    case 'number':
      return []
  }
}
