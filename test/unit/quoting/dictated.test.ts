import test from 'ava'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

const DICTATED: readonly [string, string, unknown][] = [
  [
    'Antecedentes pessoais: hipertensão e asma.',
    'História pregressa',
    'Antecedentes pessoais: hipertensão e asma.',
  ],
  ['Conduta combinada. Orientações: dieta leve.', 'Orientações', ['Orientações: dieta leve']],
  [
    'Vou pedir um ultrassom transvaginal, tá?',
    'Exames Complementares',
    ['Vou pedir um ultrassom transvaginal'],
  ],
  ['Vou pedir um raio X, mas por ora não peço ressonância.', 'Exames Complementares', null],
]
for (const [text, field, value] of DICTATED)
  test(text, async (t) => {
    const input = buildInput(templateOf('anamnesis'), [text])
    const options = { signal: new AbortController().signal, onField() {} }
    const { content } = await shippedRules().generate(input, options)
    t.deepEqual(content[field] ?? null, value)
  })
