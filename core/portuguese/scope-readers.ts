/**
 * Said, and corrected in the same breath: "cem… não, desculpa, cinquenta", "na segunda, quer dizer,
 * quarta".
 */

import type { Scope } from './assertion.ts'
import { readNumbers } from './numbers.ts'
import type { Token } from './tokens.ts'

/** How far a correction reaches back, and how soon the right word follows it, in tokens. */
const REACH = 6

/**
 * Whether what stands at a place is replaced by another of its kind right after a word that
 * corrects.
 */
export function correctionReader(tokens: readonly Token[]): (at: number) => boolean {
  const cues = tokens.flatMap((_, at) => (isCorrection(tokens, at) ? [at] : []))
  if (cues.length === 0) return () => false
  const numbers = readNumbers(tokens)
  const kinds = tokens.map((token, at) =>
    numbers.some(({ from, to }) => at >= from && at < to) ? 'number' : kindOf(token),
  )
  return (at) => {
    const kind = kinds[at]
    const cue = cues.find((one) => one > at && one - at <= REACH)
    if (kind === undefined || cue === undefined) return false
    const own = numbers.find(({ from, to }) => at >= from && at < to)?.to ?? at + 1
    // The last of several before it is meant.
    if (kinds.slice(own, cue).includes(kind)) return false
    return kinds.slice(cue + 1, cue + 1 + REACH).includes(kind)
  }
}

/** "Não, desculpa": a word that says that another follows in place of the one before. */
export function isCorrection(tokens: readonly Token[], at: number): boolean {
  const { norm } = tokens[at]!
  if (/^(?:minto|perdao|corrigindo|errei|desculpa|desculpe|alias)$/.test(norm)) return true
  return norm === 'dizer' && tokens[at - 1]?.norm === 'quer'
}

const DAYS = /^(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)$/
const SIDES = /^(?:direit|esquerd)[oa]s?$/

function kindOf({ norm }: Token): 'side' | 'day' | undefined {
  if (SIDES.test(norm)) return 'side'
  return DAYS.test(norm) ? 'day' : undefined
}

/**
 * What a statement names without it being so: a goal, an ideal, the number from which something is
 * done.
 *
 * By place: whether the word there is only aimed at. "O ideal é doze por oito", "quero chegar nos
 * sessenta quilos".
 */
export function wishReader(tokens: readonly Token[]): (at: number) => boolean {
  const goals = tokens.flatMap((_, at) => goalFrom(tokens, at))
  const limits = tokens.flatMap((_, at) => limitFrom(tokens, at))
  const ranges = [...goals, ...limits]
  return (at) => ranges.some(({ from, to }) => at >= from && at < to)
}

interface Range {
  /** Tokens [from, to). */
  from: number
  to: number
}

const GOAL = /^(?:ideal|meta|objetivo|alvo)$/
const WANTS = /^(?:quero|queria|quer|pretendo|gostaria|sonho)$/
const ARRIVES = /^(?:chegar|baixar|descer|subir|voltar|ficar|pesar|atingir)$/

/** From the word that tells of a goal to the end of its clause. */
function goalFrom(tokens: readonly Token[], at: number): Range[] {
  const { norm } = tokens[at]!
  const isWish =
    WANTS.test(norm) && tokens.slice(at + 1, at + 4).some((one) => ARRIVES.test(one.norm))
  if (!GOAL.test(norm) && !isWish) return []
  return [{ from: at + 1, to: endOfClause(tokens, at + 1) }]
}

/** "Acima de quatro é que a gente investiga": a limit, and nobody's number. */
function limitFrom(tokens: readonly Token[], at: number): Range[] {
  if (!/^(?:acima|abaixo|mais|menos|partir)$/.test(tokens[at]!.norm)) return []
  const to = endOfClause(tokens, at)
  const isLimit = tokens
    .slice(at, to)
    .some(({ norm }, index, rest) => norm === 'que' && rest[index - 1]?.norm === 'e')
  return isLimit ? [{ from: at, to }] : []
}

function endOfClause(tokens: readonly Token[], from: number): number {
  const end = tokens
    .slice(from)
    .findIndex(({ norm }) => /^(?:[.,;:!?…]|mas|hoje|agora)$/.test(norm))
  return end < 0 ? tokens.length : from + end
}

/**
 * Where nobody can hear what a denial reaches: "sem sopro pulmão limpo pernas sem inchaço", from a
 * recognizer that writes no marks.
 */
export type UnsureReader = (at: number, isClinical: boolean) => boolean

/** Words that one mark may hold together, at least, for a statement to be without marks. */
const UNMARKED = 10
/**
 * Words of a denied phrase, in a statement without marks, behind which it may be over: of
 * complaints, which are told in lists, more.
 */
const SURE_WORDS = 1
const SURE_COMPLAINTS = 5

/**
 * "Sem sopro pulmão limpo pernas sem inchaço": nobody can hear from the words alone where what is
 * denied ends.
 */
export function unsureReader(tokens: readonly Token[], scopes: readonly Scope[]): UnsureReader {
  const marks = tokens.slice(0, -1).filter(({ kind, norm }) => kind === 'mark' && norm !== '%')
  if (tokens.length < UNMARKED * (marks.length + 1)) return () => false
  return (at, isClinical) => {
    const around = scopes.filter(
      ({ assertion, from, to }) => assertion === 'denied' && at >= from && at < to,
    )
    const most = isClinical ? SURE_COMPLAINTS : SURE_WORDS
    return around.length > 0 && around.every(({ from }) => wordsBefore(tokens, from, at) >= most)
  }
}

/**
 * Words that say something between two places; what is joined or told more closely counts with what
 * it belongs to.
 */
function wordsBefore(tokens: readonly Token[], from: number, to: number): number {
  let words = 0
  for (let at = from; at < to; at++) {
    const isJoined = JOINS.test(tokens[at + 1]?.norm ?? '')
    if (tokens[at]!.kind === 'word' && !JOINS.test(tokens[at]!.norm) && !isJoined) words += 1
  }
  return words
}

const JOINS = /^(?:[aeo]s?|ou|nem|d[aeo]s?|n[ao]s?|em|aos?|com|uma?|muit[ao]|tenho|tem|tive|teve)$/
