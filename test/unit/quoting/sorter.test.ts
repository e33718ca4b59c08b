import { createHash } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import { learn } from '../../../bin/tools/generate/learn.ts'
import { pack, unpack } from '../../../core/document/quoting/packed-weights.ts'
import { probabilitiesOf } from '../../../core/document/quoting/softmax.ts'
import { SORTED_CLASSES } from '../../../core/document/quoting/sorted-classes.ts'
import { DIGEST, WEIGHTS } from '../../../core/document/quoting/weights.ts'

const shipped = unpack(WEIGHTS)
const cueNames = [...shipped.rows.keys()]
const someCues = fc.uniqueArray(fc.oneof(fc.constantFrom(...cueNames), fc.string()), {
  maxLength: 60,
})

test('the shipped weights are those that were written, and small', (t) => {
  const digest = createHash('sha256').update(`${WEIGHTS.cues}\n${WEIGHTS.values}`).digest('hex')
  t.is(digest, DIGEST)
  t.deepEqual(WEIGHTS.classes, [...SORTED_CLASSES])
  t.is(shipped.values.length, shipped.rows.size * SORTED_CLASSES.length)
  t.true(WEIGHTS.cues.length + WEIGHTS.values.length < 950_000)
})

test('probabilities of any cues are a share each, together one, and the same in any order', (t) => {
  fc.assert(
    fc.property(someCues, (cues) => {
      const given = probabilitiesOf(cues, shipped)
      const total = given.reduce((sum, each) => sum + each, 0)
      t.true(Math.abs(total - 1) < 1e-9)
      t.true(given.every((each) => each >= 0 && each <= 1))
      const other = probabilitiesOf([...cues].reverse(), shipped)
      t.true(given.every((each, at) => Math.abs(each - other[at]!) < 1e-6))
    }),
  )
})

test('cues that were never learned change nothing', (t) => {
  const known = cueNames.slice(0, 5)
  t.deepEqual(
    probabilitiesOf([...known, 'word xyzzy', 'never seen'], shipped),
    probabilitiesOf(known, shipped),
  )
})

test('a statement is sorted in less than a millisecond', (t) => {
  const cues = cueNames.filter((_, at) => at % Math.ceil(cueNames.length / 120) === 0)
  const begin = performance.now()
  for (let run = 0; run < 200; run++) probabilitiesOf(cues, shipped)
  t.true((performance.now() - begin) / 200 < 1)
})

const examples = [
  ...Array.from({ length: 20 }, () => ({ cues: ['bias', 'word dor'], may: [0], weight: 1 })),
  ...Array.from({ length: 20 }, () => ({ cues: ['bias', 'word mae'], may: [1], weight: 1 })),
  ...Array.from({ length: 20 }, () => ({ cues: ['bias', 'word asma'], may: [0, 1], weight: 1 })),
]
const options = { least: 2, rounds: 20, rate: 0.1, decay: 1e-3 }

test('learning is deterministic, and a label of several classes asks for any of them', (t) => {
  const classes = ['story', 'family', 'none']
  const weights = learn(examples, classes, options)
  t.deepEqual(learn(examples, classes, options), weights)
  const likeliest = (cues: string[]) => {
    const given = probabilitiesOf(cues, weights)
    return classes[given.indexOf(Math.max(...given))]
  }
  t.is(likeliest(['bias', 'word dor']), 'story')
  t.is(likeliest(['bias', 'word mae']), 'family')
  const either = probabilitiesOf(['bias', 'word asma'], weights)
  t.true(either[0]! + either[1]! > 0.9)
})

test('packed and unpacked, weights differ by half a step at most', (t) => {
  const weights = learn(examples, ['story', 'family', 'none'], options)
  const packed = pack(weights)
  const again = unpack(packed)
  t.deepEqual([...again.rows], [...weights.rows])
  t.true(again.values.every((value, at) => Math.abs(value - weights.values[at]!) <= packed.step))
})
