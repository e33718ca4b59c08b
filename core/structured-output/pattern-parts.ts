/** A regular expression taken apart, as far as it can be followed in one pass over a text. */
export type Test = (letter: string) => boolean

export type Part =
  | { kind: 'test'; test: Test }
  /** A place between two letters; undefined stands for the text's ends. */
  | { kind: 'at'; holds: (before: string | undefined, after: string | undefined) => boolean }
  | { kind: 'sequence'; of: readonly Part[] }
  | { kind: 'choice'; of: readonly Part[] }
  | { kind: 'repeat'; of: Part; min: number; max: number | null }

const LONGEST = 2000
const DEEPEST = 40
const MOST_TIMES = 1000

class NotUnderstood extends Error {}

/** Undefined where it looks around, refers back, or is no expression. */
export function parsePattern(pattern: string): Part | undefined {
  if (pattern.length > LONGEST) return undefined
  try {
    return reading([...pattern])
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined
    throw error
  }
}

function reading(letters: readonly string[]): Part {
  let at = 0
  const peek = (text: string) => [...text].every((letter, index) => letters[at + index] === letter)
  const take = (text: string) => {
    if (!peek(text)) return false
    at += text.length
    return true
  }

  function choice(depth: number): Part {
    if (depth > DEEPEST) throw new NotUnderstood()
    const of = [sequence(depth)]
    while (take('|')) of.push(sequence(depth))
    return { kind: 'choice', of }
  }

  function sequence(depth: number): Part {
    const of: Part[] = []
    while (at < letters.length && !peek('|') && !peek(')')) of.push(repeated(one(depth)))
    return { kind: 'sequence', of }
  }

  function one(depth: number): Part {
    if (take('^')) return { kind: 'at', holds: (before) => before === undefined }
    if (take('$')) return { kind: 'at', holds: (_before, after) => after === undefined }
    if (take('\\b')) return { kind: 'at', holds: (a, b) => isWord(a) !== isWord(b) }
    if (take('(')) return group(depth)
    if (take('[')) return { kind: 'test', test: set() }
    if (take('.')) return { kind: 'test', test: (letter) => !LINE_ENDS.has(letter) }
    const letter = letters[at++]!
    if (letter === '\\') return { kind: 'test', test: escaped() }
    if ('*+?{'.includes(letter)) throw new NotUnderstood()
    return { kind: 'test', test: only(letter) }
  }

  function group(depth: number): Part {
    if (take('?<')) {
      while (isWord(letters[at])) at += 1
      if (!take('>')) throw new NotUnderstood()
    } else if (peek('?') && !take('?:')) throw new NotUnderstood()
    const inner = choice(depth + 1)
    if (!take(')')) throw new NotUnderstood()
    return inner
  }

  function repeated(of: Part): Part {
    const times = quantity()
    if (!times) return of
    // Whether it takes much or little makes no difference to whether it occurs.
    take('?')
    if (quantity() || of.kind === 'at') throw new NotUnderstood()
    return { kind: 'repeat', of, ...times }
  }

  function quantity(): { min: number; max: number | null } | undefined {
    if (take('*')) return { min: 0, max: null }
    if (take('+')) return { min: 1, max: null }
    if (take('?')) return { min: 0, max: 1 }
    if (!take('{')) return undefined
    const min = number()
    if (min === undefined) throw new NotUnderstood()
    const max = take(',') ? (number() ?? null) : min
    if (!take('}') || min > (max ?? min) || Math.max(min, max ?? 0) > MOST_TIMES)
      throw new NotUnderstood()
    return { min, max }
  }

  function number(): number | undefined {
    const from = at
    while (isDigit(letters[at])) at += 1
    return at === from || at - from > 6 ? undefined : Number(letters.slice(from, at).join(''))
  }

  function set(): Test {
    const isOut = take('^')
    const tests: Test[] = []
    while (!peek(']')) {
      if (at >= letters.length) throw new NotUnderstood()
      tests.push(range())
    }
    at += 1
    return (letter) => tests.some((test) => test(letter)) !== isOut
  }

  function range(): Test {
    const from = letters[at++]!
    if (from === '\\' && !'-^]\\/.[()*+?{}|$'.includes(letters[at] ?? '')) return escaped()
    const low = from === '\\' ? letters[at++]! : from
    if (!peek('-') || letters[at + 1] === ']' || at + 1 >= letters.length) return only(low)
    at += 1
    const next = letters[at++]!
    const high = next === '\\' ? (letters[at++] ?? '') : next
    const [least, most] = [low.codePointAt(0)!, high.codePointAt(0) ?? -1]
    if (least > most || (next === '\\' && /[a-z\d]/i.test(high))) throw new NotUnderstood()
    return (letter) => {
      const code = letter.codePointAt(0)!
      return code >= least && code <= most
    }
  }

  /** Behind the backslash. */
  function escaped(): Test {
    const letter = letters[at++]
    if (letter === undefined) throw new NotUnderstood()
    const known = CLASSES[letter.toLowerCase()]
    if (known) return letter === letter.toLowerCase() ? known : (one) => !known(one)
    if (letter === 'p' || letter === 'P') return property(letter === 'P')
    if (letter === 'u' || letter === 'x') return only(byNumber(letter === 'u' ? 4 : 2))
    if (Object.hasOwn(CONTROLS, letter)) return only(CONTROLS[letter]!)
    if (/[a-z\d]/i.test(letter)) throw new NotUnderstood()
    return only(letter)
  }

  function byNumber(digits: number): string {
    const text = letters.slice(at, at + digits).join('')
    at += digits
    if (text.length !== digits || !/^[\da-f]+$/i.test(text)) throw new NotUnderstood()
    return String.fromCharCode(Number.parseInt(text, 16))
  }

  function property(isOut: boolean): Test {
    const end = letters.indexOf('}', at)
    const test = PROPERTIES[letters.slice(at, end + 1).join('')]
    if (!test) throw new NotUnderstood()
    at = end + 1
    return (letter) => test(letter) !== isOut
  }

  const whole = choice(0)
  if (at < letters.length) throw new NotUnderstood()
  return whole
}

const LINE_ENDS: ReadonlySet<string> = new Set(['\n', '\r', '\u2028', '\u2029'])
const isDigit = (letter = '') => /^\d$/.test(letter)
const isWord = (letter = '') => /^\w$/.test(letter)
const only = (letter: string): Test => {
  return (one) => one === letter
}
const CLASSES: Readonly<Record<string, Test>> = {
  d: isDigit,
  w: isWord,
  s: (letter) => /^\s$/.test(letter),
}
const CONTROLS: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  f: '\f',
  v: '\v',
}
const PROPERTIES: Readonly<Record<string, Test>> = {
  '{L}': (letter) => /^\p{L}$/u.test(letter),
  '{Lu}': (letter) => /^\p{Lu}$/u.test(letter),
  '{Ll}': (letter) => /^\p{Ll}$/u.test(letter),
  '{M}': (letter) => /^\p{M}$/u.test(letter),
  '{N}': (letter) => /^\p{N}$/u.test(letter),
  '{P}': (letter) => /^\p{P}$/u.test(letter),
}
