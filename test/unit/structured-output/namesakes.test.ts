/** Names that mean something else within another object: whose `nome`, whose `peso`. */
import test from 'ava'
import { askModel } from '../../../core/structured-output/ask-model.ts'
import { answerCheck } from '../../../core/structured-output/check-answers.ts'
import { diagnosisCodes } from '../../../core/structured-output/diagnosis-codes.ts'
import { fillByRules } from '../../../core/structured-output/fill.ts'
import { parseSchema } from '../../../core/structured-output/parse-schema.ts'
import {
  cid10,
  fillVisit,
  VISIT,
  type Visit,
  visitMaterial,
} from '../../helpers/structured-material.ts'
import { scriptedText } from '../../helpers/structured-server.ts'

const text = { type: 'string', description: '' }
const number = { type: 'number', description: '' }
const yesNo = { type: 'boolean', description: '' }
const CID = { $ref: '#/$defs/CID' }
const BODY = { $ref: '#/$defs/AnthropometricData' }
const object = (properties: object, description = '') => ({
  type: 'object',
  description,
  properties,
})
const list = (properties: object) => ({
  type: 'array',
  description: '',
  items: object(properties),
})
const MIGRAINE = { code: 'G439', description: 'Enxaqueca, sem especificação' }
const visit: Visit = { said: VISIT }
const prescribed: Visit = {
  ...visit,
  edits: { 'Medicações Prescritas': ['Amoxicilina 500 mg, via oral, de 8 em 8 horas por 7 dias'] },
}

const fills = test.macro({
  title: (_, what: string) => what,
  async exec(t, _what: string, properties: object, from: Visit, expected: object) {
    t.deepEqual<object, object>((await fillVisit(object(properties), from)).output, expected)
  },
})

// Within an element of a list.
for (const name of ['fabricante', 'laboratorio', 'prescritor', 'substituto', 'outraCoisa'])
  test(
    fills,
    `a medicine’s name and dose are not those of its ${name}`,
    { medicamentosPrescritos: list({ nome: text, [name]: object({ nome: text, dose: text }) }) },
    prescribed,
    { medicamentosPrescritos: [{ nome: 'Amoxicilina', [name]: { nome: null, dose: null } }] },
  )
test(
  fills,
  'the same medicine in an object of its own, how it is taken, and a part with its unit',
  {
    prescricoes: list({
      medicamento: object({ nome: text, fabricante: object({ nome: text }) }),
      posologia: object({ nome: text, frequencia: text, duracao: text }),
      dose: object({ valor: number, unidade: text, nome: text }),
    }),
  },
  prescribed,
  {
    prescricoes: [
      {
        medicamento: { nome: 'Amoxicilina', fabricante: { nome: null } },
        posologia: { nome: null, frequencia: 'de 8 em 8 horas', duracao: 'por 7 dias' },
        dose: { valor: 500, unidade: 'mg', nome: null },
      },
    ],
  },
)
test(
  fills,
  'a result’s number is not its price, nor its laboratory’s',
  {
    resultadosDeExames: list({
      exame: text,
      resultado: object({ valor: number, unidade: text }),
      convenio: object({ valor: number }),
      laboratorio: object({ valor: text, unidade: text }),
    }),
  },
  { ...visit, edits: { 'Resultado de Exames': ['Creatinina 1,1 mg/dL'] } },
  {
    resultadosDeExames: [
      {
        exame: 'Creatinina 1,1 mg/dL',
        resultado: { valor: 1.1, unidade: 'mg/dL' },
        convenio: { valor: null },
        laboratorio: { valor: null, unidade: null },
      },
    ],
  },
)
test(
  fills,
  'a code is that of the element, not of what is within it or beside it',
  {
    diagnosticos: list({
      descricao: text,
      cid10: CID,
      cidDoAcompanhante: CID,
      codificacao: object({ cid: CID }),
      complicacao: object({ descricao: text, cid: CID }),
      diagnosticoDiferencial: object({ cid: CID }),
    }),
  },
  { ...visit, edits: { 'Hipóteses Diagnósticas': ['Enxaqueca'] } },
  {
    diagnosticos: [
      {
        descricao: 'Enxaqueca',
        cid10: MIGRAINE,
        cidDoAcompanhante: null,
        codificacao: { cid: MIGRAINE },
        complicacao: { descricao: null, cid: null },
        diagnosticoDiferencial: { cid: null },
      },
    ],
  },
)
test(
  fills,
  'an element within an object that bears its name',
  { diagnosticos: list({ diagnostico: object({ descricao: text, cid: CID }), nota: text }) },
  { ...visit, edits: { 'Hipóteses Diagnósticas': ['Enxaqueca'] } },
  { diagnosticos: [{ diagnostico: { descricao: 'Enxaqueca', cid: MIGRAINE }, nota: null }] },
)
test(
  fills,
  'the first name may be somebody else’s',
  { examesSolicitados: list({ nomeDoLaboratorio: text, nomeDoMedico: text, nome: text }) },
  visit,
  {
    examesSolicitados: ['Hemograma', 'Glicemia de jejum'].map((nome) => ({
      nomeDoLaboratorio: null,
      nomeDoMedico: null,
      nome,
    })),
  },
)

// Within objects.
for (const [name, description] of [
  ['mae', ''],
  ['acompanhante', ''],
  ['recemNascido', ''],
  ['consultaAnterior', ''],
  ['medico', ''],
  ['bloco2', 'Dados do acompanhante'],
] as const)
  test(
    fills,
    `the patient’s data are not those of: ${description || name}`,
    {
      [name]: object(
        {
          peso: number,
          queixaPrincipal: text,
          diagnostico: text,
          alergias: { type: 'array', description: '', items: text },
          tabagista: yesNo,
          cid: CID,
          medidas: BODY,
          mais: object({ peso: number }),
        },
        description,
      ),
    },
    visit,
    {
      [name]: {
        peso: null,
        queixaPrincipal: null,
        diagnostico: null,
        alergias: [],
        tabagista: null,
        cid: null,
        medidas: { weight: null, height: null, imc: null },
        mais: { peso: null },
      },
    },
  )
test(
  fills,
  'groups of the host’s own making change nothing',
  {
    prontuario: object({
      dadosMedicos: object({ sinaisVitais: object({ peso: object({ valor: number }) }) }),
      secao1: object({ cid: CID, tabagista: yesNo }),
    }),
  },
  visit,
  {
    prontuario: {
      dadosMedicos: { sinaisVitais: { peso: { valor: 70 } } },
      secao1: { cid: MIGRAINE, tabagista: false },
    },
  },
)
test(fills, 'body measures of somebody else', { medidasDaMae: BODY, medidas: BODY }, visit, {
  medidasDaMae: { weight: null, height: null, imc: null },
  medidas: { weight: 70, height: 172, imc: 23.66 },
})
test(
  fills,
  'in the family’s history only what was said of the family',
  {
    antecedentesPessoais: object({ hipertensao: yesNo, diabetes: yesNo }),
    antecedentesFamiliares: object({
      hipertensao: yesNo,
      diabetes: yesNo,
      asma: yesNo,
      peso: number,
    }),
  },
  visit,
  {
    antecedentesPessoais: { hipertensao: true, diabetes: null },
    antecedentesFamiliares: { hipertensao: null, diabetes: true, asma: null, peso: null },
  },
)
test(
  fills,
  'a list of what was denied says neither yes nor no',
  { sintomasNegados: object({ febre: yesNo }), sintomas: object({ febre: yesNo }) },
  visit,
  { sintomasNegados: { febre: null }, sintomas: { febre: false } },
)

test('a model’s words are given once, and never to somebody else', async (t) => {
  const material = await visitMaterial(visit)
  const codes = diagnosisCodes(material, cid10)
  const pain = 'dor de cabeça há três dias'
  const { schema } = parseSchema(
    object({
      eventos: list({
        texto: text,
        detalhe: object({ texto: text, dias: number }),
        acompanhante: object({ relato: text, dias: number }),
      }),
    }),
  )
  const { text: model } = scriptedText(() => ({
    eventos: [
      {
        texto: pain,
        detalhe: { texto: pain.toUpperCase(), dias: 3 },
        acompanhante: { relato: 'pior à noite', dias: 3 },
      },
    ],
  }))
  const { open } = await fillByRules(schema, material, codes)
  const { signal } = new AbortController()
  const [answer] = await askModel(open, {
    text: model,
    input: material.input,
    check: answerCheck(material, codes),
    signal,
  })
  t.deepEqual(answer?.value, [
    {
      texto: pain,
      detalhe: { texto: null, dias: null },
      acompanhante: { relato: null, dias: null },
    },
  ])
})
