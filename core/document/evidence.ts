/**
 * Finds the words a value rests on, whoever wrote it (DESIGN §2.2). A value that quotes is found word for word; one
 * that was put differently is compared term by term (ideas, numbers, ingredients). `supported` means that nearly
 * everything it says, and every number, dose, side and medicine in it, occurs together in the statements shown.
 * Whether they say the same or the opposite is the business of `checks.ts`.
 */
import type { EvidenceSpan } from '../contract/api.ts'
import { COUNTED_UNITS, type Term, termReader } from './evidence-terms.ts'
import { readStatements, type Sources, type Statement, spansOf } from './extractors/statements.ts'
import type { Token } from './extractors/tokens.ts'

export interface FoundEvidence {
  verdict: 'supported' | 'not_found'
  spans: EvidenceSpan[]
}

/** A statement with its terms. */
interface Reading {
  statement: Statement
  terms: Term[]
  words: string[]
  /** Characters of each word. */
  places: Token[]
}

/** What is asserted: a statement, or a question with its short answer. A question alone asserts nothing. */
export interface Source {
  statements: Statement[]
  terms: Term[]
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

export function evidenceIndex(input: Sources): EvidenceIndex {
  const readTerms = termReader()
  const toReading = (statement: Statement): Reading => {
    const places = statement.tokens.filter(({ kind }) => kind !== 'mark')
    return {
      statement,
      terms: readTerms(statement.tokens),
      places,
      words: places.map(({ norm }) => norm.toLowerCase()),
    }
  }
  const readings = readStatements(input).map(toReading)
  const sources = asserted(readings)
  const frequency = new Map<string, number>()
  for (const { terms } of sources)
    for (const key of new Set(terms.map(({ key }) => key)))
      frequency.set(key, (frequency.get(key) ?? 0) + 1)

  function claims(value: string): Claim[] {
    const own = readStatements({
      segments: [],
      // Parts that a semicolon parts are claims of their own: one of two sides, one of two doses.
      contextMarkdown: value.replaceAll(';', '.'),
      backgroundHistory: null,
      files: [],
    }).map(toReading)
    let after = -1
    return own.map((reading) => {
      const found = verbatim(reading, readings, after) ?? compared(reading, sources, frequency)
      after = found.sources.at(-1)?.statements.at(-1)?.index ?? after
      return found
    })
  }

  return { sources, claims }
}

/** "Teve febre? Não." denies the fever; "Teve febre?" alone says nothing about it. */
function asserted(readings: readonly Reading[]): Source[] {
  return readings.flatMap((reading, index): Source[] => {
    const { statement, terms } = reading
    if (!statement.question) return [{ statements: [statement], terms }]
    const answer = answerTo(readings, index)
    if (!answer) return []
    const asked = answeredTerms(reading, answer, answer === readings[index + 1])
    return [{ statements: [statement, answer.statement], terms: [...asked, ...answer.terms] }]
  })
}

/**
 * What a question's words say once it is answered. An answer that takes up one of several things asked ("Sal, cigarro, bebida?
 * Cigarro nunca.") speaks of that one only; the others were spoken of, and nothing was said of them.
 */
function answeredTerms({ terms }: Reading, answer: Reading, isDirect: boolean): Term[] {
  const kind = answerKind(answer)
  const content = answer.terms.filter((term) => term.kind === 'word' || term.kind === 'drug')
  const takesUp = (term: Term) => content.some((one) => one.key === term.key)
  const isOwn = content.length > 0 && !OPENS_WITH_NO.test(answer.words[0] ?? '')
  const isPartly = isOwn && terms.some((term) => term.kind === 'word' && takesUp(term))
  return terms.map((term): Term => {
    const isMeant = isPartly ? takesUp(term) : isDirect || !isOwn
    if (kind === 'no' && isMeant) return { ...term, denied: true }
    return kind === 'yes' && isMeant && isDirect ? term : { ...term, asked: true }
  })
}

const OPENS_WITH_NO = /^(?:nao|nunca|nada|nem)$/

/** People ask several things in one breath: "Vomitou sangue? As fezes ficaram escuras?" has one answer. */
function answerTo(readings: readonly Reading[], at: number): Reading | undefined {
  const { origin } = readings[at]!.statement
  for (const next of readings.slice(at + 1, at + 1 + MOST_QUESTIONS)) {
    if (next.statement.origin !== origin) return undefined
    if (!next.statement.question) return next
  }
  return undefined
}

const MOST_QUESTIONS = 5

/** Whether what follows a question answers it in so few words that only both together say something. */
function answerKind({ statement, words }: Reading): 'yes' | 'no' | 'none' {
  const text = words.join(' ')
  const opening = OPENS_WITH_NO.test(words[0] ?? '')
  if (opening && statement.tokens[1]?.kind === 'mark') return 'no'
  if (
    /^(?:nada disso|que nada|de jeito nenhum|jamais|negativo|deus me livre|capaz|gracas a deus nao)\b/.test(
      text,
    )
  )
    return 'no'
  if (
    words.length <= 8 &&
    /^(?:nao|nunca|nenhuma?)$/.test(words.at(-1) ?? '') &&
    !statement.question
  )
    return 'no'
  if (
    statement.question ||
    words.length > 8 ||
    /^(?:nao (?:sei|lembro|tenho certeza)|talvez|acho)\b/.test(text)
  )
    return 'none'
  if (/^(?:nao|nunca|nenhuma?|nada|nem)\b/.test(text)) return 'no'
  if (/^(?:sim|isso|e isso|exato|tenho|tive|tomo|fumo|bebo|uso|ja|aham|uhum)\b/.test(text))
    return 'yes'
  return words.length <= 5 &&
    !/\b(?:sinto|estou|tambem|minha|meu|vou|vamos|sou|foi|esta)\b/.test(text)
    ? 'yes'
    : 'none'
}

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
  const inside = source.terms.filter(({ from, to }) => {
    const tokens = source.statement.tokens
    return tokens[from]!.start >= start && tokens[to - 1]!.end <= end
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
/**
 * How much of a reworded claim must be found: everything hard, and that share of the words. Measured on the error set: invented
 * findings share a third of their words with a visit at most, a doctor's own wording keeps a half.
 */
const ENOUGH = 0.33
const MAX_SOURCES = 5

function compared(
  claim: Reading,
  sources: readonly Source[],
  frequency: ReadonlyMap<string, number>,
): Claim {
  const wanted = claim.terms.filter(({ kind }) => kind !== 'idle')
  const weights = wanted.map((term) => weightOf(term, frequency))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const open = new Set(wanted.keys())
  const chosen: Source[] = []
  while (open.size > 0 && chosen.length < MAX_SOURCES) {
    let best: { source: Source; covers: number[]; gain: number } | undefined
    for (const source of sources) {
      const covers = [...open].filter((index) =>
        source.terms.some((term) => says(term, wanted[index]!)),
      )
      const close = chosen.some((each) => Math.abs(placeOf(each) - placeOf(source)) <= 2)
      const gain =
        covers.reduce((sum, index) => sum + weights[index]!, 0) *
        (chosen.length === 0 || close ? 1 : 0.7)
      if (gain > (best?.gain ?? 0)) best = { source, covers, gain }
    }
    if (!best || (chosen.length > 0 && best.gain < total * 0.12)) break
    for (const index of best.covers) open.delete(index)
    chosen.push(best.source)
  }
  const missing = [...open].reduce((sum, index) => sum + weights[index]!, 0)
  const coverage = total === 0 ? 0 : 1 - missing / total
  const hardMissing = [...open].some(
    // "T4" is not "T40": a name with a digit is exact.
    (index) => HARD.has(wanted[index]!.kind) || /^[a-z]+\d/.test(wanted[index]!.key),
  )
  chosen.sort((a, b) => placeOf(a) - placeOf(b))
  return {
    text: claim.statement.text,
    terms: claim.terms,
    sources: chosen,
    coverage,
    verbatim: false,
    before: beforeIn(claim),
    supported: coverage >= ENOUGH && !hardMissing,
    spans: distinctSpans(
      chosen.flatMap(({ statements }) =>
        statements.flatMap((each) => spansOf(each, 0, each.text.length)),
      ),
    ),
  }
}

function placeOf({ statements }: Source): number {
  return statements[0]!.index
}

/** Rare words weigh more; a unit hardly, since people leave it out; what must be exact, most. */
function weightOf({ kind, key }: Term, frequency: ReadonlyMap<string, number>): number {
  if (kind === 'unit') return 0.15
  return kind === 'word' ? 1 / Math.log2(2 + (frequency.get(key) ?? 0)) : 1.5
}

/** Whether a source's term holds what the claim's term says, polarity aside. "7" days are not the 7 of a pressure. */
export function says(source: Term, claim: Term): boolean {
  if (source.kind !== 'number' && claim.kind !== 'number') return source.key === claim.key
  if (source.kind !== claim.kind) return false
  const counted = claim.unit !== undefined && COUNTED_UNITS.has(claim.unit)
  const sameUnit =
    source.unit === claim.unit || (source.unit === undefined && LEFT_OUT.has(claim.unit ?? ''))
  if (counted && !sameUnit) return false
  return (
    source.key === claim.key ||
    Boolean(source.also?.includes(claim.key) || claim.also?.includes(source.key))
  )
}

/** Often left out: "peso 72", "um e setenta", "losartana de 50", "morreu com 52". */
const LEFT_OUT = new Set('kg cm metro grau mg mcg ml ui gota ano'.split(' '))

function distinctSpans(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  const seen = new Set<string>()
  return spans.filter((span) => {
    const key = JSON.stringify(span)
    return !seen.has(key) && seen.add(key)
  })
}
