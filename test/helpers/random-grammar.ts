/**
 * Random texts of a grammar (GBNF), for a language model without a model: whatever the grammar
 * allows may be said.
 */

type Expression =
  | { kind: 'text'; text: string }
  | { kind: 'class'; has: (character: string) => boolean; some: string[] }
  | { kind: 'rule'; name: string }
  | { kind: 'sequence'; parts: Expression[] }
  | { kind: 'choice'; parts: Expression[] }
  | { kind: 'repeat'; part: Expression; least: number; most: number }

export type Grammar = ReadonlyMap<string, Expression>

/** From 0 up to and without 1. */
export type Random = () => number

/** mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** @throws where the text is not of the forms that `slot-grammar.ts` writes */
export function parseGrammar(text: string): Grammar {
  const rules = text.split('\n').map((line): [string, Expression] => {
    const [, name = '', body = ''] = /^([\w-]+) ::= (.*)$/.exec(line) ?? []
    return [name, parseBody(body)]
  })
  return new Map(rules)
}

/**
 * One text of `root`.
 * @param letters what characters are taken from, in order, as far as their class allows them; then
 * again at random
 */
export function randomText(
  grammar: Grammar,
  random: Random,
  letters: () => Iterator<string>,
): string {
  let source = letters()
  function write(expression: Expression): string {
    switch (expression.kind) {
      case 'text':
        return expression.text
      case 'class':
        return oneOf(expression)
      case 'rule':
        return write(grammar.get(expression.name)!)
      case 'sequence':
        return expression.parts.map(write).join('')
      case 'choice':
        return write(expression.parts[Math.floor(random() * expression.parts.length)]!)
      case 'repeat': {
        source = letters()
        const { part, least, most } = expression
        let text = ''
        for (let count = 0; count < most; count++) {
          if (count >= least && random() < (most === 1 ? 0.5 : 0.03)) break
          text += write(part)
        }
        return text
      }
    }
  }

  function oneOf({ has, some }: Extract<Expression, { kind: 'class' }>): string {
    for (let tries = 0; tries < 40; tries++) {
      const { value, done } = source.next()
      if (done) break
      if (has(value)) return value
    }
    return some[Math.floor(random() * some.length)]!
  }
  return write(grammar.get('root')!)
}

function parseBody(body: string): Expression {
  let at = 0

  function choice(): Expression {
    const parts = [sequence()]
    while (body[at] === '|') {
      at += 1
      parts.push(sequence())
    }
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  function sequence(): Expression {
    const parts: Expression[] = []
    for (blanks(); at < body.length && body[at] !== '|' && body[at] !== ')'; blanks())
      parts.push(repeated(item()))
    return { kind: 'sequence', parts }
  }

  function blanks() {
    while (body[at] === ' ') at += 1
  }

  function item(): Expression {
    const rest = body.slice(at)
    const literal = /^"((?:[^"\\]|\\.)*)"/.exec(rest)
    if (literal) return take(literal, { kind: 'text', text: charactersOf(literal[1]!).join('') })
    const set = /^\[((?:[^\]\\]|\\.)*)\]/.exec(rest)
    if (set) return take(set, classOf(set[1]!))
    const name = /^[\w-]+/.exec(rest)
    if (name) return take(name, { kind: 'rule', name: name[0] })
    if (body[at] !== '(') throw new Error(`not understood: ${rest}`)
    at += 1
    const inner = choice()
    at += 1
    return inner
  }

  function take(match: RegExpExecArray, expression: Expression): Expression {
    at += match[0].length
    return expression
  }

  function repeated(part: Expression): Expression {
    const found = /^(?:[*+?]|\{(\d+),(\d*)\})/.exec(body.slice(at))
    if (!found) return part
    at += found[0].length
    const [sign] = found[0]
    if (sign !== '{')
      return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : MANY }
    return { kind: 'repeat', part, least: Number(found[1]), most: Number(found[2] || MANY) }
  }

  const whole = choice()
  if (at < body.length) throw new Error(`not understood: ${body.slice(at)}`)
  return whole
}

/** So many characters are more than any slot takes. */
const MANY = 6000

function classOf(text: string): Expression {
  const isNegated = text.startsWith('^')
  const characters = charactersOf(isNegated ? text.slice(1) : text)
  const ranges: [number, number][] = []
  for (let index = 0; index < characters.length; index++) {
    const from = characters[index]!.codePointAt(0)!
    const isRange = characters[index + 1] === '-' && index + 2 < characters.length
    ranges.push([from, isRange ? characters[index + 2]!.codePointAt(0)! : from])
    if (isRange) index += 2
  }
  const has = (character: string) => {
    const code = character.codePointAt(0)!
    return ranges.some(([from, to]) => code >= from && code <= to) !== isNegated
  }
  return { kind: 'class', has, some: SOME.filter(has) }
}

function charactersOf(text: string): string[] {
  const pattern = /\\x([0-9A-F]{2})|\\u([0-9A-F]{4})|\\U([0-9A-F]{8})|\\(.)|([\s\S])/gu
  return [...text.matchAll(pattern)].map(([, two, four, eight, escaped, plain]) => {
    const hex = two ?? four ?? eight
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return escaped ? (ESCAPED[escaped] ?? escaped) : plain!
  })
}
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const SOME = [
  ...' ,.{}[]:"\\/<|>-0123456789aeiouãçéXYZ\n\t\u0000\u0007\u007f\u0085\u00a0\u00ad\u200b\u200d\u202e\u2028\u2066\ufeff\ufffd\ufe0f',
  ...['😀', '🧑‍⚕️', '漢', 'ع', '\u{e0041}', '\u0301', '\ud83d', '_'].flatMap((one) => [...one]),
]
