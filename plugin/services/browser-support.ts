/**
 * What the plugin cannot do without, asked before anything else so that the doctor reads a reason
 * and not a fault (SPEC-GAPS 2.12).
 */
import { PluginError } from '../host/plugin-error.ts'

/**
 * Which browser this is, only to word a help text and to be counted: what works is found out by
 * trying.
 */
type BrowserFamily = 'chrome' | 'edge' | 'firefox' | 'safari' | 'other'

export function browserFamily(): BrowserFamily {
  const { userAgent } = navigator
  if (/\bEdgA?\//.test(userAgent)) return 'edge'
  if (/\b(Firefox|FxiOS)\//.test(userAgent)) return 'firefox'
  if (/\b(?:Headless)?(?:Chrome|Chromium|CriOS)\//.test(userAgent)) return 'chrome'
  return /\bSafari\//.test(userAgent) ? 'safari' : 'other'
}

export type BrowserFault = 'insecure' | 'unsupported' | 'changed'

/** As a refused `mount` tells the page; the doctor reads the screen's own words. */
export function browserError(fault: BrowserFault): PluginError {
  if (fault === 'changed')
    return new PluginError('PAGE_CHANGES_BUILTINS', `Esta página altera ${changedBuiltin()}.`)
  return fault === 'insecure'
    ? new PluginError('INSECURE_PAGE', 'A página não usa HTTPS: o navegador não dá o microfone.')
    : new PluginError('UNSUPPORTED_BROWSER', 'Este navegador não tem o que o assistente precisa.')
}

/** Undefined where everything is there. */
export function browserFault(): BrowserFault | undefined {
  if (!globalThis.isSecureContext) return 'insecure'
  const needed = [
    globalThis.AudioWorkletNode,
    globalThis.WebSocket,
    globalThis.crypto?.subtle,
    globalThis.ReadableStream,
    navigator.mediaDevices?.getUserMedia,
  ]
  if (needed.some((feature) => feature === undefined)) return 'unsupported'
  return changedBuiltin() ? 'changed' : undefined
}

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

/**
 * What the plugin uses of built-in prototypes and cannot bring along. A page whose libraries put
 * something else into their place could lose what is said: it is refused, with the name.
 *
 * The first that does something else than it should; undefined when none does.
 */
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
