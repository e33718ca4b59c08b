/** Whose medicine it is: the patient's, or of somebody who is spoken of. */

import { holderAt, isFamilyWord, isRelativeAt, readRelatives } from '../../portuguese/family.ts'
import { matchesInOrder } from '../../portuguese/text-matches.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { MedicationMention } from './medication-mentions.ts'

interface SaidAround {
  before: string
  after: string
  isDirected: boolean
}

interface Named {
  tokens: readonly Token[]
  mentions: readonly MedicationMention[]
  index: number
  patientIsChild: boolean
}

/** "Prednisona de 20, da vizinha", asked what is taken: taken, though another's. */
export function isBorrowed({ before, after, isDirected }: SaidAround): boolean {
  return (
    (isDirected || /\b(?:tomo|uso)\b/.test(before)) && /^d[ao] (?:minha |meu )?\w+$/.test(after)
  )
}

const OTHERS =
  /^(?:vizinh[oa]|amig[oa]|colega|comadre|compadre|patroa|patrao|cunhad[oa]|genro|nora|guria|moca|pessoal)$/
/** Given to the patient: "que minha filha comprou", "que a moça da farmácia deu". */
const GIVEN =
  /\bme (?:da|dao|deu|deram)\b|\b(?:comprou|passou|trouxe|receitou|indicou|vende|vendeu|arrumou|emprestou)\b/
const THAT_GAVE = matchesInOrder(/\bque\b/, /\bdeu\b/)

function isGiven(words: string): boolean {
  return GIVEN.test(words) || THAT_GAVE.test(words)
}

/**
 * "minha mãe toma", "o Depakene da sua irmã", "varfarina é a minha mãe que toma": another person's.
 */
export function isOfAnother({ tokens, mentions, index, patientIsChild }: Named): boolean {
  const mention = mentions[index]!
  const from = mentions[index - 1]?.to ?? 0
  const to = mentions[index + 1]?.lead ?? tokens.length
  const clause = tokens.slice(from, to)
  const at = clause.findIndex(
    ({ norm }, index) =>
      (OTHERS.test(norm) || isRelativeAt(clause, index, patientIsChild)) &&
      // "Parente do diclofenaco": a medicine's.
      !(norm === 'parente' && /^d[aeo]$/.test(clause[index + 1]?.norm ?? '')) &&
      // "A família toda": the patient as well.
      !(norm === 'familia' && /^(?:toda|inteira)$/.test(clause[index + 1]?.norm ?? '')),
  )
  const relatives = readRelatives(tokens, patientIsChild)
  // In a child's visit who says "tomo" takes it.
  if (patientIsChild && /\b(?:tomo|uso|tomei)\b/.test(wordsOf(tokens.slice(from, mention.from))))
    return true
  // "Esse é minha irmã, eu tomo só a Yasmin": whoever was spoken of before, the speaker takes it.
  const own = wordsOf(tokens.slice(from, mention.lead))
  const speaks = /^.*\beu (?:so )?(?:tomo|uso)\b/.exec(own)?.[0]
  if (speaks && at >= 0 && from + at < mention.from) {
    const between = own.slice(speaks.length).split(' ')
    if (!between.some((word) => OTHERS.test(word) || isFamilyWord(word, patientIsChild)))
      return false
  }
  if (at < 0) return holderAt(relatives, mention.from) !== null && !isGiven(wordsOf(tokens))
  const place = from + at
  // "Que minha filha compra pra mim": what a relative does with it is not taking it.
  const isSubject = tokens
    .slice(Math.max(from, place - 2), place)
    .some(({ norm }) => norm === 'que')
  const does = tokens[place + 1]?.norm ?? ''
  if (isSubject && place > mention.from && !/^(?:que|tom\w+|us\w+|faz)$/.test(does)) return false
  // Behind the name it must follow at once ("o Depakene da sua irmã"); later it is told of
  // something else.
  if (place >= mention.to + 6) return false
  const words = wordsOf(
    tokens.slice(
      Math.max(from, Math.min(place, mention.from)),
      Math.min(to, Math.max(place + 4, mention.to)),
    ),
  )
  return !isGiven(words)
}
