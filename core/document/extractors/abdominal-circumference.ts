import { quantityRule } from './measure-rule.ts'

/** Abdominal circumference in cm. */
export const abdominalCircumference = quantityRule({
  id: 'abdominalCircumference',
  topic:
    /\b(?:circunferencia abdominal|circunferencia da cintura|cintura|barriga (?:mede|medindo|deu)|medir a barriga)\b/,
  cues: [
    'circunferencia abdominal',
    'circunferencia da cintura',
    'circunferencia de cintura',
    'circunferencia da barriga',
    'perimetro abdominal',
    'cintura',
    'cintura abdominal',
    'circ abdominal',
    'circ . abdominal',
    'ca',
    'fita',
    'fita metrica',
    'fita na barriga',
    'fita na cintura',
    'mede de cintura',
    'abdome com',
    'abdome medindo',
    'abdomen medindo',
    'barriga medindo',
    'barriga mede',
    'barriga deu',
    'barriga na fita',
    'abdome mede',
    'abdome na fita',
    'cintura mede',
    'na cintura',
  ],
  units: [
    ['centimetros', 1],
    ['centimetro', 1],
    ['cm', 1],
  ],
  min: 30,
  max: 220,
})
