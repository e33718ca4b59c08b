/**
 * What is taken back without naming a better one in its place: a number begun and begun again, a
 * finding that was not looked for, an examination that is named again to be refused.
 */
import type { NumberPhrase } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { wordsOf } from './clauses.ts'

/**
 * Tokens [from, to) that hold no longer, seen from the word that shows it. `least`: what stands
 * before was cut already.
 */
export function takenBackWhole(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  at: number,
  least: number,
): [number, number] | undefined {
  return (
    restarted(tokens, numbers, at) ?? unseen(tokens, at, least) ?? refusedAgain(tokens, at, least)
  )
}

/** "…" or "...". */
export function isEllipsis(tokens: readonly Token[], at: number): boolean {
  return tokens[at]!.norm === '…' || (tokens[at]!.norm === '.' && tokens[at + 1]?.norm === '.')
}

/** "Um metro e sessenta e… sessenta e três": begun, and begun again. */
function restarted(
  tokens: readonly Token[],
  numbers: ReadonlyMap<number, NumberPhrase>,
  at: number,
): [number, number] | undefined {
  if (!/^(?:…|\.)$/.test(tokens[at]!.norm) || tokens[at - 1]?.norm !== 'e') return undefined
  const begun = [...numbers.values()].find(({ to }) => to === at - 1)
  let to = at
  while (/^(?:…|\.)$/.test(tokens[to]?.norm ?? '')) to += 1
  const whole = numbers.get(to)
  if (!begun || !whole || begun.value < 20 || begun.value % 10 !== 0) return undefined
  return whole.value > begun.value && whole.value < begun.value + (begun.value < 100 ? 10 : 100)
    ? [begun.from, to]
    : undefined
}

/**
 * "… e sangue oculto nas fezes, não, sangue oculto não precisa": named, and named again to be
 * refused.
 */
function refusedAgain(
  tokens: readonly Token[],
  at: number,
  least: number,
): [number, number] | undefined {
  if (
    tokens[at]!.norm !== 'nao' ||
    !/^(?:precis|pec|faz|quer|necessit)/.test(tokens[at + 1]?.norm ?? '')
  )
    return undefined
  const words = tokens.slice(least, at)
  const turn = words.findLastIndex(({ norm }) => /^(?:nao|nem|alias|melhor)$/.test(norm)) + least
  if (turn <= least) return undefined
  const again = tokens
    .slice(turn + 1, at)
    .filter(({ kind, norm }) => kind !== 'mark' && !/^[oa]s?$/.test(norm))
  const [first] = again
  if (!first || again.length > MOST_AGAIN) return undefined
  const from = tokens.findLastIndex(
    (_, place) =>
      place >= least &&
      place < turn &&
      place >= turn - MOST_BEFORE &&
      again.every(({ norm }, index) => tokens[place + index]?.norm === norm),
  )
  if (from < 0) return undefined
  let start = from
  while (start > least && /^(?:e|,|o|a|um|uma|mais)$/.test(tokens[start - 1]!.norm)) start -= 1
  return [start, at + 2]
}

/** Words of the name that is said again, and words before the refusal, at most. */
const MOST_AGAIN = 4
const MOST_BEFORE = 7

/** "Colo sem lesão… não, não vi o colo": what was not looked at was not found. */
function unseen(tokens: readonly Token[], at: number, least: number): [number, number] | undefined {
  if (!isEllipsis(tokens, at) && tokens[at]!.norm !== '…') return undefined
  const behind = tokens.findIndex(({ kind }, place) => place > at && kind !== 'mark')
  const words = wordsOf(tokens.slice(Math.max(behind, 0)))
  if (behind < 0 || !NOT_LOOKED.test(words)) return undefined
  const start = tokens.findLastIndex(({ norm }, place) => place < at && /^[,.;:]$/.test(norm)) + 1
  return start < at ? [Math.max(start, least), behind] : undefined
}

const NOT_LOOKED =
  /^nao (?:espera |perai |pera )?nao (?:vi|deu|consegui|examinei|medi|fiz|toquei|palpei|auscultei|olhei|avaliei|testei)\b/
