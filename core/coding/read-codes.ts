/**
 * Codes of the CID-10 that were typed or dictated: "J06.9", "CID I10", "cid jota zero seis ponto
 * nove". What looks like one and may be something else (the vertebra T12) counts only where "CID"
 * was said or nothing else is meant.
 */
import { type Token, tokenize } from '../portuguese/tokens.ts'

export interface WrittenCode {
  /** Without dot, in capitals. Whether it exists is the table's to say. */
  code: string
  /** Characters [start, end) of the text, "CID" included. */
  start: number
  end: number
}

export function readCodes(text: string): WrittenCode[] {
  const spoken = dictated(text)
  const written = typed(text).filter(
    ({ start, end }) => !spoken.some((one) => start < one.end && end > one.start),
  )
  return [...spoken, ...written].sort((a, b) => a.start - b.start)
}

const TYPED = /(?<![\p{L}\p{N}])([A-Za-z])(\d{2})(?:\.?(\d))?(?![\p{L}\p{N}]|[.,]\d)/gu
/**
 * A bare category stands for itself at an end of the text or in brackets: "I10 - Hipertensão",
 * "Hipertensão (I10)".
 */
const ALONE_BEFORE = /(?:^|[([:–-])\s*$/
const ALONE_AFTER = /^\s*(?:$|[)\]:;,–-])/
/** Thoracic vertebrae. */
const VERTEBRA = /^T1[0-2]$/

function typed(text: string): WrittenCode[] {
  return [...text.matchAll(TYPED)].flatMap(
    ({ 0: raw, 1: letter = '', 2: two = '', 3: last, index }) => {
      const code = (letter + two + (last ?? '')).toUpperCase()
      const [before, after] = [text.slice(0, index), text.slice(index + raw.length)]
      const isCapital = letter === letter.toUpperCase()
      const means =
        last === undefined
          ? isCapital &&
            !VERTEBRA.test(code) &&
            ALONE_BEFORE.test(before) &&
            ALONE_AFTER.test(after)
          : isCapital || raw.includes('.')
      return means ? [{ code, start: index, end: index + raw.length }] : []
    },
  )
}

const LETTERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [letter, letter])),
  be: 'b',
  ce: 'c',
  de: 'd',
  efe: 'f',
  ge: 'g',
  aga: 'h',
  jota: 'j',
  ca: 'k',
  ka: 'k',
  ele: 'l',
  eme: 'm',
  ene: 'n',
  pe: 'p',
  que: 'q',
  erre: 'r',
  esse: 's',
  te: 't',
  ve: 'v',
  dabliu: 'w',
  dablio: 'w',
  xis: 'x',
  ipsilon: 'y',
  ze: 'z',
}
const UNITS = 'zero um dois tres quatro cinco seis sete oito nove'.split(' ')
const TEENS = 'dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'.split(' ')
const TENS = 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ')

/** After "CID", "CID 10" or "CID-10", letter and digits may be said in any way. */
function dictated(text: string): WrittenCode[] {
  const tokens = tokenize(text)
  const found: WrittenCode[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.norm !== 'cid' && token.norm !== 'cid10') continue
    const code = codeAfter(tokens, skipCue(tokens, index + 1))
    if (code) found.push({ code: code.code, start: token.start, end: code.end })
  }
  return found
}

/** Past "10", "dez", "é", "código", ":" and "-". */
function skipCue(tokens: readonly Token[], from: number): number {
  let at = from
  while (
    at < tokens.length &&
    /^(?:10|dez|[-–:=#]|codigo|numero|principal)$/.test(tokens[at]!.norm)
  )
    at++
  return at
}

function codeAfter(tokens: readonly Token[], at: number): { code: string; end: number } | null {
  const first = tokens[at]
  if (!first) return null
  // "j06" and "j069" are one token; "J" and what follows are several.
  const joined = /^([a-z])(\d{2,3})$/.exec(first.norm)
  const letter = joined?.[1] ?? LETTERS[first.norm]
  if (!letter) return null
  const digits = readDigits(tokens, at + 1, joined?.[2] ?? '')
  if (!digits || !/^\d{2,3}$/.test(digits.text)) return null
  return { code: (letter + digits.text).toUpperCase(), end: tokens[digits.to - 1]!.end }
}

/**
 * "zero seis ponto nove" → 069, "quarenta e um ponto um" → 411, "seis ponto nove" → 069, "06.9" →
 * 069.
 */
function readDigits(
  tokens: readonly Token[],
  from: number,
  start: string,
): { text: string; to: number } | null {
  let whole = start
  let part: string | null = null
  let at = from
  for (; at < tokens.length; at++) {
    const { norm, kind } = tokens[at]!
    const next = tokens[at + 1]?.norm ?? ''
    const isPoint = norm === 'ponto' || norm === 'virgula' || (norm === '.' && /^\d$/.test(next))
    if (isPoint && part === null && whole !== '') {
      part = ''
      continue
    }
    const said = kind === 'number' ? numeral(norm) : spoken(norm)
    if (said === null) break
    // "quarenta e um": the unit takes the place of the zero.
    const unit = UNITS.indexOf(tokens[at + 2]?.norm ?? '')
    const joins = TENS.includes(norm) && next === 'e' && unit > 0
    const digits = joins ? said[0] + String(unit) : said
    if (joins) at += 2
    const [left = '', right] = digits.split('.')
    // A code has three digits at most: what follows is another number.
    if ((part ?? '').length + whole.length + left.length > 3) break
    if (part === null) whole += left
    else part += left
    if (right !== undefined) part = right
  }
  if (part === '') at--
  const text = part ? whole.padStart(2, '0') + part : whole
  return text === '' ? null : { text, to: Math.max(at, from) }
}

function numeral(text: string): string | null {
  const [, whole, part] = /^(\d{1,3})(?:[.,](\d))?$/.exec(text) ?? []
  return whole === undefined ? null : part === undefined ? whole : `${whole}.${part}`
}

function spoken(word: string): string | null {
  const unit = UNITS.indexOf(word)
  if (unit >= 0) return String(unit)
  const teen = TEENS.indexOf(word === 'catorze' ? 'quatorze' : word)
  if (teen >= 0) return String(10 + teen)
  const ten = TENS.indexOf(word)
  return ten >= 0 ? String(20 + 10 * ten) : null
}
