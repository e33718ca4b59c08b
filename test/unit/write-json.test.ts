import test from 'ava'
import { runawayStart } from '../../ai-local/llama/runaway.ts'
import { compileSchema } from '../../ai-local/llama/value-plan.ts'
import { type TokenSource, writeJson } from '../../ai-local/llama/write-json.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'

/**
 * A model that says what it is given, in the pieces it is given, and remembers everything it was
 * shown. It knows no grammar: what is tested here is how pieces become values, not what a grammar
 * allows.
 */
function scripted(pieces: (string | null)[]) {
  const vocabulary: string[] = []
  const shown: string[] = []
  const idOf = (text: string) => vocabulary.push(text) - 1
  const textOf = (tokens: number[]) => tokens.map((token) => vocabulary[token]).join('')
  const rest = [...pieces]
  const source: TokenSource = {
    async startSlot() {},
    async next(certain) {
      shown.push(textOf(certain))
      const piece = rest.shift()
      return piece === null || piece === undefined ? null : idOf(piece)
    },
    tokenize: (text) => (text === '' ? [] : [idOf(text)]),
    text: textOf,
  }
  return { source, shown: () => shown.join(''), left: rest }
}

async function write(
  properties: Record<string, JsonSchema>,
  pieces: (string | null)[],
  maxTokens = 1000,
) {
  const model = scripted(pieces)
  const told: { name: string; json: string; cut: string[][] }[] = []
  const { json, sampledTokens } = await writeJson(
    compileSchema({ type: 'object', properties }),
    model.source,
    { maxTokens, onProperty: (name, value, cut) => told.push({ name, json: value, cut }) },
  )
  return { value: JSON.parse(json), told, sampledTokens, shown: model.shown(), left: model.left }
}

const OPTIONAL: JsonSchema = { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] }
const LIST: JsonSchema = { type: 'array', items: { type: 'string', maxLength: 10 }, maxItems: 3 }

test('fixed text is shown to the model and never sampled', async (t) => {
  const { value, shown, sampledTokens, told } = await write(
    { a: OPTIONAL, b: OPTIONAL, c: { const: 'x' } },
    [' "do', 'r"', ' null'],
  )
  t.deepEqual(value, { a: 'dor', b: null, c: 'x' })
  t.is(shown, '{\n  "a": "dor",\n  "b":')
  t.is(sampledTokens, 3)
  t.deepEqual(
    told.map(({ name }) => name),
    ['a', 'b', 'c'],
  )
})

test('text of a token beyond its value is discarded, and the value is kept', async (t) => {
  const { value, shown } = await write({ a: OPTIONAL, b: OPTIONAL }, [' "', 'dor."', ' null,\n'])
  t.deepEqual(value, { a: 'dor.', b: null })
  const glued = await write({ a: OPTIONAL, b: OPTIONAL }, [' "dor', '.",\n', ' "x"}'])
  t.deepEqual(glued.value, { a: 'dor.', b: 'x' })
  t.is(glued.shown, '{\n  "a": "dor.",\n  "b":')
  t.true(shown.endsWith('"b":'))
})

test('quotes and backslashes in a text do not end it', async (t) => {
  const { value } = await write({ a: OPTIONAL }, [' "a\\"b\\', '\\c', '"'])
  t.deepEqual(value, { a: 'a"b\\c' })
})

test('a number ends where something else begins', async (t) => {
  const { value } = await write({ a: { type: 'number' }, b: { type: 'integer' } }, [
    ' 1',
    '2',
    '.5',
    ',',
    ' -7',
    '\n',
    '}',
  ])
  t.deepEqual(value, { a: 12.5, b: -7 })
})

test('numbers of an enum that begin alike are distinguished', async (t) => {
  const { value } = await write({ a: { enum: [1, 12] }, b: { enum: [1, 12] } }, [
    ' 1',
    '2',
    ',',
    ' 1',
    ',',
  ])
  t.deepEqual(value, { a: 12, b: 1 })
})

test('a list goes on or ends as the model’s own punctuation says', async (t) => {
  const { value, left } = await write({ a: LIST }, ['"x"', ',', ' "y"]', 'never'])
  t.deepEqual(value, { a: ['x', 'y'] })
  t.deepEqual(left, ['never'])
})

test('a list ends by itself at its bound, and may be empty', async (t) => {
  t.deepEqual((await write({ a: LIST }, ['"x",', ' "y",', ' "z"'])).value, { a: ['x', 'y', 'z'] })
  t.deepEqual((await write({ a: LIST }, [']'])).value, { a: [] })
})

test('objects in lists have their keys written for them', async (t) => {
  const item: JsonSchema = {
    type: 'object',
    properties: { code: OPTIONAL, n: { type: 'integer' } },
  }
  const { value, shown } = await write({ a: { type: 'array', items: item, minItems: 1 } }, [
    ' "J45"',
    ' 3',
    ',',
    ',',
    ' null',
    ' 4}',
    ']',
  ])
  t.deepEqual(value, {
    a: [
      { code: 'J45', n: 3 },
      { code: null, n: 4 },
    ],
  })
  t.true(shown.startsWith('{\n  "a": [{"code": "J45", "n": 3}'))
})

test('a text at its bound is cut there and said to be', async (t) => {
  const { value, told } = await write({ a: { type: 'string', maxLength: 5 }, b: OPTIONAL }, [
    ' "nega',
    ' fe',
    ' null',
  ])
  t.deepEqual(value, { a: 'nega ', b: null })
  t.deepEqual(told[0]?.cut, [['a']])
  t.deepEqual(told[1]?.cut, [])
})

test('characters beyond the first plane count once', async (t) => {
  const { value, told } = await write({ a: { type: 'string', maxLength: 3 } }, [' "😀😀😀"'])
  t.deepEqual(value, { a: '😀😀😀' })
  t.deepEqual(told[0]?.cut, [])
})

test('a text that goes in circles is stopped, and one of the circles stays', async (t) => {
  const { value, told } = await write({ a: { type: 'string', maxLength: 900 } }, [
    ' "Dor',
    ...Array(50).fill(' e mais dor,'),
  ])
  t.is(value.a, 'Dor e mais dor,')
  t.deepEqual(told[0]?.cut, [['a']])
})

test('a text the model leaves open is closed and said to be cut; anything else left open fails', async (t) => {
  const { value, told } = await write({ a: OPTIONAL }, [' "nega fe', null])
  t.deepEqual(value, { a: 'nega fe' })
  t.deepEqual(told[0]?.cut, [['a']])
  t.like(await t.throwsAsync(write({ a: OPTIONAL }, [null])), { code: 'generation_failed' })
  t.like(await t.throwsAsync(write({ a: LIST }, ['"x"', null])), { code: 'generation_failed' })
})

test('an answer longer than it may be fails, whatever was finished', async (t) => {
  const error = await t.throwsAsync(write({ a: OPTIONAL, b: OPTIONAL }, [' "a"', ' "b"'], 3))
  t.like(error, { code: 'generation_failed', details: [{ issue: 'answer_too_long' }] })
})

test('repetition is distinguished from ordinary text', (t) => {
  for (const fine of [
    '',
    'dor',
    'dor, dor, dor e febre',
    'pulsos 2+/4+ 2+/4+ nos quatro membros',
    'aaaa',
  ])
    t.is(runawayStart(fine), -1, fine)
  t.is('dor; '.length, runawayStart('dor; '.repeat(5)))
})
