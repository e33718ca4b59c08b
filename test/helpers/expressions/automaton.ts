/**
 * A regular expression as an automaton: which character leads from where to where, and what has to
 * stand on both sides of it.
 */
import { accepts, type Expression, partsOf } from './parse-expression.ts'

/** Repeats with a bound above this count as endless, those below are written out. */
const WRITTEN_OUT = 60
/** Whole expressions past this size are not written out: bounds count as endless. */
const MOST_STATES = 4_000

/** What has to hold between two characters; undefined stands for the text's beginning or end. */
type Condition = (before: string | undefined, after: string | undefined) => boolean

interface Step {
  /** Number of the character's test. */
  test: number
  to: number
}

export interface Automaton {
  start: number
  states: number
  /** Each test over the alphabet. */
  tests: readonly (readonly boolean[])[]
  alphabet: readonly string[]
  /** States to which endless repeats come back. */
  hubs: readonly number[]
  /** By character of the alphabet: its kind, as the one before. */
  kindOf: readonly number[]
  /** A character of each kind that conditions tell apart. */
  kinds: readonly string[]
  /** Steps that can be taken in a state, and what has to hold before. */
  stepsFrom(state: number): readonly { step: Step; conditions: readonly Condition[] }[]
  /** States that are reached without a character. */
  beside(state: number): ReadonlySet<number>
  /** States behind a character that are reached from a state. */
  forward(state: number): ReadonlySet<number>
}

const COMMON = ' a1,.\n-:;()/"\'#*%_=+[]<>|!?\t0zAZáçé²º°–…\u0001♪@&$\\^`{}~'

export function automatonOf(tree: Expression, flags: string): Automaton {
  return build(tree, flags, WRITTEN_OUT) ?? build(tree, flags, 0)!
}

function build(tree: Expression, flags: string, writtenOut: number): Automaton | undefined {
  const free: { to: number; condition?: Condition }[][] = []
  const steps: Step[][] = []
  const hubs: number[] = []
  const numbers = new Map<string, number>()
  const raws: string[] = []

  const state = () => {
    free.push([])
    return steps.push([]) - 1
  }
  const link = (from: number, to: number, condition?: Condition) =>
    free[from]!.push(condition ? { to, condition } : { to })
  const numberOf = (raw: string) => {
    const number = numbers.get(raw) ?? raws.push(raw) - 1
    numbers.set(raw, number)
    return number
  }

  /** Draws a part that begins in a state; gives the state in which it ends. */
  const draw = (part: Expression, from: number): number => {
    if (steps.length > MOST_STATES && writtenOut > 0) return from
    switch (part.kind) {
      case 'character': {
        const to = state()
        steps[from]!.push({ test: numberOf(part.raw), to })
        return to
      }
      case 'sequence':
        return part.parts.reduce((at, each) => draw(each, at), from)
      case 'choice': {
        const end = state()
        for (const each of part.parts) link(draw(each, from), end)
        return end
      }
      case 'group':
        return draw(part.body, from)
      case 'repeat':
        return drawRepeat(part, from)
      case 'again':
        return from
      case 'edge': {
        const to = state()
        link(from, to, edgeCondition(part.of, flags))
        return to
      }
      case 'look': {
        const to = state()
        const condition = lookCondition(part, flags)
        link(from, to, condition)
        if (!condition && part.isAhead) draw(part.body, branch(from))
        return to
      }
    }
  }

  const branch = (from: number) => {
    const to = state()
    link(from, to)
    return to
  }

  const drawRepeat = (part: Expression & { kind: 'repeat' }, from: number): number => {
    let at = branch(from)
    const isEndless = part.most > writtenOut && part.most > 1
    const least = Math.min(part.least, Math.max(writtenOut, 1))
    for (let times = 0; times < least; times += 1) at = draw(part.body, at)
    if (isEndless) {
      const hub = branch(at)
      hubs.push(hub)
      link(draw(part.body, hub), hub)
      return branch(hub)
    }
    const end = state()
    link(at, end)
    for (let times = least; times < part.most; times += 1) {
      at = draw(part.body, branch(at))
      link(at, end)
    }
    return end
  }

  const start = state()
  draw(tree, start)
  if (steps.length > MOST_STATES && writtenOut > 0) return undefined
  const { alphabet, tests } = alphabetOf(tree, raws, flags)
  const conditions = free.flat().flatMap(({ condition }) => condition ?? [])
  const outgoing = new Map<number, { step: Step; conditions: readonly Condition[] }[]>()
  const besides = new Map<number, Set<number>>()

  const look = (from: number) => {
    const seen = new Set<number>()
    const found: { step: Step; conditions: readonly Condition[] }[] = []
    const go = (at: number, conditions: readonly Condition[]) => {
      if (seen.has(at)) return
      seen.add(at)
      for (const step of steps[at]!) found.push({ step, conditions })
      for (const { to, condition } of free[at]!)
        go(to, condition ? [...conditions, condition] : conditions)
    }
    go(from, [])
    outgoing.set(from, found)
    besides.set(from, seen)
  }
  const known = <Value>(of: Map<number, Value>, at: number): Value => {
    if (!of.has(at)) look(at)
    return of.get(at)!
  }
  return {
    start,
    states: steps.length,
    tests,
    alphabet,
    hubs,
    ...kindsOf(alphabet, conditions),
    stepsFrom: (at) => known(outgoing, at),
    beside: (at) => known(besides, at),
    forward: (from) => {
      const found = new Set<number>()
      for (const { step } of known(outgoing, from)) found.add(step.to)
      for (const at of found) for (const { step } of known(outgoing, at)) found.add(step.to)
      return found
    },
  }
}

/** Characters are of one kind where no condition tells them apart, whatever follows. */
function kindsOf(alphabet: readonly string[], conditions: readonly Condition[]) {
  const kinds: string[] = []
  const numbers = new Map<string, number>()
  const kindOf = alphabet.map((before) => {
    const key = conditions
      .map((holds) => alphabet.map((after) => (holds(before, after) ? 1 : 0)).join(''))
      .join()
    const number = numbers.get(key) ?? kinds.push(before) - 1
    numbers.set(key, number)
    return number
  })
  return { kindOf, kinds }
}

/** One character for each way of being told apart by the tests. */
function alphabetOf(tree: Expression, raws: readonly string[], flags: string) {
  const named = [...partsOf(tree)].flatMap((part) =>
    part.kind === 'character' ? Array.from(part.raw) : [],
  )
  const asked = raws.map((raw) => accepts(raw, flags))
  const isEdged = [...partsOf(tree)].some(({ kind }) => kind === 'edge' || kind === 'look')
  const groups = new Map<string, string>()
  for (const character of new Set([...COMMON, ...named])) {
    const kind = isEdged
      ? /\w/.test(character)
        ? 'w'
        : /\p{L}/u.test(character)
          ? 'l'
          : character === '\n'
            ? 'n'
            : ''
      : ''
    const key = asked.map((ask) => (ask(character) ? 1 : 0)).join('') + kind
    if (!groups.has(key)) groups.set(key, character)
  }
  const alphabet = [...groups.values()]
  return { alphabet, tests: asked.map((ask) => alphabet.map((character) => ask(character))) }
}

function edgeCondition(of: 'start' | 'end' | 'word' | 'within', flags: string): Condition {
  const isWord = (character: string | undefined) => character !== undefined && /\w/.test(character)
  const isEdge = (character: string | undefined) =>
    character === undefined || (flags.includes('m') && character === '\n')
  if (of === 'start') return isEdge
  if (of === 'end') return (_, after) => isEdge(after)
  return (before, after) => (isWord(before) !== isWord(after)) === (of === 'word')
}

/** What a look at one neighbouring character asks; undefined where it looks further. */
function lookCondition(
  { isAhead, isNegated, body }: Expression & { kind: 'look' },
  flags: string,
): Condition | undefined {
  const asked = oneCharacter(body, flags)
  if (!asked) return undefined
  return (before, after) => asked(before, after, isAhead ? after : before) !== isNegated
}

type Asked = (
  before: string | undefined,
  after: string | undefined,
  at: string | undefined,
) => boolean

function oneCharacter(part: Expression, flags: string): Asked | undefined {
  if (part.kind === 'character') {
    const ask = accepts(part.raw, flags)
    return (_before, _after, at) => at !== undefined && ask(at)
  }
  if (part.kind === 'edge') return edgeCondition(part.of, flags)
  if (part.kind === 'sequence' && part.parts.length === 1)
    return oneCharacter(part.parts[0]!, flags)
  if (part.kind !== 'choice') return undefined
  const asked = part.parts.map((each) => oneCharacter(each, flags))
  if (asked.some((each) => !each)) return undefined
  return (...sides) => asked.some((each) => each!(...sides))
}
