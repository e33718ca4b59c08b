/** `rnds check` in text: what is found, once, with places, values and what is expected. */
import test from 'ava'
import { findingLines, type ToldFinding, valueAt } from '../../cli/finding-lines.ts'
import { style } from '../../cli/style.ts'

const finding = (path: string, message: string): ToldFinding => ({
  severity: 'error',
  code: 'ERR981',
  path,
  message,
})

test('one fault in many places is one part, with its count and its first places', (t) => {
  const many = Array.from({ length: 19 }, (_, index) =>
    finding(`Bundle.entry[${index}].fullUrl`, 'Registro: use outro.'),
  )
  const text = findingLines([...many, finding('Bundle.type', 'Tipo: use outro.')], style(false))
  t.is(text.match(/error/g)?.length, 2)
  t.regex(text, /\(19 times\)\n +Registro: use outro\.\n/)
  t.regex(text, /entry\[2\]\.fullUrl\n +and 16 more\n/)
  t.false(text.includes('entry[3]'))
})

test('the same fault of several of a kind is one part that names them', (t) => {
  const of = (index: number, message: string) => finding(`Bundle.entry[${index}]`, message)
  const found = [
    of(6, 'Medida 1: Código: use outro.'),
    of(7, 'Medida 2: Código: use outro.'),
    of(8, 'Medida 2, campo value: falta.'),
    of(9, 'Medida 5: Código: use outro.'),
    of(9, 'Alergia 1: Código: use outro.'),
  ]
  const text = findingLines(found, style(false))
  t.regex(text, /\(3 times\)\n +Medida 1, 2, 5: Código: use outro\.\n/)
  t.is(text.match(/error/g)?.length, 3)
})

test('each finding is next to its place', (t) => {
  const text = findingLines([{ ...finding('Bundle.type', 'Tipo: x.'), found: '"y"' }], style(false))
  t.regex(text, /Bundle\.type: "y"$/)
})

const bundle = {
  type: 'batch',
  entry: [{ resource: { valueCoding: { code: 'A00' }, active: false } }],
}
for (const [path, value] of [
  ['Bundle.type', '"batch"'],
  ['Bundle.entry[0].resource.value.code', '"A00"'],
  ['Bundle.entry[0].resource.active', 'false'],
  ['Bundle.entry[0].resource', undefined],
  ['Bundle.entry[4].resource.id', undefined],
  ['Bundle.type.coding[0]', undefined],
  ['Bundle', undefined],
] as const)
  test(`what stands at ${path}`, (t) => {
    t.is(valueAt(bundle, path), value)
  })
