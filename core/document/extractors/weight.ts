import type { MeasureRule, Reading } from './measure-rule.ts'
import { isAnswer, quantityRule, round } from './measure-rule.ts'
import { readNumbers } from './numbers.ts'
import type { Token } from './tokens.ts'

/** A weight told with what only an ultrasound sees is the child's that is not born yet. */
const UNBORN = /\b(?:feto|fetal|cefalico|pelvico|placenta|usg|ultrassom)\b/

const words = quantityRule({
  id: 'weight',
  topic:
    /\b(?:quanto (?:o senhor|a senhora|voce|ele|ela)?\s?(?:esta )?pesa(?:ndo)?|peso|pesar|balanca)\b/,
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
})

/** Body weight in kg: "72 quilos e meio", "72 quilos e 300 gramas", "3.200 gramas". */
export const weight: MeasureRule = {
  ...words,
  find(tokens, asked) {
    const found = words.find(tokens, asked)
    const readings = found.length === 0 && asked ? readOut(tokens) : found
    return readings
      .map((reading) => withGrams(tokens, reading))
      .filter((reading) => reading !== undefined)
      .filter(({ from }, at, all) => from >= (all[at - 1]?.to ?? 0))
  },
}

/** "Pesei em casa, 90 e 500.": the scales read out, as a whole answer. */
function readOut(tokens: readonly Token[]): Reading[] {
  const [kg, grams, ...others] = readNumbers(tokens)
  const isPair = kg && grams && others.length === 0 && grams.from === kg.to + 1
  if (!isPair || kg.value > 300 || grams.value < 100 || grams.value >= 1000) return []
  if (tokens[kg.to]!.norm !== 'e' || !isAnswer(tokens, kg.from, grams.to, false)) return []
  return [{ values: [kg.value], from: kg.from, to: kg.to, cued: true }]
}

/** "94 quilos e 300" and "peso 61 e 200" are 94,3 and 61,2 kg, as scales are read out; "peso 72 e 30" is not understood: not taken. */
function withGrams(tokens: readonly Token[], reading: Reading): Reading | undefined {
  if (tokens[reading.to]?.norm !== 'e') return reading
  const grams = readNumbers(tokens.slice(reading.to + 1, reading.to + 8))[0]
  if (grams?.from !== 0) return reading
  const to = reading.to + 1 + grams.to
  const after = tokens[to]?.norm ?? ''
  const saidUnit = /^(?:quil|kilo|kg)/.test(tokens[reading.to - 1]?.norm.toLowerCase() ?? '')
  const saidGrams = /^(?:gramas?|g)$/.test(after)
  const readOut =
    reading.cued && grams.value >= 100 && grams.value % 50 === 0 && /^(?:|[.,;])$/.test(after)
  const isGrams = grams.value < 1000 && (saidGrams || (saidUnit && grams.value >= 100) || readOut)
  if (isGrams && !/^(?:por|x|batimentos|metro)/.test(after))
    return {
      ...reading,
      values: [round(reading.values[0]! + grams.value / 1000)],
      to: saidGrams ? to + 1 : to,
    }
  return saidUnit && after !== '' && !saidGrams ? reading : undefined
}
