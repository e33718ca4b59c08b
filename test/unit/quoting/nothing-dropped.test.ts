import { readFileSync } from 'node:fs'
import test from 'ava'
import { documentTemplates } from '../../../config/templates.ts'
import { parseTemplate } from '../../../core/document/models/template-schema.ts'
import { fold } from '../../../core/portuguese/tokens.ts'
import { buildInput } from '../../helpers/rules.ts'
import { templateOf } from '../../helpers/rules-samples.ts'
import { hasShared, sharedPath } from '../../helpers/shared-files.ts'
import { shippedRules } from '../../helpers/shipped-rules.ts'

const papers = new Map(documentTemplates().map((paper) => [paper.id, parseTemplate(paper)]))
const modelOf = (id: string) => papers.get(id) ?? templateOf(id)

/** What stands in the document, by field; `*` is all of it. */
async function written(id: string, lines: string[]): Promise<Map<string, string>> {
  const input = buildInput(modelOf(id), lines)
  const options = { signal: new AbortController().signal, onField() {} }
  const { content } = await shippedRules().generate(input, options)
  const fields = Object.entries(content).map(([name, value]): [string, string] => [
    name,
    value === null ? '' : JSON.stringify(value),
  ])
  return new Map([...fields, ['*', fields.map(([, value]) => value).join('\n')]])
}

const IN_USE = 'Medicações em uso'
const ASKED = 'Toma algum remédio?'
const EXAMINED = 'Exame físico'

/** What was said, the field, and what has to stand there. */
const CASES: readonly [title: string, lines: string[], field: string, stands: RegExp][] = [
  ['a name in two pieces', [ASKED, 'Tomo sin vastatina 20 à noite.'], IN_USE, /Sinvastatina 20/],
  [
    'names in three pieces',
    [ASKED, 'Tomo a hidro cloro tiazida 25 e o clo pido grel 75.'],
    IN_USE,
    /Hidroclorotiazida 25","Clopidogrel 75/,
  ],
  [
    'a name whose end is a name',
    [ASKED, 'Uso levo tiroxina 75 microgramas em jejum.'],
    IN_USE,
    /^\["Levotiroxina 75 mcg em jejum"\]$/,
  ],
  [
    'a name nobody knows is marked',
    [ASKED, 'Tomo losartana 50 e gliverinol 30 miligramas à noite.'],
    IN_USE,
    /Losartana 50","Gliverinol 30 mg à noite \(nome incerto\)/,
  ],
  [
    'what is stopped behind other orders',
    ['Mantenho a losartana, aumento a hidroclorotiazida para 25 e retiro o anlodipino.'],
    '*',
    /Mantenho a losartana".*Aumento a hidroclorotiazida para 25"[\s\S]*Retiro o anlodipino"/,
  ],
  [
    'what is used no more, beside what goes on',
    ['Não use mais o diclofenaco. Continue com o omeprazol.'],
    '*',
    /Continue com o omeprazol"[\s\S]*Não use mais o diclofenaco"/,
  ],
  [
    'what ends slowly while the rest goes on',
    ['Pode tirar o clonazepam aos poucos. O resto segue como está.'],
    'Orientações',
    /tirar o clonazepam aos poucos/,
  ],
  [
    'orders of one word for what ends',
    ['Descontinuar amiodarona. Manter bisoprolol 5.'],
    '*',
    /Descontinuar amiodarona/,
  ],
  ['what is gone without', ['Fica sem a metformina por enquanto.'], '*', /sem a metformina/],
  ['what is forbidden', ['Proibido usar diclofenaco.'], '*', /Proibido usar diclofenaco/],
  ['what is needed no more', ['A senhora não precisa mais tomar o AAS.'], '*', /mais tomar o AAS/],
  [
    'a swap with its strength',
    ['Vamos trocar a fluoxetina pela sertralina 50, uma por dia.'],
    'Orientações',
    /fluoxetina pela sertralina 50/,
  ],
  [
    'both substances of one pill',
    ['Vou passar a pílula levonorgestrel 0,15 com etinilestradiol 0,03.'],
    'Medicações Prescritas',
    /0,15 com etinilestradiol 0,03/,
  ],
  [
    'pressures lying and standing',
    ['Pressão deitado 140 por 90, em pé 110 por 70.'],
    EXAMINED,
    /em pé 110 por 70/,
  ],
  [
    'a posture behind its pressure',
    ['Pressão 13 por 8 sentada e 10 por 6 em pé, com tontura.'],
    'Sinais Vitais',
    /"PA Diastólica":"80 mmHg","PA Sistólica":"130 mmHg"/,
  ],
  [
    'the other arm in a sentence of its own',
    ['No braço direito deu 150 por 90.', 'No esquerdo, 130 por 80.'],
    EXAMINED,
    /No esquerdo, 130 por 80/,
  ],
  [
    'a pressure that was taken again',
    ['Pressão 150 por 100.', 'Vou medir de novo.', 'Agora deu 140 por 90.'],
    EXAMINED,
    /150\/100/,
  ],
  ['a denial without a known symptom', ['Refere cefaleia. Nega trauma.'], '*', /Nega trauma/],
  [
    'what is dictated while the patient is examined',
    [
      'O que houve?',
      'Dor no peito há dois dias.',
      'Pressão 125 por 75, frequência 82.',
      'Paciente curada e hidratada, examin normal.',
    ],
    EXAMINED,
    /Paciente curada e hidratada/,
  ],
  [
    'what a mother relates',
    ['Mãe relata que a criança está com tosse há cinco dias.'],
    'História da Doença Atual',
    /tosse há 5 dias/,
  ],
]
for (const [title, lines, field, stands] of CASES)
  test(`stands in the document: ${title}`, async (t) => {
    t.regex((await written('anamnesis', lines)).get(field) ?? '', stands)
  })

test('a denial alone is no complaint, nor is a measure', async (t) => {
  const lines = ['Nega febre, tosse ou dispneia.', 'No esquerdo, 130 por 80 de pressão.']
  t.is((await written('anamnesis', lines)).get('Queixa Principal'), '')
})

test('a corrected pressure is not told beside the right one', async (t) => {
  const all = await written('anamnesis', ['Pressão 150 por 100, não, 140 por 90.'])
  t.notRegex(all.get('*')!, /150/)
})

for (const said of [
  'Atesto que o paciente compareceu à consulta hoje das 14 às 15 horas.',
  'Declaro que a mãe acompanhou o filho na consulta de hoje, no período da tarde.',
  'Certifico que a paciente esteve em consulta das 8 às 9 horas.',
  'Compareceu para exame de sangue às 7 horas, liberada às 8 horas.',
  'Precisa de um papel dizendo que esteve aqui hoje das dez às onze.',
])
  test(`a certificate of attendance: ${said}`, async (t) => {
    t.regex((await written('medicalCertificate', [said])).get('Atestado')!, /hoje|horas/)
  })

const FOLDERS = [
  'dictation-attendance',
  'dictation-by-the-doctor',
  'dictation-split-names',
  'dictation-stopped-medicines',
  'dictation-two-pressures',
]
for (const folder of FOLDERS) {
  const path = `reports/${folder}/cases.txt`
  const run = hasShared(path) ? test : test.skip
  run(`the reported cases of ${folder}`, async (t) => {
    for (const line of readFileSync(sharedPath(path), 'utf8').split('\n')) {
      const [, id, said = '', wanted = ''] = /^(\w+) :: (.*?) => (.*)$/.exec(line) ?? []
      if (!id) continue
      const lines = said.split(' | ').map((turn) => turn.replace(/^[dp]: /, ''))
      const all = await written(id, lines)
      for (const expected of wanted.split(' ; ')) {
        const [, isNot, field = '', words = ''] = /^(!?)([^~]+)~(.*)$/.exec(expected) ?? []
        if (words.includes('alone')) continue
        const text = fold(all.get(field) ?? '')
        const stands = words.split(/[ +]+/).every((word) => text.includes(fold(word)))
        t.is(stands, isNot === '', `${said} => ${expected}: ${all.get(field)}`)
      }
    }
  })
}
