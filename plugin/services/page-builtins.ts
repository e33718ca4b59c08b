/**
 * What the plugin uses of built-in prototypes and cannot bring along. A page whose libraries put
 * something else into their place could lose what is said: it is refused, with the name.
 */

/** A use of ours, and what must come of it, as text. */
type Check = [use: () => unknown, expected: string]

const ARRAY: Record<string, Check> = {
  map: [() => [1, 2].map((n, i) => n * 10 + i), '10,21'],
  filter: [() => [1, 2, 3].filter((n) => n !== 2), '1,3'],
  flatMap: [() => [1, 2].flatMap((n) => [n, n]), '1,1,2,2'],
  find: [() => [1, 2].find((n) => n > 1), '2'],
  some: [() => [1, 2].some((n) => n > 1), 'true'],
  every: [() => [1, 2].every((n) => n > 1), 'false'],
  includes: [() => [1].includes(1), 'true'],
  slice: [() => [1, 2, 3].slice(-2), '2,3'],
  splice: [() => [1, 2, 3].splice(1, 1), '2'],
  concat: [() => [1].concat([2], 3), '1,2,3'],
  push: [() => [1].push(2), '2'],
  sort: [() => [3, 1, 2].sort((a, b) => a - b), '1,2,3'],
}

const TEXT: Record<string, Check> = {
  slice: [() => 'abc'.slice(-2), 'bc'],
  split: [() => 'a b'.split(' '), 'a,b'],
  replace: [() => 'aXa'.replace(/X/g, 'b'), 'aba'],
  replaceAll: [() => 'a.a.'.replaceAll('.', '-'), 'a-a-'],
  startsWith: [() => 'abc'.startsWith('ab'), 'true'],
  padStart: [() => '7'.padStart(2, '0'), '07'],
}

/** The first that does something else than it should; undefined when none does. */
export function changedBuiltin(): string | undefined {
  return changedOf('Array', ARRAY) ?? changedOf('String', TEXT)
}

function changedOf(owner: string, checks: Record<string, Check>): string | undefined {
  for (const name of Object.keys(checks)) {
    const [use, expected] = checks[name]!
    if (outcome(use) !== expected) return `${owner}.prototype.${name}`
  }
  return undefined
}

function outcome(use: () => unknown): string {
  try {
    return `${use()}`
  } catch {
    return ''
  }
}
