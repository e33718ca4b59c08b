/**
 * A regular expression as a tree. It reads what this repository writes; the language's own reader
 * has accepted it before.
 */

export type Expression =
  /** One character: a letter, an escape, a class, a dot. `raw` as written. */
  | { kind: 'character'; raw: string }
  | { kind: 'sequence' | 'choice'; parts: readonly Expression[] }
  | { kind: 'repeat'; body: Expression; least: number; most: number; isLazy: boolean }
  | { kind: 'group'; index: number; name: string | undefined; body: Expression }
  | { kind: 'again'; group: number | string }
  | { kind: 'look'; isAhead: boolean; isNegated: boolean; body: Expression }
  | { kind: 'edge'; of: 'start' | 'end' | 'word' | 'within' }

const ESCAPE = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)/su
const COUNT = /^\{(\d+)(?:(,)(\d*))?\}/
const GROUP = /^\((?:\?(?:(:)|(<?)([=!])|<([^>]+)>))?/
const EDGES = { '^': 'start', $: 'end', '\\b': 'word', '\\B': 'within' } as const

export function parseExpression(source: string): Expression {
  let at = 0
  let groups = 0

  const choice = (): Expression => {
    const parts = [sequence()]
    while (source[at] === '|') {
      at += 1
      parts.push(sequence())
    }
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  const sequence = (): Expression => {
    const parts: Expression[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')')
      parts.push(repeated(term()))
    return { kind: 'sequence', parts }
  }

  const repeated = (body: Expression): Expression => {
    const bounds = howOften()
    if (!bounds) return body
    const isLazy = source[at] === '?'
    if (isLazy) at += 1
    return { kind: 'repeat', body, ...bounds, isLazy }
  }

  const howOften = () => {
    const mark = source[at]
    const count = COUNT.exec(source.slice(at))
    if (count) {
      at += count[0].length
      const least = Number(count[1])
      return { least, most: count[2] ? Number(count[3] || Number.POSITIVE_INFINITY) : least }
    }
    if (mark !== '*' && mark !== '+' && mark !== '?') return undefined
    at += 1
    return { least: mark === '+' ? 1 : 0, most: mark === '?' ? 1 : Number.POSITIVE_INFINITY }
  }

  const term = (): Expression => {
    if (source[at] === '(') return group()
    const raw = source[at] === '[' ? classHere() : characterHere()
    at += raw.length
    if (raw in EDGES) return { kind: 'edge', of: EDGES[raw as keyof typeof EDGES] }
    const earlier = /^\\([1-9]\d*)$/.exec(raw)
    if (earlier) return { kind: 'again', group: Number(earlier[1]) }
    return { kind: 'character', raw }
  }

  const group = (): Expression => {
    const [opening, plain, behind, look, name] = GROUP.exec(source.slice(at))!
    at += opening.length
    if (!plain && !look) groups += 1
    const index = groups
    const body = choice()
    at += 1
    if (look) return { kind: 'look', isAhead: !behind, isNegated: look === '!', body }
    return plain ? body : { kind: 'group', index, name, body }
  }

  const classHere = (): string => {
    let end = at + 1
    while (source[end] !== ']') end += source[end] === '\\' ? 2 : 1
    return source.slice(at, end + 1)
  }

  const characterHere = (): string => {
    if (source[at] !== '\\') return String.fromCodePoint(source.codePointAt(at)!)
    if (source.startsWith('\\k<', at)) throw new Error('no named references here')
    return ESCAPE.exec(source.slice(at))![0]
  }

  const tree = choice()
  if (at < source.length) throw new Error(`unread: ${source.slice(at)}`)
  return tree
}

/** The same, read from the end of the text to its beginning. */
export function reversed(tree: Expression): Expression {
  if (tree.kind === 'sequence')
    return { ...tree, parts: tree.parts.map((part) => reversed(part)).reverse() }
  if (tree.kind === 'choice') return { ...tree, parts: tree.parts.map((part) => reversed(part)) }
  if (tree.kind === 'repeat' || tree.kind === 'group') return { ...tree, body: reversed(tree.body) }
  return tree
}

/** Every part of it, itself first. */
export function* partsOf(tree: Expression): Generator<Expression> {
  yield tree
  if ('parts' in tree) for (const part of tree.parts) yield* partsOf(part)
  if ('body' in tree) yield* partsOf(tree.body)
}

const accepted = new Map<string, (character: string) => boolean>()

/** Whether one character of an expression accepts a character: the language itself is asked. */
export function accepts(raw: string, flags: string): (character: string) => boolean {
  const kept = flags.replace(/[^ius]/g, '')
  const key = `${kept}/${raw}`
  const known = accepted.get(key)
  if (known) return known
  const asked = new RegExp(`^${raw === '/' ? '\\/' : raw}$`, kept)
  const answers = new Map<string, boolean>()
  const ask = (character: string) => {
    const answer = answers.get(character) ?? asked.test(character)
    answers.set(character, answer)
    return answer
  }
  accepted.set(key, ask)
  return ask
}
