/**
 * The time of day that stands before the medicines it holds for: "De manhã eu tomo o pantoprazol e
 * a losartana, e de noite a sinvastatina."
 */

import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { wordsOf } from '../pieces/clauses.ts'
import { frequencyAt } from './medication-frequency.ts'
import type { MedicationMention } from './medication-mentions.ts'

/** Characters of the words that tell the time. */
interface Moment {
  start: number
  end: number
}

const BEGINS = /^(?:|e|ai|bom|entao|,|[.;:…])$/
const LEADS =
  /^(?:eu|tomo|uso|toma|usa|e|sao|vem|fica|tem|so|meu|minha|o|a|os|as|um|uma|meio|mei[oa])$/

/** By the index of a mention, of those whose own words tell no time. */
export function momentsAhead(
  tokens: readonly Token[],
  mentions: readonly MedicationMention[],
): ReadonlyMap<number, Moment> {
  const found = new Map<number, Moment>()
  const numbers = readNumbers(tokens)
  let holds: Moment | undefined
  for (const [index, mention] of mentions.entries()) {
    const from = mentions[index - 1]?.to ?? 0
    for (let at = from; at < mention.lead; at++) {
      if (!BEGINS.test(tokens[at - 1]?.norm ?? '')) continue
      const said = frequencyAt(tokens, numbers, at)
      if (said?.moments.length !== 1 || said.times !== null || said.to >= mention.lead) continue
      const between = tokens.slice(said.to, mention.lead)
      if (
        between.length > 0 &&
        between.every(({ norm }) => LEADS.test(norm)) &&
        between[0]!.norm !== 'e'
      )
        holds = { start: tokens[at]!.start, end: tokens[said.to - 1]!.end }
    }
    if (mention.frequency !== null) holds = undefined
    else if (holds) found.set(index, holds)
  }
  return found
}

/** What lies between the time and the medicine and is not quoted. */
export function gapOf({ end }: Moment, start: number): [start: number, end: number] {
  return [end, start]
}

/**
 * "De manhã em jejum é o omeprazol … depois do café o ramipril": a list that begins with the time
 * tells the time first throughout.
 */
const BEGINS_WITH_TIME =
  /^(?:(?:ele|ela|eu|toma|tomo|usa|e|olha|bom) )*(?:de manha|em jejum|de noite|a noite|cedo|(?:no|antes do|depois do) (?:cafe|almoco|jantar)|na janta)\b/

/**
 * Characters of a time that ends the directions of a medicine and stands right before the next one,
 * in such a list: nobody can tell whose it is, so that it is quoted with neither.
 */
export function momentOfNext(
  tokens: readonly Token[],
  { from, to }: MedicationMention,
  next: MedicationMention | undefined,
): [start: number, end: number] | null {
  if (!next || !BEGINS_WITH_TIME.test(wordsOf(tokens))) return null
  const between = tokens.slice(to, next.from)
  if (!between.every(({ norm }) => /^(?:o|a|os|as|e)$/.test(norm)) || between[0]?.norm === 'e')
    return null
  const numbers = readNumbers(tokens)
  for (let at = from + 1; at < to; at++) {
    if (numbers.some((number) => at >= number.from && at < number.to)) continue
    const said = frequencyAt(tokens, numbers, at)
    if (said?.to === to && said.times === null && said.moments.length > 0)
      return [tokens[at]!.start, tokens[to - 1]!.end]
  }
  return null
}
