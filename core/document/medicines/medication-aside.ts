/**
 * What stands between a medicine's name and its directions and is neither: "a losartana, que o
 * doutor do posto passou, de cinquenta". An aside names no other medicine, tells no number and
 * denies nothing; behind it must come directions that can be nothing else.
 */

import { normAt, type Token } from '../../portuguese/tokens.ts'
import { type Directions, directionsAt } from './medication-directions.ts'
import type { MedicineSentence } from './medication-reading.ts'

/** Tokens [from, to) of the aside, and the directions that begin at `to`. */
export interface Resumed {
  aside: { from: number; to: number }
  directions: Directions & { to: number }
}

/** Words of an aside, at most. */
const MOST_WORDS = 12
/** How a relative clause, an apposition or a remark of the speaker begins. */
const BEGINS =
  /^(?:que|ne|aquel[ea]|ess[ea]|est[ea]|ele|ela|um|uma|o|a|eu|como|remedio|pra|para|depois|doutora?)$/
/**
 * Nothing is told of a medicine behind these: denied, stopped, of somebody else, or of the body.
 */
const BREAKS =
  /^(?:nao|nem|nunca|sem|mas|porem|suspend\w*|par(?:ei|ou|a|ar|e)|tir\w+|troc\w+|larg\w+|cort\w+|se|quando|caso|quem|mae|pai|marido|espos[oa]|mulher|irma|irmao|press[ao]\w*|glicemi\w+|glicada|dor|dores|febre|peso|pes[oa]|exames?|deu|dava|acord\w+|comec\w+|senti\w*|tenho|tinha|fico|ficou|vomit\w+|depois|antes|[.;:?!…])$/

/** @param from token behind the name, where no directions were found */
export function directionsBehindAside(
  reading: MedicineSentence,
  from: number,
): Resumed | undefined {
  const { tokens, numbers } = reading
  const isMarked = normAt(tokens, from) === ','
  const begin = isMarked ? from + 1 : from
  if (!BEGINS.test(normAt(tokens, begin))) return undefined
  for (let at = begin; at < tokens.length && at <= begin + MOST_WORDS; at++) {
    const isNumber = numbers.some((each) => each.from === at && !each.article)
    const isLed = at > begin && (!isMarked || normAt(tokens, at - 1) === ',')
    if (isLed || (isMarked && isNumber && normAt(tokens, at - 1) !== ',')) {
      const start = normAt(tokens, at) === 'de' && isNumberAt(reading, at + 1) ? at + 1 : at
      const directions = directionsAt(reading, start)
      if (directions.to > start && isUnmistakable(directions, tokens, at, isMarked))
        return { aside: { from, to: at }, directions }
    }
    if (isNumber || reading.isName(at) || BREAKS.test(normAt(tokens, at))) return undefined
  }
  return undefined
}

function isNumberAt({ numbers }: MedicineSentence, at: number): boolean {
  return numbers.some((each) => each.from === at)
}

/**
 * An amount with its unit or form, "de cinquenta", so often in a time; behind a comma also a bare
 * number that ends there.
 */
function isUnmistakable(
  { dose, quantity, frequency, to }: Directions & { to: number },
  tokens: readonly Token[],
  at: number,
  isMarked: boolean,
): boolean {
  if (dose?.unit || quantity !== null) return true
  if (dose !== null) {
    const ends = frequency !== null || /^(?:|[,.;…]|e)$/.test(normAt(tokens, to))
    return ends && (isMarked || normAt(tokens, at) === 'de')
  }
  if (frequency === null) return false
  return (frequency.times ?? frequency.every) !== null || isMarked
}
