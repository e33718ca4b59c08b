/**
 * A host's `pattern`, in time that grows with the text and never faster: the expressions of
 * strangers are not run by an engine that goes back and tries again. All ways through a text are
 * followed at once (Thompson's construction); what would need memory of the way (references back,
 * looking around but at the beginning) is not understood.
 */
import { type Part, parsePattern, type Test } from './pattern-parts.ts'

type Step =
  | { kind: 'test'; test: Test }
  | { kind: 'either'; one: number; other: number }
  | { kind: 'at'; holds: (before: string | undefined, after: string | undefined) => boolean }
  | { kind: 'end' }

const MOST_STEPS = 4000

/** Whether the pattern occurs in a text; undefined where the pattern is not understood. */
export function textPattern(pattern: string): ((text: string) => boolean) | undefined {
  const { looks, rest } = takeLooks(pattern) ?? {}
  const whole = rest === undefined ? undefined : plainPattern(rest)
  if (!looks || !whole) return undefined
  const tests = looks.map((look) => ({ ...look, holds: plainPattern(look.pattern) }))
  if (tests.some(({ holds }) => !holds)) return undefined
  return (text) => whole(text) && tests.every((look) => look.holds?.(text) === look.mustMatch)
}

function plainPattern(pattern: string): ((text: string) => boolean) | undefined {
  const part = parsePattern(pattern)
  const steps: Step[] = []
  if (!part || !write(part, steps)) return undefined
  steps.push({ kind: 'end' })
  return (text) => occurs(steps, [...text])
}

function occurs(steps: readonly Step[], letters: readonly string[]): boolean {
  let here = new Set<number>()
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters[at - 1], letters[at]]
    // It may begin anywhere.
    const open = [0, ...here]
    here = new Set()
    const next = new Set<number>()
    while (open.length > 0) {
      const place = open.pop()!
      if (here.has(place)) continue
      here.add(place)
      const step = steps[place]!
      if (step.kind === 'end') return true
      if (step.kind === 'either') open.push(step.one, step.other)
      else if (step.kind === 'at') {
        if (step.holds(before, after)) open.push(place + 1)
      } else if (after !== undefined && step.test(after)) next.add(place + 1)
    }
    here = next
  }
  return false
}

/** False: it has more steps than are followed. */
function write(part: Part, steps: Step[]): boolean {
  if (steps.length > MOST_STEPS) return false
  switch (part.kind) {
    case 'test':
    case 'at':
      steps.push(part)
      return true
    case 'sequence':
      return part.of.every((one) => write(one, steps))
    case 'choice':
      return writeChoice(part.of, steps)
    case 'repeat':
      return writeRepeat(part, steps)
  }
}

function writeChoice([first, ...others]: readonly Part[], steps: Step[]): boolean {
  if (!first) return true
  if (others.length === 0) return write(first, steps)
  const fork = branch(steps)
  if (!write(first, steps)) return false
  const leave = branch(steps)
  fork.other = steps.length
  if (!writeChoice(others, steps)) return false
  leave.one = steps.length
  leave.other = steps.length
  return true
}

function writeRepeat({ of, min, max }: Extract<Part, { kind: 'repeat' }>, steps: Step[]): boolean {
  for (let time = 0; time < min; time++) if (!write(of, steps)) return false
  if (max === null) {
    const loop = branch(steps)
    const begin = steps.length - 1
    if (!write(of, steps)) return false
    const back = branch(steps)
    back.one = begin
    back.other = begin
    loop.other = steps.length
    return true
  }
  const exits: { other: number }[] = []
  for (let time = min; time < max; time++) {
    exits.push(branch(steps))
    if (!write(of, steps)) return false
  }
  for (const exit of exits) exit.other = steps.length
  return true
}

/** Goes on with what follows, or with a place that is known later. */
function branch(steps: Step[]): { one: number; other: number } {
  const step = { kind: 'either' as const, one: steps.length + 1, other: steps.length + 1 }
  steps.push(step)
  return step
}

/**
 * What a pattern asks of the text that follows its beginning, `^(?=…)(?!…)`, as libraries write it
 * for decimal numbers and addresses. Only there: further in, it would need memory of the way.
 */
interface PatternLooks {
  /** Patterns from the beginning of the text, and whether they must match there. */
  looks: readonly { pattern: string; mustMatch: boolean }[]
  rest: string
}

/** Undefined where it is not understood. */
function takeLooks(pattern: string): PatternLooks | undefined {
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
