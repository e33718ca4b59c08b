import test from 'ava'
import { answerValidator } from '../../ai-local/llama/answer-validator.ts'
import type { JsonSchema } from '../../core/document/models/ports.ts'

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    a: { anyOf: [{ type: 'string', minLength: 1, maxLength: 5 }, { type: 'null' }] },
    d: {
      anyOf: [
        {
          type: 'object',
          properties: { x: { type: 'integer' }, y: { type: 'boolean' } },
          required: ['x', 'y'],
          additionalProperties: false,
        },
        { type: 'null' },
      ],
    },
  },
  required: ['a', 'd'],
  additionalProperties: false,
}

test('an answer of the right shape is given back parsed', (t) => {
  t.deepEqual(answerValidator(SCHEMA)('{"a":"dor","d":{"x":1,"y":true}}'), {
    a: 'dor',
    d: { x: 1, y: true },
  })
  t.deepEqual(answerValidator(SCHEMA)('{"a":null,"d":null}'), { a: null, d: null })
})

const refuses = test.macro({
  title: (_, what) => `no document: ${what}`,
  exec(t, _what: string, answer: string) {
    const error = t.throws(() => answerValidator(SCHEMA)(answer))
    t.like(error, { code: 'generation_failed' })
    t.false(JSON.stringify(error).includes('febre'), 'and nothing of it is repeated')
    t.false(String(error?.stack).includes('febre'))
  },
})
test(refuses, 'prose', 'O paciente tem febre.')
test(refuses, 'truncated JSON', '{"a":"febre","d":{"x":1')
test(refuses, 'a missing key', '{"a":"febre"}')
test(refuses, 'a further key', '{"a":null,"d":null,"febre":1}')
test(refuses, 'keys in another order', '{"d":null,"a":null}')
test(refuses, 'nested keys in another order', '{"a":null,"d":{"y":true,"x":1}}')
test(refuses, 'too long a text', '{"a":"febre alta","d":null}')
test(refuses, 'an empty text', '{"a":"","d":null}')
test(refuses, 'another type', '{"a":3,"d":null}')
test(refuses, 'a list', '[{"a":null,"d":null}]')
