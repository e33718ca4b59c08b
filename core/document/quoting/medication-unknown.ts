/**
 * What is told of a medicine whose name nobody knows: asked what is taken, a word with an amount
 * behind it. It is quoted and marked, as a word that was misheard says more than none.
 */
import beforeAmounts from '../../../config/portuguese/words-before-amounts.json' with {
  type: 'json',
}
import { cueIndex } from '../../portuguese/cue-index.ts'
import { readNumbers } from '../../portuguese/numbers.ts'
import { normAt, type Token } from '../../portuguese/tokens.ts'
import { classesOf } from '../../portuguese/word-classes.ts'
import { directionsAt } from '../medicines/medication-directions.ts'
import type { MedicationMention } from '../medicines/medication-mentions.ts'
import { readingOf } from '../medicines/medication-reading.ts'
import type { Statement } from '../pieces/statements.ts'
import type { MedicineEntry } from './medication-entry.ts'

const SHORTEST_NAME = 5
/** Of a lifetime, not of a pill. */
const NO_AMOUNT = /^(?:anos?|meses|mes|semanas?|dias?|horas?|h|vez|vezes|x|%|por|quilos?|kg|reais)$/
const ordinary = cueIndex([[beforeAmounts.words.join('|'), 'ordinary']])

/** @param known mentions of medicines in the statement */
export function unknownMedicines(
  statement: Statement,
  known: readonly MedicationMention[],
): MedicineEntry[] {
  const { tokens } = statement
  const reading = readingOf(tokens, () => false)
  return readNumbers(tokens).flatMap((number): MedicineEntry[] => {
    const at = number.from - 1
    const name = tokens[at]
    const isFree = known.every(({ lead, to }) => at < lead || at >= to)
    if (number.article || !name || !isFree || !mayName(name)) return []
    if (NO_AMOUNT.test(normAt(tokens, number.to))) return []
    // "Uso pra dormir, dois litros": what for.
    if (/^(?:pra|para|de)$/.test(normAt(tokens, at - 1)) && /[aei]r$/.test(name.norm)) return []
    const { to } = directionsAt(reading, at + 1)
    const last = tokens[Math.max(to, number.to) - 1]!
    return [
      {
        section: 'medicationsInUse',
        act: 'takes',
        ingredients: [name.norm],
        hasDose: true,
        statement,
        start: name.start,
        end: last.end,
        cuts: [],
        more: [],
        isUnknown: true,
      },
    ]
  })
}

function mayName({ kind, norm }: Token): boolean {
  return (
    kind === 'word' &&
    norm.length >= SHORTEST_NAME &&
    // "Deram três comprimidos": what was done.
    !/(?:aram|eram|iram)$/.test(norm) &&
    ordinary.find([norm]).size === 0 &&
    classesOf([norm]).size === 0
  )
}
