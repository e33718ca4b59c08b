/**
 * What the doctor stops, as it was said: "Pode parar a sinvastatina", "Vou tirar o anlodipino",
 * "Vamos trocar a fluoxetina pela sertralina 50". What is begun in the same breath is left to its
 * own entry, unless it takes the place of what is stopped.
 */
import { assertionAt, readScopes } from '../../portuguese/assertion.ts'
import { type Clause, wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'
import { actOf } from './medication-act.ts'
import type { MedicationFinder } from './medication-mentions.ts'
import type { Act } from './medication-verbs.ts'

/** The part of a clause that stops a medicine; undefined where none is stopped. */
export function stopIn(
  clause: Clause,
  find: MedicationFinder,
  next: readonly Statement[],
): Clause | undefined {
  const { tokens } = clause
  const words = wordsOf(tokens)
  if (CONDITIONAL.test(words) || !DECIDES.test(words)) return undefined
  if (words.split(' ').length > MOST_WORDS) return undefined
  const mentions = find(tokens)
  const scopes = readScopes(tokens)
  let last: Act | undefined
  const acts = mentions.map((_, index) => {
    last = actOf(tokens, mentions, index, last)
    return last
  })
  const at = acts.indexOf('stops')
  if (at < 0 || assertionAt(scopes, mentions[at]!.from) === 'denied') return undefined
  const other = mentions.findIndex((_, index) => index > at && acts[index] !== 'stops')
  const swapped = SWAPS.test(words) ? mentions[other] : undefined
  if (swapped) {
    if (next.some((each) => refuses(each, swapped.name))) return undefined
    return cutAt(clause, swapped.from + swapped.name.split(' ').length)
  }
  if (other < 0) return clause
  const joint = tokens.findLastIndex(
    ({ norm }, index) =>
      index > mentions[at]!.from && index < mentions[other]!.lead && PARTS.test(norm),
  )
  return joint < 0 ? clause : cutAt(clause, joint)
}

function cutAt(clause: Clause, to: number): Clause {
  const tokens = clause.tokens.slice(0, to)
  return { ...clause, tokens, words: wordsOf(tokens), end: tokens.at(-1)!.end }
}

/**
 * Who decides: "suspendo", "vou tirar", "pode parar", "para com"; neither "tem que parar dois dias
 * antes" nor "está suspensa".
 */
const DECIDES =
  /^(?:(?:e|entao|ai|agora|hoje|mas|bom|olha|ja|tambem|eu|a gente|nos|voce|a senhora|o senhor) )*(?:(?:vou|vamos|pode|podemos|vai|deve|quero|precisa) )?(?:(?:te|lhe) )?(?:par(?:a|e|ar|amos)|tir(?:a|e|ar|o|amos)|suspend(?:e|a|o|er|emos)|interromp\p{L}{1,4}|cort(?:a|e|ar|o|amos)|troc(?:a|ar|o|amos)|substitu\p{L}{1,4}|retir(?:a|e|ar|o|amos)|larg(?:a|ue|ar))\b(?!.*\b(?:dias?|horas?|semanas?) antes\b)/u
/** Longer than an order that is heard: nobody set marks. */
const MOST_WORDS = 20

const CONDITIONAL = /^(?:(?:e|mas|ai) )*(?:se|caso|quando)\b/
const SWAPS = /\b(?:troc\p{L}+|substitu\p{L}+|no lugar d[aeo])\b/u
const PARTS = /^(?:e|,|;|mas|ai)$/

/** "Não, indapamida não": taken back at once. */
function refuses({ origin, tokens }: Statement, name: string): boolean {
  const words = wordsOf(tokens)
  return origin === 'speech' && words.includes(`${name} nao`)
}
