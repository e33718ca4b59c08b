/**
 * What the plugin uses of built-in prototypes and cannot bring along. A page whose libraries put
 * something else into their place could lose what is said: it is refused, with the name.
 */

/** A use of ours, and what must come of it, as text. */
type Check = [use: () => unknown, expected: string]

const ARRAY: Record<string, Check> = {
  // First: what follows is compared as text.
  join: [() => [1, 2].join('-'), '1-2'],
  iterator: [() => [...[1, 2]].length, '2'],
  indexOf: [() => [1, 2].indexOf(2), '1'],
  at: [() => [1, 2].at(-1), '2'],
  findLast: [() => [1, 2].findLast((n) => n < 2), '1'],
  reverse: [() => [1, 2].reverse(), '2,1'],
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
  trim: [() => ' a '.trim(), 'a'],
  includes: [() => 'ab'.includes('b'), 'true'],
  endsWith: [() => 'ab'.endsWith('b'), 'true'],
  indexOf: [() => 'ab'.indexOf('b'), '1'],
  match: [() => /b/.test('ab') && 'ab'.match(/b/)?.[0], 'b'],
  matchAll: [() => [...'ab'.matchAll(/b/g)].length, '1'],
  toLowerCase: [() => 'AB'.toLowerCase(), 'ab'],
  normalize: [() => 'e\u0301'.normalize('NFC'), 'é'],
  charCodeAt: [() => 'a'.charCodeAt(0), '97'],
  slice: [() => 'abc'.slice(-2), 'bc'],
  split: [() => 'a b'.split(' '), 'a,b'],
  replace: [() => 'aXa'.replace(/X/g, 'b'), 'aba'],
  replaceAll: [() => 'a.a.'.replaceAll('.', '-'), 'a-a-'],
  startsWith: [() => 'abc'.startsWith('ab'), 'true'],
  padStart: [() => '7'.padStart(2, '0'), '07'],
}

const MATH: Record<string, Check> = {
  max: [() => Math.max(1, 2), '2'],
  min: [() => Math.min(1, 2), '1'],
  round: [() => Math.round(1.6), '2'],
  floor: [() => Math.floor(1.6), '1'],
}

/** Of the promise that `async` functions answer with. */
const PROMISE: Record<string, Check> = {
  finally: [() => (async () => {})().finally(() => {}) instanceof Promise, 'true'],
}

/** The first that does something else than it should; undefined when none does. */
export function changedBuiltin(): string | undefined {
  return (
    changedOf('Array.prototype', ARRAY) ??
    changedOf('String.prototype', TEXT) ??
    changedOf('Math', MATH) ??
    changedOf('Promise.prototype', PROMISE)
  )
}

function changedOf(owner: string, checks: Record<string, Check>): string | undefined {
  for (const name of Object.keys(checks)) {
    const [use, expected] = checks[name]!
    if (outcome(use) !== expected) return `${owner}.${name}`
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
