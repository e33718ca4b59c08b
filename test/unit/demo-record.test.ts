import test from 'ava'
import { parseDocument, RECORD, recordFrom } from '../../bin/tools/demo/page/record.ts'
import { builtInTemplates } from '../../config/templates.ts'
import { renderMarkdown } from '../../core/document/record/markdown.ts'

const templates = new Map(builtInTemplates().map((template) => [template.id, template]))

test('a document of the service arrives in the fields of the record', (t) => {
  const { values, others } = recordFrom(
    parseDocument(
      markdown('anamnesis', {
        'Queixa Principal': 'dor de cabeça',
        'Medicações em uso': ['losartana 50 mg uma vez ao dia', 'sinvastatina 20 mg'],
        'Sinais Vitais': {
          'Frequência Respiratória': null,
          'Frequência cardíaca': '80 bpm',
          'Glicemia Capilar': null,
          'PA Diastólica': '90 mmHg',
          'PA Sistólica': '150 mmHg',
          'Saturação de O2': '98%',
          Temperatura: '36,8 °C',
        },
        'Dados Antropométricos': {
          Altura: '1,58 m',
          'Circunferência abdominal': null,
          IMC: '29,64 kg/m²',
          Peso: '74 kg',
        },
      }),
    ),
  )
  t.deepEqual(Object.fromEntries(values), {
    queixa: 'dor de cabeça',
    medicacoes: 'losartana 50 mg uma vez ao dia\nsinvastatina 20 mg',
    pas: '150',
    pad: '90',
    fc: '80',
    saturacao: '98',
    temperatura: '36,8',
    peso: '74',
    altura: '1,58',
    imc: '29,64',
  })
  t.deepEqual(others, [])
})

test('letter case differs between models and does not matter', (t) => {
  for (const [id, name] of [
    ['anamnesis', 'Medicações em uso'],
    ['anamnesisCardiology', 'Medicações em Uso'],
  ] as const)
    t.is(
      recordFrom(parseDocument(markdown(id, { [name]: ['aspirina'] }))).values.get('medicacoes'),
      'aspirina',
    )
})

test('values that a model groups under one heading reach their own fields', (t) => {
  const { values, others } = recordFrom(
    parseDocument(
      markdown('anamnesisGeriatrics', {
        'Avaliação Geriátrica Ampla (AGA)': {
          'Hábitos de Vida': 'Não bebe. Não fuma.',
          Medicações: 'captopril 25 mg de 12/12 h',
          'Situação Vacinal': 'Tomou a vacina da gripe.',
          Sono: 'Dorme mal.',
        },
      }),
    ),
  )
  t.deepEqual(Object.fromEntries(values), {
    habitos: 'Não bebe. Não fuma.',
    medicacoes: 'captopril 25 mg de 12/12 h',
    vacinas: 'Tomou a vacina da gripe.',
  })
  t.deepEqual(others, [{ label: 'Avaliação Geriátrica Ampla (AGA)', text: 'Sono: Dorme mal.' }])
})

test('values without a field in the record are kept next to it', (t) => {
  const { values, others } = recordFrom(
    parseDocument(
      markdown('anamnesisCardiology', {
        'Escalas e Scores Cardiológicos': {
          'Classificação da NYHA': 'II',
          'Escore de Risco de Framingham': null,
          'Outros escores relevantes': null,
        },
      }),
    ),
  )
  t.is(values.size, 0)
  t.deepEqual(others, [
    { label: 'Escalas e Scores Cardiológicos', text: 'Classificação da NYHA: II' },
  ])
})

test('escaped characters of Markdown come back as they were said', (t) => {
  const text = '# não é título; 5 * 3 | "aspas"'
  t.is(parseDocument(markdown('soap', { Plano: text }))[0]?.text, text)
})

test('a unit that the record does not use stays visible', (t) => {
  const [section] = parseDocument('## Dados Antropométricos:\n\n- Altura: 158 cm\n- Peso: 74 kg\n')
  const { values } = recordFrom(section ? [section] : [])
  t.is(values.get('altura'), '158 cm')
  t.is(values.get('peso'), '74')
})

test('two sections with the same meaning stand one below the other', (t) => {
  const { values } = recordFrom(
    parseDocument('## Orientações:\n\n- repouso\n\n## Plano:\n\nretorno\n'),
  )
  t.is(values.get('orientacoes'), 'repouso\nretorno')
})

test('headings of level 1 to 3 count, with and without a colon; text before the first is ignored', (t) => {
  const sections = parseDocument('Olá\n\n# Atestado\n\n2 dias\n\n### Alergias:\n\n- dipirona\n')
  t.deepEqual(
    sections.map(({ name, text, items }) => ({ name, text, items })),
    [
      { name: 'Atestado', text: '2 dias', items: [] },
      { name: 'Alergias', text: '', items: ['dipirona'] },
    ],
  )
})

test('the fields of the record have names of their own', (t) => {
  const ids = RECORD.flatMap(({ fields }) => fields.map(({ id }) => id))
  t.is(new Set(ids).size, ids.length)
})

function markdown(id: string, content: Parameters<typeof renderMarkdown>[1]): string {
  const template = templates.get(id)
  if (!template) throw new Error(`unknown model ${id}`)
  return renderMarkdown(template as Parameters<typeof renderMarkdown>[0], content)
}
