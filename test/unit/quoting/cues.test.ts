/** `config/portuguese/cues.json`: terms in their form, weights, and features that somebody sets. */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { SECTIONS } from '../../../core/document/models/sections.ts'
import { FIELD_CUES, hasPiece, SECTION_CUES } from '../../../core/document/quoting/places.ts'
import { termsOf } from '../../../core/portuguese/cue-index.ts'
import { fold } from '../../../core/portuguese/tokens.ts'

const ROWS = [...SECTION_CUES, ...FIELD_CUES.flatMap(({ rows }) => rows)]
const LISTS = ROWS.flatMap(({ says, needs, never, asks }) =>
  [...says.map(([, terms]) => terms), needs, never, asks].filter((list) => list !== undefined),
)
const TERM = /^(?:#[a-z-]+|(?:[\p{L}\d]+\*?|_)(?: (?:[\p{L}\d]+\*?|_))*)$/u

test('every term is folded words, or a feature of a clause', (t) => {
  const terms = LISTS.flatMap(termsOf)
  t.true(terms.length > 3000)
  t.deepEqual(
    terms.filter((term) => !TERM.test(term) || fold(term) !== term),
    [],
  )
})

test('every feature that a table names is one that a clause can have', (t) => {
  const source = ['core/document/quoting/features.ts', 'core/portuguese/word-classes.ts']
    .map((path) => readFileSync(path, 'utf8'))
    .join('')
  const named = new Set(LISTS.flatMap(termsOf).filter((term) => term.startsWith('#')))
  t.deepEqual(
    [...named].filter((feature) => !source.includes(`'${feature}'`)),
    [],
  )
})

test('weights are numbers above none, or below it where they speak against', (t) => {
  t.deepEqual(
    ROWS.flatMap(({ says }) => says).filter(([weight]) => !(weight !== 0 && Math.abs(weight) < 20)),
    [],
  )
})

test('sections are those of document models', (t) => {
  t.deepEqual(
    SECTION_CUES.map(({ section }) => section).filter((each) => !SECTIONS.includes(each)),
    [],
  )
})

test('a piece of a name may be its beginning, its end, or anywhere', (t) => {
  t.true(hasPiece('plano de parto', '^plano'))
  t.false(hasPiece('novo plano', '^plano'))
  t.true(hasPiece('escala cat', 'cat  | cat$'))
  t.false(hasPiece('catarata', 'cat  | cat$'))
  t.true(hasPiece('avaliacao geriatrica ampla', 'geriatrica'))
})
