import type { MeasureRule, Reading } from './measure-rule.ts'
import { quantityRule, round } from './measure-rule.ts'
import { readNumbers } from './numbers.ts'
import type { Token } from './tokens.ts'

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
  min: 0.4,
  max: 350,
})

/** Body weight in kg: "72 quilos e meio", "72 quilos e 300 gramas", "3.200 gramas". */
export const weight: MeasureRule = {
  ...words,
  find: (tokens, asked) =>
    words
      .find(tokens, asked)
      .map((reading) => withGrams(tokens, reading))
      .filter((reading) => reading !== undefined),
}

/** "94 quilos e 300" is 94,3 kg; "peso 72 e 300" is not understood (72,3? 72 and something else?): not taken. */
function withGrams(tokens: readonly Token[], reading: Reading): Reading | undefined {
  if (tokens[reading.to]?.norm !== 'e') return reading
  const grams = readNumbers(tokens.slice(reading.to + 1, reading.to + 8))[0]
  if (grams?.from !== 0) return reading
  const to = reading.to + 1 + grams.to
  const after = tokens[to]?.norm ?? ''
  const saidUnit = /^(?:quil|kilo|kg)/.test(tokens[reading.to - 1]?.norm.toLowerCase() ?? '')
  const saidGrams = /^(?:gramas?|g)$/.test(after)
  const isGrams = grams.value < 1000 && (saidGrams || (saidUnit && grams.value >= 100))
  if (isGrams && !/^(?:por|x|batimentos|metro)/.test(after))
    return {
      ...reading,
      values: [round(reading.values[0]! + grams.value / 1000)],
      to: saidGrams ? to + 1 : to,
    }
  return saidUnit && after !== '' && !saidGrams ? reading : undefined
}
