import test from 'ava'
import { allergyReader } from '../../../core/rnds/compile-record/allergies.ts'
import { writtenCodes } from '../../../core/rnds/compile-record/coded-facts.ts'
import { readMeasurements } from '../../../core/rnds/compile-record/measurements.ts'
import type { FieldWords } from '../../../core/rnds/compile-record/read-documents.ts'

const field = (name: string, key: string | null, ...texts: string[]): FieldWords[] => [
  { name, entries: texts.map((text) => ({ key, text })) },
]

const measures = test.macro({
  title: (_, key: string, text: string) => `${key} "${text}"`,
  exec(t, key: string, text: string, expected: [code: string, value: number, unit: string] | null) {
    const { coded, rest } = readMeasurements(field('Sinais Vitais', key, text))
    t.deepEqual(
      coded.map(({ code, value, unit }) => [code, value, unit]),
      expected ? [expected] : [],
    )
    t.is(rest.length, expected ? 0 : 1)
  },
})

test(measures, 'PA Sistólica', '120 mmHg', ['8480-6', 120, 'mm[Hg]'])
test(measures, 'PA Diastólica', '80mmHg', ['8462-4', 80, 'mm[Hg]'])
test(measures, 'Peso', '82,5 kg', ['29463-7', 82.5, 'kg'])
test(measures, 'Peso', '3250 g', ['29463-7', 3250, 'g'])
test(measures, 'Altura', '1,72 m', ['8302-2', 1.72, 'm'])
test(measures, 'Altura', '172 cm', ['8302-2', 172, 'cm'])
test(measures, 'Circunferência abdominal', '98 cm', ['8280-0', 98, 'cm'])
test(measures, 'Perímetro Cefálico', '49.5 cm', ['9843-4', 49.5, 'cm'])

test(measures, 'PA Sistólica', '120', null)
test(measures, 'PA Sistólica', '12 por 8', null)
test(measures, 'Peso', 'cerca de 80 kg', null)
test(measures, 'Peso', '3.250 g', null)
test(measures, 'Peso', '0 kg', null)
test(measures, 'Altura', '1,72 kg', null)
test(measures, 'Temperatura', '37,8 °C', null)
test(measures, 'Frequência cardíaca', '78 bpm', null)
test(measures, 'Peso Pré-Gestacional', '60 kg', null)

test('of a measure told in two documents the later one counts', (t) => {
  const { coded } = readMeasurements([
    ...field('Dados Antropométricos', 'Peso', '82 kg'),
    ...field('Dados Antropométricos', 'Peso', '83 kg'),
  ])
  t.deepEqual(coded, [{ code: '29463-7', value: 83, unit: 'kg' }])
})

const allergy = test.macro({
  title: (_, text: string, category: string | null) => `${text}: ${category ?? 'denied'}`,
  exec(t, text: string, category: string | null) {
    const { allergies, denied } = allergyReader().listed(field('Alergias', null, text))
    t.deepEqual(
      allergies.map((one) => [one.text, one.category]),
      category === null ? [] : [[text, category]],
    )
    t.is(denied.length, category === null ? 1 : 0)
  },
})

test(allergy, 'Dipirona', 'medication')
test(allergy, 'Penicilina, com edema de glote', 'medication')
test(allergy, 'Amendoim', 'food')
test(allergy, 'Ácaros e poeira', 'environment')
test(allergy, 'Vacina de febre amarela', 'biologic')
test(allergy, 'Látex', 'environment')
test(allergy, 'Dipirona e camarão', 'medication')
test(allergy, 'Gel', 'environment')
test(allergy, 'Nega alergias medicamentosas', null)
test(allergy, 'Sem alergias conhecidas', null)
test(allergy, 'Alergias desconhecidas', null)
test(allergy, 'Dipirona: nega', null)
test(allergy, 'Penicilina (negativo)', null)
test(allergy, 'Alergia a sulfa descartada', null)
test(allergy, 'Mãe: penicilina', null)
test(allergy, 'Leite (relatado pela mãe)', 'food')
test(allergy, 'Anti-inflamatórios – urticária', 'medication')
test(allergy, 'Contraste iodado', 'medication')

const coded = test.macro({
  title: (_, text: string, code: string) => `${text} is sent as ${code}`,
  exec(t, text: string, code: string) {
    const { allergies } = allergyReader().listed(field('Alergias', null, text))
    t.deepEqual(
      allergies.map((one) => [one.text, one.code]),
      [[text, code]],
    )
  },
})

test(coded, 'Camarões', 'camarao')
test(coded, 'Alergia a camarão, com edema de glote', 'camarao')
test(coded, 'alérgico à proteína do leite de vaca', 'proteina-leite-vaca')
test(coded, 'Nozes (urticária)', 'noz')
test(coded, 'Frutas cítricas', 'fruta-citrica')
test(coded, 'Pelo de gato', 'pelo-gato')
test(coded, 'Maçã', 'maca')
test(coded, 'Soja', 'grao-soja')
// One code says one thing, and nothing that it may not be.
test(coded, 'Camarão e amendoim', 'outro-alimento')
test(coded, 'Camarão, tremoço', 'outro-alimento')
test(coded, 'Dipirona e camarão', 'outro-agente-substancia')
test(coded, 'Frutos do mar', 'outro-alimento')
test(coded, 'Leite', 'outro-alimento')
test(coded, 'Maca', 'outro-agente-substancia')
test(coded, 'Cola', 'outro-agente-substancia')
test(coded, 'Dipirona', 'outro-agente-substancia')
test(coded, 'Gatos', 'outro-agente-substancia')

test('codes are found as people write them', (t) => {
  t.deepEqual(writtenCodes('CID J06.9, i10 (E119) e S72.X'), ['J069', 'I10', 'E119', 'S72X'])
  t.deepEqual(writtenCodes('Vit. D3, HbA1c 6,5'), [])
})
