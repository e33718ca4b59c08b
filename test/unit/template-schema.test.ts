import test from 'ava'
import fc from 'fast-check'
import type { Template } from '../../core/document/models/ports.ts'
import {
  contentSchema,
  normalizeContent,
  parseTemplate,
  validateContent,
} from '../../core/document/models/template-schema.ts'

const file = {
  id: 'sample',
  slug: 'exemplo-curto',
  name: 'Exemplo',
  purpose: 'Para os testes',
  group: 'specialty',
  version: 1,
  pendingClinicalReview: false,
  fields: [
    { name: 'Queixa Principal', type: 'string', description: 'O motivo', cues: ['complaint'] },
    { name: 'Orientações', type: 'string[]' },
    { name: 'Sinais Vitais', type: 'dict', keys: ['PA Diastólica', 'PA Sistólica'] },
  ],
}
const template: Template = parseTemplate(file)

test('the schema requires every key, in order, and nothing else', (t) => {
  const schema = contentSchema(template)
  t.deepEqual(Object.keys(schema.properties ?? {}), [
    'Queixa Principal',
    'Orientações',
    'Sinais Vitais',
  ])
  t.deepEqual(schema.required, ['Queixa Principal', 'Orientações', 'Sinais Vitais'])
  t.false(schema.additionalProperties)
  const vitals = schema.properties?.['Sinais Vitais']?.anyOf
  t.deepEqual(vitals?.[0]?.required, ['PA Diastólica', 'PA Sistólica'])
  t.deepEqual(vitals?.[1], { type: 'null' })
})

test('an empty document is all nulls and valid', (t) => {
  const content = normalizeContent(template, {})
  t.deepEqual(content, { 'Queixa Principal': null, Orientações: null, 'Sinais Vitais': null })
  t.deepEqual(validateContent(template, content), [])
})

test('blank values become null, a dict keeps all its keys or none', (t) => {
  t.deepEqual(
    normalizeContent(template, {
      'Sinais Vitais': { 'PA Sistólica': '120 mmHg', Extra: 'x' },
      'Queixa Principal': '  ',
      Orientações: ['', ' Beber água '],
      Outro: 'x',
    }),
    {
      'Queixa Principal': null,
      Orientações: ['Beber água'],
      'Sinais Vitais': { 'PA Diastólica': null, 'PA Sistólica': '120 mmHg' },
    },
  )
  t.is(
    normalizeContent(template, { 'Sinais Vitais': { 'PA Sistólica': '' } })['Sinais Vitais'],
    null,
  )
  t.is(normalizeContent(template, { Orientações: [] }).Orientações, null)
})

test('whatever is normalized is valid', (t) => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom(...Object.keys(normalizeContent(template, {})), 'x'),
        fc.jsonValue(),
      ),
      (value) => {
        t.deepEqual(validateContent(template, normalizeContent(template, value)), [])
      },
    ),
  )
})

const refuses = test.macro({
  title: (_, what) => `${what} is refused`,
  exec(t, _what: string, content: unknown, issue: string, field: string) {
    t.deepEqual(validateContent(template, content), [{ field, issue }])
  },
})
const right = normalizeContent(template, {})
test(refuses, 'a list as content', [], 'invalid', 'content')
test(
  refuses,
  'a missing key',
  { 'Queixa Principal': null, Orientações: null },
  'required',
  'Sinais Vitais',
)
test(refuses, 'an extra key', { ...right, 'Dados do paciente': 'x' }, 'unknown', '*')
test(
  refuses,
  'another order',
  { Orientações: null, 'Queixa Principal': null, 'Sinais Vitais': null },
  'order',
  'Queixa Principal',
)
test(refuses, 'an empty list', { ...right, Orientações: [] }, 'empty', 'Orientações')
test(refuses, 'a blank text', { ...right, 'Queixa Principal': ' ' }, 'empty', 'Queixa Principal')
test(refuses, 'NUL', { ...right, 'Queixa Principal': 'a\u0000b' }, 'invalid', 'Queixa Principal')
test(refuses, 'a number', { ...right, 'Queixa Principal': 3 }, 'invalid', 'Queixa Principal')
test(
  refuses,
  'a short dict',
  { ...right, 'Sinais Vitais': { 'PA Sistólica': 'x' } },
  'required',
  'Sinais Vitais.PA Diastólica',
)
test(
  refuses,
  'an endless text',
  { ...right, 'Queixa Principal': 'x'.repeat(20_001) },
  'too_long',
  'Queixa Principal',
)

const refusesFile = test.macro({
  title: (_, what) => `a template with ${what} is refused`,
  exec(t, _what: string, change: object) {
    t.notThrows(() => parseTemplate(file))
    t.throws(() => parseTemplate({ ...file, ...change }), { name: 'ZodError' })
  },
})
test(refusesFile, 'two fields of one name', { fields: [file.fields[0], file.fields[0]] })
test(refusesFile, 'a dict without keys', { fields: [{ name: 'Sinais Vitais', type: 'dict' }] })
test(refusesFile, 'keys on a string', { fields: [{ name: 'Queixa', type: 'string', keys: ['a'] }] })
test(refusesFile, 'a name that objects would reorder', { fields: [{ name: '12', type: 'string' }] })
test(refusesFile, 'a name of two lines', { fields: [{ name: 'a\nb', type: 'string' }] })
test(refusesFile, 'an unknown property', { nme: 'x' })
test(refusesFile, 'an upper-case slug', { slug: 'Exemplo' })
