/**
 * Said, and corrected in the same breath: "cem… não, desculpa, cinquenta", "na segunda, quer dizer,
 * quarta".
 */
import { readNumbers } from './numbers.ts'
import type { Token } from './tokens.ts'

/** How far a correction reaches back, and how soon the right word follows it, in tokens. */
const REACH = 6

/**
 * Whether what stands at a place is replaced by another of its kind right after a word that
 * corrects.
 */
export function correctionReader(tokens: readonly Token[]): (at: number) => boolean {
  const cues = tokens.flatMap((_, at) => (isCorrection(tokens, at) ? [at] : []))
  if (cues.length === 0) return () => false
  const numbers = readNumbers(tokens)
  const kinds = tokens.map((token, at) =>
    numbers.some(({ from, to }) => at >= from && at < to) ? 'number' : kindOf(token),
  )
  return (at) => {
    const kind = kinds[at]
    const cue = cues.find((one) => one > at && one - at <= REACH)
    if (kind === undefined || cue === undefined) return false
    const own = numbers.find(({ from, to }) => at >= from && at < to)?.to ?? at + 1
    // The last of several before it is meant.
    if (kinds.slice(own, cue).includes(kind)) return false
    return kinds.slice(cue + 1, cue + 1 + REACH).includes(kind)
  }
}

/** "Não, desculpa": a word that says that another follows in place of the one before. */
export function isCorrection(tokens: readonly Token[], at: number): boolean {
  const { norm } = tokens[at]!
  if (/^(?:minto|perdao|corrigindo|errei|desculpa|desculpe|alias)$/.test(norm)) return true
  return norm === 'dizer' && tokens[at - 1]?.norm === 'quer'
}

const DAYS = /^(?:segunda|terca|quarta|quinta|sexta|sabado|domingo)$/
const SIDES = /^(?:direit|esquerd)[oa]s?$/

function kindOf({ norm }: Token): 'side' | 'day' | undefined {
  if (SIDES.test(norm)) return 'side'
  return DAYS.test(norm) ? 'day' : undefined
}
