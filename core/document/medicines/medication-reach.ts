/**
 * How far the words of one medicine reach: what it is for ahead of its name, and behind its
 * directions how long, how often at most and what comes after. Words left behind would be a dose
 * left out.
 */
import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { wordsOf } from '../pieces/clauses.ts'
import { isDirections } from './medication-directions-alone.ts'
import type { MedicationMention } from './medication-mentions.ts'

/** "Que o cardiologista deu faz anos": told in passing, and the directions go on behind it. */
const PASSING = /^(?:que|aquel[ea]|ess[ea]|ne|viu)\b/
const MOST_PASSING = 8
/** "Não mais que quatro por dia", "por causa da enxaqueca", "depois espaça", "e suspende". */
const GOES_ON =
  /^(?:(?:e|mas|so|ai) )*(?:(?:no maximo|maximo|ate) (?:de )?(?:\S+ ){1,6}\S+$|nao (?:mais (?:que|de)|passar? de|ultrapass\p{L}+) |por (?:causa|conta) d|(?:pra|para|por|durante|uma?|dois|duas|tres|mei[oa]|\d+) (?:\S+ ){0,5}\S+$|(?:depois|ai) (?:\S+ ){0,4}(?:suspende|para|espaca|reduz|diminui|tira|mantem)|(?:suspende|para|espaca|tira)(?: \S+)?$|longe d|junto com|depois d[aeo] |antes d[aeo] |em jejum|sempre |comeca |so (?:se|quando|n[oa]s?|a|de) )/u
const MOST_WORDS = 16
const JOINS = /^(?:,|;|e|mais|[oa]s?)$/
/** Behind these it is told of something else. */
const ELSEWHERE =
  /\b(?:vou|vamos|voltar?|volte|retorn\p{L}+|exame|consulta|pe[cç]o|pedir|faz|deu|dava|tive|senti|passei|fiquei|parei|larguei|acho)\b/u

/**
 * Character through which it is told how the medicine is taken; at least `end`.
 *
 * @param end character where its directions end
 */
export function toldThrough(
  tokens: readonly Token[],
  mention: MedicationMention,
  next: MedicationMention | undefined,
  end: number,
): number {
  const last = next?.lead ?? tokens.length
  let at = tokens.findIndex(({ start }) => start >= end)
  if (at < mention.to) at = Math.max(at, at < 0 ? tokens.length : mention.to)
  let reach = end
  let isPassing = false
  // "Um de manhã só."
  if (tokens[at]?.norm === 'so' && at < last) reach = tokens[at++]!.end
  while (at < last) {
    if (/^[.;:?!…]$/.test(tokens[at]!.norm)) break
    const from = tokens[at]!.kind === 'mark' ? at + 1 : at
    let to = from
    while (to < last && tokens[to]!.kind !== 'mark') to += 1
    const part = tokens.slice(from, to)
    const words = wordsOf(part)
    const passes = !isPassing && PASSING.test(words) && words.split(' ').length <= MOST_PASSING
    if (words === '' || (!passes && ELSEWHERE.test(words))) break
    const isLed = next !== undefined && tokens.slice(to, last).every(({ norm }) => JOINS.test(norm))
    const goesOn =
      isDirections(part) || (words.split(' ').length <= MOST_WORDS && GOES_ON.test(words))
    if (goesOn && !isLed) reach = part.at(-1)!.end
    else if (!passes) break
    else isPassing = true
    at = to
  }
  return reach
}

/** "Na cabeça, clobetasol", "pra prevenir, nortriptilina", "na crise, naproxeno". */
const AIM =
  /^(?:(?:e|ai|entao) )*(?:n[ao]s?|pra|para|em|quando|de (?:manha|tarde|noite)|a noite|hoje) ?(?:\S+ ){0,3}\S*$/

/**
 * Character where the words begin that say what the medicine is for or where it goes; `start` where
 * there are none.
 *
 * @param least character where the medicine before it ends
 */
export function aimedFrom(
  tokens: readonly Token[],
  { lead }: MedicationMention,
  start: number,
  least: number,
): number {
  if (tokens[lead - 1]?.norm !== ',' || tokens[lead]!.start !== start) return start
  let from = lead - 1
  while (from > 0 && tokens[from - 1]!.kind !== 'mark' && tokens[from - 1]!.start >= least)
    from -= 1
  while (/^(?:e|ai|entao)$/.test(tokens[from]!.norm)) from += 1
  return AIM.test(wordsBetween(tokens, from, lead - 1)) ? tokens[from]!.start : start
}
