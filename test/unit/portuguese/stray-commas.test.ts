import test from 'ava'
import { withoutStrayCommas } from '../../../core/portuguese/stray-commas.ts'

const WRITTEN: readonly [heard: string, written: string][] = [
  ['Tomo, captopril, 25 mg, 2 vezes ao dia', 'Tomo captopril 25 mg, 2 vezes ao dia'],
  [
    'Minha irmã, tem pressão alta e meu pai, teve derrame',
    'Minha irmã tem pressão alta e meu pai teve derrame',
  ],
  ['Piora quando ando e melhora, com repouso', 'Piora quando ando e melhora com repouso'],
  ['Também, sinto formigamento', 'Também sinto formigamento'],
  ['Tomo, muito café', 'Tomo muito café'],
  ['E já fiz, cirurgia de vesícula', 'E já fiz cirurgia de vesícula'],
  ['Oriento, beber bastante água', 'Oriento beber bastante água'],
]

/** Commas that part what they stand between. */
const KEPT = [
  'Não, mãe, tem que tomar',
  'Tosse, febre, dor de garganta',
  'Losartana, metformina, 2 comprimidos',
  'Tomo, quando dói',
  'Piora, doutora',
  'Está 36,2',
]

for (const [heard, written] of WRITTEN)
  test(`a record is written without stray commas: ${written}`, (t) => {
    t.is(withoutStrayCommas(heard), written)
  })

for (const said of KEPT)
  test(`a comma that parts is kept: ${said}`, (t) => {
    t.is(withoutStrayCommas(said), said)
  })
