import { type MeasureRule, type QuantityWords, quantityRule } from './measure-rule.ts'

const HEAD: QuantityWords = {
  id: 'headCircumference',
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
export const headCircumference: MeasureRule = {
  ...head,
  find: (tokens, asked, setting) =>
    (setting?.isChild ? childsHead : head).find(tokens, asked, setting),
}

/** Share of body fat in percent, as bioimpedance or callipers gave it. */
export const bodyFat = quantityRule({
  id: 'bodyFat',
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
