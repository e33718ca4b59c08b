/**
 * Numbers as Brazilians say and write them: "cento e vinte", "37,8", "37 vírgula 8", "trinta e sete
 * e meio", "mil e duzentos", "1.200". What is said digit by digit, or is not a well-formed number
 * ("vinte e trinta"), is several numbers: nothing is guessed.
 */
import type { Token } from './tokens.ts'

export interface NumberPhrase {
  value: number
  /** Tokens [from, to). */
  from: number
  to: number
  /** Digits after the decimal comma; "e meio" counts as one. */
  decimals: number
  /** "um", "uma": as often an article as a number. */
  article: boolean
}

const UNITS = new Map(
  Object.entries({
    zero: 0,
    um: 1,
    uma: 1,
    dois: 2,
    duas: 2,
    tres: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
  }),
)
const TEENS = new Map(
  Object.entries({
    dez: 10,
    onze: 11,
    doze: 12,
    treze: 13,
    quatorze: 14,
    catorze: 14,
    quinze: 15,
    dezesseis: 16,
    dezasseis: 16,
    dezessete: 17,
    dezassete: 17,
    dezoito: 18,
    dezenove: 19,
    dezanove: 19,
  }),
)
const TENS = new Map(
  Object.entries({
    vinte: 20,
    trinta: 30,
    quarenta: 40,
    cinquenta: 50,
    cinqenta: 50,
    sessenta: 60,
    setenta: 70,
    oitenta: 80,
    noventa: 90,
  }),
)
const HUNDREDS = new Map(
  Object.entries({
    cem: 100,
    cento: 100,
    duzentos: 200,
    duzentas: 200,
    trezentos: 300,
    trezentas: 300,
    quatrocentos: 400,
    quatrocentas: 400,
    quinhentos: 500,
    quinhentas: 500,
    seiscentos: 600,
    seiscentas: 600,
    setecentos: 700,
    setecentas: 700,
    oitocentos: 800,
    oitocentas: 800,
    novecentos: 900,
    novecentas: 900,
  }),
)

/** Every number of a text, from left to right, not overlapping. */
export function readNumbers(tokens: readonly Token[]): NumberPhrase[] {
  const found: NumberPhrase[] = []
  for (let at = 0; at < tokens.length; ) {
    const number = readNumber(tokens, at)
    if (number) found.push(number)
    at = number ? number.to : at + 1
  }
  return found
}

function readNumber(tokens: readonly Token[], from: number): NumberPhrase | undefined {
  const whole = readDigits(tokens, from) ?? readWords(tokens, from)
  if (!whole) return undefined
  // "por cento" is a unit; "por cento e dez" is a number.
  if (whole.to === from + 1 && tokens[from]!.norm === 'cento') return undefined
  if (whole.decimals > 0) return { ...whole, from, article: false }
  const spoken = readSpokenDecimals(tokens, whole.to) ?? readZeroAnd(tokens, from, whole)
  if (spoken)
    return {
      value: join(whole.value, spoken.digits),
      from,
      to: spoken.to,
      decimals: spoken.digits.length,
      article: false,
    }
  if (tokens[whole.to]?.norm === 'e' && /^mei[oa]$/.test(tokens[whole.to + 1]?.norm ?? ''))
    return { value: whole.value + 0.5, from, to: whole.to + 2, decimals: 1, article: false }
  const article = whole.to === from + 1 && /^uma?$/.test(tokens[from]!.norm)
  return { ...whole, from, article }
}

type Whole = { value: number; to: number; decimals: number }

function readDigits(tokens: readonly Token[], at: number): Whole | undefined {
  const token = tokens[at]
  if (token?.kind !== 'number') return undefined
  const number = writtenNumber(token.norm)
  if (!number) return undefined
  if (tokens[at + 1]?.norm === 'mil' && number.decimals === 0)
    return { value: number.value * 1000, to: at + 2, decimals: 0 }
  return { ...number, to: at + 1 }
}

/** "37,8", "37.8", "1.200", "1.200,5"; undefined for dates, versions and the like ("10.05.24"). */
function writtenNumber(text: string): { value: number; decimals: number } | undefined {
  if (/^\d+$/.test(text)) return { value: Number(text), decimals: 0 }
  const thousands = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,(\d+))?$/.exec(text)
  if (thousands)
    return {
      value: Number(text.replace(/\./g, '').replace(',', '.')),
      decimals: thousands[1]?.length ?? 0,
    }
  const decimal = /^(\d+)[.,](\d+)$/.exec(text)
  if (!decimal) return undefined
  return { value: Number(`${decimal[1]}.${decimal[2]}`), decimals: decimal[2]!.length }
}

function readWords(tokens: readonly Token[], at: number): Whole | undefined {
  const first = tokens[at]?.norm === 'mil' ? { value: 1, to: at } : readBelowThousand(tokens, at)
  if (!first) return undefined
  if (tokens[first.to]?.norm !== 'mil' || first.value === 0) return { ...first, decimals: 0 }
  const afterMil = first.to + 1
  const rest = readBelowThousand(tokens, tokens[afterMil]?.norm === 'e' ? afterMil + 1 : afterMil)
  return { value: first.value * 1000 + (rest?.value ?? 0), to: rest?.to ?? afterMil, decimals: 0 }
}

/**
 * Hundreds, tens, units, each at most once and in falling order; tens and units are joined by "e".
 */
function readBelowThousand(
  tokens: readonly Token[],
  at: number,
): { value: number; to: number } | undefined {
  let value: number | undefined
  let to = at
  let room = 1000
  for (;;) {
    const joined = value !== undefined && tokens[to]?.norm === 'e'
    const word = tokens[joined ? to + 1 : to]
    if (!word || word.kind === 'mark') break
    const step = joined && word.kind === 'number' ? digitsOf(word) : magnitude(word.norm)
    if (!step || step.size >= room) break
    if (value !== undefined && !joined && (room !== 100 || step.size === 1)) break
    value = (value ?? 0) + step.value
    to = joined ? to + 2 : to + 1
    room = step.room
    if (step.value === 0) break
  }
  return value === undefined ? undefined : { value, to }
}

/** "Cento e 50", "setenta e 2": begun in words and ended in digits, as recognizers write. */
function digitsOf({ norm }: Token): { value: number; size: number; room: number } | undefined {
  if (!/^[1-9]\d?$/.test(norm)) return undefined
  return { value: Number(norm), size: norm.length === 1 ? 1 : 10, room: 0 }
}

function magnitude(word: string): { value: number; size: number; room: number } | undefined {
  const hundred = HUNDREDS.get(word)
  if (hundred !== undefined) return { value: hundred, size: 100, room: 100 }
  const ten = TENS.get(word)
  if (ten !== undefined) return { value: ten, size: 10, room: 10 }
  const teen = TEENS.get(word)
  if (teen !== undefined) return { value: teen, size: 10, room: 0 }
  const unit = UNITS.get(word)
  return unit === undefined ? undefined : { value: unit, size: 1, room: 0 }
}

/** "vírgula oito", "vírgula 72", "ponto zero cinco": the digits after the comma. */
function readSpokenDecimals(
  tokens: readonly Token[],
  at: number,
): { digits: string; to: number } | undefined {
  if (!/^(?:virgula|ponto)$/.test(tokens[at]?.norm ?? '')) return undefined
  let digits = ''
  let to = at + 1
  while (tokens[to]?.norm === 'zero' || tokens[to]?.norm === '0') {
    digits += '0'
    to += 1
  }
  const token = tokens[to]
  if (token?.kind === 'number' && /^\d+$/.test(token.norm))
    return { digits: digits + token.norm, to: to + 1 }
  const words = readBelowThousand(tokens, to)
  if (words && words.value < 100) return { digits: digits + String(words.value), to: words.to }
  return digits === '' ? undefined : { digits, to }
}

/** "zero quatro", "zero vinte e cinco": the comma that people swallow behind a nought. */
function readZeroAnd(
  tokens: readonly Token[],
  from: number,
  { value, to }: Whole,
): { digits: string; to: number } | undefined {
  if (value !== 0 || to !== from + 1 || tokens[from]!.norm !== 'zero') return undefined
  const rest = tokens[to]?.kind === 'word' ? readBelowThousand(tokens, to) : undefined
  // "Zero cento e vinte e cinco": of a dose in milligrams.
  return rest && rest.value > 0 && rest.value < 1000
    ? { digits: String(rest.value), to: rest.to }
    : undefined
}

function join(whole: number, digits: string): number {
  return Number(`${whole}.${digits}`)
}
