/**
 * Blood pressure as [systolic, diastolic] in mmHg: "120 por 80", "PA 120x80", "cento e vinte por
 * oitenta", "pressão 12 por 8" (said in cmHg, as most people do), "máxima 120, mínima 80". Mixed
 * forms ("120 por 8") are not taken: nobody knows which of the two was meant.
 */

import { type NumberPhrase, readNumbers } from '../../portuguese/numbers.ts'
import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import {
  cueAfter,
  cueBefore,
  isCorrection,
  isFiller,
  type MeasureReading,
  type MeasureRule,
} from './measure-rule.ts'

const CUES = ['pressao', 'pa', 'p a', 'p . a', 'pressao arterial', 'tensao', 'pas', 'afericao'].map(
  (cue) => cue.split(' '),
)
const SYSTOLIC = ['sistolica', 'maxima', 'pas', 'alta', 'pressao maxima'].map((cue) =>
  cue.split(' '),
)
const DIASTOLIC = ['diastolica', 'minima', 'pad', 'pressao minima'].map((cue) => cue.split(' '))

export const bloodPressure: MeasureRule<'bloodPressure'> = {
  id: 'bloodPressure',
  name: 'PA',
  unit: ' mmHg',
  fills: [
    {
      key: 'pa sistolica',
      concepts: [
        'pa sistolica',
        'pressao sistolica',
        'pressao arterial sistolica',
        'sistolica',
        'pas',
        'systolic',
        'systolic pressure',
        'systolic blood pressure',
        'systolic bp',
        'bp systolic',
      ],
    },
    {
      key: 'pa diastolica',
      concepts: [
        'pa diastolica',
        'pressao diastolica',
        'pressao arterial diastolica',
        'diastolica',
        'pad',
        'diastolic',
        'diastolic pressure',
        'diastolic blood pressure',
        'diastolic bp',
        'bp diastolic',
      ],
    },
  ],
  recordWord: 'pressao',
  isVitalSign: true,
  topic: /\b(?:pressao|pa|p\.a\.)(?! alta\b)/,
  find(tokens, asked) {
    const numbers = readNumbers(tokens)
    const readings: MeasureReading[] = []
    for (let index = 0; index + 1 < numbers.length; index++) {
      const [upper, lower] = [numbers[index]!, numbers[index + 1]!]
      const joint = tokens.slice(upper.to, lower.from).map((token) => token.norm.toLowerCase())
      const spoken = joint.length === 1 && /^(?:por|x|×|\/|sobre|barra)$/.test(joint[0]!)
      // "Pressão cento e vinte oitenta": two numbers of millimetres right after the word, and
      // nothing between them.
      const listed = joint.length === 0
      // "Pressão de onze e sete", "dezoito com onze": as some regions say it, and only right behind
      // the word.
      const paired = joint.length === 1 && /^(?:e|com)$/.test(joint[0]!)
      if (!spoken && !listed && !paired) continue
      const first = withSpokenHundred(tokens, upper, numbers[index - 1])
      const before = cueBefore(tokens, first.from, CUES)
      if (listed && (before === undefined || !pressures(first, lower, false))) continue
      if (paired && (before === undefined || !isPair(tokens, first, lower))) continue
      const previous = readings.at(-1)
      const corrects = previous !== undefined && isCorrection(tokens, previous.to, first.from)
      const behind = spoken ? cueAfter(tokens, lower.to, CUES) : undefined
      const sharper = previous !== undefined && sharpens(previous, first, lower)
      const named =
        before !== undefined ||
        behind !== undefined ||
        corrects ||
        asked ||
        previous?.cued === true ||
        sharper ||
        (spoken && isReadOff(tokens, first, lower)) ||
        (spoken && ARM.test(wordsBetween(tokens, lower.to, lower.to + 3))) ||
        (spoken && READ_OFF.test(tokens[first.from - 1]?.norm ?? ''))
      const values = pressures(
        first,
        lower,
        named && joint[0] !== '/' ? true : before !== undefined,
      )
      if (!values || (joint[0] === '/' && before === undefined && !corrects)) continue
      const to = unitEnd(tokens, lower.to)
      if (to === undefined) continue
      if (values.scaled && asked && before === undefined && !isBare(tokens, first.from, to))
        continue
      readings.push({
        values: values.mmHg,
        from: before ?? first.from,
        to: behind ?? to,
        cued: before !== undefined || behind !== undefined || sharper,
      })
      index += 1
    }
    if (readings.length === 0) return namedPair(tokens, numbers)
    const counted = resting(tokens, readings)
    return readings.map((reading) =>
      counted.includes(reading) ? reading : { ...reading, beside: true },
    )
  },
}

/** Both in centimetres, and nothing counted by the second. */
function isPair(tokens: readonly Token[], upper: NumberPhrase, lower: NumberPhrase): boolean {
  const isScaled = pressures(upper, lower, true)?.scaled === true && upper.value >= 9
  return (
    isScaled && /^(?:|[,.;!…]|hein|ne|agora|hoje|aqui|doutora?)$/.test(tokens[lower.to]?.norm ?? '')
  )
}

/** "Dez por seis, 104 por 62 no aparelho": the same pressure, to the millimetre. */
function sharpens(
  { values: [a = 0, b = 0] }: MeasureReading,
  upper: NumberPhrase,
  lower: NumberPhrase,
) {
  return (
    a % 10 === 0 &&
    Math.abs(upper.value - a) <= 9 &&
    Math.abs(lower.value - b) <= 9 &&
    upper.value > 60
  )
}

/** "16 por 10 no braço direito": nothing else is measured of an arm like this. */
const ARM = /^(?:no|do) braco\b/

/** "Aqui deu quatorze por nove": nor does anything else come out as two numbers of this size. */
const READ_OFF = /^(?:deu|marcou|sentad[oa]|deitad[oa])$/

const REMARKS =
  /^(?:perfeit[oa]|otim[oa]|bo[am]|altinh[oa]|baixinh[oa]|hein|pouquinho|um|muito|mais|joia|beleza|excelente|melhor|melhorou|certinh[oa]|pronto|hum|[!?.,])$/

/**
 * "Catorze e meio por oito.", "Doze por oito, perfeita.": two such numbers and nothing else; not
 * "24 por 7".
 */
function isReadOff(tokens: readonly Token[], upper: NumberPhrase, lower: NumberPhrase): boolean {
  const [a, b] = [upper.value, lower.value]
  const isSize = a >= 8 && a <= 25 && b >= 4 && b <= 15 && a - b >= 2 && !(a === 24 && b === 7)
  return (
    isSize &&
    tokens.every(
      (token, at) =>
        (at >= upper.from && at < lower.to) || isFiller(token) || REMARKS.test(token.norm),
    )
  )
}

/** On folded text. */
export const STANDING = /\b(?:em pe|de pe|ortosta\w*|ao levantar|depois de levantar)\b/
const POSTURE =
  /\b(?:em pe|de pe|ortosta\w*|ao levantar|depois de levantar|sentad[oa]|deitad[oa])\b/g
const POSTURE_BEHIND = new RegExp(`^(${POSTURE.source})`)
const FIRST_ARM = /\b(?:braco )?(?:direit[oa]|esquerd[oa])\b/

/**
 * What counts of several readings in one breath: one taken standing replaces none at rest, and of
 * two arms the higher one is the patient's pressure.
 */
function resting(tokens: readonly Token[], readings: MeasureReading[]): MeasureReading[] {
  const around = readings.map((reading, index) => ({
    reading,
    before: wordsBetween(tokens, readings[index - 1]?.to ?? 0, reading.to),
    after: wordsBetween(tokens, reading.to, readings[index + 1]?.from ?? tokens.length),
  }))
  // "Deitada 13 por 8, em pé 10 por 6" or "13 por 8 deitada, 10 por 6 em pé": as the first is told.
  const isAhead = around[0]!.before.search(POSTURE) >= 0
  const lying = around.filter(({ before, after }) => {
    const behind = isAhead ? undefined : POSTURE_BEHIND.exec(after)?.[1]
    return !STANDING.test(behind ?? before.match(POSTURE)?.at(-1) ?? '')
  })
  const [first, second] = lying
  if (!first) return []
  const arms =
    second !== undefined &&
    [first, second].every(({ before, after }) => FIRST_ARM.test(before) || FIRST_ARM.test(after)) &&
    !isCorrection(tokens, first.reading.to, second.reading.from)
  if (!arms) return lying.map(({ reading }) => reading)
  return [first, second]
    .map(({ reading }) => reading)
    .toSorted((a, b) => a.values[0]! - b.values[0]!)
    .slice(-1)
}

/** "Um vinte por oitenta", "um e trinta por noventa": the hundred that people swallow. */
function withSpokenHundred(
  tokens: readonly Token[],
  upper: NumberPhrase,
  previous: NumberPhrase | undefined,
): NumberPhrase {
  const gap = previous ? tokens.slice(previous.to, upper.from).map(({ norm }) => norm) : []
  const swallowed =
    previous?.article === true &&
    upper.value >= 10 &&
    upper.value < 100 &&
    (gap.length === 0 || (gap.length === 1 && gap[0] === 'e'))
  return swallowed ? { ...upper, value: 100 + upper.value, from: previous.from } : upper
}

function pressures(
  upper: NumberPhrase,
  lower: NumberPhrase,
  named: boolean,
): { mmHg: number[]; scaled: boolean } | undefined {
  const [a, b] = [upper.value, lower.value]
  if (
    Number.isInteger(a) &&
    Number.isInteger(b) &&
    a >= 60 &&
    a <= 280 &&
    b >= 30 &&
    b <= 160 &&
    a > b
  )
    return { mmHg: [a, b], scaled: false }
  if (!named || a < 6 || a > 28 || b < 3 || b > 16 || a <= b) return undefined
  const mmHg = [Math.round(a * 10), Math.round(b * 10)]
  return { mmHg, scaled: true }
}

/**
 * After the numbers: nothing, or millimetres of mercury. Any other unit is a size, not a pressure.
 */
function unitEnd(tokens: readonly Token[], at: number): number | undefined {
  const words = tokens.slice(at, at + 3).map((token) => token.norm.toLowerCase())
  if (words[0] === 'mmhg' || words[0] === 'mmh') return at + 1
  if (
    /^(?:milimetros|mm|centimetros|cm)$/.test(words[0] ?? '') &&
    words[1] === 'de' &&
    words[2] === 'mercurio'
  )
    return at + 3
  if (
    /^(?:mm|cm|m|milimetros?|centimetros?|metros?|vezes|x|×|por|\/|dias?|horas?|comprimidos?|mg|miligramas)$/.test(
      words[0] ?? '',
    )
  )
    return undefined
  return at
}

/** "Máxima de 120 e mínima de 80", with the word pressure somewhere before or between. */
function namedPair(tokens: readonly Token[], numbers: readonly NumberPhrase[]): MeasureReading[] {
  const upper = numbers.find((number) => cueBefore(tokens, number.from, SYSTOLIC) !== undefined)
  const lower = numbers.find((number) => cueBefore(tokens, number.from, DIASTOLIC) !== undefined)
  if (!upper || !lower || upper.from > lower.from) return []
  const values = pressures(upper, lower, true)
  const first = cueBefore(tokens, upper.from, SYSTOLIC)!
  const to = unitEnd(tokens, lower.to)
  if (!values || to === undefined) return []
  return [{ values: values.mmHg, from: cueBefore(tokens, first, CUES) ?? first, to, cued: true }]
}

function isBare(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.every(
    (token, index) =>
      (index >= from && index < to) ||
      isFiller(token) ||
      /^(?:eu|estava|doutora?|nao|[.!])$/.test(token.norm),
  )
}
