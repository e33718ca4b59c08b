import { quantityRule } from './measure-rule.ts'

/** Peripheral oxygen saturation in percent. */
export const saturation = quantityRule({
  id: 'saturation',
  topic: /\b(?:saturacao|saturando|satura|spo2|sato2|oximetria)\b/,
  cues: [
    'saturacao',
    'saturacao de oxigenio',
    'saturacao de o2',
    'saturando',
    'satura',
    'saturou',
    'sat',
    'sato2',
    'spo2',
    'sat o2',
    'so2',
    'oximetria',
    'oximetria de pulso',
    'oximetro',
    'oxigenio',
    'oxigenacao',
    'dedinho',
  ],
  units: [
    ['por cento', 1],
    ['porcento', 1],
    ['%', 1],
  ],
  notAfter: /\b(?:transferrina|ferro|da)$/,
  min: 50,
  max: 100,
})
