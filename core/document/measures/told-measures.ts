/**
 * Measures that are told rather than taken: the weight before the pregnancy, what was gained or
 * lost since, the body surface that somebody worked out. They are of another time by their nature,
 * so `measure.ts` leaves them alone; they count only where a model asks for them. In kg and m².
 */
import { holderAt, readRelatives } from '../../portuguese/family.ts'
import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { normAt, type Token, wordsBetween } from '../../portuguese/tokens.ts'
import type { Statement } from '../pieces/statements.ts'
import { round } from './measure-rule.ts'
import type { Measurement, Measurements } from './measurement.ts'
import type { MeasureId } from './measures.ts'
import { KG, TOLD_MEASURES, type ToldRule } from './told-rules.ts'

/** The last told of each kind; `taken` is what was measured in the visit. */
export function toldMeasures(
  statements: readonly Statement[],
  taken: Measurements['chosen'],
): Map<MeasureId, Measurement> {
  const told = new Map<MeasureId, Measurement>()
  let asked: Statement | undefined
  for (const statement of statements) {
    if (statement.origin !== 'speech') continue
    if (statement.question) {
      asked = statement
      continue
    }
    if (readNumbers(statement.tokens).length === 0) continue
    const near = asked && statement.index - asked.index <= 2 ? asked : undefined
    for (const rule of TOLD_MEASURES) {
      const found = readTold(statement, rule, near)
      if (found) told.set(rule.id, found)
    }
  }
  const lost = told.has('weightLoss') ? undefined : lostSince(taken.get('weight'))
  if (lost) told.set('weightLoss', lost)
  return told
}

interface Amount {
  value: number
  from: number
  to: number
  hasUnit: boolean
}

function readTold(
  statement: Statement,
  rule: ToldRule<MeasureId>,
  asked: Statement | undefined,
): Measurement | undefined {
  const { tokens } = statement
  const relatives = readRelatives(tokens)
  const isAsked = asked !== undefined && rule.asks.test(folded(asked.tokens))
  return amounts(tokens, rule.isUnit)
    .filter(({ value, from, to, hasUnit }) => {
      if (value < rule.min || value > rule.max || holderAt(relatives, from)) return false
      if (/^(?:anos?|semanas?|meses|mes|dias?|%|por)$/.test(normAt(tokens, to))) return false
      const before = wordsBetween(tokens, from - 10, from)
      if (rule.notNear.test(wordsBetween(tokens, from - 6, from))) return false
      const named = rule.before.test(before) || rule.after.test(wordsBetween(tokens, to, to + 6))
      // "Uns sessenta e nove.": the answer holds little else.
      const answers = isAsked && tokens.length <= 8 + (to - from)
      return (named || answers) && (hasUnit || !rule.needsUnit)
    })
    .map((amount) => measurementOf(statement, rule.id, amount, isAsked ? asked : null))
    .at(-1)
}

/** "Peso 62, era 66 em junho": told as two weights. */
function lostSince(weight: Measurement | undefined): Measurement | undefined {
  if (!weight) return undefined
  const { statement } = weight
  const { tokens } = statement
  const now = weight.values[0]!
  const earlier = amounts(tokens, KG).find(
    ({ from, value }) =>
      tokens[from]!.start >= weight.end &&
      value > now &&
      value < now * 2 &&
      /\b(?:era|eram|pesava|estava com|tava com|na (?:outra|ultima) consulta|antes)(?: (?:era|eram|de|com|uns)){0,4}$/.test(
        wordsBetween(tokens, from - 5, from),
      ),
  )
  if (!earlier) return undefined
  const found = measurementOf(statement, 'weightLoss', earlier, null)
  return { ...found, values: [round(earlier.value - now)], start: weight.start }
}

function amounts(tokens: readonly Token[], isUnit: RegExp): Amount[] {
  const numbers = readNumbers(tokens)
  return numbers.flatMap((number, index): Amount[] => {
    const previous = numbers[index - 1]
    if (previous && isUnit.test(normAt(tokens, previous.to)) && number.from === previous.to + 2)
      return []
    return [amountOf(tokens, number, numbers[index + 1], isUnit)]
  })
}

/** "69", "10 quilos e meio", "sessenta e três quilos e 400". */
function amountOf(
  tokens: readonly Token[],
  { value, from, to }: NumberPhrase,
  next: NumberPhrase | undefined,
  isUnit: RegExp,
): Amount {
  if (!isUnit.test(normAt(tokens, to))) return { value, from, to, hasUnit: false }
  const end = to + 1
  const whole = { value, from, to: end, hasUnit: true }
  if (normAt(tokens, end) !== 'e') return whole
  if (/^mei[oa]$/.test(normAt(tokens, end + 1)))
    return { ...whole, value: value + 0.5, to: end + 2 }
  const grams = next?.from === end + 1 && next.value >= 50 && next.value < 1000 ? next : undefined
  return grams ? { ...whole, value: round(value + grams.value / 1000), to: grams.to } : whole
}

function measurementOf(
  statement: Statement,
  id: MeasureId,
  { value, from, to }: Amount,
  asked: Statement | null,
): Measurement {
  const { tokens } = statement
  const [start, end] = [tokens[from]!.start, tokens[to - 1]!.end]
  return { id, values: [value], statement, start, end, asked }
}

function folded(tokens: readonly Token[]): string {
  return wordsBetween(tokens, 0, tokens.length)
}
