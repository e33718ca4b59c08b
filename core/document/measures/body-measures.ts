import { type MeasureRule, type QuantityWords, quantityRule } from './measure-rule.ts'

const HEAD: QuantityWords<'headCircumference'> = {
  id: 'headCircumference',
  name: 'Perímetro cefálico',
  unit: ' cm',
  fills: [
    {
      key: 'perimetro cefalico',
      concepts: ['perimetro cefalico', 'circunferencia da cabeca', 'head circumference'],
    },
  ],
  topic: /\b(?:perimetro cefalico|circunferencia da cabeca)\b/,
  cues: ['perimetro cefalico', 'perimetro da cabeca', 'circunferencia da cabeca', 'pc'],
  units: [
    ['centimetros', 1],
    ['cm', 1],
  ],
  min: 20,
  max: 65,
}
const head = quantityRule(HEAD)
const childsHead = quantityRule({
  ...HEAD,
  cues: [...HEAD.cues, 'cabeca', 'cabecinha', 'cefalico', 'a cabeca mede'],
  notAfter: /\b(?:dor|dores|atras) (?:de|na|da)?$/,
})

/** Head circumference of a child in cm; "a cabecinha deu 41" only of a child. */
export const headCircumference: MeasureRule<'headCircumference'> = {
  ...head,
  find: (tokens, asked, setting) =>
    (setting?.isChild ? childsHead : head).find(tokens, asked, setting),
}

/** Share of body fat in percent, as bioimpedance or callipers gave it. */
export const bodyFat = quantityRule({
  id: 'bodyFat',
  name: 'Percentual de gordura',
  unit: '%',
  fills: [
    {
      key: 'percentual de gordura',
      concepts: ['percentual de gordura', 'gordura corporal', 'body fat', 'body fat percentage'],
    },
  ],
  topic: /\b(?:percentual de gordura|gordura corporal)\b/,
  cues: ['percentual de gordura', 'gordura corporal', 'porcentagem de gordura', 'gordura'],
  units: [
    ['por cento', 1],
    ['porcento', 1],
    ['%', 1],
  ],
  notAfter: /\b(?:pouca|muita|menos|no|figado)$/,
  notNear: /\b(?:perda|perdeu|perdi|ganho|ganhou)\b/,
  min: 2,
  max: 70,
})

/** Lean mass in kg. */
export const leanMass = quantityRule({
  id: 'leanMass',
  name: 'Massa magra',
  unit: ' kg',
  fills: [{ key: 'massa magra', concepts: ['massa magra', 'lean mass', 'lean body mass'] }],
  topic: /\bmassa (?:magra|muscular)\b/,
  cues: ['massa magra', 'massa muscular'],
  units: [
    ['quilos', 1],
    ['kg', 1],
  ],
  notAfter: /\b(?:perda|ganho|perdeu|ganhou) ?(?:de)?$/,
  min: 5,
  max: 120,
})
