/**
 * Numbers that no other reader of this folder knows: "dedo 230", "o PHQ-9 deu 17", "duas depois da
 * janta". Nobody can list everything that is counted and measured, so what is told with a number
 * is listed in its own words, and is written where the document holds the number, in any field.
 */
import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { numberKey } from '../evidence/numbers.ts'
import type { Fact } from './fact.ts'
import { chartText } from './fact.ts'
import { isPatients, type Said } from './visit-reader.ts'

/** @param facts what the other readers found, in whichever sentence */
export function otherNumbersIn(said: readonly Said[], facts: readonly Fact[]): Fact[] {
  const known = new Map<number, Fact[]>()
  for (const fact of facts) {
    const { index } = fact.statement
    known.set(index, [...(known.get(index) ?? []), fact])
  }
  return said.flatMap((one, at) => {
    const isAnswer = said[at - 1]?.statement.question === true
    return numbersIn(one, known.get(one.statement.index) ?? [], isAnswer)
  })
}

/** @param isAnswer a number alone tells something, which it does not anywhere else */
function numbersIn(one: Said, known: readonly Fact[], isAnswer: boolean): Fact[] {
  const { statement } = one
  const { tokens, question } = statement
  if (question) return []
  const parts: Part[] = []
  for (const { from, to, value, article } of readNumbers(tokens)) {
    const key = numberKey(value)
    const [start, end] = [tokens[from]!.start, tokens[to - 1]!.end]
    const isKnown = known.some(
      (fact) => (fact.start < end && start < fact.end) || fact.details.includes(key),
    )
    const part = partAround(tokens, from, to)
    const isBare = part.from === from && part.to === to
    if (article || (isBare && !isAnswer) || isKnown || isOtherwiseTold(one, from, to)) continue
    const last = parts.at(-1)
    if (last && part.from < last.to) Object.assign(last, { to: part.to, keys: [...last.keys, key] })
    else parts.push({ ...part, keys: [key] })
  }
  return parts.map(({ from, to, keys }) => {
    const [start, end] = [tokens[from]!.start, tokens[to - 1]!.end]
    const text = chartText(statement, start, end)
    return {
      kind: 'number',
      keys: ['number'],
      details: keys,
      text,
      statement,
      start,
      end,
      tells: 0,
      isDecided: false,
    }
  })
}

/** Tokens [from, to) that say one thing, and the numbers among them. */
interface Part {
  from: number
  to: number
  keys: string[]
}

/** Whether it is a time, an age, part of a name ("PHQ-9"), how often, denied, asked or foreign. */
function isOtherwiseTold(one: Said, from: number, to: number): boolean {
  const { tokens } = one.statement
  const term = one.terms.find((each) => each.kind === 'number' && each.from < to && each.to > from)
  const [before, after] = [tokens[from - 1]?.norm ?? '', tokens[to]?.norm ?? '']
  return (
    term?.rhythm === true ||
    PART_OF_NAME.test(before) ||
    BOTH.test(before) ||
    TIME.test(after) ||
    TIME.test(term?.unit ?? '') ||
    !isPatients(one, from)
  )
}

const PART_OF_NAME = /^[-–/]$/
/** "Os dois pés". */
const BOTH = /^[ao]s$/
const TIME =
  /^(?:anos?|mes|meses|semanas?|dias?|horas?|minutos?|segundos?|relogio|vez|vezes|x|-|\/)$/

/** Words of a part on each side of its number. */
const MOST_BEFORE = 6
const MOST_BEHIND = 5

/** What stands between two marks with it, a few words at most; of "Em outubro, 18" all of it. */
function partAround(tokens: readonly Token[], number: number, end: number): Omit<Part, 'keys'> {
  let to = end
  while (to < tokens.length && to - end < MOST_BEHIND && isWord(tokens[to])) to += 1
  const from = wordsBefore(tokens, number)
  if (from < number || to > end || number === 0) return { from, to }
  return { from: wordsBefore(tokens, number - 1), to }
}

function wordsBefore(tokens: readonly Token[], number: number): number {
  let from = number
  while (number - from < MOST_BEFORE && isWord(tokens[from - 1])) from -= 1
  return from
}

function isWord(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== 'mark'
}
