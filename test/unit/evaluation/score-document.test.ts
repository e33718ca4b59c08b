/**
 * A scorer that cannot fail is worth nothing: a right document gets everything, and each single
 * edit loses exactly its points.
 */
import test from 'ava'
import type { DocumentContent } from '../../../core/contract/api.ts'
import type { EvaluationCase } from '../../../core/evaluation/case.ts'
import { type DocumentScore, documentScorer } from '../../../core/evaluation/score-document.ts'
import { caseFiles, readCase } from '../../helpers/evaluation-cases.ts'
import { templateOf } from '../../helpers/rules-samples.ts'

const score = documentScorer()
const template = {
  ...templateOf('anamnesis'),
  fields: [
    { name: 'Queixa Principal', type: 'string' as const },
    { name: 'Alergias', type: 'string' as const },
    { name: 'Medicações em Uso', type: 'string[]' as const },
    { name: 'Medicações Prescritas', type: 'string[]' as const },
    {
      name: 'Sinais Vitais',
      type: 'dict' as const,
      keys: ['PA Sistólica', 'PA Diastólica', 'Temperatura'],
    },
    { name: 'Atestado', type: 'string' as const },
  ],
}
const right = {
  'Queixa Principal': 'Dor no joelho direito há 6 meses, sem febre.',
  Alergias: 'Alergia a ibuprofeno.',
  'Medicações em Uso': ['Atenolol 25 mg pela manhã', 'Metformina 850 mg duas vezes ao dia'],
  'Medicações Prescritas': ['Paracetamol 750 mg de 8 em 8 horas por 5 dias'],
  'Sinais Vitais': { 'PA Sistólica': '140 mmHg', 'PA Diastólica': '90 mmHg', Temperatura: null },
  Atestado: null,
} satisfies DocumentContent
const one: EvaluationCase = {
  id: 'x-01',
  templateId: 'anamnesis',
  about: 'edits',
  modality: 'in_person',
  context: '',
  background: null,
  files: [],
  turns: [
    { by: 'patient', text: 'Dor no joelho direito há 6 meses. Febre não. Minha filha teve 39.' },
    { by: 'patient', text: 'Tomo atenolol 25 e metformina 850 duas vezes. Alergia a ibuprofeno.' },
    { by: 'doctor', text: 'Pressão 140 por 90. Paracetamol 750 de 8 em 8 horas por 5 dias.' },
  ],
  document: right,
  facts: [
    { path: ['Queixa Principal'], kind: 'side', holds: 'joelho direito' },
    { path: ['Queixa Principal'], kind: 'duration', holds: 'há 6 meses' },
    { path: ['Queixa Principal'], kind: 'negation', holds: 'sem febre' },
    { path: ['Alergias'], kind: 'allergy', holds: 'ibuprofeno' },
    { path: ['Medicações em Uso'], kind: 'medication', holds: 'atenolol 25 mg' },
    { path: ['Medicações em Uso'], kind: 'medication', holds: 'metformina 850 mg 2 vezes' },
    { path: ['Medicações Prescritas'], kind: 'medication', holds: 'paracetamol 750 mg 5 dias' },
    { path: ['Sinais Vitais', 'PA Sistólica'], kind: 'measure', holds: '140 mmHg' },
    { path: ['Sinais Vitais', 'PA Diastólica'], kind: 'measure', holds: '90 mmHg' },
  ],
  forbidden: [
    { text: 'ibuprofeno', field: 'Medicações Prescritas', why: 'it is an allergy' },
    { text: 'esquerdo', field: null, why: 'the other side' },
  ],
  nulls: [['Atestado'], ['Sinais Vitais', 'Temperatura']],
  sound: null,
}

/** Facts found, sentences and entries right and written, unsupported, nulls kept, valid. */
interface Points {
  found: number
  right: number
  written: number
  unsupported: number
  nullsKept: number
  valid: boolean
}
const ALL: Points = { found: 9, right: 7, written: 7, unsupported: 0, nullsKept: 2, valid: true }

function points(result: DocumentScore): Points {
  const tallies = Object.values(result.fields)
  const sum = (of: 'found' | 'right' | 'written') =>
    tallies.reduce((total, tally) => total + tally[of], 0)
  return {
    found: sum('found'),
    right: sum('right'),
    written: sum('written'),
    unsupported: result.unsupported.length,
    nullsKept: result.nulls.kept,
    valid: result.valid,
  }
}

test('the reference itself loses nothing', (t) => {
  t.deepEqual(points(score(one, template, right)), ALL)
})

const loses = test.macro({
  title: (_, what: string) => `${what} loses exactly its points`,
  exec(t, _: string, edit: DocumentContent, lost: Partial<Points>) {
    t.deepEqual(points(score(one, template, { ...right, ...edit })), { ...ALL, ...lost })
  },
})

test(
  loses,
  'a dose ten times as high',
  { 'Medicações em Uso': ['Atenolol 250 mg pela manhã', right['Medicações em Uso'][1]!] },
  { found: 8, right: 6, unsupported: 1 },
)
test(
  loses,
  'a drug for another',
  { 'Medicações em Uso': ['Losartana 25 mg pela manhã', right['Medicações em Uso'][1]!] },
  { found: 8, right: 6, unsupported: 1 },
)
test(
  loses,
  'a dose that belongs to another drug of the visit',
  { 'Medicações em Uso': ['Atenolol 750 mg pela manhã', right['Medicações em Uso'][1]!] },
  { found: 8, right: 6 },
)
test(
  loses,
  'the other side',
  { 'Queixa Principal': 'Dor no joelho esquerdo há 6 meses, sem febre.' },
  { found: 8, right: 6, unsupported: 1 },
)
test(
  loses,
  'a flipped negation',
  { 'Queixa Principal': 'Dor no joelho direito há 6 meses, com febre.' },
  { found: 8 },
)
test(
  loses,
  'a denied complaint',
  { 'Queixa Principal': 'Nega dor no joelho direito há 6 meses, sem febre.' },
  { found: 8 },
)
test(loses, 'a denied allergy', { Alergias: 'Nega alergia a ibuprofeno.' }, { found: 8, right: 6 })
test(
  loses,
  'a drug that must not be given',
  { 'Medicações Prescritas': [...right['Medicações Prescritas'], 'Ibuprofeno'] },
  { written: 8, unsupported: 1 },
)
test(
  loses,
  'a measure of somebody else',
  { 'Sinais Vitais': { ...right['Sinais Vitais'], Temperatura: '39 °C' } },
  { written: 8, nullsKept: 1 },
)
test(
  loses,
  'a measure nobody took',
  { 'Sinais Vitais': { ...right['Sinais Vitais'], Temperatura: '37,8 °C' } },
  { written: 8, nullsKept: 1, unsupported: 1 },
)
test(
  loses,
  'a wrong digit',
  { 'Sinais Vitais': { ...right['Sinais Vitais'], 'PA Sistólica': '150 mmHg' } },
  { found: 8, right: 6, unsupported: 1 },
)
test(
  loses,
  'systolic and diastolic swapped',
  {
    'Sinais Vitais': { 'PA Sistólica': '90 mmHg', 'PA Diastólica': '140 mmHg', Temperatura: null },
  },
  { found: 7, right: 5 },
)
test(loses, 'an omitted allergy', { Alergias: null }, { found: 8, right: 6, written: 6 })
test(
  loses,
  'a fact in the wrong field',
  { Alergias: null, 'Queixa Principal': `${right['Queixa Principal']} Alergia a ibuprofeno.` },
  { found: 8, right: 6 },
)
test(
  loses,
  'a certificate nobody asked for',
  { Atestado: 'Afastamento por 5 dias.' },
  { written: 8, nullsKept: 1 },
)
test(
  loses,
  'an empty list',
  { 'Medicações em Uso': [] },
  { found: 7, right: 5, written: 5, valid: false },
)

test('keys out of order and keys too many are not valid, and cost nothing else', (t) => {
  const { Atestado, ...rest } = right
  t.deepEqual(points(score(one, template, { Atestado, ...rest })), { ...ALL, valid: false })
  t.deepEqual(points(score(one, template, { ...right, Outro: null })), { ...ALL, valid: false })
})

test('omitted, wrong and unsupported statements are named', (t) => {
  const edited = { ...right, Alergias: null, 'Medicações Prescritas': ['Ibuprofeno 600 mg'] }
  const result = score(one, template, edited)
  t.deepEqual(
    result.omitted.map(({ path }) => path[0]),
    ['Alergias', 'Medicações Prescritas'],
  )
  t.deepEqual(result.unsupported, [
    { path: ['Medicações Prescritas'], text: 'Ibuprofeno 600 mg', why: 'it is an allergy' },
    {
      path: ['Medicações Prescritas', '0'],
      text: '600',
      why: 'neither said nor written anywhere',
    },
  ])
  t.deepEqual(result.wrong, [{ path: ['Medicações Prescritas'], text: 'Ibuprofeno 600 mg' }])
})

test('words are counted against the reference', (t) => {
  const result = score(one, template, { ...right, Alergias: null })
  t.is(result.referenceWords - result.words, 3)
})

test('every reference of the set gets everything from its own case', (t) => {
  for (const id of caseFiles()) {
    const each = readCase(id)
    const result = score(each, templateOf(each.templateId), each.document)
    const { found, right: correct, written, nullsKept, unsupported } = points(result)
    t.deepEqual(
      { id, found, correct, nullsKept, unsupported },
      {
        id,
        found: each.facts.length,
        correct: written,
        nullsKept: each.nulls.length,
        unsupported: 0,
      },
    )
  }
})
