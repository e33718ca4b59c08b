/**
 * Long lists (segments of a transcript with their words) go between threads in pieces: what is
 * copied at once keeps everybody waiting who is answered by the same thread.
 */

/** A list out of a value, and where it was. */
export interface LongList {
  path: readonly string[]
  items: unknown[]
}

/** Items in one message: a millisecond, with the words of each. */
const PIECE = 250
/** How far down lists are looked for: `input.sources.segments`. */
const DEPTH = 3

/** @returns the value with long lists left empty, and these; what was given stays as it is */
export function takeApart(value: unknown): { rest: unknown; lists: LongList[] } {
  const lists: LongList[] = []
  return { rest: emptied(value, [], lists), lists }
}

/** The pieces of a list, in order. */
export function* piecesOf({ path, items }: LongList): Generator<LongList> {
  for (let from = 0; from < items.length; from += PIECE)
    yield { path, items: items.slice(from, from + PIECE) }
}

/** Fills what `takeApart` emptied, with all pieces in the order they came. */
export function putTogether(rest: unknown, pieces: readonly LongList[]): unknown {
  for (const { path, items } of pieces) {
    let at = rest
    for (const name of path) at = (at as Record<string, unknown>)[name]
    for (const item of items) (at as unknown[]).push(item)
  }
  return rest
}

function emptied(value: unknown, path: readonly string[], lists: LongList[]): unknown {
  if (Array.isArray(value)) {
    if (value.length <= PIECE) return value
    lists.push({ path, items: value })
    return []
  }
  if (path.length >= DEPTH || !isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, emptied(inner, [...path, name], lists)]),
  )
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}
