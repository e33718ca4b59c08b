/**
 * Directions that stand in a sentence without their medicine: "Vinte, depois da janta.", "De dois
 * miligramas. Meio comprimido.", and the questions that ask for them: "De quanto?", "Quantas
 * vezes?", "Em jejum?".
 */

import { normAt, type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { wordsOf } from '../pieces/clauses.ts'
import { directionsAt } from './medication-directions.ts'
import type { MedicationFinder, MedicationMention } from './medication-mentions.ts'
import { readingOf } from './medication-reading.ts'

/** Words beside the directions ("sem falta", "é o meu neto"), at most. */
const MOST_BESIDE = 3
const LEADS =
  /^(?:e|eh|ah|ai|so|sim|isso|uso|tomo|toma|sao|de|uns|umas|eu|o|a|os|as|sempre|agora|entao|olha|hum|acho|que|ess[ea]|mesm[oa]|ainda|um|uma|dois|duas|tres|mei[oa]|ou|,|\.|…|\?)$/
/** "Dez era demais." */
const TELLS = /^(?:era|foi|deu|demais|muito|pouco)$/
/** A number of these is no dose: "Uns cinco anos.", "Três quilos." */
const COUNTED =
  /^(?:anos?|mes|meses|semanas?|quilos?|kg|filhos?|pessoas?|graus?|cigarros?|cervejas?|latas?|macos?)$/

/** What may stand ahead of an answer that takes the question back: "Não, agora é cento e doze." */
const DENIES = /^(?:nao|,|…|\.)$/

/**
 * Where the sentence says nothing but how much, how often or, asked, how long: the token at which
 * its directions begin, behind a "não" that takes the question back; undefined for any other
 * sentence. A bare number counts where it was `asked`.
 */
export function directionsFrom(tokens: readonly Token[], asked = false): number | undefined {
  let own = 0
  if (asked && normAt(tokens, 0) === 'nao')
    while (own < tokens.length && DENIES.test(tokens[own]!.norm)) own += 1
  let from = own
  while (from < tokens.length && LEADS.test(tokens[from]!.norm)) from += 1
  const reading = readingOf(tokens, () => false)
  for (const start of from > own ? [from, own] : [from]) {
    const { to, dose, quantity, frequency, duration } = directionsAt(reading, start)
    const isBare = !quantity && !frequency && dose?.unit == null
    const isHowLong = asked && duration !== null
    if (to === start || !((dose ?? quantity ?? frequency) !== null || isHowLong)) continue
    if (isBare && !asked) continue
    const rest = tokens.slice(to).filter(({ kind }) => kind !== 'mark')
    if (COUNTED.test(rest[0]?.norm ?? '')) continue
    if (rest.length <= MOST_BESIDE && !rest.some(({ norm }) => TELLS.test(norm))) return own
  }
  // "Duas.", "Um e meio.": so few that alone they are no strength.
  const [number, second] = asked ? reading.numbers.filter(({ from: at }) => at >= own) : []
  const isAlone =
    number !== undefined &&
    !second &&
    tokens.every(
      ({ norm, kind }, at) =>
        at < own || kind === 'mark' || LEADS.test(norm) || (at >= number.from && at < number.to),
    )
  return isAlone ? own : undefined
}

/**
 * The whole sentence says how much or how often, but for a few words; where it was `asked`, a bare
 * number counts.
 */
export function isDirections(tokens: readonly Token[], asked = false): boolean {
  return directionsFrom(tokens, asked) !== undefined
}

/** Words that ask how much, when, how or for how long. */
const ASKS = /^(?:quant[oa]s?|qual|que|como|quando)$/
/** What such a question is about. */
const OF_AMOUNT =
  /^(?:quant[oa]s?|doses?|dosagem|quantidade|concentracao|miligram(?:as?|agem)|mg|mls?|unidades?|comprimidos?|capsulas?|gotas?|gotinhas?|jatos?|puffs?|vez|vezes|dias?|semanas?|mes|meses|tempo|horas?|horarios?|jeito|forma|toma(?:r|ndo|va)?|usa(?:r|ndo)?|aplica(?:r|ndo)?|da|dando|pinga(?:r|ndo)?|passa(?:ndo)?|tomo|uso|dou|aplico|pingo|faz|faco)$/
/** Words that say nothing of what is asked. */
const BESIDE_ASKED =
  /^(?:e|eh|mas|ai|entao|certo|ta|hum|ah|bom|ess[ea]s?|el[ea]s?|o|a|os|as|do|da|de|em|por|ao|no|na|cada|senhora?|voce|ce|tu|eu|doutora?|agora|hoje|ainda|mesmo|ao|que|seria|sao|esta|costuma|vai|vou|tem|ta|tava|meu|minha|seu|sua|comprimidinho|remedio|medicamento|ate|durante|mais|menos|todo|todos|dona|seu|mae|pai|[?.,…])$/
const MOST_ASKED = 10

/**
 * It is asked how much, how often, when or how long, in words that ask for nothing else: "E quantos
 * o senhor toma?"
 */
export function asksAmount(tokens: readonly Token[]): boolean {
  if (tokens.length > MOST_ASKED) return false
  const norms = tokens.map(({ norm }) => norm)
  // "Quantas horas?" counts something else; "de quantas em quantas horas" and "que horas" ask when.
  if (/^(?:umas |uns )?quantas horas/.test(norms.join(' '))) return false
  return (
    norms.some((norm) => ASKS.test(norm)) &&
    norms.some((norm) => OF_AMOUNT.test(norm)) &&
    norms.every((norm) => ASKS.test(norm) || OF_AMOUNT.test(norm) || BESIDE_ASKED.test(norm))
  )
}

/**
 * "Cem ainda?", "Dez ou vinte?", "Uma vez só?", "É o de vinte?": an amount is offered, to be
 * affirmed or put right.
 */
export function offersAmount(tokens: readonly Token[]): boolean {
  return tokens.length <= MOST_ASKED && isDirections(tokens, true)
}

/**
 * "De quanto?", "Losartana de quanto?", "Quantas vezes por dia?": more is asked of a medicine that
 * was named.
 */
export function asksMore(tokens: readonly Token[], find: MedicationFinder): boolean {
  const [named] = find(tokens)
  if (!named) return asksAmount(tokens) || offersAmount(tokens)
  // "Ondansetrona de oito?" asks whether it is that much.
  return (
    named.dose !== null || asksAmount([...tokens.slice(0, named.lead), ...tokens.slice(named.to)])
  )
}

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
 * How far the words of one medicine reach: what it is for ahead of its name, and behind its
 * directions how long, how often at most and what comes after. Words left behind would be a dose
 * left out.
 *
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
