/**
 * Height in metres: "um metro e setenta e dois", "1 metro e 72", "1,72", "172 centímetros", and
 * with the word "altura" also "um e setenta", "1 72", "metro e sessenta". "Um metro e sete" could
 * be 1,07 or 1,70: not taken, unless the patient is a child; of a child "altura 87" are
 * centimetres.
 */

import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { normAt, type Token, wordsBetween } from '../../portuguese/tokens.ts'
import {
  cueBefore,
  isCorrection,
  isFiller,
  type MeasureReading,
  type MeasureRule,
  round,
} from './measure-rule.ts'

const CUES = [
  'altura',
  'altura atual',
  'estatura',
  'alt',
  'mede',
  'meço',
  'meco',
  'medindo',
  'mido',
  'tamanho',
  'comprimento',
  'baixinha',
  'baixinho',
  'sou alto',
  'sou alta',
  'sou baixo',
  'sou baixa',
].map((cue) => cue.split(' '))
/** "Caí de uma altura de 2 metros". */
const FALL =
  /\b(?:uma|numa|qualquer|grande|barriga|cintura|abdome|quadril|panturrilha|ferida|lesao|mancha|utero|cabeca|braco)$/
const MIN_M = 0.4
const MAX_M = 2.3

export const height: MeasureRule<'height'> = {
  id: 'height',
  name: 'Altura',
  unit: ' m',
  format: metres,
  fills: [
    { key: 'altura', concepts: ['altura', 'altura atual', 'estatura', 'height', 'body height'] },
  ],
  recordWord: 'estatura',
  isBodyMeasure: true,
  topic:
    /\b(?:altura|estatura|quanto (?:o senhor |a senhora |voce |ele |ela )?(?:mede|tem de altura)|(?:mede|medindo) quanto)\b/,
  find(tokens, asked, setting) {
    const isChild = setting?.isChild === true
    const readings: MeasureReading[] = []
    const numbers = readNumbers(tokens)
    for (let index = 0; index < numbers.length; index++) {
      const number = numbers[index]!
      const length = readLength(tokens, number, numbers[index + 1], isChild)
      if (!length || length.metres < MIN_M || length.metres > MAX_M) continue
      const start = tokens[number.from - 2]?.norm === 'metro' ? number.from - 2 : number.from
      const before =
        cueBefore(tokens, start, CUES, FALL) ??
        hasOf(tokens, number) ??
        besideWeight(tokens, number, numbers[index + 1], isChild) ??
        (isChild ? grownTo(tokens, number) : undefined)
      const after =
        tokens[length.to]?.norm === 'de' &&
        /^(?:altura|estatura|comprimento)$/.test(tokens[length.to + 1]?.norm ?? '')
      const previous = readings.at(-1)
      const corrects = previous !== undefined && isCorrection(tokens, previous.to, number.from)
      const bare = isBare(tokens, number.from, length.to)
      // "Altura e peso?" "Um e sessenta e quatro, e peso…"
      const opens = number.from === 0 && tokens[length.to]?.norm === ','
      const answers =
        (asked && (length.explicit || bare || opens)) || (bare && isOfAdult(tokens, length))
      if (before === undefined && !after && !corrects && !answers) continue
      if (!length.explicit && before === undefined && !after && !answers) continue
      readings.push({
        values: [length.metres],
        from: before ?? start,
        to: after ? length.to + 2 : length.to,
        cued: before !== undefined || after,
      })
      if (length.usedNext) index += 1
    }
    return readings
  },
}

/** "Tenho 1,82.": two decimals that nothing else has, said of oneself. */
function hasOf(
  tokens: readonly Token[],
  { from, to, value, decimals }: NumberPhrase,
): number | undefined {
  const isOwn = /^(?:tenho|meco|mido)$/.test(tokens[from - 1]?.norm ?? '')
  const ends = /^(?:|[.,;]|e|de)$/.test(tokens[to]?.norm ?? '')
  return isOwn && ends && decimals === 2 && value > 1.2 ? from - 1 : undefined
}

/**
 * "Tenho um e sessenta e oito", "peso setenta, um e setenta e nove", "setenta e sete quilos, um
 * metro e oitenta e um": a metre and so many centimetres, said of oneself or right behind the
 * weight.
 */
function besideWeight(
  tokens: readonly Token[],
  metre: NumberPhrase,
  rest: NumberPhrase | undefined,
  isChild: boolean,
): number | undefined {
  const isLength =
    metre.value === 1 &&
    metre.decimals === 0 &&
    rest !== undefined &&
    /^(?:metro )?e$/.test(wordsBetween(tokens, metre.to, rest.from)) &&
    rest.value >= 40 &&
    rest.value < 100
  if (!isLength || isChild || /^(?:anos?|quilos?|kg|por|mil|reais)$/.test(normAt(tokens, rest.to)))
    return undefined
  if (/^(?:tenho|meco)$/.test(normAt(tokens, metre.from - 1))) return metre.from - 1
  const before = wordsBetween(tokens, metre.from - 12, metre.from)
  const isBeside =
    /\b(?:peso|pesa|pesando|pesou|quilos?|kg)\b/.test(before) &&
    /(?:,|\b(?:e|tem|com))$/.test(before)
  return isBeside ? metre.from : undefined
}

/** "Cresceu quatro centímetros, está com noventa e seis." */
function grownTo(tokens: readonly Token[], { from, to, value }: NumberPhrase): number | undefined {
  const ends = /^(?:|[.,;]|cm|centimetros?)$/.test(normAt(tokens, to))
  const isNow = /\b(?:esta|ta|foi|chegou) (?:com|em|a|pra)$/.test(
    wordsBetween(tokens, from - 2, from),
  )
  if (!ends || value < 45 || !isNow) return undefined
  const before = wordsBetween(tokens, 0, from - 2)
  return /\bcresceu (?:\S+ ){1,3}(?:centimetros?|cm)\b/.test(before) ? from - 2 : undefined
}

/**
 * "Um metro e cinquenta e oito.", and nothing else said: no other length has this size to the
 * centimetre.
 */
function isOfAdult(tokens: readonly Token[], { metres, explicit }: Length): boolean {
  return (
    explicit && metres >= 1.3 && metres <= 2.1 && tokens.some(({ norm }) => /^metros?$/.test(norm))
  )
}

interface Length {
  metres: number
  to: number
  /** Said with a unit, or written as metres with two decimals. */
  explicit: boolean
  usedNext: boolean
}

function readLength(
  tokens: readonly Token[],
  number: NumberPhrase,
  next: NumberPhrase | undefined,
  isChild: boolean,
): Length | undefined {
  const unit = tokens[number.to]?.norm ?? ''
  const plain = { usedNext: false }
  if (/^(?:centimetros?|cm)$/.test(unit) && number.value >= 40)
    return { metres: round(number.value / 100), to: number.to + 1, explicit: true, ...plain }
  if (/^(?:metros?|m)$/.test(unit)) return afterMetre(tokens, number, next, isChild)
  if (number.decimals === 2 && number.value < 3)
    return { metres: number.value, to: number.to, explicit: true, ...plain }
  if (
    tokens[number.from - 1]?.norm === 'e' &&
    tokens[number.from - 2]?.norm === 'metro' &&
    !isNumberWord(tokens[number.from - 3])
  )
    return centimetres(1, number, tokens, { usedNext: false, isChild })
  // "um e setenta", "1 72": only beside the word "altura", which the caller checks.
  if ((number.value === 1 || number.value === 2) && number.decimals === 0 && next) {
    const gap = tokens.slice(number.to, next.from)
    if (gap.length === 0 || (gap.length === 1 && gap[0]!.norm === 'e'))
      return centimetres(number.value, next, tokens, { usedNext: true, isChild })
  }
  const half = unit === 'e' && /^mei[oa]$/.test(tokens[number.to + 1]?.norm ?? '')
  if (isChild && half && number.decimals === 0 && number.value >= 40 && number.value <= 140)
    return {
      metres: round((number.value + 0.5) / 100),
      to: number.to + 2,
      explicit: false,
      ...plain,
    }
  if (isChild && number.decimals === 1 && number.value >= 40 && number.value <= 140)
    return { metres: round(number.value / 100), to: number.to, explicit: false, ...plain }
  const least = isChild ? 45 : 100
  const counted = /^(?:anos?|aninhos|meses|mes|dias?|semanas?|vezes|quilos?|kg|gramas?)$/.test(unit)
  if (number.decimals === 0 && number.value >= least && number.value <= 230 && !counted)
    return { metres: number.value / 100, to: number.to, explicit: false, ...plain }
  return undefined
}

function afterMetre(
  tokens: readonly Token[],
  number: NumberPhrase,
  next: NumberPhrase | undefined,
  isChild: boolean,
): Length | undefined {
  const to = number.to + 1
  const whole = { metres: number.value, to, explicit: true, usedNext: false }
  if (number.decimals > 0) return whole
  if (tokens[to]?.norm === 'e' && /^mei[oa]$/.test(tokens[to + 1]?.norm ?? ''))
    return { ...whole, metres: number.value + 0.5, to: to + 2 }
  const gap = next ? tokens.slice(to, next.from).map((token) => token.norm) : []
  // "1 metro, e 58": a recognizer sets a mark where the speaker breathed.
  const follows = next && gap.length <= 2 && gap.every((word) => /^(?:e|[,.])$/.test(word))
  if (!follows) return whole
  const rest = centimetres(number.value, next, tokens, { usedNext: true, isChild })
  return rest && { ...rest, explicit: true }
}

function centimetres(
  metres: number,
  rest: NumberPhrase,
  tokens: readonly Token[],
  { usedNext, isChild }: { usedNext: boolean; isChild: boolean },
): Length | undefined {
  if (rest.decimals > 0 || rest.value >= 100) return undefined
  const saysUnit = /^(?:centimetros?|cm)$/.test(tokens[rest.to]?.norm ?? '')
  const plain = rest.value >= 10 || saysUnit || /^0\d$/.test(tokens[rest.from]?.norm ?? '')
  if (!plain && !(isChild && metres === 1)) return undefined
  return {
    metres: round(metres + rest.value / 100),
    to: saysUnit ? rest.to + 1 : rest.to,
    explicit: false,
    usedNext,
  }
}

function isNumberWord(token: Token | undefined): boolean {
  return token !== undefined && readNumbers([token]).length > 0
}

function isBare(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.every(
    (token, index) =>
      (index >= from && index < to) ||
      isFiller(token) ||
      /^(?:eu|tenho|doutora?|[.!?])$/.test(token.norm),
  )
}

/** "1,70"; a child's half centimetre is kept: "0,735". */
function metres(value: number): string {
  return (Math.round(value * 1000) % 10 === 0 ? value.toFixed(2) : value.toFixed(3)).replace(
    '.',
    ',',
  )
}
