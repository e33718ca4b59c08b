import { readNumbers } from '../../portuguese/numbers.ts'
import { normAt, type Token, wordsBetween } from '../../portuguese/tokens.ts'
import type { MeasureReading, MeasureRule } from './measure-rule.ts'
import { isAnswer, type QuantityWords, quantityRule, round } from './measure-rule.ts'

/** A weight told with what only an ultrasound sees is the child's that is not born yet. */
const UNBORN = /\b(?:feto|fetal|cefalico|pelvico|placenta|usg|ultrassom)\b/

/** Kilos. */
const MOST_UNBORN = 6

const WORDS: QuantityWords<'weight'> = {
  id: 'weight',
  name: 'Peso',
  unit: ' kg',
  fills: [
    { key: 'peso', concepts: ['peso', 'peso corporal', 'peso atual', 'weight', 'body weight'] },
  ],
  recordWord: 'peso',
  bare: { topic: /\b(?:pesava|pesando|balanca|peso|pesou)\b/, min: 2, max: 250 },
  isBodyMeasure: true,
  topic:
    /\b(?:quanto (?:\S+ ){0,4}?pes(?:a|ando|ou|ei|ava)|peso|pesar|pesou|pesei|pesava|balanca|pesa (?:ai|aqui|el[ea]|[oa]))\b/,
  cues: [
    'peso',
    'peso corporal',
    'peso atual',
    'peso de hoje',
    'pesa',
    'pesando',
    'pesou',
    'peso hoje',
    'balanca',
    'balanca marcou',
    'balanca deu',
    'sobe :',
    'sobe na balanca',
    'sobe aqui',
    'vamos pesar',
    'na balanca deu',
  ],
  units: [
    ['quilogramas', 1],
    ['quilograma', 1],
    ['quilos', 1],
    ['quilo', 1],
    ['kilos', 1],
    ['kg', 1],
    ['kgs', 1],
    ['k', 1],
    ['gramas', 0.001],
    ['g', 0.001],
  ],
  notAfter:
    /\b(?:perda|perder|perdi|perdeu|ganho|ganhar|ganhei|ganhou|excesso|levanto|levantar|levantei|carrego|carregar|carreguei|peguei|pegar|meta|queda|aumento|diminuir|reduzir|sobre|do) ?(?:de|o|do)?$/,
  notNear: UNBORN,
  min: 0.4,
  max: 350,
}
const words = quantityRule(WORDS)

/** Body weight in kg: "72 quilos e meio", "72 quilos e 300 gramas", "3.200 gramas". */
export const weight: MeasureRule<'weight'> = {
  ...words,
  find(tokens, asked, setting) {
    const scales = shownNow(tokens)
    const apart = ({ from, to }: MeasureReading) =>
      scales.every((each) => to <= each.from || from >= each.to)
    const named = words.find(tokens, asked).filter(apart)
    const found = named.length === 0 ? carried.find(tokens, false).filter(isWeight(tokens)) : named
    const alone = found.length === 0 ? readOut(tokens, asked) : []
    const shown = found.length + alone.length === 0 ? scales : []
    const now = found.length + alone.length + shown.length === 0 ? ofNow(tokens, asked) : shown
    const childs =
      found.length + alone.length === 0 ? inGrams(tokens, setting?.isChild === true) : []
    const readings = [...found, ...alone, ...now, ...childs]
    const isOfUnborn = UNBORN.test(wordsBetween(tokens, 0, tokens.length))
    return readings
      .filter(
        (reading) =>
          !(isOfUnborn && reading.values[0]! < MOST_UNBORN) &&
          !isGain(tokens, reading.to) &&
          !isHeight(tokens, reading),
      )
      .map((reading) => withGrams(tokens, reading, setting?.isChild === true))
      .filter((reading) => reading !== undefined)
      .filter(({ from }, at, all) => from >= (all[at - 1]?.to ?? 0))
  },
}

/** "Peso? … 1,65.": metres to the centimetre, and no unit. */
function isHeight(tokens: readonly Token[], { values: [value = 0], from, to }: MeasureReading) {
  const number = readNumbers(tokens.slice(from, to)).at(-1)
  return value >= 1.2 && value <= 2.2 && number?.decimals === 2 && from + number.to === to
}

/** "Nove quilos e seiscentos de ganho": how many more. */
function isGain(tokens: readonly Token[], to: number): boolean {
  return /^(?:e \S+ )?(?:de (?:ganho|perda)|a (?:mais|menos))\b/.test(
    wordsBetween(tokens, to, to + 4),
  )
}

/** "Tô com 84 quilos", "eu pesava 90, agora tô com 82": carried rather than called a weight. */
const carried = quantityRule({
  ...WORDS,
  cues: ['estou com', 'to com', 'tou com', 'esta com', 'ta com', 'estamos com'],
})
const OF_WEIGHT =
  /\b(?:pes\w+|balanca|emagreci|emagreceu|engordei|engordou)\b|\b(?:ganh|perd)(?:ei|ou|i|eu) (?:\p{L}+ |\d+ ){1,4}(?:quilos?|kg)\b/u
/** Higher than any fever: "tá com 72,4, ganhou um quilo e meio". */
const NO_FEVER = 43

/** Kilos: "Pesada, doutora, eu tô com uma dor" tells of none. */
const LEAST_CARRIED = 2

function isWeight(tokens: readonly Token[]): (reading: MeasureReading) => boolean {
  return ({ values: [kg = 0], from, to }) =>
    kg >= LEAST_CARRIED &&
    (/^(?:quilos?|kilos?|kg|meio)$/.test(tokens[to - 1]!.norm)
      ? tokens.slice(from, to).some(({ norm }) => /^(?:quilos?|kilos?|kg)$/.test(norm)) ||
        isOfWeight(tokens, 0, to)
      : isOfWeight(tokens, 0, to) || (isExact(tokens, to) && isOfWeight(tokens, to, tokens.length)))
}

function isOfWeight(tokens: readonly Token[], from: number, to: number): boolean {
  return OF_WEIGHT.test(wordsBetween(tokens, from, to))
}

/** Said to a tenth, as nobody says an age. */
function isExact(tokens: readonly Token[], to: number): boolean {
  const number = readNumbers(tokens).find((each) => each.to === to)
  return number !== undefined && number.decimals > 0 && number.value > NO_FEVER
}

/** Kilos. */
const LEAST_OF_ADULT = 30
const OTHER_MASS =
  /\b(?:perd|ganh|emagre|engord|massa|carg|levant|carreg|peguei|pegou|pegar|bebe|feto)\p{L}*/u

/**
 * "Tira a fralda, oito quilos e duzentos e quarenta gramas", "dezesseis quilos e novecentos":
 * nothing else is weighed like this, of an adult from thirty kilos on.
 */
function inGrams(tokens: readonly Token[], isChild: boolean): MeasureReading[] {
  const numbers = readNumbers(tokens)
  return numbers.flatMap((kg, index): MeasureReading[] => {
    const grams = numbers[index + 1]
    const isPair =
      grams?.from === kg.to + 2 &&
      normAt(tokens, kg.to + 1) === 'e' &&
      /^(?:quilos?|kg)$/.test(normAt(tokens, kg.to))
    const isExact = isPair && grams.value >= 50 && grams.value < 1000
    if (
      !isExact ||
      kg.value < (isChild ? 1 : LEAST_OF_ADULT) ||
      kg.value > 90 ||
      UNBORN.test(wordsBetween(tokens, 0, kg.from)) ||
      OTHER_MASS.test(wordsBetween(tokens, 0, kg.from))
    )
      return []
    return [{ values: [kg.value], from: kg.from, to: kg.to + 1, cued: true }]
  })
}

const READ_NOW = /\b(?:hoje|agora|aqui|balanca) (?:deu|foi|marcou|ta|esta|pesou)(?: com| em)?$/

/**
 * "Agora deu setenta e um e quatrocentos, ganhou dez quilos": kilos and grams, as scales show them.
 */
function shownNow(tokens: readonly Token[]): MeasureReading[] {
  const numbers = readNumbers(tokens)
  return numbers.flatMap((kg, index): MeasureReading[] => {
    const grams = numbers[index + 1]
    const isPair = grams?.from === kg.to + 1 && normAt(tokens, kg.to) === 'e'
    if (!isPair || kg.value < 20 || kg.value > 250 || grams.value < 100 || grams.value > 950)
      return []
    const isShown =
      READ_NOW.test(wordsBetween(tokens, 0, kg.from)) ||
      /^(?:na|no visor da) balanca\b/.test(wordsBetween(tokens, grams.to, grams.to + 4))
    if (grams.value % 50 !== 0 || !isShown) return []
    return [
      { values: [round(kg.value + grams.value / 1000)], from: kg.from, to: grams.to, cued: true },
    ]
  })
}

/** Units of a number that is no weight. */
const OF_ELSE =
  /^(?:por|x|mil|metros?|m|cm|centimetros?|batimentos|bpm|anos?|meses|dias|vezes|graus|calorias|reais|mg|miligramas?|ml|unidades|comprimidos?|%)$/

const THEN = /\b(?:peso|pesava|pesei|balanca)\b/
const IS_NOW =
  /\b(?:hoje|agora)(?: (?:,|ja|eu|ta|to|tou|esta|estou|e|com|em|deu|pesa|peso|foi|chegou|veio|subiu))*$/

/**
 * "Pesava cento e dez, agora tô em 79", "peso antes da gravidez era 61, hoje 69": what it is now,
 * named by what it was.
 */
function ofNow(tokens: readonly Token[], asked: boolean): MeasureReading[] {
  const [last] = readNumbers(tokens).slice(-1)
  if (!last || last.value < 20 || last.value > 350) return []
  const before = wordsBetween(tokens, 0, last.from)
  const after = normAt(tokens, last.to)
  const isWhole = /^(?:|[,.;…]|quilos?|kg|doutora?|ne)$/.test(after)
  if (!isWhole || !IS_NOW.test(before) || !(asked || THEN.test(before)) || UNBORN.test(before))
    return []
  return [{ values: [last.value], from: last.from, to: last.to, cued: true }]
}

/**
 * "Pesei em casa, 90 e 500.", "Vamos ver: 54 e 300 na minha.": the scales read out, and nothing
 * else said. Where it was not asked, only in steps of fifty grams.
 */
function readOut(tokens: readonly Token[], asked: boolean): MeasureReading[] {
  const numbers = readNumbers(tokens)
  const [kg, grams] = numbers.slice(-2)
  // "Sessenta e sete e pouquinho, sessenta e sete e duzentos."
  const others = numbers.slice(0, -2)
  const isPair = kg && grams && grams.from === kg.to + 1 && tokens[kg.to]!.norm === 'e'
  if (!isPair || others.some(({ value }) => value !== kg.value)) return []
  if (kg.value > 300 || grams.value < 100 || grams.value >= 1000) return []
  if (!asked && (kg.value < 2 || grams.value % 50 !== 0 || kg.decimals > 0)) return []
  const first = others[0]?.from ?? kg.from
  if (!isAnswer(withoutAhead(tokens, asked), first, grams.to, false)) return []
  return [{ values: [kg.value], from: kg.from, to: kg.to, cued: true }]
}

/** "Vamos ver:" before what is read off says nothing of it. */
function withoutAhead(tokens: readonly Token[], asked: boolean): readonly Token[] {
  if (asked) return tokens
  return tokens.map((token) =>
    /^(?:vamos|pronto|bom|ok)$/.test(token.norm) ? { ...token, norm: ',' } : token,
  )
}

/**
 * "94 quilos e 300" and "peso 61 e 200" are 94,3 and 61,2 kg, as scales are read out; "peso 72 e
 * 30" is not understood: not taken.
 */
function withGrams(
  tokens: readonly Token[],
  reading: MeasureReading,
  isChild: boolean,
): MeasureReading | undefined {
  if (tokens[reading.to]?.norm !== 'e') return withListedGrams(tokens, reading)
  const grams = readNumbers(tokens.slice(reading.to + 1, reading.to + 8))[0]
  if (grams?.from !== 0) return reading
  const to = reading.to + 1 + grams.to
  const after = tokens[to]?.norm ?? ''
  const saidUnit = /^(?:quil|kilo|kg)/.test(tokens[reading.to - 1]?.norm.toLowerCase() ?? '')
  const saidGrams = /^(?:gramas?|g)$/.test(after)
  // "Sessenta e sete quilos e um e cinquenta e oito": how tall.
  const isHeight = grams.value <= 2 && /^(?:e|metros?|m)$/.test(after)
  if (isHeight) return reading
  const readOut =
    reading.cued &&
    grams.value >= 100 &&
    (grams.value % 50 === 0 || isChild) &&
    !OF_ELSE.test(after)
  const isGrams = grams.value < 1000 && (saidGrams || (saidUnit && grams.value >= 100) || readOut)
  if (isGrams && !/^(?:por|x|batimentos|metro)/.test(after))
    return {
      ...reading,
      values: [round(reading.values[0]! + grams.value / 1000)],
      to: saidGrams ? to + 1 : to,
    }
  return saidUnit && after !== '' && !saidGrams ? reading : undefined
}

/** "8 quilos 750 gramas", "dois quilos novecentos". */
function withListedGrams(tokens: readonly Token[], reading: MeasureReading): MeasureReading {
  const saidUnit = /^(?:quil|kilo|kg)/.test(tokens[reading.to - 1]?.norm.toLowerCase() ?? '')
  const grams = saidUnit ? readNumbers(tokens.slice(reading.to, reading.to + 5))[0] : undefined
  if (grams?.from !== 0 || grams.value < 50 || grams.value >= 1000) return reading
  const to = reading.to + grams.to
  const after = tokens[to]?.norm ?? ''
  const saidGrams = /^(?:gramas?|g)$/.test(after)
  if (!saidGrams && (grams.value < 100 || !/^(?:|[.,;])$/.test(after))) return reading
  return {
    ...reading,
    values: [round(reading.values[0]! + grams.value / 1000)],
    to: saidGrams ? to + 1 : to,
  }
}
