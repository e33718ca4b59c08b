/**
 * Finds the words a value rests on, whoever wrote it (DESIGN §2.2). A value that quotes is found
 * word for word; one that was put differently is compared term by term (ideas, numbers,
 * ingredients). `supported` means that nearly everything it says, and every number, dose, side and
 * medicine in it, occurs together in the statements shown. Whether they say the same or the
 * opposite is the business of `../checks/check-table.ts`.
 */
import type { EvidenceFinding } from '../../contract/api.ts'
import type { Term } from '../../portuguese/term.ts'
import { ideaPhrases } from '../../portuguese/word-forms.ts'
import { isChildTemplate } from '../measures/deterministic-values.ts'
import type { DocumentInput } from '../models/ports.ts'
import { companionsOwn } from '../pieces/companion.ts'
import { readStatements, type Sources, type Statement } from '../pieces/statements.ts'
import { isChildsVisit, patientsRelations } from '../pieces/visit.ts'
import { voicesOf } from '../pieces/voices.ts'
import { type Claim, distinctSpans } from './claim.ts'
import { compared } from './coverage.ts'
import { toldReader } from './implied-terms.ts'
import { withLengths } from './numbers.ts'
import { verbatim } from './quotation.ts'
import { assertedSources, COMPANION, isOrder, type ReadStatement, type Source } from './sources.ts'
import { withTakenBack } from './taken-back.ts'
import { termReader } from './terms.ts'

export interface EvidenceIndex {
  sources: Source[]
  /**
   * The claims of a value, each with its sources; a sentence that stands in it again and again may
   * be one claim.
   */
  claims(value: string): Claim[]
}

/** Whether it says anything that could be compared: "No momento nega." does not. */
export function tells({ verbatim, terms }: Claim): boolean {
  return verbatim || terms.some(({ kind }) => kind !== 'idle')
}

/** What is found for them together: all of it, or not all of it. */
export function foundEvidence(claims: readonly Claim[]): EvidenceFinding {
  const telling = claims.filter(tells)
  if (telling.length > 0 && telling.every((claim) => claim.supported))
    return { verdict: 'supported', spans: distinctSpans(claims.flatMap(({ spans }) => spans)) }
  const nearest = telling.length === 1 ? telling[0]!.nearest : []
  return { verdict: 'not_found', spans: [], ...(nearest.length > 0 ? { nearest } : {}) }
}

/** The dictionaries of an index: built once by who makes many. */
export interface EvidenceReaders {
  terms: ReturnType<typeof termReader>
  told: ReturnType<typeof toldReader>
}

export function evidenceReaders(): EvidenceReaders {
  return { terms: termReader(), told: toldReader(ideaPhrases()) }
}

export function evidenceIndex(
  input: Sources & Partial<Pick<DocumentInput, 'template'>>,
  { terms: readTerms, told: readTold }: EvidenceReaders = evidenceReaders(),
): EvidenceIndex {
  const said = readStatements(input)
  const patientIsChild =
    (input.template !== undefined && isChildTemplate(input.template)) || isChildsVisit(said)
  const patients = patientsRelations(said)
  const toReading = (
    statement: Statement,
    isSpokenOf?: (idea: string) => boolean,
  ): ReadStatement => {
    const places = statement.tokens.filter(({ kind }) => kind !== 'mark')
    return {
      statement,
      terms: withLengths(readTerms(statement.tokens, patientIsChild, isSpokenOf)),
      places,
      words: places.map(({ norm }) => norm.toLowerCase()),
    }
  }
  const told = said.map((statement): ReadStatement => {
    const reading = toReading(statement)
    const terms = readTold(statement.tokens, reading.terms).map((term): Term => {
      const { holder, ...own } = term
      return holder !== undefined && patients.has(holder) ? own : term
    })
    return { ...reading, terms: withLengths(terms) }
  })
  const readings = withTakenBack(withCompanions(told, patientIsChild))
  const quotable = readings.filter((reading) => !isOrder(reading))
  const sources = assertedSources(readings)
  const frequency = new Map<string, number>()
  for (const { terms } of sources)
    for (const key of new Set(terms.map(({ key }) => key)))
      frequency.set(key, (frequency.get(key) ?? 0) + 1)

  const isSpokenOf = (idea: string) => frequency.has(idea)

  function claims(value: string): Claim[] {
    const own = readStatements({
      segments: [],
      // Parts that a semicolon parts are claims of their own: one of two sides, one of two doses.
      contextMarkdown: inShortSentences(value.replaceAll(';', '.')),
      backgroundHistory: null,
      files: [],
    }).map((statement) => toReading(statement, isSpokenOf))
    let after = -1
    return (own.length > MOST_CLAIMS ? distinct(own) : own).map((reading) => {
      const found = verbatim(reading, quotable, after) ?? compared(reading, sources, frequency)
      after = found.sources.at(-1)?.statements.at(-1)?.index ?? after
      return found
    })
  }

  return { sources, claims }
}

/** What a companion says of itself is no more the patient's than what is told of a relative. */
function withCompanions(
  readings: readonly ReadStatement[],
  patientIsChild: boolean,
): ReadStatement[] {
  const statements = readings.map(({ statement }) => statement)
  const own = companionsOwn(statements, voicesOf(statements), patientIsChild)
  return readings.map((reading) => {
    if (!own.has(reading.statement.index)) return reading
    const terms = reading.terms.map(
      (term): Term => (term.holder === undefined ? { ...term, holder: COMPANION } : term),
    )
    return { ...reading, terms }
  })
}

/**
 * Characters of a sentence and sentences of a value: more are not what anybody writes, and a claim
 * costs the square of its words.
 */
const LONGEST_SENTENCE = 500
const MOST_CLAIMS = 20

/** Ends a sentence at a space where its writer never did; every character stays at its place. */
function inShortSentences(value: string): string {
  if (value.length <= LONGEST_SENTENCE) return value
  let length = 0
  let text = ''
  for (const character of value) {
    length = /[.!?\n]/.test(character) ? 0 : length + 1
    const isEnd = length > LONGEST_SENTENCE && character === ' '
    text += isEnd ? '\n' : character
    if (isEnd) length = 0
  }
  return text
}

/** The same sentence says the same. */
function distinct(readings: readonly ReadStatement[]): ReadStatement[] {
  return [...new Map(readings.map((each) => [each.words.join(' '), each])).values()]
}
