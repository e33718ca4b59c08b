/**
 * How much of a medicine and how often, wherever its sentence or the next ones say it: in its
 * directions, behind a verb that changes it ("sobe de 75 pra 100"), in the answer to a question,
 * alone in the sentence that follows.
 */

import { readDurations } from '../../portuguese/durations.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { rhythmsOf } from '../../portuguese/rhythm.ts'
import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { numberKey } from '../evidence/numbers.ts'
import { type Amount, quantityAt, strengthAt } from '../medicines/medication-amounts.ts'
import { directionsAt } from '../medicines/medication-directions.ts'
import type { MedicationMention } from '../medicines/medication-mentions.ts'
import { readingOf } from '../medicines/medication-reading.ts'
import { chartText } from './fact.ts'
import { inDays } from './returns.ts'
import { isPatients, type Said } from './visit-reader.ts'

export interface HowMuch {
  /** Keys of amounts, rhythms and lengths, as made below. */
  keys: string[]
  /** The token behind the last word of it. */
  to: number
}

/** Tokens behind the directions in which how often still means the medicine. */
const BEHIND = 10

/** What the sentence itself says of the medicine. */
export function howMuchOf(
  tokens: readonly Token[],
  mention: MedicationMention,
  next: MedicationMention | undefined,
): HowMuch {
  const { from, to, dose, quantity } = mention
  const last = next?.lead ?? tokens.length
  const mark = tokens.findIndex(({ norm }, at) => at >= to && at < last && ENDS.test(norm))
  const sentence = mark < 0 ? last : mark
  const until = Math.min(sentence, to + BEHIND)
  const rhythms = rhythmMentions(tokens.slice(from, until))
  const moved = movedTo(tokens, from, until)
  const amount: (Amount & { to?: number }) | null | undefined =
    moved ?? dose ?? countable(quantity) ?? strengthBehind(tokens, to, sentence)
  return {
    keys: [
      ...(amount ? amountKeys(amount) : []),
      ...rhythms.map(({ key }) => key),
      ...lengthsIn(tokens.slice(from, until)),
    ],
    to: Math.max(to, from + (rhythms.at(-1)?.to ?? 0), amount?.to ?? 0),
  }
}

const ENDS = /^[.;!?]$/

/** Amount to count: the strength of a tablet, not that it is one; drops and puffs by number. */
function countable(quantity: Amount | null): Amount | null {
  const isOneForm = /^(?:comprimido|capsula|dose|aplicador)$/.test(quantity?.unit ?? '')
  return isOneForm && quantity?.value === 1 ? null : quantity
}

const MOVES =
  /^(?:sobe|subir|subiu|subimos|aument\p{L}+|baix\p{L}+|reduz\p{L}*|diminu\p{L}+|pass\p{L}+|vai|vamos|volt\p{L}+|cai|desce|descer|fica|mud\p{L}+|\d+)$/u

/** "Sobe pra 40", "de 75 pra 100": what it comes to. */
function movedTo(tokens: readonly Token[], from: number, to: number) {
  const numbers = readNumbers(tokens)
  for (let at = from + 1; at < to; at++) {
    if (!/^(?:pra|para|pro)$/.test(tokens[at]!.norm)) continue
    const number = numbers.find((each) => each.from === at + 1)
    const isMoved =
      MOVES.test(tokens[at - 1]!.norm) || numbers.some((each) => each.to === at && !each.article)
    if (!number || number.article || !isMoved || TIME.test(tokens[number.to]?.norm ?? '')) continue
    return strengthAt(tokens, numbers, number.from) ?? bare(number)
  }
  return undefined
}

const TIME = /^(?:dias?|semanas?|mes|meses|anos?|horas?|vez|vezes|x)$/

/** "Voltar ao metotrexato, agora sem bebida, 15 miligramas por semana." */
function strengthBehind(tokens: readonly Token[], from: number, to: number) {
  const numbers = readNumbers(tokens).filter((each) => each.from >= from && each.to <= to)
  return numbers.flatMap((number) => {
    const strength = strengthAt(tokens, numbers, number.from)
    if (strength && isDose(strength)) return [strength]
    const isTime = TIME.test(tokens[number.to]?.norm ?? '') || number.article
    const ends = tokens[number.from - 1]?.norm === ',' && isEnd(tokens[number.to]?.norm)
    return !isTime && number.value >= LEAST_BARE && (ends || isTakenAt(tokens, number.to))
      ? [bare(number)]
      : []
  })[0]
}

/** "…, segunda, quarta e sexta, 500.": less is a count of tablets. */
const LEAST_BARE = 5

function isEnd(norm: string | undefined): boolean {
  return norm === undefined || /^[.,;]$/.test(norm)
}

/** "Cem de manhã", "duzentos à noite". */
function isTakenAt(tokens: readonly Token[], at: number): boolean {
  const words = wordsBetween(tokens, at, at + 2)
  return /^(?:de manha|a noite|de noite|a tarde|de tarde|em jejum|por dia|ao dia)$/.test(words)
}

/** "Faz três meses", "por sete dias"; years tell of the disease. */
function lengthsIn(tokens: readonly Token[]): string[] {
  return readDurations(tokens).flatMap(({ iso, unit }) =>
    iso !== null && /^(?:day|week|month)$/.test(unit) ? [inDays(iso)] : [],
  )
}

function bare({ value, to }: { value: number; to: number }) {
  return { value, and: null, unit: null, to }
}

function isDose({ unit }: Amount): boolean {
  return /^(?:mg|g|mcg|ui)$/.test(unit ?? '')
}

/** "Losartana?" "Cinquenta, de doze em doze.": what the answer says of it. */
export function answeredWith({ statement, answers }: Said, { to }: MedicationMention) {
  const [first] = answers
  if (!statement.question || !first || first.mentions.length > 0) return undefined
  // "Era de 50?" "25.": of two the answer's holds; of a question with one and a "sim" the
  // question's.
  const { tokens } = first.statement
  const numbers = readNumbers(tokens).filter(({ article }) => !article)
  const isAsked = readNumbers(statement.tokens.slice(to)).some(({ article }) => !article)
  if (isAsked && numbers.length === 0) return undefined
  for (const { from, value, to: end } of numbers) {
    const reading = readingOf(tokens, () => false)
    const directions = directionsAt(reading, from)
    const isShort = first.words.split(' ').length <= MOST_BARE
    const amount: (Amount & { to?: number }) | null =
      directions.dose ??
      countable(directions.quantity) ??
      (isShort ? bare({ value, to: end }) : null)
    if (amount === null || TIME.test(tokens[end]?.norm ?? '')) continue
    const rhythms = rhythmMentions(tokens.slice(from))
    const last = Math.max(directions.to, end, from + (rhythms.at(-1)?.to ?? 0))
    return {
      keys: [...amountKeys(amount), ...rhythms.map(({ key }) => key)],
      text: amountText(first, { ...amount, from, to: amount.to ?? end }, last),
    }
  }
  return undefined
}

/** A bare number in digits: what writes spoken numbers in digits needs their unit. */
function amountText(
  { statement }: Said,
  { value, unit, from, to }: Amount & { from: number; to?: number },
  last: number,
): string {
  const { tokens } = statement
  if (unit !== null || to === undefined)
    return chartText(statement, tokens[from]!.start, tokens[last - 1]!.end)
  const rest = last > to ? chartText(statement, tokens[to]!.start, tokens[last - 1]!.end) : ''
  const number = String(value).replace('.', ',')
  return rest === '' ? number : `${number} ${rest.slice(0, 1).toLowerCase()}${rest.slice(1)}`
}

/** Words of an answer that may hold a number without a unit. */
const MOST_BARE = 8

/**
 * "Sobe pra 40 miligramas.": an amount whose medicine was named before. A bare one only where it
 * was asked for.
 */
export function amountAlone(one: Said, isAsked: boolean) {
  const { tokens } = one.statement
  const numbers = readNumbers(tokens)
  const isShort = one.words.split(' ').length <= MOST_BARE
  for (const number of numbers) {
    const { from, article } = number
    const strength =
      strengthAt(tokens, numbers, from) ?? (isAsked ? quantityAt(tokens, numbers, from) : undefined)
    const isBare = isAsked && isShort && !article && !TIME.test(tokens[number.to]?.norm ?? '')
    const amount =
      strength && (isDose(strength) || isAsked) ? strength : isBare ? bare(number) : undefined
    if (!amount || !isPatients(one, from)) continue
    const rhythms = rhythmMentions(tokens.slice(from))
    const to = Math.max(amount.to, from + (rhythms.at(-1)?.to ?? 0))
    return {
      keys: [...amountKeys(amount), ...rhythms.map(({ key }) => key)],
      text: amountText(one, { ...amount, from }, to),
      from,
      to,
    }
  }
  return undefined
}

/** Masses in milligrams; of other units a number counts by itself. */
const IN_MG = new Map([
  ['g', 1000],
  ['mg', 1],
  ['mcg', 0.001],
])

/**
 * How much and how often, as keys that compare: "meio grama" and "500 mg", "de 8 em 8 horas" and
 * "três vezes ao dia" are the same.
 *
 * One key for the amount; of a combination one for each part.
 */
function amountKeys({ value, and, unit }: Amount): string[] {
  const scale = IN_MG.get(unit ?? '') ?? 1
  return [value, and].flatMap((each) => (each === null ? [] : numberKey(each * scale)))
}

/**
 * Every amount that the words could say: a number with its unit, and the number alone, since people
 * leave the unit out.
 */
export function amountsIn(tokens: readonly Token[]): Set<string> {
  return new Set(
    readNumbers(tokens).flatMap(({ value, to }) => {
      const unit = UNITS.find(([pattern]) => pattern.test(tokens[to]?.norm ?? ''))?.[1]
      const scale = IN_MG.get(unit ?? '') ?? 1
      return [numberKey(value), numberKey(value * scale)]
    }),
  )
}

const UNITS: readonly [RegExp, string][] = [
  [/^(?:g|gramas?|gr)$/, 'g'],
  [/^(?:mcg|ug|µg|microgramas?)$/, 'mcg'],
]

/** How often, where it was said as a count or an interval; a moment of the day alone is none. */
function rhythmMentions(tokens: readonly Token[]): { key: string; to: number }[] {
  return rhythmsOf(tokens)
    .filter(({ times, bare, holdsDoses }) => times !== null && !bare && !holdsDoses)
    .map(({ times, per, to }) => ({ key: `${times}/${per}`, to }))
}

/**
 * As `rhythmMentions`, moments and bare counts included: what a document that writes "à noite" may
 * say.
 */
export function rhythmsWritten(tokens: readonly Token[]): Set<string> {
  return new Set(rhythmsOf(tokens).map(({ times, per }) => `${times ?? 1}/${per}`))
}
