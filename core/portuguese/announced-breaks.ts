/**
 * Where a sentence begins behind a comma, or behind no mark, whose first words say what it is:
 * "vamos examinar garganta vermelha", "isso, até o fim, oriento repouso", "ausculta normal, o
 * quadro sugere asma", "tem alguma doença, tenho rinite". In sentences with marks too.
 */
import { beginsBehindComma } from './comma-splices.ts'
import { tokenize, wordsBetween } from './tokens.ts'
import { LEANS } from './unmarked-breaks.ts'

const EXAMINES = /^(?:(?:vou|vamos) (?:te |lhe )?|dei?x[ae](?:-me| eu| me) (?:te |lhe )?)examinar$/
const WHEN = /^(?:agora|aqui|hoje|isso|primeiro|antes|depois|melhor|bem|rapidinho|voce|ele|ela)$/
const ORDERED = new RegExp(
  '^(?:oriento|recomendo|solicito|prescrevo|receito|encaminho|' +
    '(?:vou|vamos) (?:receitar|prescrever|pedir|solicitar|encaminhar|passar|dar))\\b',
)
const CONCLUDED =
  /^(?:isso (?:e|parece) (?!que|muito|bem|bom|ruim|normal|comum|importante|mesmo|so|o que|por)|(?:o|seu|meu) diagnostico e\b|o quadro (?:e|sugere)\b|a hipotese (?!de\b|que\b)|a impressao (?:diagnostica )?,? ?e\b)/
const CONDITION = /\b(?:se|caso|quando|como|porque|ja que|enquanto|apesar|nao)\b/
/** "A senhora tem alguma doença", with who is asked or without. */
const ASKED =
  /^(?:(?:e )?(?:o senhor|a senhora|voce|ele|ela) )?(?:ja |nao )?(?:tem|teve|toma|usa|faz|fez|sente|sentiu) .*\b(?:algum|alguma|alguns|algumas)\b/
const ANSWERED = /^(?:sim|nao|tenho|tomo|uso|sinto|faco|fiz|tive|ja|so)$/
/** Words before a break, at least. */
const LEAST = 2

/**
 * Characters where such a sentence begins, in order.
 * @param isSpliced as `endsWithCommas` says of all that is said
 */
export function announcedBreaks(text: string, isSpliced = false): number[] {
  const tokens = tokenize(text)
  const breaks: number[] = []
  let last = 0
  for (let at = LEAST; at < tokens.length - 1; at++) {
    if (tokens[at]!.kind !== 'word' || !(announced(at) || behindComma(at, last))) continue
    breaks.push(tokens[at]!.start)
    last = at
  }
  return breaks

  function announced(at: number): boolean {
    const { norm } = tokens[at]!
    if (LEANS.test(norm) || WHEN.test(norm)) return false
    return [2, 3, 4].some((words) => EXAMINES.test(wordsBetween(tokens, at - words, at)))
  }

  function behindComma(at: number, last: number): boolean {
    if (tokens[at - 1]!.norm !== ',') return false
    const before = wordsBetween(tokens, last, at)
    const ahead = wordsBetween(tokens, at, at + 5)
    if (CONCLUDED.test(ahead)) return true
    if (ORDERED.test(ahead)) return !CONDITION.test(before)
    if (isSpliced && beginsBehindComma(text, tokens, last, at)) return true
    // A verb that a recognizer writes large behind a comma, it heard as a beginning.
    const isLarge = /\p{Lu}/u.test(text[tokens[at]!.start]!)
    return ANSWERED.test(tokens[at]!.norm) && (isLarge || ASKED.test(before))
  }
}
