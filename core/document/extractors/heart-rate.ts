import { quantityRule } from './measure-rule.ts'

/** Heart rate in beats per minute. */
export const heartRate = quantityRule({
  id: 'heartRate',
  topic: /\b(?:frequencia cardiaca|batimentos?|pulso|fc)\b/,
  cues: [
    'frequencia cardiaca',
    'freq cardiaca',
    'fc',
    'f c',
    'f . c',
    'batimentos',
    'batimento',
    'batimentos cardiacos',
    'pulso',
    'frequencia do coracao',
    'o coracao',
    'coracao a',
    'coracao batendo a',
    'frequencia',
    'frequencia de repouso',
    'frequencia cardiaca de repouso',
    'cardiaca',
    'bcpm',
    'batimentos por minuto',
  ],
  units: [
    ['batimentos por minuto', 1],
    ['batimento por minuto', 1],
    ['batimentos cardiacos por minuto', 1],
    ['pulsacoes por minuto', 1],
    ['bpm', 1],
    ['batimentos', 1],
    ['por minuto', 1],
  ],
  tellingUnits: [
    'batimentos por minuto',
    'batimento por minuto',
    'batimentos cardiacos por minuto',
    'pulsacoes por minuto',
    'bpm',
    'batimentos',
  ],
  notAfter:
    /\b(?:fetal|fetais|bebe|maxima|sem|oximetro de|insuficiencia|parada|doenca|falencia|cirurgia)$/,
  notNear:
    /\b(?:bcf|fetal|fetais|feto|cardiofetais|limiar|maxima|ergoespirometria|ergometrico|esteira|esforco|holter)\b/,
  min: 25,
  max: 250,
})
