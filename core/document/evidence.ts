/**
 * Finds the words a value rests on, whoever wrote it (DESIGN §2.2). A value that quotes is found word for word; one
 * that was put differently is compared term by term (ideas, numbers, ingredients). `supported` means that nearly
 * everything it says, and every number, dose, side and medicine in it, occurs together in the statements shown.
 * Whether they say the same or the opposite is the business of `checks.ts`.
 */
import type { EvidenceSpan } from '../contract/api.ts'
import { ideaPhrases } from './evidence-lexicon.ts'
import { withLengths } from './evidence-numbers.ts'
import { assertedSources, mentionsOf, type Reading, type Source } from './evidence-sources.ts'
import type { Term } from './evidence-term.ts'
import { termReader } from './evidence-terms.ts'
import { toldReader } from './evidence-told.ts'
import { readStatements, type Sources, type Statement, spansOf } from './extractors/statements.ts'
import { wordsBetween } from './extractors/tokens.ts'
import type { DocumentInput } from './ports.ts'
import { isChildTemplate } from './rules/deterministic-values.ts'

export interface FoundEvidence {
  verdict: 'supported' | 'not_found'
  spans: EvidenceSpan[]
}

/** One sentence of a value and the statements it rests on. */
export interface Claim {
  text: string
  terms: Term[]
  sources: Source[]
  /** Share of what it says that the sources hold, 0 to 1. */
  coverage: number
  verbatim: boolean
  supported: boolean
  spans: EvidenceSpan[]
  /** Its text before a term of it. */
  before(term: Term): string
}

export interface EvidenceIndex {
  sources: Source[]
  /** The claims of a value, each with its sources. */
  claims(value: string): Claim[]
}

export function foundEvidence(claims: readonly Claim[]): FoundEvidence {
  const supported = claims.length > 0 && claims.every((claim) => claim.supported)
  return {
    verdict: supported ? 'supported' : 'not_found',
    spans: supported ? distinctSpans(claims.flatMap(({ spans }) => spans)) : [],
  }
}

export function evidenceIndex(
  input: Sources & Partial<Pick<DocumentInput, 'template'>>,
): EvidenceIndex {
  const readTerms = termReader()
  const readTold = toldReader(ideaPhrases())
  const said = readStatements(input)
  const patientIsChild =
    (input.template !== undefined && isChildTemplate(input.template)) || isChildsVisit(said)
  const parents = isParentsVisit(said) ? PARENTS : new Set<string>()
  const toReading = (statement: Statement, isSpokenOf?: (idea: string) => boolean): Reading => {
    const places = statement.tokens.filter(({ kind }) => kind !== 'mark')
    return {
      statement,
      terms: withLengths(readTerms(statement.tokens, patientIsChild, isSpokenOf)),
      places,
      words: places.map(({ norm }) => norm.toLowerCase()),
    }
  }
  const readings = said.map((statement): Reading => {
    const reading = toReading(statement)
    const terms = readTold(statement.tokens, reading.terms).map((term): Term => {
      const { holder, ...own } = term
      return holder !== undefined && parents.has(holder) ? own : term
    })
    return { ...reading, terms: withLengths(terms) }
  })
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
      contextMarkdown: value.replaceAll(';', '.'),
      backgroundHistory: null,
      files: [],
    }).map((statement) => toReading(statement, isSpokenOf))
    let after = -1
    return own.map((reading) => {
      const found = verbatim(reading, readings, after) ?? compared(reading, sources, frequency)
      after = found.sources.at(-1)?.statements.at(-1)?.index ?? after
      return found
    })
  }

  return { sources, claims }
}

/** Statements at the beginning, where people greet each other. */
const GREETINGS = 6

/** "Oi, mãe. O que ele tem?" */
function isChildsVisit(said: readonly Statement[]): boolean {
  return said
    .slice(0, GREETINGS)
    .some(({ tokens }) =>
      /(?:^| )(?:oi|ola|dia|tarde|noite|entao|ai|fala|conta) (?:, )?(?:mae|mamae|pai|papai) [,.!?]/.test(
        wordsBetween(tokens, 0, tokens.length),
      ),
    )
}

/** "A senhora é a filha?": then what is told of the father is told of the patient. */
function isParentsVisit(said: readonly Statement[]): boolean {
  return said
    .slice(0, GREETINGS)
    .some(
      ({ tokens, question }) =>
        question &&
        /\b(?:senhora|senhor|voce) e (?:a |o )?(?:filha|filho|nora|genro|neta|neto)\b/.test(
          wordsBetween(tokens, 0, tokens.length),
        ),
    )
}

const PARENTS: ReadonlySet<string> = new Set(['pai', 'mae', 'avo', 'sogro', 'sogra'])

/** The claim's words in one statement, in their order and without a gap; near the claim before it when repeated. */
function verbatim(claim: Reading, readings: readonly Reading[], after: number): Claim | undefined {
  const { words } = claim
  if (words.length === 0) return undefined
  const places = readings.flatMap((reading) => {
    if (reading.statement.question && !claim.statement.question) return []
    const at = indexOfWords(reading.words, words)
    return at >= 0 && samePolarity(claim, reading, at) ? [{ reading, at }] : []
  })
  const place = places.find(({ reading }) => reading.statement.index > after) ?? places[0]
  if (!place) return undefined
  const { reading, at } = place
  const start = reading.places[at]!.start
  const end = reading.places[at + words.length - 1]!.end
  return {
    text: claim.statement.text,
    terms: claim.terms,
    sources: [{ statements: [reading.statement], terms: reading.terms }],
    coverage: 1,
    verbatim: true,
    supported: true,
    before: beforeIn(claim),
    spans: spansOf(reading.statement, start, end),
  }
}

function beforeIn({ statement }: Reading): Claim['before'] {
  return ({ from }) => statement.text.slice(0, statement.tokens[from]?.start ?? 0)
}

/** "Bebo" is not what "Não bebo" says, though its words are there. */
function samePolarity(claim: Reading, source: Reading, at: number): boolean {
  const start = source.places[at]!.start
  const end = source.places[at + claim.words.length - 1]!.end
  const inside = source.terms.filter(({ from, to, inferred }) => {
    const tokens = source.statement.tokens
    return !inferred && tokens[from]!.start >= start && tokens[to - 1]!.end <= end
  })
  const denied = (terms: readonly Term[]) =>
    terms
      .filter(({ kind }) => kind !== 'idle')
      .map((term) => `${term.key} ${term.denied}`)
      .join()
  return denied(claim.terms) === denied(inside)
}

function indexOfWords(words: readonly string[], wanted: readonly string[]): number {
  for (let at = 0; at + wanted.length <= words.length; at++)
    if (wanted.every((word, index) => words[at + index] === word)) return at
  return -1
}

const HARD: ReadonlySet<Term['kind']> = new Set(['number', 'drug', 'side'])
const MONTHS = new Set(
  'janeir fevere marc maio junh julh agost setemb outubr novemb dezemb'.split(' '),
)

/** What must be found whatever else is: a month is as exact as a number. */
function isHard({ kind, key }: Term): boolean {
  return HARD.has(kind) || (kind === 'word' && MONTHS.has(key))
}
/**
 * How much of a reworded claim must be found: everything hard, and that share of the words. Measured on the error set: invented
 * findings share a third of their words with a visit at most, a doctor's own wording keeps a half.
 */
const ENOUGH = 0.33
/** What a statement is about stands first: "Atestado de três dias" is about a certificate, not about three days. */
const HEAD = 1.5
const MAX_SOURCES = 5

function compared(
  claim: Reading,
  sources: readonly Source[],
  frequency: ReadonlyMap<string, number>,
): Claim {
  const wanted = claim.terms.filter(({ kind }) => kind !== 'idle')
  const head = headOf(claim, wanted)
  const weights = wanted.map(
    (term, index) => weightOf(term, frequency) * (index === head ? HEAD : 1),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const covers = coversOf(wanted, sources)
  const open = new Set(wanted.keys())
  const chosen: number[] = []
  while (open.size > 0 && chosen.length < MAX_SOURCES) {
    let best: { at: number; gain: number } | undefined
    for (const [at, covered] of covers) {
      const new_ = covered.filter((index) => open.has(index))
      const close = chosen.some(
        (each) => Math.abs(placeOf(sources[each]!) - placeOf(sources[at]!)) <= 2,
      )
      const gain =
        new_.reduce((sum, index) => sum + weights[index]!, 0) *
        (chosen.length === 0 || close ? 1 : 0.7)
      if (gain > (best?.gain ?? 0)) best = { at, gain }
    }
    if (!best || (chosen.length > 0 && best.gain < total * 0.12)) break
    for (const index of covers.get(best.at)!) open.delete(index)
    chosen.push(best.at)
  }
  for (const index of open) {
    const at = nearestPlace(wanted[index]!, chosen, covers, sources)
    if (!isHard(wanted[index]!) || at === undefined) continue
    open.delete(index)
    if (!chosen.includes(at)) chosen.push(at)
  }
  const missing = [...open].reduce((sum, index) => sum + weights[index]!, 0)
  const coverage = total === 0 ? 0 : 1 - missing / total
  const hardMissing = [...open].some(
    // "T4" is not "T40": a name with a digit is exact.
    (index) =>
      (isHard(wanted[index]!) && !wanted[index]!.rhythm && wanted[index]!.key !== '#1') ||
      /^[a-z]+\d/.test(wanted[index]!.key),
  )
  const found = chosen.sort((a, b) => a - b).map((at) => sources[at]!)
  return {
    text: claim.statement.text,
    terms: claim.terms,
    sources: found,
    coverage,
    verbatim: false,
    before: beforeIn(claim),
    supported: coverage >= ENOUGH && !hardMissing,
    spans: distinctSpans(
      found.flatMap(({ statements }) =>
        statements.flatMap((each) => spansOf(each, 0, each.text.length)),
      ),
    ),
  }
}

/** How many statements a number may stand from what it counts. */
const BOUND = 3

/**
 * Where a number, side or medicine that the chosen sources lack belongs to them: next to them, or with another of the claim's words.
 * Said elsewhere of something else it supports nothing.
 */
function nearestPlace(
  term: Term,
  chosen: readonly number[],
  covers: ReadonlyMap<number, readonly number[]>,
  sources: readonly Source[],
): number | undefined {
  const distance = (at: number) =>
    Math.min(...chosen.map((each) => Math.abs(placeOf(sources[each]!) - placeOf(sources[at]!))))
  const places = [...new Set(mentionsOf(term, sources).map(({ at }) => at))]
  return places
    .filter((at) => distance(at) <= BOUND || (covers.get(at)?.length ?? 0) > 1)
    .sort((a, b) => distance(a) - distance(b) || a - b)[0]
}

/** An infinitive is how advice is written, seldom how it was said: "Não subir" for "Não sobe". */
const INFINITIVE = /^\p{L}+(?:ar|er|ir)$/u

function headOf({ statement }: Reading, wanted: readonly Term[]): number {
  const head = wanted.findIndex(({ kind }) => kind === 'word' || kind === 'drug')
  const first = wanted[head]
  return first && INFINITIVE.test(statement.tokens[first.from]!.norm) ? -1 : head
}

/** By source, the wanted terms that it holds. */
function coversOf(wanted: readonly Term[], sources: readonly Source[]): Map<number, number[]> {
  const covers = new Map<number, number[]>()
  for (const [index, term] of wanted.entries())
    for (const at of new Set(assertedMentions(term, sources).map((mention) => mention.at)))
      covers.set(at, [...(covers.get(at) ?? []), index])
  return new Map([...covers].sort(([a], [b]) => a - b))
}

/** What was only supposed ("se perder líquido") is no sign that it happened. */
function assertedMentions(term: Term, sources: readonly Source[]) {
  const all = mentionsOf(term, sources)
  return term.asked ? all : all.filter(({ term: one }) => !one.supposed)
}

function placeOf({ statements }: Source): number {
  return statements[0]!.index
}

/**
 * Rare words weigh more; a unit hardly, since people leave it out; a number or a side little, since it says nothing by itself and
 * stands in many sentences.
 */
function weightOf({ kind, key, rhythm }: Term, frequency: ReadonlyMap<string, number>): number {
  if (kind === 'unit' || rhythm) return 0.15
  if (kind === 'number' || kind === 'side') return 0.5
  return kind === 'word' ? 1 / Math.log2(2 + (frequency.get(key) ?? 0)) : 1.5
}

function distinctSpans(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  const seen = new Set<string>()
  return spans.filter((span) => {
    const key = JSON.stringify(span)
    return !seen.has(key) && seen.add(key)
  })
}
