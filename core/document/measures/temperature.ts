import { quantityRule } from './measure-rule.ts'

/**
 * Body temperature in °C. "Febre de 39" is what the patient tells, at some time and by some
 * thermometer, so a fever is never a reading: only a temperature is.
 */
export const temperature = quantityRule({
  id: 'temperature',
  name: 'Temperatura',
  unit: ' °C',
  fills: [
    {
      key: 'temperatura',
      concepts: [
        'temperatura',
        'temperatura axilar',
        'temperatura corporal',
        'temp',
        'tax',
        'temperature',
        'body temperature',
      ],
    },
  ],
  recordWord: 'temperatura',
  bare: { topic: /\b(?:febre|febril|temperatura|termometro)\b/, min: 35, max: 42.5 },
  isVitalSign: true,
  topic: /\b(?:temperatura|tax)\b/,
  cues: [
    'temperatura',
    'temperatura axilar',
    'temperatura corporal',
    'temp',
    'tax',
    't ax',
    't . ax',
    'febril',
    'afebril',
    'termometro',
    'axilar',
    'sem febre',
    'nao tem febre',
    'nao esta com febre',
    'nao ta com febre',
  ],
  units: [
    ['graus celsius', 1],
    ['graus centigrados', 1],
    ['graus', 1],
    ['grau', 1],
    ['° c', 1],
    ['º c', 1],
    ['°', 1],
    ['º', 1],
    ['c', 1],
  ],
  notAfter: /\b(?:agua|ambiente|sala|forno|quarto)$/,
  min: 33,
  max: 43,
  spokenTenths: true,
})
