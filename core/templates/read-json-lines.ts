/**
 * JSON with the place of everything in it, so that a fault in a hand-written file is told by its
 * line. Stricter than `JSON.parse` where files come from elsewhere: a key given twice is a fault
 * (the second would silently win), nesting and size are bounded, and names that JavaScript treats
 * specially are refused.
 */

/** 1-based, as editors count. */
export interface TextPlace {
  line: number
  column: number
}

export interface JsonFault extends TextPlace {
  /** What stands around it: keys and indexes from the root. */
  path: (string | number)[]
  problem: string
}

export type JsonRead =
  | { value: unknown; placeOf(path: readonly PropertyKey[]): TextPlace }
  | JsonFault

export interface JsonLimits {
  depth: number
  /** Objects, lists, keys and values together. */
  nodes: number
}

/** Thrown inside and caught at the door: where the text stops being what it should be. */
class Stop extends Error {
  readonly at: number
  readonly path: (string | number)[]

  constructor(at: number, path: (string | number)[], problem: string) {
    super(problem)
    this.at = at
    this.path = path
  }
}

const SPACE = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them in texts
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPECIAL = new Set(['__proto__', 'constructor', 'prototype'])

export function readJsonLines(text: string, limits: JsonLimits): JsonRead {
  const places = new Map<string, number>()
  let at = text.startsWith('\ufeff') ? 1 : 0
  let nodes = 0

  function stop(path: (string | number)[], problem: string, where = at): never {
    throw new Stop(where, path, problem)
  }

  function take(pattern: RegExp): string | null {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) return null
    at += found[0].length
    return found[0]
  }

  function skip() {
    take(SPACE)
  }

  function isNext(character: string): boolean {
    if (text[at] !== character) return false
    at += 1
    return true
  }

  function readString(path: (string | number)[], what: string): string {
    const begins = at
    const literal = take(STRING)
    if (literal !== null) return JSON.parse(literal) as string
    if (text[begins] === "'") stop(path, `${what} stands in single quotes: use double quotes`)
    if (text[begins] !== '"') stop(path, `${what} in double quotes is missing here`)
    return stop(path, 'this text is not closed on its line, or has a wrong \\ in it')
  }

  function readValue(path: (string | number)[]): unknown {
    skip()
    nodes += 1
    if (nodes > limits.nodes) stop(path, `more than ${limits.nodes} values`)
    if (path.length > limits.depth) stop(path, `nested deeper than ${limits.depth} levels`)
    places.set(pathText(path), at)
    const next = text[at]
    if (next === '{') return readObject(path)
    if (next === '[') return readList(path)
    if (next === '"') return readString(path, 'a text')
    const scalar = take(SCALAR)
    if (scalar !== null) return JSON.parse(scalar)
    if (next === undefined) stop(path, 'the file ends here, too early: was it cut short?')
    if (text.startsWith('//', at) || text.startsWith('/*', at) || next === '#')
      stop(path, 'JSON has no comments: take this out')
    if (next === ',' || next === ']' || next === '}')
      stop(path, `a value is missing before "${next}"`)
    return stop(path, 'this is no value: texts stand in double quotes')
  }

  function readObject(path: (string | number)[]): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    at += 1
    skip()
    if (isNext('}')) return object
    for (;;) {
      skip()
      if (text[at] === '}') stop(path, 'the comma before this "}" is one too many')
      const keyAt = at
      const key = readString(path, 'a name')
      if (SPECIAL.has(key)) stop([...path, key], `"${key}" cannot be used as a name`, keyAt)
      if (Object.hasOwn(object, key)) stop([...path, key], `"${key}" is given twice`, keyAt)
      skip()
      if (!isNext(':')) stop([...path, key], `":" is missing after "${key}"`)
      object[key] = readValue([...path, key])
      places.set(pathText([...path, key]), keyAt)
      skip()
      if (isNext('}')) return object
      if (!isNext(',')) stop([...path, key], `"," or "}" is missing after "${key}"`)
    }
  }

  function readList(path: (string | number)[]): unknown[] {
    const list: unknown[] = []
    at += 1
    skip()
    if (isNext(']')) return list
    for (;;) {
      skip()
      if (text[at] === ']') stop(path, 'the comma before this "]" is one too many')
      list.push(readValue([...path, list.length]))
      skip()
      if (isNext(']')) return list
      if (!isNext(',')) stop([...path, list.length - 1], '"," or "]" is missing here')
    }
  }

  try {
    const value = readValue([])
    skip()
    if (at < text.length) stop([], 'the model ends before this: what follows does not belong to it')
    return { value, placeOf: (path) => placeAt(text, nearest(places, path)) }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { ...placeAt(text, error.at), path: error.path, problem: error.message }
  }
}

/** Line of the thing itself, else of the nearest that holds it: what is missing has no place. */
function nearest(places: ReadonlyMap<string, number>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const found = places.get(pathText(path.slice(0, length)))
    if (found !== undefined) return found
  }
  return 0
}

function pathText(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String))
}

function placeAt(text: string, at: number): TextPlace {
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
