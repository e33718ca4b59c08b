/**
 * Which words are quoted of a medicine: its name with its directions, the whole clause where more
 * hangs on it; never a number that was taken back.
 */

import { asksForNod } from '../../portuguese/noise.ts'
import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { type Clause, wordsOf } from '../pieces/clauses.ts'
import { itemAt } from '../pieces/retraction-parts.ts'
import type { Statement } from '../pieces/statements.ts'
import type { MedicationSection } from './medication-act.ts'
import { amountUnit } from './medication-amounts.ts'
import type { MedicationMention } from './medication-mentions.ts'
import { type Act, actAt } from './medication-verbs.ts'

/** "sobe de 75 pra 100": the dose that holds no longer is not quoted. */
export function oldDose(
  tokens: readonly Token[],
  mention: MedicationMention,
  end: number,
): [start: number, end: number] | null {
  for (let at = mention.from; at < tokens.length && tokens[at]!.start < end; at++) {
    if (tokens[at]!.norm !== 'de') continue
    const goal = tokens
      .slice(at + 1, at + 8)
      .findIndex(({ norm }) => /^(?:pra|para|pro|virou|vira)$/.test(norm))
    const old = tokens[at + 1]!
    const isNumber = old.kind === 'number' || readNumbers([old]).length > 0
    if (goal > 0 && isNumber && readNumbers(tokens.slice(at + goal + 2, at + goal + 3)).length > 0)
      return [tokens[at]!.start, tokens[at + 1 + goal]!.start]
  }
  return null
}

/**
 * "Eu ia pra 12,5, mas com pulso de 54 fica em 6,25": what was only thought of, through what led to
 * the other.
 */
export function thoughtOf(
  { tokens, retracted }: Statement,
  { from, name }: MedicationMention,
  end: number,
): [start: number, end: number] | 'open' | null {
  const at = from + name.split(' ').length
  const near = tokens.slice(at, at + 4).findIndex(({ norm }) => THINKS_OF.test(norm))
  if (near < 0) return null
  const last = tokens.findIndex(({ start }) => start >= end)
  const to = last < 0 ? tokens.length : last
  const but = tokens.findIndex(({ norm }, place) => place > at + near && norm === 'mas')
  const isOf = readNumbers(tokens.slice(at + near, but < 0 ? to : but)).length > 0
  if (!isOf) return null
  const settled = tokens.findIndex(
    ({ norm }, place) => place > but && place < to && SETTLES.test(norm),
  )
  const instead = tokens.findIndex(
    ({ norm }, place) => place > but && norm === 'nao' && tokens[place + 1]?.norm === ':',
  )
  if (but > 0 && instead > 0 && tokens[instead + 2])
    return [tokens[at]!.start, tokens[instead + 2]!.start]
  // "… mas com seis semanas de 50, não: cem de manhã": what was said in between was taken back.
  const again = retracted?.findLast(([start]) => but > 0 && start > tokens[but]!.start)?.[1]
  if (settled < 0 && again !== undefined && again < end) return [tokens[at]!.start, again]
  if (but < 0 || settled < 0 || readNumbers(tokens.slice(settled, to)).length === 0) return 'open'
  return [tokens[at]!.start, tokens[settled]!.start]
}

const THINKS_OF = /^(?:ia|iria|queria|pensei|poderia|pensava)$/
/**
 * "… vamos manter 40 de doze em doze": what is decided in place of what was thought of; the token
 * that decides.
 */
export function settlesAt(tokens: readonly Token[]): number | undefined {
  const at = tokens.findIndex(({ norm }) => SETTLES.test(norm))
  const isNear = at >= 0 && readNumbers(tokens.slice(at, at + 5)).length > 0
  return isNear ? at : undefined
}

const SETTLES =
  /^(?:fica|ficam|mantem|mantenho|manter|deixo|deixa|deixar|continua|prefiro|vamos|vai)$/

const CORRECTS =
  /^(?:nao|desculpa|desculpe|digo|alias|minto|perdao|perai|espera|melhor|opa|errei|corrigindo)$/
/**
 * Words that may stand between a correction and the right number: "no teu caso é", "na verdade
 * são".
 */
const MOST_BETWEEN = 8

/**
 * "26 de noite… não, 24": the number that was taken back, through the words that take it back, is
 * not quoted.
 */
export function corrected(
  tokens: readonly Token[],
  mention: MedicationMention,
  end: number,
): [start: number, end: number] | null {
  const numbers = readNumbers(tokens).filter(({ from, article }) => from > mention.from && !article)
  for (let at = mention.from + 1; at < tokens.length && tokens[at]!.start < end; at++) {
    const to = correctionEnd(tokens, at)
    const wrong = to === undefined ? undefined : numbers.findLast((number) => number.to <= at)
    if (to === undefined || !wrong || at - wrong.to > 6) continue
    const right = numbers.find(({ from }) => from >= to && from <= to + MOST_BETWEEN)
    if (right && !isSameKind(tokens, wrong, right)) continue
    const near =
      right &&
      (right.from <= to + 2 ||
        /^(?:mantem|fica|deixa|continua|e|sao)$/.test(tokens[right.from - 1]!.norm))
    if (right && (near || isSameUnit(tokens, wrong.to, right.to)))
      return [tokens[wrong.from]!.start, tokens[right.from]!.start]
  }
  return null
}

/** "De oito em oito, melhor, três dias": an interval and a length of time correct nothing. */
function isSameKind(tokens: readonly Token[], wrong: NumberPhrase, right: NumberPhrase): boolean {
  const numbers = new Map(readNumbers(tokens).map((number) => [number.from, number]))
  const [a, b] = [wrong, right].map(({ from }) => itemAt(tokens, numbers, from)?.kinds)
  if (!b) return true
  // The second number of an interval is no thing of its own.
  return a !== undefined && [...a].some((kind) => b.has(kind))
}

/** Behind a comma or pause and the words that take back; undefined where nothing is taken back. */
function correctionEnd(tokens: readonly Token[], at: number): number | undefined {
  if (!/^(?:…|\.|,)$/.test(tokens[at]!.norm) || !CORRECTS.test(tokens[at + 1]?.norm ?? ''))
    return undefined
  if (LIMITS.test(wordsBetween(tokens, at + 1, at + 3))) return undefined
  let to = at + 1
  while (
    CORRECTS.test(tokens[to]?.norm ?? '') ||
    /^(?:[,.…:]|de|e|sao)$/.test(tokens[to]?.norm ?? '')
  )
    to += 1
  return to
}

/** "…, não mais que quatro por dia", "…, não tomar mais de três": what follows holds as well. */
const LIMITS =
  /^nao (?:mais|menos|pass\p{L}+|ultrapass\p{L}+|exced\p{L}+|antes|depois|tom(?:a|e|ar)|us(?:a|e|ar)|deix\p{L}+|esque\p{L}+|precisa|pode|par[ae]|repete|repetir)$/u

function isSameUnit(tokens: readonly Token[], first: number, second: number): boolean {
  const [a, b] = [first, second].map((at) => amountUnit(tokens[at]?.norm ?? ''))
  if (a === undefined || b === undefined) return false
  return a === b || (isStrength(a) && isStrength(b))
}

function isStrength(unit: string): boolean {
  return /^(?:mg|mcg|g|ui)$/.test(unit)
}

/**
 * "Morfina 2 miligramas… não, com a creatinina dela, oxicodona?": taken back for another, or still
 * in question.
 */
export function isDiscarded(
  tokens: readonly Token[],
  mention: MedicationMention,
  next: MedicationMention | undefined,
): boolean {
  const pauses = tokens.slice(mention.to).some(({ norm }) => norm === '…')
  const isAsked = tokens.at(-1)?.norm === '?' && !asksForNod(wordsOf(tokens))
  const asks = isAsked && !next && !pauses
  const until = next?.lead ?? tokens.length
  const isTakenBack = tokens.slice(mention.to, until).some((_, index) => {
    const to = correctionEnd(tokens, mention.to + index)
    return (
      to !== undefined &&
      tokens[to - 1]!.norm !== 'melhor' &&
      /^…$/.test(tokens[mention.to + index]!.norm)
    )
  })
  return (
    asks ||
    (isTakenBack &&
      next !== undefined &&
      corrected(tokens, mention, tokens[until - 1]!.end) === null)
  )
}

/** "26 de noite… não, peraí, teve hipoglicemia": taken back to think again. */
export function isLeftOpen(tokens: readonly Token[], { to }: MedicationMention): boolean {
  const pause = tokens.findIndex(({ norm }, at) => at >= to && norm === '…')
  return pause >= 0 && LEAVES_OPEN.test(wordsOf(tokens.slice(pause + 1)))
}

const LEAVES_OPEN = /^nao (?:perai|pera|espera|calma)\b/

export interface Stretched {
  mention: MedicationMention
  next: MedicationMention | undefined
  clauses: readonly Clause[]
  tokens: readonly Token[]
  /** Character where the medicine before ends. */
  least: number
}

/**
 * Characters that are quoted: the name with its directions, the whole clause where more hangs on
 * it.
 */
export function stretchOf(
  { mention, next, clauses, tokens, least }: Stretched,
  section: MedicationSection,
  act: Act,
  doubted: boolean,
): { start: number; end: number } {
  const name = tokens[mention.from]!
  const said = tokens[mention.to - 1]!
  const clause = clauses.find((each) => name.start >= each.start && name.start < each.end)
  const lastClause = clauses.findLast((each) => said.start >= each.start && said.start < each.end)
  const lead = tokens[mention.lead]!.start
  const limit = next ? beforeNext(tokens, mention, next) : Number.POSITIVE_INFINITY
  const clauseEnd = Math.max(lastClause?.end ?? said.end, said.end)
  const before = wordsOf(
    tokens.filter(({ start }) => start >= Math.max(clause?.start ?? 0, least) && start < lead),
  )
  const conditional = /\b(?:se|caso|quando)\b/.test(before)
  const whole =
    doubted ||
    act === 'continues' ||
    act === 'changes' ||
    (section === 'prescriptions' && conditional)
  if (section === 'medicationsInUse' && !whole) return { start: lead, end: said.end }
  // "O propranolol sua frequência tá baixa, vamos reduzir pra vinte": the change stands in the
  // clause behind.
  const changed =
    act === 'changes' && !next && mention.dose === null && mention.quantity === null
      ? clauses.find(
          ({ start, words }) =>
            start >= clauseEnd - 1 && /\b(?:pra|para|por|de) \p{L}+/u.test(words),
        )
      : undefined
  const start = whole && clause ? Math.max(clause.start, least, endBefore(tokens, mention)) : lead
  return {
    start: afterJoint(tokens, Math.min(start, lead), lead),
    end: Math.min(changed?.end ?? clauseEnd, limit, comesBack(tokens, mention)),
  }
}

/**
 * Character where advice to come back begins: "…, e se sangrar mais vai na UPA" is no way to take
 * it.
 */
function comesBack(tokens: readonly Token[], mention: MedicationMention): number {
  for (let at = mention.to; at < tokens.length; at++) {
    if (tokens[at]!.norm !== ',') continue
    const rest = wordsOf(tokens.slice(at + 1))
    if (
      /^(?:e |mas |ai )?(?:se|caso) .*\b(?:vai|volta|volte|procur\w+|vem|venha|liga|upa|emergencia|pronto socorro|conversa|conversamos|pensa|pensamos|vemos|discut\w+|reavali\w+)\b/.test(
        rest,
      )
    )
      return tokens[at]!.start
  }
  return Number.POSITIVE_INFINITY
}

/** Without the "e" or comma that joins it to what stood before. */
function afterJoint(tokens: readonly Token[], start: number, lead: number): number {
  const own = tokens.filter((token) => token.start >= start && token.start <= lead)
  const [number] = readNumbers(own)
  // "Oito a losartana continua": what was said of the medicine before, where nobody sets marks.
  const isStray =
    number?.from === 0 &&
    !number.article &&
    /^[oa]$/.test(own[number.to]?.norm ?? '') &&
    own.length - number.to <= 2
  return (
    own
      .slice(isStray ? number.to : 0)
      .find(({ norm }) => !/^(?:e|,|;|mais|ai|entao|pode|podes|deve|vamos)$/.test(norm))?.start ??
    lead
  )
}

function endBefore(tokens: readonly Token[], mention: MedicationMention): number {
  for (let at = mention.lead - 1; at >= 0; at--)
    if (/^[.;:]$/.test(tokens[at]!.norm)) return tokens[at]!.end
  return 0
}

/**
 * Character where the words of a medicine end, at most: where the next one is led in, or with the
 * sentence.
 */
export function untilNext(
  tokens: readonly Token[],
  mention: MedicationMention,
  next: MedicationMention | undefined,
): number {
  const end = next ? beforeNext(tokens, mention, next) : tokens.at(-1)!.end
  return Math.min(end, comesBack(tokens, mention))
}

function beforeNext(
  tokens: readonly Token[],
  mention: MedicationMention,
  next: MedicationMention,
): number {
  let to = next.lead
  const joints =
    /^(?:e|,|;|:|mais|tambem|o|a|os|as|com|junto|ou|entra|comeca|pro|pra|suspende|no|lugar|do|da)$/
  const back = (pattern: RegExp) => {
    while (to > mention.to && pattern.test(tokens[to - 1]!.norm)) to -= 1
  }
  back(/^(?:[oa]s?|uma?|outr[oa])$/)
  // "Mantenho a losartana, aumento a hidroclorotiazida": the verb is of the next one.
  if (to > mention.to && actAt(tokens, to - 1) !== undefined) to -= 1
  back(joints)
  return tokens[to - 1]!.end
}
