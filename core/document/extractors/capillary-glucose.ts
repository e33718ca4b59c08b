import { quantityRule } from './measure-rule.ts'

/** Capillary glucose in mg/dL. "Glicemia" alone may be a laboratory's, so it must be called capillary. */
export const capillaryGlucose = quantityRule({
  id: 'capillaryGlucose',
  topic: /\b(?:glicemia capilar|glicose capilar|hgt|dextro|destro|ponta de dedo|glicosimetro)\b/,
  cues: [
    'glicemia capilar',
    'glicose capilar',
    'hgt',
    'dextro',
    'destro',
    'ponta de dedo',
    'glicosimetro',
    'glicemia da ponta do dedo',
    'glicemia na ponta do dedo',
    'glicemia de ponta de dedo',
    'glico capilar',
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
})
