/**
 * Medicines named in a text and what is said with them: dose, route, frequency, duration, as
 * needed. A mention reaches from the name to the end of what belongs to it, so that it can be
 * quoted as it was said: "losartana 50 miligramas uma vez ao dia".
 */
import { medicationLexicon } from '../../portuguese/medications.ts'
import { normAt, type Token, wordsBetween } from '../../portuguese/tokens.ts'
import { amountUnit } from './medication-amounts.ts'
import { amountBefore, type Directions, directionsAt } from './medication-directions.ts'
import { type MedicineSentence, readingOf } from './medication-reading.ts'
import { similarNames } from './medication-similar.ts'

export interface MedicationMention extends Directions {
  /** Folded active ingredient. */
  ingredient: string
  /** Folded name as said. */
  name: string
  /** The name was misheard or misspelt ("lozartana") and only resembles the ingredient's. */
  misheard: boolean
  /** Token where what belongs to it begins: "meio comprimido de" before the name, else the name. */
  lead: number
  /** Tokens [from, to): the name and its directions. */
  from: number
  to: number
  /**
   * Tokens [from, to) between the name and its directions that tell nothing of them: "que o doutor
   * do posto passou".
   */
  aside: { from: number; to: number } | null
}

export type MedicationFinder = (tokens: readonly Token[]) => MedicationMention[]

interface Named {
  name: string
  ingredient: string
  to: number
  /** Only a medicine in the company of words about taking or giving it. */
  doubtful: boolean
  misheard: boolean
}

/** Reads the lexicon once; the finder is pure. */
export function medicationFinder(): MedicationFinder {
  const { names, weak } = medicationLexicon()
  // Most words begin no name: how many words the longest one has, by its first.
  const longest = new Map<string, number>()
  for (const name of names.keys()) {
    const words = name.split(' ')
    longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length))
  }
  const mostWords = (word: string) =>
    Math.max(longest.get(word) ?? 0, longest.get(word.replace(/s$/, '')) ?? 0)
  const similar = similarNames(names, weak)

  function nameAt(tokens: readonly Token[], at: number): Named | undefined {
    if (tokens[at]?.kind !== 'word') return undefined
    const most = mostWords(normAt(tokens, at))
    for (let count = Math.min(most, tokens.length - at); count > 0; count--) {
      const name = tokens
        .slice(at, at + count)
        .map((token) => token.norm)
        .join(' ')
        .toLowerCase()
      const known = names.has(name) ? name : count === 1 ? name.replace(/s$/, '') : name
      const ingredient = names.get(known)
      if (ingredient !== undefined)
        return { name, ingredient, to: at + count, doubtful: weak.has(known), misheard: false }
    }
    const word = tokens[at].norm
    const ingredient = similar(word)
    return ingredient === undefined
      ? undefined
      : { name: word, ingredient, to: at + 1, doubtful: true, misheard: true }
  }

  return (tokens) => {
    const found = new Map<number, Named | undefined>()
    const named = (at: number) => {
      if (!found.has(at)) found.set(at, nameAt(tokens, at))
      return found.get(at)
    }
    // Most sentences name no medicine: their numbers are not read.
    let reading: MedicineSentence | undefined
    const mentions: MedicationMention[] = []
    // "NPH 22 e a regular 6": the other insulin without its name.
    const insulinAt = (at: number): Named | undefined =>
      OTHER_INSULIN.test(normAt(tokens, at)) &&
      (mentions.some(({ ingredient }) => ingredient.startsWith('insulina')) ||
        isInsulinAlone(tokens, at))
        ? {
            name: normAt(tokens, at),
            ingredient: `insulina ${normAt(tokens, at)}`,
            to: at + 1,
            doubtful: true,
            misheard: false,
          }
        : undefined
    for (let at = 0; at < tokens.length; ) {
      const name = named(at) ?? insulinAt(at)
      if (!name) {
        at += 1
        continue
      }
      reading ??= readingOf(tokens, (place) => {
        const other = named(place)
        return other !== undefined && !other.doubtful
      })
      const near = directionsAt(reading, name.to)
      const isBare = (near.dose ?? near.quantity ?? near.frequency ?? near.asNeeded) === null
      const resumed = isBare && near.to <= name.to ? directionsBehindAside(reading, name.to) : null
      const directions = resumed?.directions ?? near
      const before = amountBefore(reading, at)
      const lead = before && before.from >= (mentions.at(-1)?.to ?? 0) ? before.from : at
      // A bare number is no sign of a medicine: "prevista 14 de dezembro".
      const isInsulin = name.ingredient.startsWith('insulina ')
      const strength = directions.dose?.unit || isInsulin ? directions.dose : null
      const taken = strength ?? directions.quantity ?? directions.frequency ?? directions.asNeeded
      const trusted =
        !name.doubtful ||
        taken !== null ||
        lead < at ||
        inCompany(tokens, at, mentions.at(-1)) ||
        KEPT.test(normAt(tokens, name.to))
      if (!trusted) {
        at += 1
        continue
      }
      const { to, ...said } = directions
      mentions.push({
        ingredient: name.ingredient,
        name: name.name,
        misheard: name.misheard,
        ...said,
        dose: said.dose ?? (lead < at ? (before?.dose ?? null) : null),
        quantity: said.quantity ?? (lead < at ? (before?.quantity ?? null) : null),
        lead,
        from: at,
        to: Math.max(to, name.to),
        aside: resumed?.aside ?? null,
      })
      at = Math.max(to, name.to)
    }
    return mentions
  }
}

/** "Cálcio mantém": the verb behind a doubtful name. */
const KEPT = /^(?:mantem|continua|suspende|mantenho)$/
const OTHER_INSULIN = /^(?:regular|rapida|lenta|basal|ultrarrapida)$/
/**
 * "A regular eu faço seis antes do almoço", "a rápida fica igual": told of insulins, with the name
 * left out.
 */
function isInsulinAlone(tokens: readonly Token[], at: number): boolean {
  const begins = at === 1 || /^(?:e|,|\.)$/.test(normAt(tokens, at - 2))
  return (
    begins &&
    normAt(tokens, at - 1) === 'a' &&
    /^(?:eu|a gente|ele|ela)? ?(?:faco|aplico|tomo|faz|aplica|toma|fica|continua|mantem|segue|aumenta|diminui|sobe|passa|vamos) /.test(
      `${wordsBetween(tokens, at + 1, at + 4)} `,
    )
  )
}

const TAKING =
  /^(?:tom(?:o|a|ar|ando|ei|ava|e|ou|am|amos)|us(?:o|a|ar|ando|ei|ava|e|ou)|utiliz\w+|receit\w+|prescrev\w+|prescri\w+|inici\w+|comec\w+|associ\w+|introduz\w+|suspend\w+|par(?:ei|ou|ar|a|e)|continu\w+|mant\w+|troc\w+|substitu\w+|aument\w+|reduz\w+|diminu\w+|remedios?|medicac\w+|medicamentos?|alergi\w+|dei|dar|dou|aplic\w+|anticoncepcional|pilula|antibiotico|xarope|pomada|colirio|creme|calmante|bombinha)$/
const BETWEEN =
  /^(?:o|a|os|as|um|uma|de|do|da|com|meu|minha|esse|essa|aquele|aquela|remedio|so|ja|tambem|,|e|mais|no|na|pra|para|ao|chamad[oa]|generico|tipo|ne|eh|ali|la|que)$/

/** Right after a word of taking or giving, or in a row with another medicine. */
function inCompany(
  tokens: readonly Token[],
  at: number,
  previous: MedicationMention | undefined,
): boolean {
  for (let index = at - 1; index >= Math.max(0, at - 5); index--) {
    if (previous && index < previous.to) return true
    const word = normAt(tokens, index)
    if (TAKING.test(word)) return true
    if (!BETWEEN.test(word)) return false
  }
  return false
}

/** The short name of a unit of dose or form ("miligramas" → "mg"); undefined for any other word. */
export function doseUnit(word: string): string | undefined {
  return amountUnit(word)
}

/** Tokens [from, to) of the aside, and the directions that begin at `to`. */
interface Resumed {
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

/**
 * What stands between a medicine's name and its directions and is neither: "a losartana, que o
 * doutor do posto passou, de cinquenta". An aside names no other medicine, tells no number and
 * denies nothing; behind it must come directions that can be nothing else.
 * @param from token behind the name, where no directions were found
 */
function directionsBehindAside(reading: MedicineSentence, from: number): Resumed | undefined {
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
