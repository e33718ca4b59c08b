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
import type { Template } from '../models/ports.ts'
import { isCalledOff, isCorrectedBy } from '../pieces/said-again.ts'
import { type Sources, spansOf } from '../pieces/statements.ts'
import { allergiesIn } from './allergies.ts'
import { diagnosesIn } from './diagnoses.ts'
import { diseaseFinder } from './disease-names.ts'
import type { Fact, FactKind } from './fact.ts'
import { measuresIn } from './measures.ts'
import { medicinesIn } from './medicines.ts'
import { otherNumbersIn } from './other-numbers.ts'
import { type FieldPlace, placesFor } from './places.ts'
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
