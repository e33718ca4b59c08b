/**
 * What the document says, in whichever field and words, is not listed; what it denies or says
 * otherwise still is.
 */
import test from 'ava'
import { templateOf } from '../../helpers/rules-samples.ts'
import { listed, told } from '../../helpers/unwritten.ts'

const compares = test.macro({
  title: (_, said, field, value, expected) => `"${said}" beside "${field}: ${value}": ${expected}`,
  exec(t, said: string, field: string, value: string | string[], expected: string) {
    t.true(templateOf('anamnesis').fields.some(({ name }) => name === field))
    t.is(told(listed(said, { content: { [field]: value } })), expected)
  },
})

const USE = 'Medicações em uso'
const PAST = 'História pregressa'
const NOW = 'História da Doença Atual'
test(compares, 'Tomo losartana de 50.', USE, ['Losartana 50 mg'], 'nothing')
test(compares, 'Tomo meio grama de metformina.', USE, ['Metformina 500 mg'], 'nothing')
test(compares, 'Tomo losartana de 50.', NOW, 'Faz uso de Cozaar 50 mg.', 'nothing')
test(compares, 'Tomo losartana de 50.', USE, ['Losartana'], 'medicine: Losartana de 50')
test(compares, 'Tomo losartana de 100.', USE, ['Losartana 50 mg'], 'medicine: Losartana de 100')
test(
  compares,
  'Losartana 50 de doze em doze horas.',
  USE,
  ['Losartana 50 mg'],
  'medicine: Losartana 50 de 12/12 h',
)
test(compares, 'Dipirona 1 grama de 8 em 8 horas.', USE, ['Dipirona 1 g 3x ao dia'], 'nothing')
test(compares, 'Tenho pressão alta.', PAST, 'Hipertensão arterial sistêmica.', 'nothing')
test(compares, 'Tenho diabetes.', PAST, 'Nega diabetes.', 'diagnosis: Diabetes')
test(compares, 'Tenho diabetes.', 'História Familiar', 'Mãe com diabetes.', 'diagnosis: Diabetes')
test(compares, 'Sou alérgico a penicilina.', PAST, 'Alergia a penicilina.', 'nothing')
test(
  compares,
  'Sou alérgico a penicilina.',
  PAST,
  'Nega alergias.',
  'allergy: Alergia a penicilina',
)
test(compares, 'Pressão 140 por 90.', 'Exame físico', 'PA 140x90 mmHg.', 'nothing')
test(compares, 'Retorno em quinze dias.', 'Orientações', ['Retorno em duas semanas.'], 'nothing')
test(compares, 'Solicito hemograma.', 'Exames Complementares', ['Hemograma completo'], 'nothing')
test(
  compares,
  'Solicito hemograma.',
  'Resultado de Exames',
  ['Hemograma normal'],
  'request: Hemograma',
)

test(compares, 'O GAD que mandou deu 17.', NOW, 'GAD-7: 17 pontos.', 'nothing')
test(
  compares,
  'O GAD que mandou deu 17.',
  NOW,
  'GAD-7: 16 pontos.',
  'number: O GAD que mandou deu 17',
)

test('a pressure that fills two keys is compared with both of them', (t) => {
  const content = { 'Sinais Vitais': { 'PA Sistólica': '140 mmHg', 'PA Diastólica': '90 mmHg' } }
  t.is(told(listed('Pressão 140 por 90.', { content })), 'nothing')
  t.is(told(listed('Pressão 150 por 90.', { content })), 'measure: PA 150/90 mmHg')
})
