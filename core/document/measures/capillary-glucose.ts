import { readNumbers } from '../../portuguese/numbers.ts'
import type { Token } from '../../portuguese/tokens.ts'
import { type MeasureRule, type QuantityWords, quantityRule } from './measure-rule.ts'

const WORDS: QuantityWords<'capillaryGlucose'> = {
  id: 'capillaryGlucose',
  name: 'Glicemia capilar',
  unit: ' mg/dL',
  fills: [
    {
      key: 'glicemia capilar',
      concepts: ['glicemia capilar', 'hgt', 'dextro', 'capillary glucose'],
    },
  ],
  recordWord: 'glicemia',
  bare: { topic: /\b(?:dextro|hgt|glicemia|hipoglicemia|acucar|glicose)\b/, min: 30, max: 600 },
  topic:
    /\b(?:glicemia capilar|glicose capilar|hgt|dextro|destro|ponta de dedo|furou o dedo|furar o dedo|dedo furado|picada no dedo|glicosimetro)\b/,
  cues: [
    'glicemia capilar',
    'glicose capilar',
    'hgt',
    'dextro',
    'destro',
    'ponta de dedo',
    'ponta do dedo',
    'glicosimetro',
    'glicemia da ponta do dedo',
    'glicemia na ponta do dedo',
    'glicemia de ponta de dedo',
    'glico capilar',
    'dextro de jejum',
    'dextro agora',
    'acucar no dedo',
    'acucar na ponta do dedo',
    'fita do acucar',
    'dedo furado',
    'dedo furado deu',
    'furei o dedo e deu',
    'furou o dedo e deu',
    'picada no dedo',
    'dedo deu',
    'dedo agora',
    'dedo hoje',
  ],
  units: [
    ['miligramas por decilitro', 1],
    ['miligrama por decilitro', 1],
    ['mg / dl', 1],
    ['mg por dl', 1],
    ['mg', 1],
    ['miligramas', 1],
  ],
  min: 20,
  max: 600,
}
const called = quantityRule(WORDS)
const amongVitalSigns = quantityRule({ ...WORDS, cues: [...WORDS.cues, 'glicemia', 'glicose'] })
const VITAL_SIGN = /^(?:pressao|pa|frequencia|fc|saturacao|temperatura)$/
/** Words from a vital sign to its number. */
const NEAR = 5
const LABORATORY = /\b(?:hemoglobina|glicada|colesterol|ldl|creatinina|exames?|laboratorio)\b/

/**
 * Capillary glucose in mg/dL. "Glicemia" alone may be a laboratory's, so it must be called
 * capillary, said to be of this moment ("glicemia agora 163"), or read out among the vital signs.
 */
export const capillaryGlucose: MeasureRule<'capillaryGlucose'> = {
  ...called,
  find(tokens, asked, setting) {
    const text = tokens.map(({ norm }) => norm).join(' ')
    const ofNow =
      setting?.amongVitalSigns ||
      readsVitalSign(tokens) ||
      /\bglic(?:emia|ose) (?:de |daqui )?(?:agora|aqui)\b/.test(text)
    return (ofNow && !LABORATORY.test(text) ? amongVitalSigns : called).find(tokens, asked)
  },
}

/** "Pressão 138 por 86", "pressão cento e trinta e oito por oitenta e seis". */
function readsVitalSign(tokens: readonly Token[]): boolean {
  const named = tokens.flatMap(({ norm }, at) => (VITAL_SIGN.test(norm) ? [at] : []))
  if (named.length === 0) return false
  const numbers = readNumbers(tokens).filter(({ article }) => !article)
  return named.some((at) => numbers.some(({ from }) => from > at && from <= at + NEAR))
}
