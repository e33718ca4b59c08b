import test from 'ava'
import { starters } from '../../../bin/compose/terminology.ts'
import { builtInTemplates } from '../../../config/templates.ts'
import { diagnosisTexts, suggestDiagnoses } from '../../../core/coding/suggest-diagnoses.ts'
import type { DocumentContent } from '../../../core/contract/api.ts'
import { emptyContent, parseTemplate } from '../../../core/document/models/template-schema.ts'
import type { DocumentRecord } from '../../../core/document/record/document-store.ts'
import { terminology } from '../../../core/terminology/terminology.ts'
import { importOf, memoryTables, officialFiles, withOfficial } from '../../helpers/terminology.ts'

const models = builtInTemplates().map(parseTemplate)
const common = terminology({ store: memoryTables(), starters: starters() })

function written(
  templateId: string,
  content: DocumentContent,
  status: DocumentRecord['status'] = 'draft',
): DocumentRecord {
  const template = models.find(({ id }) => id === templateId)!
  return { template, status, content: { ...emptyContent(template), ...content } } as DocumentRecord
}

const suggest = (records: DocumentRecord[], table = common) =>
  suggestDiagnoses({ documents: { list: async () => records }, terminology: table })('c')

/** Something in every field and entry. */
function filledContent({ fields }: (typeof models)[number]): DocumentContent {
  const entries = fields.map(({ name, type, keys = [] }) => {
    if (type === 'string') return [name, 'x']
    return [name, type === 'dict' ? Object.fromEntries(keys.map((key) => [key, 'x'])) : ['x']]
  })
  return Object.fromEntries(entries)
}

test('each of the 26 document models has a field for diagnoses', (t) => {
  t.is(models.length, 26)
  t.deepEqual(
    models
      .filter((model) => diagnosisTexts(model, filledContent(model)).length === 0)
      .map(({ id }) => id),
    [],
  )
})

const suggests = test.macro({
  title: (_, item: string, codes: string[]) =>
    `"${item}" suggests ${codes.join(', ') || 'nothing'}`,
  async exec(t, item: string, codes: string[]) {
    const found = await suggest([written('anamnesis', { 'Hipóteses Diagnósticas': [item] })])
    t.deepEqual(
      found.map(({ code }) => code),
      codes,
    )
  },
})
test(suggests, 'CID J06.9', ['J069'])
test(suggests, 'cid jota zero seis ponto nove', ['J069'])
test(suggests, 'I10 - Hipertensão', ['I10'])
test(suggests, 'CID I99.7', [])
test(suggests, 'IVAS', ['J069'])
test(suggests, 'Infecção de vias aéreas superiores, provável etiologia viral', ['J069'])
test(suggests, 'HAS e DM2', ['I10', 'E119'])
test(suggests, 'HAS + dislipidemia', ['I10', 'E785'])
test(suggests, 'Hipertensão arterial sistêmica descompensada', ['I10'])
test(suggests, 'Lombalgia mecânica aguda há 3 dias', ['M545'])
test(suggests, 'Dor nas costas há 3 dias', ['M545'])
test(suggests, 'Suspeita de dengue', ['A90'])
test(suggests, '1. Asma brônquica controlada', ['J459'])
test(suggests, 'asma leve', ['J459'])
test(suggests, 'Paciente idosa', [])
test(suggests, 'Bom estado geral', [])
test(suggests, 'IAM prévio', ['I252'])
test(suggests, 'Seu diagnóstico é amigdalite.', ['J039'])
test(suggests, 'Episódio depressivo moderado', ['F321'])
test(suggests, 'Gonartrose bilateral', ['M179'])
test(suggests, 'ITU de repetição', ['N390'])
test(suggests, 'Diabetes mellitus tipo 2 descompensado', ['E119'])
test(suggests, 'Obesidade grau II', ['E669', 'E660'])
test(suggests, 'Pós-operatório de apendicectomia', ['Z488', 'Z098'])
test(suggests, 'Enxaqueca sem aura', ['G430'])
test(suggests, 'Tosse sem febre e dispneia', ['R05'])
test(suggests, 'Descartada pneumonia', [])
test(suggests, 'IVAS sem sinais de pneumonia', ['J069'])
test(suggests, 'Pneumonia descartada; bronquite aguda', ['J209'])
test(suggests, 'Mãe com diabetes', [])
test(suggests, 'Paciente colaborativo e orientado', [])
test(suggests, 'A esclarecer', [])
test(suggests, 'Quadro viral', ['B349'])
test(suggests, 'Retorno em 30 dias', [])

test('said diagnoses come first, with their words; findings have theirs and rank lower', async (t) => {
  const found = await suggest([
    written('anamnesis', { 'Hipóteses Diagnósticas': ['Lombalgia', 'CID G43.9'] }),
  ])
  t.deepEqual(
    found.map(({ code, text }) => [code, text]),
    [
      ['G439', 'CID G43.9'],
      ['M545', 'Lombalgia'],
    ],
  )
  t.is(found[0]?.score, 1)
  t.true(found[1]!.score < 1 && found[1]!.score > 0.8)
  t.is(found[1]?.display, 'Dor lombar baixa')
})

test('prose is read sentence by sentence', async (t) => {
  const found = await suggest([
    written('soap', {
      Subjetivo: 'Refere dor de cabeça e gastrite.',
      Avaliação:
        'Paciente com quadro de IVAS, sem sinais de pneumonia ou sinusite. HAS controlada. Segue bem.',
    }),
  ])
  t.deepEqual(found.map(({ code }) => code).sort(), ['I10', 'J069'])
})

test('a sentence of prose that begins with a disease names it', async (t) => {
  const found = await suggest([
    written('soap', {
      Avaliação:
        'Quadro compatível com faringite viral. Lombalgia mecânica em melhora. Solicitado raio x para descartar fratura. Boa evolução.',
    }),
  ])
  t.deepEqual(found.map(({ code }) => code).sort(), ['J029', 'M545'])
})

test('a reviewed document and a draft count, others do not, and a code is there once', async (t) => {
  const said = { 'Hipóteses Diagnósticas': ['Asma'] }
  const found = await suggest([
    written('anamnesis', { 'Hipóteses Diagnósticas': ['Gota'] }, 'failed'),
    written('anamnesis', said),
    written('anamnesisPneumology', said, 'reviewed'),
  ])
  t.deepEqual(
    found.map(({ code }) => code),
    ['J459'],
  )
})

test('the site of a tumour means its malignant neoplasm', async (t) => {
  const found = await suggest([
    written('anamnesisOncology', {
      'Diagnóstico Oncológico': { 'Sítio Primário': 'Mama esquerda', TNM: 'T2N0M0' },
    }),
  ])
  t.is(found[0]?.code, 'C509')
})

test('no documents, no suggestions', async (t) => {
  t.deepEqual(await suggest([]), [])
})

withOfficial(
  'with the official table the same words mean the same (shared/terminology)',
  async (t) => {
    const store = memoryTables()
    const tables = importOf(officialFiles.cid10(), store)
    await tables.apply(await tables.plan([]))
    const table = terminology({ store, starters: starters() })
    const items = [
      'HAS',
      'DM2 com complicações renais',
      'Otite média supurativa',
      'Paciente orientado',
      'Boa evolução',
      'Solicito exames',
    ]
    const found = await suggest([written('anamnesis', { 'Hipóteses Diagnósticas': items })], table)
    t.deepEqual(found.map(({ code }) => code).sort(), ['E112', 'H664', 'I10'])
  },
)
