/**
 * What was asserted, as sources of values: every statement, and every question with its answer.
 * "Teve febre? Não." denies the fever; "Teve febre?" alone says nothing of it. What goes on about a
 * relative ("Meu pai infartou. Fumava muito.") is told of that relative, until the speaker speaks
 * of the patient again.
 */

import { isInstruction, ordersWriter } from '../../portuguese/noise.ts'
import type { Term } from '../../portuguese/term.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { type Asked, pairAnswer } from '../../portuguese/turns.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'
import { COUNTED_UNITS, sameLength, TIME_UNITS } from './numbers.ts'

/** A statement with its terms. */
export interface ReadStatement {
  statement: Statement
  terms: Term[]
  words: string[]
  /** Characters of each word. */
  places: Token[]
}

/**
 * What is asserted: a statement, or a question with its short answer. A question alone asserts
 * nothing.
 */
export interface Source {
  statements: Statement[]
  terms: Term[]
  /** What an order to the writer of the record names: it is asserted by nobody. */
  ordered?: Term[]
}

export function assertedSources(readings: readonly ReadStatement[]): Source[] {
  const told = withAskedUnits(withHolders(readings))
  return told.flatMap((reading, index): Source[] => {
    const { statement, terms } = reading
    if (isOrder(reading)) return [{ statements: [statement], terms: [], ordered: terms }]
    if (!statement.question)
      return [{ statements: [statement], terms: maybeAsked(reading, told[index + 1]) }]
    const all = answersTo(told, index)
    if (all.length === 0) return []
    const answers = repliesIn(reading, all)
    if (answers.length === 0) return [{ statements: [statement], terms: terms.map(unansweredTerm) }]
    const { asked, sentences } = pairAnswer(
      statement.tokens,
      answers.map((one) => one.statement.tokens),
    )
    const used = answers.slice(0, Math.max(1, sentences))
    return [
      {
        statements: [statement, ...used.map((one) => one.statement)],
        terms: [
          ...answeredTerms(terms, asked, used, saidBefore(statement), isOpen(statement)),
          ...used.flatMap((one) => one.terms),
        ],
      },
    ]
  })
}

/** Words of a question that only its answer shows, at most. */
const LONGEST_UNMARKED = 14

/**
 * "O senhor botou sangue pela boca fezes preta" "não senhora": without a mark, and denied by
 * whoever speaks next, it may have been asked.
 */
function maybeAsked(
  { statement, terms, words }: ReadStatement,
  next: ReadStatement | undefined,
): Term[] {
  const isOpen = !/[.!?…]\W*$/.test(statement.text) && words.length <= LONGEST_UNMARKED
  const isDenied =
    isOpen &&
    next?.statement.origin === 'speech' &&
    statement.origin === 'speech' &&
    !sameSegment({ statement, terms, words, places: [] }, next) &&
    DENIES.test(next.words.join(' '))
  return isDenied
    ? terms.map((term): Term => (term.denied ? term : { ...term, asked: true }))
    : terms
}

const DENIES =
  /^(?:(?:ah|ixe|vixe|oxe|bah|eu|deus) )?(?:nao|nunca|nada|nem|nenhuma?|jamais|me livre|imagina)(?: |$)/

/** "Há quantos dias?" "Doze. Não, dez.": bare numbers that follow count what was asked for, too. */
function withAskedUnits(readings: readonly ReadStatement[]): ReadStatement[] {
  let asked: { unit: string; until: number } | undefined
  return readings.map((reading, at) => {
    if (reading.statement.question) {
      const unit = askedUnit(reading)
      asked = unit === undefined ? undefined : { unit, until: at + MOST_ANSWERS }
      return reading
    }
    if (!asked || at > asked.until) return reading
    const { unit } = asked
    const counted = reading.terms.flatMap((term): Term[] =>
      term.kind === 'number' && !isBirthWeightSaid(term) && term.unit === undefined && !term.rhythm
        ? [{ ...term, unit }]
        : [],
    )
    return counted.length > 0 ? { ...reading, terms: [...reading.terms, ...counted] } : reading
  })
}

const MOST_ANSWERS = 3

/** "Trinta e oito, parto normal, com três e duzentos": the grams are no weeks. */
function isBirthWeightSaid({ also = [] }: Term): boolean {
  return also.length > 1 && also.some((form) => Number(form.slice(1)) >= 1000)
}

function askedUnit({ words, terms, statement }: ReadStatement): string | undefined {
  const quantity = words.findLastIndex((word) => /^quant[oa]s?$/.test(word))
  if (quantity < 0) return undefined
  return terms.find(
    ({ key, from }) =>
      TIME_UNITS.has(key) &&
      statement.tokens.slice(0, from).filter(({ kind }) => kind !== 'mark').length > quantity,
  )?.key
}

/** "Prednisona por cinco dias… você tem glaucoma?": only what follows the pause is asked. */
function saidBefore({ tokens }: Statement): number {
  return tokens.findLastIndex(({ norm }) => norm === '…')
}

/**
 * "E fora da crise, como fica o humor?" "Fico murcha. Nada tem graça.": no answer denies what was
 * asked how, or why.
 */
function isOpen({ tokens }: Statement): boolean {
  return /(?:^|, )(?:(?:e|mas|entao|ai) )?(?:como|qual|quais|quando|por que) /.test(
    tokens
      .map(({ norm }) => norm)
      .join(' ')
      .replaceAll(' , ', ', '),
  )
}

/**
 * People ask several things in one breath: "Vomitou sangue? As fezes ficaram escuras?" has one
 * answer.
 */
const MOST_QUESTIONS = 5

function answersTo(readings: readonly ReadStatement[], at: number): ReadStatement[] {
  const { origin } = readings[at]!.statement
  const found: ReadStatement[] = []
  for (const next of readings.slice(at + 1, at + 1 + MOST_QUESTIONS)) {
    if (next.statement.origin !== origin || (next.statement.question && found.length > 0)) break
    if (!next.statement.question) found.push(next)
  }
  return found
}

/** An order to whoever writes ("acrescente … na prescrição") asserts nothing. */
export function isOrder({ statement, terms }: Pick<ReadStatement, 'statement' | 'terms'>): boolean {
  const words = wordsOf(statement.tokens)
  if (isInstruction(words)) return true
  const isSpoken = statement.origin === 'speech' && statement.speaker !== 'doctor'
  return isSpoken && terms.some(({ kind }) => kind === 'drug') && ordersWriter(words)
}

/**
 * Those that reply: whoever asks and goes on talking is answered by a yes or a no alone, and who
 * evades does not answer.
 */
function repliesIn(
  { statement }: ReadStatement,
  answers: readonly ReadStatement[],
): readonly ReadStatement[] {
  const { speaker, origin } = statement
  const own = (one: ReadStatement) => speaker !== null && one.statement.speaker === speaker
  const others = origin === 'speech' ? answers.filter((one) => !own(one)) : answers
  const words = others[0] ? wordsOf(others[0].statement.tokens) : ''
  const isInterrupted = answers[0] !== undefined && own(answers[0])
  if (isInterrupted && !YES_OR_NO.test(words)) return []
  return EVADES.test(words) && !YES_OR_NO.test(words) ? [] : others
}

function unansweredTerm(term: Term): Term {
  return { ...term, asked: true, supposed: true, unanswered: true }
}

const YES_OR_NO =
  /^(?:(?:ah|eu|e|olha|bom|entao|as) )*(?:sim|nao(?! (?:sei|lembro|entendi|trouxe|ouvi))|nunca|nada|nenhum|nenhuma|nem|jamais|tenho|tem|tive|teve|tinha|tomo|uso|fumo|bebo|sinto|senti|ja|isso(?! e)|vezes|foi|to|estou|muito|muita|bastante)\b/
/** Asks back, puts it off, or speaks of the talk instead. */
const EVADES =
  /^(?:(?:ah|ai|olha|bom|doutora?|entao) )*(?:como assim|que pergunta|nao (?:entendi|ouvi)|antes que eu|o meu celular|meu celular|deixa eu (?:ver n[ao]|pegar|procurar|olhar)|isso e (?:muito )?(?:constrangedor|particular|pessoal|intimo)|prefiro (?:nao )?(?:falar|conversar|responder)|(?:depois|outra hora) (?:eu )?(?:falo|falamos|conto|respondo)|precisa (?:mesmo )?(?:responder|falar)|por que (?:o senhor|a senhora|voce|quer|pergunta))\b/

/**
 * An answer that takes up one of several things asked ("Vômito, febre?" "Vomitei.") affirms that
 * one only.
 */
function answeredTerms(
  terms: readonly Term[],
  asked: readonly Asked[],
  answers: readonly ReadStatement[],
  askedFrom: number,
  isOpen: boolean,
): Term[] {
  const taken = new Set(
    answers.flatMap((one) =>
      one.terms.flatMap(({ kind, key }) => (kind === 'word' || kind === 'drug' ? key : [])),
    ),
  )
  const isPartly =
    asked.length > 1 && terms.some(({ kind, key }) => kind === 'word' && taken.has(key))
  const isRefused = NOT_THIS.test(answers[0]?.words.join(' ') ?? '')
  return terms.map((term): Term => {
    if (term.to <= askedFrom) return term
    const part = asked.find(({ from, to }) => term.from >= from && term.from < to)
    if (isOpen && part?.answer === 'no') return { ...term, asked: true }
    if (part?.answer === 'no' || (isRefused && part?.answer === 'told'))
      return { ...term, denied: true }
    const isMeant = !isPartly || taken.has(term.key)
    if (part?.answer !== 'yes' || !isMeant) return { ...term, asked: true }
    // "Derrame?" "Derrame foi meu marido."
    const holder = answers
      .flatMap((one) => one.terms)
      .find(({ key, holder }) => key === term.key && holder !== undefined)?.holder
    return holder === undefined ? term : { ...term, holder }
  })
}

/** "O clonazepam?" "Esse eu não tomei."; "Psoríase?" "Eu não, meu pai." */
const NOT_THIS =
  /^(?:d?ess[ae]s?|d?isso|d?est[ae]s?|d?el[ae]s?)(?: (?:eu|ele|ela|ai))? (?:nao|nunca)(?: |$)|^eu nao(?: meu| minha| quem)/

/** Name of the person whom a companion's own words are about. */
export const COMPANION = 'acompanhante'

/**
 * Whose a statement is when it names nobody: of whom the one before it was, in the same breath, or
 * asked about.
 */
function withHolders(readings: readonly ReadStatement[]): ReadStatement[] {
  let topic: string | undefined
  let previous: ReadStatement | undefined
  return readings.map((reading) => {
    const own = reading.terms.at(-1)?.holder
    const goesOn =
      topic !== undefined &&
      previous !== undefined &&
      !reading.terms.some(({ holder }) => holder) &&
      !ABOUT_SELF.test(reading.words.join(' ')) &&
      (sameSegment(previous, reading) ||
        (previous.statement.question && !reading.statement.question))
    const holder = goesOn ? topic : undefined
    // What a companion says of itself ends with the sentence.
    topic = own === COMPANION ? undefined : (own ?? holder)
    previous = reading
    return holder
      ? { ...reading, terms: reading.terms.map((term): Term => ({ ...term, holder })) }
      : reading
  })
}

const ABOUT_SELF =
  /\b(?:eu|meu|minha|meus|minhas|mim|tenho|tive|tomo|uso|fumo|bebo|sou|estou|to|fiz|faco|sinto|moro|trabalho|tomei|operei|paciente|ninguem|nao)\b/

function sameSegment(one: ReadStatement, other: ReadStatement): boolean {
  const segment = one.statement.pieces.at(-1)?.segment
  return segment !== undefined && segment === other.statement.pieces[0]?.segment
}

/**
 * Whether a source's term holds what the claim's term says, polarity aside. "7" days are not the 7
 * of a pressure.
 */
export function says(source: Term, claim: Term): boolean {
  if (source.kind !== 'number' && claim.kind !== 'number') return source.key === claim.key
  if (source.kind !== claim.kind) return false
  const counted = claim.unit !== undefined && COUNTED_UNITS.has(claim.unit)
  const sameUnit =
    source.unit === claim.unit ||
    (source.unit === undefined &&
      (LEFT_OUT.has(claim.unit ?? '') || claim.seldomSaid === true || isBirthWeight(claim))) ||
    (claim.unit === 'relogio' && source.unit === 'hora')
  if (source.unit !== claim.unit && sameLength(source, claim)) return true
  if (counted && !sameUnit) return false
  return (
    source.key === claim.key ||
    Boolean(source.also?.includes(claim.key) || claim.also?.includes(source.key))
  )
}

/** "Nasceu com dois e novecentos": 2.900 g. */
function isBirthWeight({ unit, key }: Term): boolean {
  return unit === 'g' && Number(key.slice(1)) >= 1000
}

/** Often left out: "peso 72", "um e setenta", "losartana de 50", "morreu com 52". */
const LEFT_OUT = new Set('kg cm metro grau mg mcg ml ui gota ano'.split(' '))

/** A term of a source; `at` counts the sources. */
export interface Mention {
  at: number
  term: Term
}

const known = new WeakMap<readonly Source[], Map<string, Mention[]>>()

/** Everywhere a term of a claim is spoken of; the sources are sorted once. */
export function mentionsOf(claim: Term, sources: readonly Source[]): Mention[] {
  const byKey = known.get(sources) ?? sorted(sources)
  known.set(sources, byKey)
  const keys = [claim.key, ...(claim.also ?? [])]
  const found = keys.flatMap((key) => byKey.get(key) ?? []).filter(({ term }) => says(term, claim))
  return keys.length > 1 ? [...new Set(found)] : found
}

/**
 * Where a word of the same root was said that no list joins: "sangue" for "sanguíneo". It shows
 * where to look, and is compared with nothing.
 */
export function kindredMentions({ kind, key }: Term, sources: readonly Source[]): Mention[] {
  if (kind !== 'word') return []
  const byKey = known.get(sources) ?? sorted(sources)
  known.set(sources, byKey)
  return [...byKey].flatMap(([other, mentions]) =>
    isKindred(key, other) ? mentions.filter(({ term }) => term.kind === 'word') : [],
  )
}

/** Stems have six letters at most: all but the last of the longer one. */
function isKindred(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length === 5 && long.length === 6 && long.startsWith(short)
}

function sorted(sources: readonly Source[]): Map<string, Mention[]> {
  const byKey = new Map<string, Mention[]>()
  for (const [at, { terms }] of sources.entries())
    for (const term of terms) {
      const mention = { at, term }
      for (const key of new Set([term.key, ...(term.also ?? [])])) {
        const all = byKey.get(key)
        if (all) all.push(mention)
        else byKey.set(key, [mention])
      }
    }
  return byKey
}
