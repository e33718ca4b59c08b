import test from 'ava'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { evidenceIndex, foundEvidence } from '../../core/document/evidence/evidence.ts'
import { buildInput, quoted, sampleTemplate } from '../helpers/rules.ts'

const template = sampleTemplate([
  { name: 'História da Doença Atual', type: 'string' },
  { name: 'Medicações Prescritas', type: 'string[]' },
  { name: 'Dados Antropométricos', type: 'dict', keys: ['Altura', 'IMC', 'Peso'] },
  { name: 'Sinais Vitais', type: 'dict', keys: ['PA Diastólica', 'PA Sistólica'] },
])
const TURNS = [
  'O que trouxe a senhora aqui hoje?',
  'Estou com dor de cabeça há 3 dias, do lado direito. Piora com a luz.',
  'Teve febre?',
  'Não.',
  'Não tenho falta de ar. Já fiz cirurgia de vesícula.',
  'A senhora tem alergia a algum remédio?',
  'Tenho alergia a dipirona.',
  'Minha mãe tem diabetes. Não fumo.',
  'Tomo losartana 50 miligramas uma vez ao dia.',
  'A pressão está 12 por 8. Peso 74 quilos e altura 1 metro e 58.',
  'Vou receitar paracetamol 750 miligramas de 8 em 8 horas por 5 dias.',
]
const input = buildInput(template, TURNS, {
  backgroundHistory: '## Antecedentes\n- Asma na infância',
  files: [{ id: 'f1', name: 'exame.pdf', pages: ['Hemoglobina 13,5 g/dL'] }],
})

const supports = test.macro({
  title: (_, value) => `supported: ${value}`,
  exec(t, value: string, source: string) {
    const { verdict, spans } = foundEvidence(evidenceIndex(input).claims(value))
    t.is(verdict, 'supported')
    t.true(spans.length > 0)
    const words = spans.map((span) => quoted(input, span)).join(' … ')
    t.true(words.includes(source), words)
  },
})
test(supports, 'Estou com dor de cabeça há 3 dias, do lado direito.', 'dor de cabeça há 3 dias')
test(supports, 'Cefaleia há 3 dias, à direita', 'dor de cabeça há 3 dias')
test(supports, 'Paciente refere cefaleia há três dias, com piora com a luz.', 'Piora com a luz')
test(supports, 'Nega dispneia.', 'Não tenho falta de ar')
test(supports, 'Teve febre? Não.', 'Não')
test(supports, 'Nega febre.', 'Teve febre')
test(supports, 'Alergia a dipirona', 'alergia a dipirona')
test(supports, 'Alérgica a Novalgina', 'Tenho alergia a dipirona')
test(supports, 'Mãe com diabetes', 'Minha mãe tem diabetes')
test(supports, 'Nega tabagismo', 'Não fumo')
test(supports, 'Losartana 50 mg 1 vez ao dia', 'losartana 50 miligramas')
test(supports, 'Paracetamol 750 mg de 8 em 8 horas por 5 dias', 'paracetamol 750')
test(supports, 'PA 120 mmHg', '12 por 8')
test(supports, 'Cirurgia de vesícula prévia', 'Já fiz cirurgia de vesícula')
test(supports, 'Asma na infância', 'Asma na infância')
test(supports, 'Hemoglobina 13,5 g/dL', 'Hemoglobina 13,5')

const lacks = test.macro({
  title: (_, value) => `not found: ${value}`,
  exec(t, value: string) {
    t.deepEqual(foundEvidence(evidenceIndex(input).claims(value)), {
      verdict: 'not_found',
      spans: [],
    })
  },
})
test(lacks, 'Lesão eritematosa no antebraço')
test(lacks, 'Paciente em bom estado geral, corado e hidratado')
test(lacks, 'Pai com infarto')
test(lacks, 'Orientado a evitar bebidas quentes')
test(lacks, '???')

const refuses = test.macro({
  title: (_, value, reason) => `contradicted (${reason}): ${value}`,
  exec(t, value: string, reason: string) {
    const result = checkDocument({ 'História da Doença Atual': value }, input)
    t.is(result.content['História da Doença Atual'], null)
    t.is(result.contradictions.length, 1)
    t.true(
      result.contradictions[0]!.reason.toLowerCase().includes(reason),
      result.contradictions[0]!.reason,
    )
    t.deepEqual(result.evidence, [])
  },
})
test(refuses, 'Dor de cabeça há 3 semanas', 'unidade')
test(refuses, 'Dor de cabeça do lado esquerdo', 'lado')
test(refuses, 'Nega cefaleia', 'contrário')
test(refuses, 'Paciente com febre', 'contrário')
test(refuses, 'Refere falta de ar', 'contrário')
test(refuses, 'Tabagista', 'contrário')
test(refuses, 'Nunca fiz cirurgia de vesícula', 'contrário')
test(refuses, 'Nega alergia a dipirona', 'contrário')
test(refuses, 'Tomo enalapril 50 miligramas uma vez ao dia', 'medicamento')
test(refuses, 'Losartana 500 mg uma vez ao dia', 'dose')
test(refuses, 'Losartana 50 g uma vez ao dia', 'dose')
test(refuses, 'Losartana 750 mg uma vez ao dia', 'dose')
test(refuses, 'Paracetamol 750 mg de 8 em 8 horas por 50 dias', 'número')

const marks = test.macro({
  title: (_, value, reason) => `contradicted, but harmless (${reason}): ${value}`,
  exec(t, value: string, reason: string) {
    const result = checkDocument({ 'História da Doença Atual': value }, input)
    t.is(result.content['História da Doença Atual'], value)
    t.deepEqual(result.contradictions, [])
    t.is(result.evidence[0]?.verdict, 'contradicted')
    t.true(result.evidence[0]?.reason?.toLowerCase().includes(reason))
  },
})
test(marks, 'Cefaleia há 30 dias', 'número')
test(marks, 'Pai com diabetes', 'familiar')

test('one medicine of a scheme is not another of it', (t) => {
  const spoken = buildInput(template, ['Vou receitar pirazinamida 400 miligramas por 60 dias.'])
  const check = (value: string) =>
    checkDocument({ 'Medicações Prescritas': [value] }, spoken).contradictions.length
  t.is(check('Pirazinamida 400 mg por 60 dias'), 0)
  t.is(check('Etambutol 400 mg por 60 dias'), 1)
})

test('the same height in another unit is the same, and a body mass index as exact as it is written', (t) => {
  const measured = checkDocument(
    { 'Dados Antropométricos': { Altura: '158 cm', IMC: '29,6 kg/m²', Peso: '74 kg' } },
    input,
  )
  t.deepEqual(measured.contradictions, [])
  const other = checkDocument(
    { 'Dados Antropométricos': { Altura: '168 cm', IMC: '29,9 kg/m²', Peso: '74 kg' } },
    input,
  )
  t.is(other.contradictions.length, 2)
})

test('measurements must equal those that were said', (t) => {
  const result = checkDocument(
    {
      'Dados Antropométricos': { Altura: '1,58 m', IMC: '31,00 kg/m²', Peso: '74 kg' },
      'Sinais Vitais': { 'PA Diastólica': '80 mmHg', 'PA Sistólica': '1200 mmHg' },
    },
    input,
  )
  t.deepEqual(result.content['Dados Antropométricos'], {
    Altura: '1,58 m',
    IMC: null,
    Peso: '74 kg',
  })
  t.deepEqual(result.content['Sinais Vitais'], { 'PA Diastólica': '80 mmHg', 'PA Sistólica': null })
  t.deepEqual(
    result.contradictions.map(({ path, value }) => [path.at(-1), value]),
    [
      ['IMC', '31,00 kg/m²'],
      ['PA Sistólica', '1200 mmHg'],
    ],
  )
})

test('a body mass index that follows from both is derived, and says from what', (t) => {
  const result = checkDocument(
    { 'Dados Antropométricos': { Altura: '1,58 m', IMC: '29,64 kg/m²', Peso: '74 kg' } },
    input,
  )
  const index = result.evidence.find(({ path }) => path[1] === 'IMC')
  t.is(index?.verdict, 'supported')
  t.deepEqual(index?.spans[0], {
    source: 'derived',
    from: ['Dados Antropométricos.Altura', 'Dados Antropométricos.Peso'],
  })
})

test('a refused list item goes, the others keep their evidence under their new place', (t) => {
  const result = checkDocument(
    {
      'Medicações Prescritas': [
        'amoxicilina 500 mg de 8 em 8 horas',
        'paracetamol 750 mg de 8 em 8 horas por 5 dias',
      ],
    },
    input,
  )
  t.deepEqual(result.content['Medicações Prescritas'], [
    'paracetamol 750 mg de 8 em 8 horas por 5 dias',
  ])
  t.deepEqual(
    result.evidence.map(({ path }) => path),
    [['Medicações Prescritas', '0']],
  )
})

test('an unsupported statement stays, flagged, when it contradicts nothing', (t) => {
  const result = checkDocument(
    { 'História da Doença Atual': 'Lesão eritematosa no antebraço' },
    input,
  )
  t.is(result.content['História da Doença Atual'], 'Lesão eritematosa no antebraço')
  t.is(result.evidence[0]?.verdict, 'not_found')
})
