/**
 * Built-in functions as the browser made them, whatever the page's older libraries put into their
 * place. The build writes these names wherever plugin code or its libraries say `Object.keys`,
 * `Array.from`, `JSON.parse`, `Date` (bin/build-plugin.mjs); nobody imports this file by hand.
 * They come from a frame that is on the page for a moment: its own are untouched.
 */
const { fresh, Event, URL, TextEncoder } = freshRealm()

export const svcStringify = fresh.JSON.stringify
export const svcParse = fresh.JSON.parse
export const svcIsArray = fresh.Array.isArray
export const svcKeys = fresh.Object.keys
export const svcValues = fresh.Object.values
export const svcEntries = fresh.Object.entries
export const svcAssign = fresh.Object.assign
export const svcFromEntries = fresh.Object.fromEntries
export const svcHasOwn = fresh.Object.hasOwn
export const svcFreeze = fresh.Object.freeze
export const svcDefineProperty = fresh.Object.defineProperty
export const svcMap = fresh.Map
export const svcSet = fresh.Set
export const svcWeakMap = fresh.WeakMap
/** The page's own where they do what they should: libraries have classes of these names. */
export const svcEvent = orFresh(
  () => new globalThis.Event('click').type === 'click',
  globalThis.Event,
  Event,
)
export const svcUrl = orFresh(
  () => new globalThis.URL('b', 'https://a/').href === 'https://a/b',
  globalThis.URL,
  URL,
)
export const svcTextEncoder = orFresh(
  () => new globalThis.TextEncoder().encode('é') instanceof Uint8Array,
  globalThis.TextEncoder,
  TextEncoder,
)
/** The page's own where it tells the time: a page may stop its clock on purpose. */
export const svcDate = tellsTheTime(globalThis.Date) ? globalThis.Date : fresh.Date
export const svcNow = svcDate.now
/** Its callbacks must run in this page: the one that `async` functions answer with. */
export const svcPromise = (async () => {})().constructor as PromiseConstructor

/** Arrays of this page, as `Array.from` makes them. */
export function svcArrayFrom(
  source: Iterable<unknown> | ArrayLike<unknown>,
  change: (one: unknown, at: number) => unknown = (one) => one,
): unknown[] {
  const list: unknown[] = []
  const isIterable = (source as Partial<Iterable<unknown>>)[Symbol.iterator] !== undefined
  if (isIterable)
    for (const one of source as Iterable<unknown>) list[list.length] = change(one, list.length)
  else
    for (let i = 0; i < (source as ArrayLike<unknown>).length; i++)
      list[i] = change((source as ArrayLike<unknown>)[i], i)
  return list
}

function orFresh<Class>(works: () => boolean, pages: Class, own: Class): Class {
  try {
    return works() ? pages : own
  } catch {
    return own
  }
}

function tellsTheTime(clock: DateConstructor): boolean {
  try {
    const isNow = Math.abs(clock.now() - fresh.Date.now()) < 60_000
    return isNow && new clock(0).toISOString() === '1970-01-01T00:00:00.000Z'
  } catch {
    return false
  }
}

function freshRealm() {
  try {
    const frame = document.createElement('iframe')
    frame.style.display = 'none'
    document.documentElement.appendChild(frame)
    const realm = (frame.contentWindow as typeof globalThis | null) ?? globalThis
    // What is the browser's, not the language's, goes with the frame.
    const { Event, URL, TextEncoder } = realm
    document.documentElement.removeChild(frame)
    return { fresh: realm, Event, URL, TextEncoder }
  } catch {
    // A page that allows no frame: what is broken is found at the start, and said.
    const { Event, URL, TextEncoder } = globalThis
    return { fresh: globalThis, Event, URL, TextEncoder }
  }
}
