/**
 * Finds regular expressions whose work grows faster than the text, and the text that shows it.
 *
 * Where an endless repeat can begin again inside of what it repeats, every beginning reads to the
 * end: the square of the length. The automaton names words for which that may be so; counting the
 * matcher's steps over the word, written often and twice as often, decides.
 */
import { type Automaton, automatonOf } from './automaton.ts'
import { countSteps } from './count-steps.ts'
import { type Expression, parseExpression, partsOf, reversed } from './parse-expression.ts'

export interface Growth extends Suspect {
  suffix: string
  /** Steps over some text, and over twice as much. */
  steps: readonly [number, number]
}

interface Suspect {
  /** Leads to the repeat. */
  prefix: string
  /** Written again and again it shows the growth. */
  word: string
}

/** Twice the text may take so many times the steps. */
const MOST_GROWTH = 3
const SOME = 240
const MOST_STEPS = 600_000
/** What may end the search for a way to fail. */
const SUFFIXES = ['', '\u0001', '\n', '\n\u0001', '.,;\u0001']
/** Without a repeat there is nothing to look for. */
const MAY_GROW = /[*+]|\{\d*,?\d*\}/
/** So many pairs of states are looked at in one expression. */
const MOST_VISITS = 30_000

export function superLinear(source: string, flags: string): Growth | undefined {
  if (!MAY_GROW.test(source)) return undefined
  const tree = parseExpression(source)
  for (const { prefix, word } of suspects(tree, flags))
    for (const before of prefix === '' ? [''] : ['', prefix]) {
      const growth = measured(tree, flags, { prefix: before, word })
      if (growth) return growth
    }
  return undefined
}

function measured(tree: Expression, flags: string, { prefix, word }: Suspect): Growth | undefined {
  const times = Math.max(Math.ceil(SOME / word.length), 8)
  for (const suffix of SUFFIXES) {
    const some = countSteps(tree, flags, prefix + word.repeat(times) + suffix, MOST_STEPS)
    if (some > MOST_STEPS) return { prefix, word, suffix, steps: [some, Number.POSITIVE_INFINITY] }
    // No further than what decides.
    const most = some * MOST_GROWTH
    const more = countSteps(tree, flags, prefix + word.repeat(2 * times) + suffix, most)
    if (more > most) return { prefix, word, suffix, steps: [some, more] }
  }
  return undefined
}

/** Words over which the work may grow too fast. */
function* suspects(tree: Expression, flags: string): Generator<Suspect> {
  const seen = new Set<string>()
  const behind = [...partsOf(tree)].filter((part) => part.kind === 'look' && !part.isAhead)
  for (const part of [tree, ...behind.map((look) => reversed((look as { body: Expression }).body))])
    for (const { prefix, word } of wordsOf(automatonOf(part, flags))) {
      // What looks back reads the word first, and then what leads to it.
      const one =
        part === tree ? { prefix, word } : { prefix: '', word: [...word].reverse().join('') }
      const key = JSON.stringify(one)
      if (!seen.has(key)) yield one
      seen.add(key)
    }
}

function* wordsOf(automaton: Automaton): Generator<Suspect> {
  if (automaton.hubs.length === 0) return
  const search: Search = {
    automaton,
    reach: reachOf(automaton),
    lead: targetsOf(automaton),
    visits: { left: MOST_VISITS },
  }
  for (const hub of automaton.hubs)
    for (const word of movedWords(search, hub)) yield { prefix: '', word }
  for (const hub of automaton.hubs)
    for (const word of tradedWords(search, hub)) yield { prefix: wayTo(automaton, hub), word }
}

/** A shortest text that leads from the beginning to a repeat; empty where none is found. */
function wayTo(automaton: Automaton, hub: number): string {
  const { alphabet, kinds, kindOf, tests, start } = automaton
  const seen = new Set<string>()
  let front: { at: number; last: string | undefined; word: string }[] = [undefined, ...kinds].map(
    (last) => ({ at: start, last, word: last ?? '' }),
  )
  while (front.length > 0) {
    const there = front.find(({ at }) => automaton.beside(at).has(hub))
    if (there) return there.at === start ? '' : there.word
    front = front.flatMap(({ at, last, word }) =>
      automaton.stepsFrom(at).flatMap(({ step, conditions }) => {
        const letter = alphabet.findIndex(
          (one, place) =>
            tests[step.test]![place] &&
            conditions.every((holds) => holds(last, one)) &&
            !seen.has(`${step.to} ${kindOf[place]}`),
        )
        if (letter < 0) return []
        seen.add(`${step.to} ${kindOf[letter]}`)
        return [{ at: step.to, last: kinds[kindOf[letter]!], word: word + alphabet[letter]! }]
      }),
    )
  }
  return ''
}

interface Search {
  automaton: Automaton
  /** The states that lead to one. */
  reach(to: number): ReadonlySet<number>
  lead(from: number, before: number, next: number): readonly number[]
  visits: { left: number }
}

/** Which states come back to which: by state, those that lead to it. */
function reachOf(automaton: Automaton): (to: number) => ReadonlySet<number> {
  const before: Set<number>[] = Array.from({ length: automaton.states }, () => new Set())
  for (let from = 0; from < automaton.states; from += 1) {
    for (const { step } of automaton.stepsFrom(from)) before[step.to]!.add(from)
    for (const beside of automaton.beside(from)) before[beside]!.add(from)
  }
  const known = new Map<number, Set<number>>()
  return (to) => {
    const found = known.get(to) ?? new Set([to])
    if (known.has(to)) return found
    known.set(to, found)
    for (const at of found) for (const each of before[at]!) found.add(each)
    return found
  }
}

/** Searching: the beginning may move over the text. */
const SEARCH = -1

/** Where a character leads: by state, kind of the character before, and character. */
function targetsOf(automaton: Automaton): Search['lead'] {
  const { alphabet, kinds, tests } = automaton
  const known = new Map<number, readonly number[]>()
  const find = (from: number, before: number, next: number) => {
    const found = new Set(from === SEARCH ? [SEARCH] : [])
    for (const { step, conditions } of automaton.stepsFrom(
      from === SEARCH ? automaton.start : from,
    ))
      if (
        tests[step.test]![next] &&
        conditions.every((holds) => holds(kinds[before]!, alphabet[next]))
      )
        found.add(step.to)
    return [...found]
  }
  return (from, before, next) => {
    const key = ((from + 1) * kinds.length + before) * alphabet.length + next
    const found = known.get(key) ?? find(from, before, next)
    known.set(key, found)
    return found
  }
}

type Places = readonly [number, number, number]
type May = (at: number) => boolean

interface Walk {
  /** Where the readers of one word stand. */
  at: Places
  /** What kind the last character was. */
  last: number
  word: string
}

/**
 * Shortest words that lead three readers from their places to their goals; one for each kind of
 * character before it at most.
 */
function* walks(
  { automaton, lead, visits }: Search,
  from: Places,
  [mayFirst, maySecond, mayThird]: readonly [May, May, May],
  isThere: (at: Places) => boolean,
): Generator<string> {
  const { alphabet, kindOf, kinds, states } = automaton
  // One that searches, and one that repeats: the third goes with the second.
  const isPair = from[0] === SEARCH
  for (let first = 0; first < kinds.length; first += 1) {
    const seen = new Set<number>()
    let front: Walk[] = [{ at: from, last: first, word: '' }]
    search: while (front.length > 0 && visits.left > 0) {
      const next: Walk[] = []
      for (const { at, last, word } of front)
        for (let letter = 0; letter < alphabet.length; letter += 1)
          for (const a of lead(at[0], last, letter)) {
            if (!mayFirst(a)) continue
            for (const b of lead(at[1], last, letter)) {
              if (!maySecond(b)) continue
              for (const c of isPair ? [b] : lead(at[2], last, letter)) {
                if (!mayThird(c)) continue
                visits.left -= 1
                const kind = kindOf[letter]!
                if (kind === first && isThere([a, b, c])) {
                  yield word + alphabet[letter]!
                  break search
                }
                const key = (((a + 1) * states + b) * states + c) * kinds.length + kind
                if (seen.has(key)) continue
                seen.add(key)
                next.push({ at: [a, b, c], last: kind, word: word + alphabet[letter]! })
              }
            }
          }
      front = next
    }
  }
}

/** A repeat that can be begun again inside of itself. */
function* movedWords(search: Search, hub: number) {
  const { automaton, reach } = search
  const back = reach(hub)
  const mayReturn = (at: number) => back.has(at)
  const isHub = (at: number) => at !== SEARCH && automaton.beside(at).has(hub)
  yield* walks(
    search,
    [SEARCH, hub, hub],
    [(at) => at === SEARCH || mayReturn(at), mayReturn, mayReturn],
    ([begun, repeated]) => isHub(begun) && isHub(repeated),
  )
}

/** Two repeats, one after or inside the other, that can share one stretch in many ways. */
function* tradedWords(search: Search, hub: number) {
  const { automaton, reach, visits } = search
  const back = reach(hub)
  for (const other of automaton.hubs) {
    if (!reach(other).has(hub)) continue
    const backToOther = reach(other)
    const mayReturn = (at: number) => backToOther.has(at)
    for (const goal of automaton.forward(other)) {
      if (visits.left <= 0) return
      if (!backToOther.has(goal)) continue
      yield* walks(
        search,
        [hub, hub, goal],
        [(at) => back.has(at), mayReturn, mayReturn],
        ([a, b, c]) => a !== b && b === goal && c === goal && automaton.beside(a).has(hub),
      )
    }
  }
}
