import { quantityRule } from './measure-rule.ts'

/** Respiratory rate in breaths per minute. */
export const respiratoryRate = quantityRule({
  id: 'respiratoryRate',
  topic: /\b(?:frequencia respiratoria|fr)\b/,
  cues: [
    'frequencia respiratoria',
    'freq respiratoria',
    'fr',
    'f r',
    'f . r',
    'respirando',
    'frequencia das respiracoes',
    'respiratoria',
    'respiracao',
  ],
  units: [
    ['incursoes respiratorias por minuto', 1],
    ['movimentos respiratorios por minuto', 1],
    ['incursoes por minuto', 1],
    ['movimentos por minuto', 1],
    ['respiracoes por minuto', 1],
    ['irpm', 1],
    ['ipm', 1],
    ['mrpm', 1],
    ['rpm', 1],
    ['por minuto', 1],
  ],
  tellingUnits: [
    'incursoes respiratorias por minuto',
    'movimentos respiratorios por minuto',
    'incursoes por minuto',
    'respiracoes por minuto',
    'irpm',
    'ipm',
    'mrpm',
  ],
  notAfter: /\b(?:insuficiencia|fisioterapia|infeccao|doenca|virose|ausculta|higiene)$/,
  min: 6,
  max: 80,
})
