/**
 * What a pattern asks of the text that follows its beginning, `^(?=…)(?!…)`, as libraries write it
 * for decimal numbers and addresses. Only there: further in, it would need memory of the way.
 */
export interface PatternLooks {
  /** Patterns from the beginning of the text, and whether they must match there. */
  looks: readonly { pattern: string; mustMatch: boolean }[]
  rest: string
}

/** Undefined where it is not understood. */
export function takeLooks(pattern: string): PatternLooks | undefined {
  const looks: PatternLooks['looks'][number][] = []
  let at = pattern.startsWith('^') ? 1 : 0
  if (at === 0) return { looks, rest: pattern }
  while (pattern.startsWith('(?=', at) || pattern.startsWith('(?!', at)) {
    const end = closing(pattern, at)
    if (end === undefined) return undefined
    looks.push({
      pattern: `^(?:${pattern.slice(at + 3, end)})`,
      mustMatch: pattern[at + 2] === '=',
    })
    at = end + 1
  }
  const rest = `^${pattern.slice(at)}`
  return looks.length > 0 && hasChoice(rest) ? undefined : { looks, rest }
}

/** Where the bracket that opens at a place is closed. */
function closing(pattern: string, from: number): number | undefined {
  for (const { letter, depth, at } of outside(pattern, from))
    if (letter === ')' && depth === 0) return at
  return undefined
}

/** The first of several patterns would have what is asked for, and the others not. */
function hasChoice(pattern: string): boolean {
  return [...outside(pattern, 0)].some(({ letter, depth }) => letter === '|' && depth === 0)
}

/** Letters outside sets and not behind a backslash, with the brackets around them. */
function* outside(pattern: string, from: number) {
  let depth = 0
  let isInSet = false
  for (let at = from; at < pattern.length; at++) {
    const letter = pattern[at]!
    if (letter === '\\') at++
    else if (isInSet) isInSet = letter !== ']'
    else {
      if (letter === '[') isInSet = true
      if (letter === ')') depth--
      yield { letter, depth, at }
      if (letter === '(') depth++
    }
  }
}
