import test from 'ava'
import fc from 'fast-check'
import type { Token } from 'node-llama-cpp'
import { answerValidator } from '../../ai-local/llama/answer-validator.ts'
import { boundSlot, boundText } from '../../ai-local/llama/bound-words.ts'
import { allowedPrefix, stateAfter } from '../../ai-local/llama/text-states.ts'
import { vocabulary } from '../../ai-local/llama/token-source.ts'
import { compileSchema } from '../../ai-local/llama/value-plan.ts'
import { type TokenSource, writeJson } from '../../ai-local/llama/write-json.ts'
import { chatRequest } from '../../ai-local/remote-llm/chat-protocol.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'

const WORDS = ['nega', 'febre', 'Dor', 'dor', 'há', 'três', '12', '12,5', 'mg', 'Dr.', '140/90']

function lineOf(words: readonly string[], rest: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties: { line: { type: 'string', words: [...words], ...rest } } }
}

/**
 * The rule in other words: what stands between separators is a word, or one with a capital where a
 * sentence begins.
 */
function isComposed(words: readonly string[], text: string): boolean {
  if (text === '') return true
  const known = new Set(words)
  function from(rest: string, begins: boolean): boolean {
    return words.some((word) =>
      [word, begins ? word[0]!.toUpperCase() + word.slice(1) : word].some((form) => {
        if (!rest.startsWith(form) || !known.has(word)) return false
        const behind = rest.slice(form.length)
        if (behind === '' || behind === '.') return true
        const [, mark, further = ''] = /^(\. |[,;] | )(.*)$/su.exec(behind) ?? []
        return mark !== undefined && from(further, mark === '. ')
      }),
    )
  }
  return from(text, true)
}

const mark = fc.constantFrom(' ', ' ', ' ', ', ', '; ', '. ')
const composed = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...WORDS), fc.boolean(), mark), { maxLength: 12 }),
    fc.boolean(),
  )
  .map(([parts, hasPoint]) => {
    let begins = true
    let text = ''
    for (const [index, [word, isCapital, after]] of parts.entries()) {
      text += begins && isCapital ? word[0]!.toUpperCase() + word.slice(1) : word
      if (index < parts.length - 1) text += after
      begins = after === '. '
    }
    return text === '' || !hasPoint ? text : `${text}.`
  })

const noise = fc.string({
  unit: fc.constantFrom(...'negafbrdo há três12,5;. mg"\\D/xZ'),
  maxLength: 30,
})

test('a text that is composed of the words is accepted whole, and every beginning of it goes on', (t) => {
  const allowed = boundText(WORDS)
  fc.assert(
    fc.property(composed, (text) => {
      for (let length = 0; length <= text.length; length++)
        t.truthy(stateAfter(allowed, text.slice(0, length)))
      t.true(stateAfter(allowed, text)!.isEnd)
      t.deepEqual(JSON.parse(JSON.stringify(answerValidator(lineOf(WORDS))(line(text)))), {
        line: text,
      })
    }),
    { numRuns: 200 },
  )
})

test('whether a text is composed of given words agrees with the plain rule', (t) => {
  const allowed = boundText(WORDS)
  fc.assert(
    fc.property(
      fc.oneof(
        noise,
        fc.tuple(composed, noise).map((both) => both.join('')),
      ),
      (text) => {
        t.is(stateAfter(allowed, text)?.isEnd ?? false, isComposed(WORDS, text), text)
      },
    ),
    { numRuns: 2000 },
  )
})

const told = test.macro({
  title: (_, text: string, isAllowed: boolean) => `${isAllowed ? '' : 'not '}allowed: «${text}»`,
  exec(t, text: string, isAllowed: boolean) {
    const validate = answerValidator(lineOf(WORDS))
    if (isAllowed) t.notThrows(() => validate(line(text)))
    else
      t.like(
        t.throws(() => validate(line(text))),
        { code: 'generation_failed' },
      )
  },
})
test(told, 'Nega febre há 12 mg. Dor, dor; febre.', true)
test(told, '12,5 mg', true)
test(told, '12, 5 mg', false)
test(told, '125 mg', false)
test(told, 'nega Febre', false)
test(told, 'NEGA febre', false)
test(told, 'nega  febre', false)
test(told, ' nega', false)
test(told, 'nega ', false)
test(told, 'nega,', false)
test(told, 'nega..', false)
test(told, '.', false)
test(told, 'negafebre', false)
test(told, 'dr. nega', false)

test('whatever tokens come, what is written is composed of the words and within its bounds', async (t) => {
  const piece = fc.oneof(
    noise,
    fc.constantFrom(' "', '"', '",', 'febre', ' nega', ' feb', 're', 'Dor', '. ', ', ', '12', ',5'),
  )
  const schema = lineOf(WORDS, { maxLength: 20 })
  const validate = answerValidator(schema)
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const { json, cut } = await write(schema, [' "', ...pieces])
      const { line: text } = validate(json) as { line: string }
      t.true(isComposed(WORDS, text))
      t.true(text.length <= 20)
      if (cut.length === 0) t.true([' "', ...pieces].join('').startsWith(` "${text}"`))
    }),
    { numRuns: 1000 },
  )
})

test('whatever pieces a composed text comes in, it is written whole', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      composed,
      fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
      async (text, sizes) => {
        const pieces: string[] = []
        for (let rest = ` "${text}",`; rest !== ''; ) {
          const { value } = sizes.next()
          pieces.push(rest.slice(0, value))
          rest = rest.slice(value)
        }
        const { json, cut } = await write(lineOf(WORDS), pieces)
        // A text that goes in circles is stopped there, composed or not.
        if (cut.length === 0) t.deepEqual(JSON.parse(json), { line: text })
        else t.true(text.startsWith((JSON.parse(json) as { line: string }).line))
      },
    ),
    { numRuns: 300 },
  )
})

test('a text at its bound ends with the last whole word, and is said to be cut', async (t) => {
  const { json, cut } = await write(lineOf(WORDS, { maxLength: 12 }), [
    ' "nega',
    ' febre',
    ' dor',
    '"',
  ])
  t.deepEqual(JSON.parse(json), { line: 'nega febre' })
  t.deepEqual(cut, [['line']])
})

test('a text that cannot keep its least length is no answer', async (t) => {
  const schema = lineOf(['dor'], { minLength: 5 })
  await t.throwsAsync(write(schema, [' "dor', 'x']), { code: 'generation_failed' })
  const { json } = await write(schema, [' "dor', ' dor', '"'])
  t.deepEqual(JSON.parse(json), { line: 'dor dor' })
})

test('no words at all: nothing can be written, and nothing is asked', async (t) => {
  const { json, asked } = await write(lineOf([]), [])
  t.deepEqual(JSON.parse(json), { line: '' })
  t.is(asked, 0)
})

test('a bound text may be null where the schema says so, and an item of a list', async (t) => {
  const text = { type: 'string', words: WORDS } as const
  const orNull: JsonSchema = {
    type: 'object',
    properties: { line: { anyOf: [text, { type: 'null' }] } },
  }
  t.deepEqual(JSON.parse((await write(orNull, [' null'])).json), { line: null })
  t.deepEqual(JSON.parse((await write(orNull, [' "', 'dor"'])).json), { line: 'dor' })
  const list: JsonSchema = {
    type: 'object',
    properties: { line: { type: 'array', items: text, maxItems: 3 } },
  }
  const { json } = await write(list, ['"dor', '",', ' "Febre', '"]'])
  t.deepEqual(JSON.parse(json), { line: ['dor', 'Febre'] })
  t.deepEqual(JSON.parse((await write(list, [']'])).json), { line: [] })
})

const refuses = test.macro({
  title: (_, what: string) => `refused: ${what}`,
  exec(t, _what: string, value: unknown, field: string, issue: string) {
    const line = value as JsonSchema
    const error = t.throws(() => compileSchema({ type: 'object', properties: { line } }))
    t.like(error, {
      code: 'schema_not_supported',
      details: [{ field: `/properties/line${field}`, issue }],
    })
  },
})
const text = (words: unknown) => ({ type: 'string', words })
test(refuses, 'words that are no list', text('dor'), '/words', 'not_a_list')
test(refuses, 'a word that is no text', text(['dor', 3]), '/words/1', 'not_a_word')
test(refuses, 'an empty word', text(['']), '/words/0', 'not_a_word')
test(refuses, 'a word with a blank', text(['dor de']), '/words/0', 'not_a_word')
test(refuses, 'a word with a quote', text(['a"b']), '/words/0', 'not_a_word')
test(refuses, 'a word with a backslash', text(['a\\b']), '/words/0', 'not_a_word')
test(refuses, 'a word with a control character', text(['a\u0007']), '/words/0', 'not_a_word')
test(refuses, 'a word with a direction mark', text(['a\u202e']), '/words/0', 'not_a_word')
test(refuses, 'half a character', text(['a\ud83d']), '/words/0', 'not_a_word')
test(refuses, 'a very long word', text(['a'.repeat(101)]), '/words/0', 'not_a_word')
test(refuses, 'too many words', text(Array.from({ length: 5001 }, String)), '/words', 'too_large')
test(
  refuses,
  'no words and something to write',
  { type: 'string', words: [], minLength: 1 },
  '/minLength',
  'impossible',
)
test(
  refuses,
  'words of a number',
  { type: 'number', words: ['1'] },
  '/words',
  'keyword_not_supported',
)
test(
  refuses,
  'bound text or a number',
  { anyOf: [text(['dor']), { type: 'number' }] },
  '/anyOf/1',
  'not_supported',
)

test('exactly those tokens of a vocabulary are found that can continue the text', (t) => {
  const texts = [
    ...new Set([
      ' "',
      ' ""',
      '"',
      '",',
      '".\n',
      '."',
      ' "Neg',
      'a',
      ' a',
      'n',
      'ne',
      'nega',
      ' nega',
      'Nega',
      ' nega,',
      'ega',
      ' fe',
      'febre',
      ' febre',
      'bre',
      ',',
      ', ',
      '.',
      '. ',
      '. N',
      ' Dor',
      '12',
      '2',
      ',',
      ',5',
      '5',
      ' mg',
      'g',
      'm',
      '\n',
      ' ',
      '  ',
      'há',
      'Há',
      ' ná',
      'x',
      '"x',
      'null',
      ' null',
      ']',
    ]),
  ]
  const { tokensFrom } = vocabulary(
    texts.map((one, index) => ({ text: one, token: index as Token })),
  )
  const plan = compileSchema(lineOf(WORDS)).object[0]!.value
  const start = boundSlot({ plan, lead: ' ', mayClose: false, follow: 'any' })!
  fc.assert(
    fc.property(composed, fc.nat(), (one, at) => {
      const state = stateAfter(start, ` "${one}"`.slice(0, at % (one.length + 4)))!
      const expected = texts.filter((piece) => stateAfter(state, piece))
      t.deepEqual(
        tokensFrom(state)
          .map((token) => texts[token]!)
          .sort(),
        expected.sort(),
      )
    }),
    { numRuns: 300 },
  )
})

test('the longest allowed beginning ends with a whole word', (t) => {
  const allowed = boundText(WORDS)
  t.is(allowedPrefix(allowed, 'nega febre, do'), 'nega febre')
  t.is(allowedPrefix(allowed, 'xyz'), '')
})

test('a remote server is not sent the word list, and its answers must keep to it', (t) => {
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      words: { anyOf: [{ type: 'string', words: WORDS, maxLength: 9 }, { type: 'null' }] },
    },
  }
  const { response_format } = chatRequest('m', { system: '', user: '' }, schema, {
    maxTokens: 1,
    temperature: 0,
    seed: 0,
  })
  t.deepEqual(response_format.json_schema.schema, {
    type: 'object',
    properties: { words: { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] } },
  })
})

function line(text: string): string {
  return JSON.stringify({ line: text })
}

async function write(schema: JsonSchema, pieces: string[]) {
  const spoken: string[] = []
  const rest = [...pieces]
  let asked = 0
  const idOf = (one: string) => spoken.push(one) - 1
  const source: TokenSource = {
    async startSlot() {},
    async next() {
      asked += 1
      const piece = rest.shift()
      return piece === undefined ? null : idOf(piece)
    },
    tokenize: (one) => (one === '' ? [] : [idOf(one)]),
    text: (tokens) => tokens.map((token) => spoken[token]).join(''),
  }
  const cut: string[][] = []
  const { json } = await writeJson(compileSchema(schema), source, {
    maxTokens: 1000,
    onProperty: (_name, _json, some) => void cut.push(...some),
  })
  return { json, cut, asked }
}
