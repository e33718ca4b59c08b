import test from 'ava'
import { starters } from '../../../bin/compose/terminology.ts'
import { builtInTemplates } from '../../../config/templates.ts'
import { suggestProcedures } from '../../../core/coding/suggest-procedures.ts'
import type { DocumentContent } from '../../../core/contract/api.ts'
import { emptyContent, parseTemplate } from '../../../core/document/models/template-schema.ts'
import type { DocumentRecord } from '../../../core/document/record/document-store.ts'
import { sigtapNames } from '../../../core/terminology/search/common-names.ts'
import { terminology } from '../../../core/terminology/terminology.ts'
import { importOf, memoryTables, officialFiles, withOfficial } from '../../helpers/terminology.ts'

const models = builtInTemplates().map(parseTemplate)
const common = terminology({ store: memoryTables(), starters: starters() })
/** The ministry's table, imported once for all cases. */
let official: ReturnType<typeof officialTable> | undefined

async function officialTable() {
  const store = memoryTables()
  const tables = importOf(officialFiles.definition('BRTabelaSUS'), store)
  await tables.apply(await tables.plan([]))
  return terminology({ store, starters: starters() })
}

function written(
  templateId: string,
  content: DocumentContent,
  status: DocumentRecord['status'] = 'draft',
): DocumentRecord {
  const template = models.find(({ id }) => id === templateId)!
  for (const name of Object.keys(content))
    if (!template.fields.some((field) => field.name === name)) throw new Error(`no field ${name}`)
  return { template, status, content: { ...emptyContent(template), ...content } } as DocumentRecord
}

const suggest = (records: DocumentRecord[], table = common) =>
  suggestProcedures({ documents: { list: async () => records }, terminology: table })('c')

/**
 * What the plan of a visit says; `done`: under "Procedimentos realizados"; `told`: in the history
 * of the illness.
 */
const fields = {
  plan: (text: string) => written('soap', { Plano: [text] }),
  done: (text: string) => written('anamnesisSurgery', { 'Procedimentos realizados': text }),
  told: (text: string) => written('anamnesis', { 'História da Doença Atual': text }),
  past: (text: string) => written('anamnesisSurgery', { 'História Pregressa': text }),
}

type Case = [where: keyof typeof fields, text: string, codes: string]

const CASES: Case[] = [
  // Said to have been done.
  ['plan', 'Realizada sutura', '0401010066'],
  [
    'plan',
    'Realizada sutura de ferimento corto-contuso em mão direita com 5 pontos.',
    '0401010066',
  ],
  ['plan', 'Realizado sutura simples de ferida em supercílio sob anestesia local', '0401010066'],
  ['plan', 'Suturado ferimento em mão', '0401010066'],
  ['plan', 'Suturei o ferimento no couro cabeludo', '0401010066'],
  ['plan', 'Feita lavagem de ouvido', '0404010270'],
  [
    'plan',
    'Feita lavagem otológica à direita, com saída de grande quantidade de cerume',
    '0404010270',
  ],
  ['plan', 'Lavado o ouvido direito', '0404010270'],
  ['plan', 'Removida rolha de cerume bilateral', '0404010270'],
  ['plan', 'Aplicada vacina contra influenza', '0102030014'],
  ['plan', 'Vacinado hoje contra tétano', '0102030014'],
  ['plan', 'Eletrocardiograma realizado hoje', '0211020036'],
  ['plan', 'ECG realizado na consulta: ritmo sinusal, sem alterações', '0211020036'],
  ['plan', 'Realizado eletrocardiograma de 12 derivações', '0211020036'],
  ['plan', 'Drenado abscesso em axila esquerda', '0401010031'],
  ['plan', 'Realizada drenagem de abscesso cutâneo', '0401010031'],
  ['plan', 'Retirados pontos da incisão', '0301100152'],
  ['plan', 'Retirada de pontos realizada sem intercorrências', '0301100152'],
  ['plan', 'Feito curativo', '0301100284'],
  ['plan', 'Realizado curativo e nebulização', '0301100284 0301100101'],
  ['plan', 'Realizada sutura, curativo e nebulização.', '0301100101 0301100284 0401010066'],
  ['plan', 'Nebulização feita no consultório', '0301100101'],
  ['plan', 'Coletado preventivo', '0201020033'],
  ['plan', 'Realizada coleta de citopatológico', '0201020033'],
  ['plan', 'Inserido DIU', '0301040141'],
  ['plan', 'Colocado implanon no braço esquerdo', '0301040176'],
  ['plan', 'Infiltrado joelho direito com corticoide', '0303090030'],
  ['plan', 'Realizada infiltração em ombro direito', '0303090030'],
  ['plan', 'Realizada infiltração articular em ombro direito', '0303090030'],
  ['plan', 'Aferida glicemia capilar: 98 mg/dL', '0214010015'],
  ['plan', 'Glicemia capilar realizada', '0214010015'],
  ['plan', 'Aplicada dipirona 1 g IM', '0301100209'],
  ['plan', 'Administrado ondansetrona EV agora', '0301100195'],
  ['plan', 'Realizado teste rápido para covid', '0214010163'],
  ['plan', 'Realizada cauterização de verrugas', '0401010090'],
  ['plan', 'Realizada biópsia de pele em dorso', '0201010372'],
  ['plan', 'Realizada fundoscopia', '0211060100'],
  ['plan', 'Após assinatura do termo, realizada exérese de cisto sebáceo', '0401010074'],
  ['plan', 'Realizada cantoplastia à esquerda', '0401020177'],
  ['plan', 'Realizado curativo e solicitado raio x de tórax', '0301100284'],
  ['plan', 'Procedi à retirada de corpo estranho de córnea', '0405050259'],
  ['plan', 'Imobilizado punho com tala gessada', '0301060100'],
  ['plan', 'Realizado 0401010066', '0401010066'],
  ['plan', 'Realizado procedimento 04.01.01.006-6', '0401010066'],
  ['plan', 'Realizado 0499999999', ''],
  // Where the field itself says that it was done.
  ['done', 'Sutura de ferimento', '0401010066'],
  ['done', 'Lavagem otológica bilateral', '0404010270'],
  ['done', 'Retirada de pontos + curativo', '0301100152 0301100284'],
  ['done', 'Cauterização química de verruga plantar', '0303080019'],
  ['done', 'Nenhum', ''],
  ['done', 'Não realizados procedimentos nesta consulta', ''],
  ['done', 'Não foi realizada sutura', ''],
  ['done', 'Retirada de pontos agendada para 10 dias', ''],
  ['done', 'Apendicectomia em 2015', ''],
  ['done', 'Solicitado eletrocardiograma', ''],
  ['done', 'Eletrocardiograma realizado ontem na UPA', ''],
  // Ordered, planned, advised, refused, or not done.
  ['plan', 'Solicitado eletrocardiograma', ''],
  ['plan', 'Eletrocardiograma', ''],
  ['plan', 'Solicito ECG e hemograma', ''],
  ['plan', 'Realizar curativo diário', ''],
  ['plan', 'Fazer nebulização de 6 em 6 horas', ''],
  ['plan', 'Orientada troca de curativo em casa', ''],
  ['plan', 'Retorno em 7 dias para retirada de pontos', ''],
  ['plan', 'Retirada de pontos em 10 dias', ''],
  ['plan', 'Agendada inserção de DIU', ''],
  ['plan', 'Será realizada lavagem de ouvido no retorno', ''],
  ['plan', 'Indicada drenagem de abscesso', ''],
  ['plan', 'Encaminho para exérese de cisto', ''],
  ['plan', 'Não realizada lavagem de ouvido', ''],
  ['plan', 'Paciente recusou sutura', ''],
  ['plan', 'Sem necessidade de sutura', ''],
  ['plan', 'Sutura contraindicada', ''],
  ['plan', 'Vacina contra gripe recomendada', ''],
  ['plan', 'Se necessário, realizada nova drenagem', ''],
  ['plan', 'Deve ser realizado eletrocardiograma', ''],
  ['plan', 'A ser realizada biópsia de pele', ''],
  ['plan', 'Adiada a retirada de pontos', ''],
  ['plan', 'Realizada orientação sobre dieta', ''],
  ['plan', 'Realizado exame físico', ''],
  ['plan', 'Mãe realizou eletrocardiograma hoje', ''],
  // At another time or place.
  ['plan', 'Eletrocardiograma realizado ontem: normal', ''],
  ['plan', 'Realizada sutura há 10 dias na UPA', ''],
  ['plan', 'Traz eletrocardiograma realizado em 12/03', ''],
  ['told', 'Realizada sutura no pronto-socorro há 3 dias.', ''],
  ['told', 'Fez eletrocardiograma na semana passada.', ''],
  ['told', 'Foi submetida a drenagem de abscesso.', ''],
  ['told', 'Realizado eletrocardiograma.', ''],
  ['told', 'Hoje foi realizado eletrocardiograma nesta consulta, normal.', '0211020036'],
  ['told', 'Vacinado em 2021.', ''],
  ['past', 'Exérese de lipoma', ''],
  ['past', 'Vacina aplicada hoje nesta consulta', '0102030014'],
  ['past', 'Realizada sutura de mão na infância', ''],
]

const codesOf = ({ suggestions }: { suggestions: { code: string }[] }) =>
  suggestions.map(({ code }) => code)

for (const [where, text, expected] of CASES) {
  test(`${where}: "${text}" → ${expected || 'nothing'}`, async (t) => {
    const found = codesOf(await suggest([fields[where](text)]))
    const wanted = expected.split(' ').filter(Boolean)
    // The likeliest is the one that counts; a second choice for the same words may stand beside it.
    if (wanted.length === 0) t.deepEqual(found, [])
    else for (const code of wanted) t.true(found.includes(code), found.join() || 'nothing')
    if (wanted.length === 1) t.is(found[0], wanted[0])
  })
  withOfficial(`${where}: "${text}" with the whole table (shared/rnds)`, async (t) => {
    official ??= officialTable()
    const found = codesOf(await suggest([fields[where](text)], await official))
    const wanted = expected.split(' ').filter(Boolean)
    if (wanted.length === 0) t.deepEqual(found, [])
    else for (const code of wanted) t.true(found.includes(code), found.join() || 'nothing')
  })
}

test('the answer says that only common procedures are here', async (t) => {
  t.deepEqual(await suggest([]), { suggestions: [], origin: 'starter' })
})

test('without any table nothing is suggested, and the answer says so', async (t) => {
  const none = terminology({ store: memoryTables(), starters: [] })
  const found = await suggest([fields.done('Sutura de ferimento')], none)
  t.deepEqual(found, { suggestions: [], origin: null })
})

test('a reviewed document and a draft count, others do not, and a code is there once', async (t) => {
  const said = { 'Procedimentos realizados': 'Eletrocardiograma' }
  const found = await suggest([
    written('anamnesisSurgery', { 'Procedimentos realizados': 'Sutura' }, 'failed'),
    written('anamnesisSurgery', said),
    written('anamnesisDermatology', said, 'reviewed'),
  ])
  t.deepEqual(codesOf(found), ['0211020036'])
  t.like(found.suggestions[0], { text: 'Eletrocardiograma', display: 'ELETROCARDIOGRAMA' })
})

withOfficial('every code of the names doctors use is in the official table', async (t) => {
  official ??= officialTable()
  const table = await official
  for (const code of new Set(sigtapNames.flatMap(({ codes }) => codes)))
    t.truthy(await table.find('SIGTAP', code), code)
})
