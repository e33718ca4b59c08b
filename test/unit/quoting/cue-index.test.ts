import test from 'ava'
import { cueIndex } from '../../../core/portuguese/cue-index.ts'

const index = cueIndex([
  ['falta de ar | dor', 'symptom'],
  ['inchad*', 'swollen'],
  ['vou _ pedir', 'asks'],
  ['ao exame | t4', 'exam'],
  ['#drug', 'drug'],
])

const found: readonly [string, string[]][] = [
  ['tenho falta de ar', ['symptom']],
  ['falta ar', []],
  ['dores', []],
  ['inchada e inchado', ['swollen']],
  ['incha', []],
  ['vou pedir', ['asks']],
  ['vou te pedir um', ['asks']],
  ['vou la te pedir', ['asks']],
  ['vou la hoje te pedir', []],
  ['ao exame fisico', ['exam']],
  ['tsh e t4 livre', ['exam']],
  ['', []],
]
for (const [words, values] of found)
  test(`“${words}”`, (t) => {
    t.deepEqual([...index.find(words.split(' '))], values)
  })

test('a feature of the sentence counts like a word', (t) => {
  t.deepEqual([...index.find(['sim'], new Set(['#drug', '#other']))], ['drug'])
})
