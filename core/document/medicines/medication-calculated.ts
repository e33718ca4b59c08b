/**
 * A dose that was worked out aloud: "cinquenta por quilo, ele tem vinte, mil por dia, dividido em
 * dois dá quinhentos de doze em doze". What is ordered is what it came to; the numbers on the way
 * are of no order, and read as one they are another dose. Where it does not say what it came to,
 * and the numbers do not multiply to one that follows, everything stays as it was said.
 */

import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { MedicationMention } from './medication-mentions.ts'

/** "A de três por ml", "duzentos em cinco ml": what the bottle holds. */
function isConcentration(tokens: readonly Token[], { to }: NumberPhrase): boolean {
  return /^(?:mg |miligramas? )?(?:por|em|\/) (?:\S+ )?(?:ml|mililitros?)(?: |$)/.test(
    wordsOf(tokens.slice(to, to + 4)),
  )
}

/** By weight or surface: "por quilo", "mg por quilo por dia", "por metro quadrado". */
const RATE =
  /^(?:\p{L}+ ){0,2}?(?:(?:por|p) (?:quilo|kg|kilo|metro quadrado|m2)|kg|vezes o peso|pelo peso)(?: |$)/u
/** Right before what it came to. */
const RESULT =
  /^(?:da|deu|dao|fica|ficam|entao|portanto|totaliza|arredondo|arredondando|arredondar|arredonda|seja|resulta|sao|faco|vou|uso)$/
const SMALL =
  /^(?:pra|para|em|um|uns|umas|de|da|deu|a|o|ai|,|\.|…|:|mais|ou|menos|total|quase|cerca|uma|fazer|usar|dar|passar|deixar)$/

/** Characters from behind the name to the number it came to; null where nothing was worked out. */
export function calculated(
  tokens: readonly Token[],
  { from, name }: MedicationMention,
  end: number,
): [start: number, end: number] | null {
  const first = from + name.split(' ').length
  const last = tokens.findIndex(({ start }) => start >= end)
  const to = last < 0 ? tokens.length : last
  const numbers = readNumbers(tokens).filter(
    (number) =>
      number.from >= first &&
      number.to <= to &&
      !isTimed(tokens, number) &&
      !isConcentration(tokens, number),
  )
  const at = numbers.findIndex((number) =>
    RATE.test(wordsOf(tokens.slice(number.to, number.to + 5))),
  )
  const rate = numbers[at]
  if (!rate) return null
  const others = numbers.slice(at + 1)
  const told = others.findLast((number) => isResult(tokens, number))
  const result = told ?? others.find((number, at) => multiplies(rate, others.slice(0, at), number))
  if (!result) return null
  // "De 3 mg por ml: 1 mg por quilo …": the strength before it still holds.
  let begin = rate.from
  while (begin > first && LEADS.test(tokens[begin - 1]!.norm)) begin -= 1
  return [tokens[begin]!.start, tokens[result.from]!.start]
}

const LEADS = /^(?:e|a|o|conta|dose|de|da|dele|dela|faz|seria|sao|fica|calculo|:|,|\.|…|na|no|em)$/

/** "… dá quinhentos", "então vinte gotas", "vou arredondar pra três e meio". */
function isResult(tokens: readonly Token[], { from }: NumberPhrase): boolean {
  let at = from - 1
  while (at > 0 && SMALL.test(tokens[at]!.norm) && !RESULT.test(tokens[at]!.norm)) at -= 1
  // "Ele tem vinte": what it was worked out from.
  return RESULT.test(tokens[at]?.norm ?? '') && !/^(?:que|tem)$/.test(tokens[at - 1]?.norm ?? '')
}

/** "Quinze por quilo, ele tem vinte, trezentos": or a half, a third, a quarter of it. */
function multiplies(
  rate: NumberPhrase,
  weights: readonly NumberPhrase[],
  result: NumberPhrase,
): boolean {
  return weights.some(({ value }) =>
    [1, 2, 3, 4].some(
      (parts) => Math.abs((rate.value * value) / parts - result.value) <= result.value * ROUNDED,
    ),
  )
}

/** What a dose is rounded by, at most. */
const ROUNDED = 0.1

/**
 * "De doze em doze horas", "dez dias", "dividido em dois", "em duas doses": when, and not how much.
 */
function isTimed(tokens: readonly Token[], { from, to }: NumberPhrase): boolean {
  const [before, after] = [tokens[from - 1]?.norm ?? '', tokens[to]?.norm ?? '']
  const isInterval = after === 'em' && readNumbers(tokens.slice(to + 1, to + 2)).length > 0
  const isShared =
    before === 'em' &&
    /^(?:dividid[oa]s?|divide|dividir|dividindo)$/.test(tokens[from - 2]?.norm ?? '')
  const isSecond = before === 'em' && readNumbers(tokens.slice(from - 2, from - 1)).length > 0
  return (
    isInterval ||
    isShared ||
    isSecond ||
    /^(?:h|hs|horas?|vez|vezes|dias?|semanas?|mes|meses|doses?|tomadas?|anos?)$/.test(after)
  )
}
