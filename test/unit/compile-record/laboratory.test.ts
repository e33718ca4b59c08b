/** Which results in words become coded ones, and which never do. */
import test from 'ava'
import { readLaboratory } from '../../../core/rnds/compile-record/laboratory.ts'

const VISIT = '2026-03-16T14:00:00-03:00'
const read = (text: string, diagnoses: string[] = [], name = 'Resultado de Exames') =>
  readLaboratory([{ name, entries: [{ key: null, text }] }], VISIT, diagnoses)

for (const [text, exam, code] of [
  ['Teste rápido de antígeno para COVID-19: não reagente.', '94558-4', '2'],
  ['Teste rápido de covid positivo', '94558-4', '1'],
  ['Antígeno SARS-CoV-2 negativo', '94558-4', '2'],
  ['RT-PCR para SARS-CoV-2 colhido em 14/03/2026: não detectado', '94500-6', '2'],
  ['PCR de covid em 14/03/2026 inconclusivo', '94500-6', '3'],
  ['Teste rápido NS1 para dengue reagente', '75377-2', '1'],
] as const)
  test(`sent: ${text}`, (t) => {
    const [result, ...more] = read(text)
    t.is(more.length, 0)
    t.is(result?.exam.code, exam)
    t.is(result && 'code' in result.value ? result.value.code : null, code)
  })

for (const text of [
  'Hemograma normal.',
  'Teste rápido de covid não foi feito',
  'Solicitado teste rápido de covid',
  'Minha mãe teve teste rápido de covid positivo',
  'PCR de covid positivo',
  'PCR de covid em 31/02/2026 positivo',
  'PCR de covid em 20/03/2026 positivo',
  'PCR de 12 mg/L, positivo para inflamação',
  'Antígeno de covid na saliva positivo',
  'Dengue IgM reagente',
])
  test(`not sent: ${text}`, (t) => {
    t.deepEqual(read(text), [])
  })

test('the day is the visit’s unless another is told; the suspicion is a confirmed diagnosis of it', (t) => {
  const text = 'Teste rápido de covid positivo'
  t.like(read(text)[0], { collectedAt: VISIT, issuedAt: VISIT, suspicion: 'B342' })
  t.like(read(`${text} em 15/03/2026`)[0], { collectedAt: '2026-03-15' })
  t.is(read(text, ['I10', 'U071'])[0]?.suspicion, 'U071')
  t.deepEqual(read(text, [], 'História Pregressa'), [])
})
