/**
 * Why lines stand, are marked or are missing, of documents that a model wrote and people changed.
 */
import test from 'ava'
import type { DocumentContent } from '../../core/contract/api.ts'
import { checkDocument } from '../../core/document/checks/checks.ts'
import { explainDocument } from '../../core/document/checks/explain-document.ts'
import type { Template } from '../../core/document/models/ports.ts'
import type { DocumentOrigin, DocumentRecord } from '../../core/document/record/document-store.ts'
import { editDocument } from '../../core/document/record/edit-document.ts'
import { documentInput, SMALL_TEMPLATE, segment } from '../helpers/documents.ts'

const TEMPLATE: Template = {
  ...SMALL_TEMPLATE,
  fields: [
    { name: 'Queixa Principal', type: 'string' },
    { name: 'História da Doença Atual', type: 'string' },
    { name: 'Antecedentes', type: 'string[]' },
    { name: 'Medicações em Uso', type: 'string[]' },
    { name: 'Alergias', type: 'string' },
  ],
}

const SAID = [
  ['patient', 'Estou com dor de garganta há três dias.'],
  ['doctor', 'Teve febre?'],
  ['patient', 'Não, febre não tive.'],
  ['patient', 'Minha mãe tem diabetes.'],
  ['patient', 'Eu tomo losartana de 50 miligramas de manhã.'],
  ['patient', 'Sou alérgica a dipirona.'],
] as const

const INPUT = documentInput({
  template: TEMPLATE,
  segments: SAID.map(([speaker, text], at) =>
    segment(text, {
      id: `s${at}`,
      sequence: at,
      startMs: at * 10_000,
      endMs: at * 10_000 + 4000,
      speaker,
    }),
  ),
})

/** What a model wrote: right, invented, of another person, with another dose. */
const WRITTEN: DocumentContent = {
  'Queixa Principal': 'Dor de garganta há três dias.',
  'História da Doença Atual': 'Dor de garganta há três dias. Nega febre. Vômitos desde março.',
  Antecedentes: ['Diabetes.'],
  'Medicações em Uso': ['Losartana 100 mg.'],
  Alergias: null,
}

function world(written: DocumentContent = WRITTEN) {
  const checked = checkDocument(written, INPUT)
  const source = { generator: 'llama', model: 'small', version: 'abc prompt-2' } as const
  const origin: DocumentOrigin = {
    documentId: 'd',
    consultationId: 'c',
    input: INPUT,
    recipe: {},
    productVersion: '1.0.0',
    content: checked.content,
    contradictions: checked.contradictions,
    source,
  }
  const record: DocumentRecord = {
    id: 'd',
    consultationId: 'c',
    template: TEMPLATE,
    status: 'draft',
    layout: null,
    markdown: '',
    content: checked.content,
    evidence: checked.evidence,
    source,
    contradictions: checked.contradictions,
    editedPaths: [],
    editedByUser: false,
    failure: null,
    reviewedAt: null,
    reviewedBy: null,
    version: 2,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  }
  return { origin, record }
}

function explain({
  origin,
  record,
}: {
  origin: DocumentOrigin | null
  record: DocumentRecord | null
}) {
  return explainDocument({
    documents: { find: async () => record },
    origins: { find: async () => origin },
    wasAsked: async (id) => id === 'd',
    productVersion: '1.1.0',
  })
}

test('a supported line shows its source words with time and speaker', async (t) => {
  const told = await explain(world())('d', 'queixa principal')
  t.deepEqual(told.productVersion, { written: '1.0.0', now: '1.1.0' })
  t.is(told.values.length, 1)
  const [{ writer, onRecord, lines, sources } = fail()] = told.values
  t.is(writer, 'llama')
  t.is(onRecord?.verdict, 'supported')
  t.like(sources[0], { source: 'transcript', speaker: 'patient' })
  t.is(sources[0]?.words, 'dor de garganta há três dias')
  t.true((sources[0]?.startMs ?? -1) >= 0 && (sources[0]?.endMs ?? 9999) <= 4000)
  t.like(lines[0], { verdict: 'supported', objection: null, isQuotation: true, missing: [] })
})

test('a line that is marked shows what was found of it, what is missing, the share and the bound', async (t) => {
  const { values } = await explain(world())('d', 'História da Doença Atual')
  const [value = fail()] = values
  t.is(value.onRecord?.verdict, 'not_found')
  const invented = value.lines.find(({ text }) => text.includes('Vômitos')) ?? fail()
  t.is(invented.verdict, 'not_found')
  t.is(invented.objection, null)
  t.true(invented.share < 1)
  t.is(invented.threshold, 0.33)
  t.true(invented.missing.includes('Vômitos'), JSON.stringify(invented))
  t.deepEqual(invented.required, ['março'])
  t.is(value.lines.find(({ text }) => text.includes('febre'))?.verdict, 'supported')
})

test('a withdrawn value names its check and reason, and the field is reported as empty', async (t) => {
  const told = await explain(world())('d')
  const checks = told.withdrawn.map(({ path, check }) => [path[0], check])
  t.deepEqual(checks, [
    ['Antecedentes', 'wrong-person'],
    ['Medicações em Uso', 'wrong-dose'],
  ])
  t.is(told.withdrawn[1]?.reason, 'A dose não é a que foi dita para este medicamento.')
  t.deepEqual(told.empty, [['Antecedentes'], ['Medicações em Uso'], ['Alergias']])
})

test('missing facts come from the list of facts said and not written', async (t) => {
  const { unwritten, values } = await explain(world())('d', 'Alergias')
  t.deepEqual(values, [])
  t.is(unwritten.length, 1)
  t.true((unwritten[0]?.start_ms ?? 0) >= 50_000)
  t.like(unwritten[0], {
    kind: 'allergy',
    speaker: 'patient',
    isDismissed: false,
  })
})

test('text that people wrote, changed and removed is attributed to them', async (t) => {
  const made = world({ ...WRITTEN, 'Medicações em Uso': ['Losartana 50 mg.'] })
  const record = await editDocument({
    documents: { update: async () => true } as never,
    now: () => new Date(1),
  })(made.record, {
    version: 2,
    by: 'dra.ana',
    content: {
      ...made.record.content,
      'Queixa Principal': 'Odinofagia.',
      'Medicações em Uso': null,
    },
  })
  const told = await explain({ ...made, record })('d')
  const complaint = told.values.find(({ path }) => path[0] === 'Queixa Principal') ?? fail()
  t.like(complaint, {
    writer: 'person',
    text: 'Odinofagia.',
    before: 'Dor de garganta há três dias.',
    onRecord: null,
  })
  t.deepEqual(told.removedByPeople, [
    { path: ['Medicações em Uso', '0'], text: 'Losartana 50 mg.' },
  ])
  t.true(told.unwritten.some(({ kind }) => kind === 'medicine'))
})

test('every reason on record is found again by a check with a name', async (t) => {
  const { withdrawn } = await explain(world())('d')
  t.true(withdrawn.length > 0 && withdrawn.every(({ check }) => check !== null))
})

const refuses = test.macro({
  title: (_, what, code) => `${what} is refused with ${code}`,
  async exec(
    t,
    _what: string,
    code: string,
    id: string,
    field: string | undefined,
    left: 'all' | 'document' | 'nothing',
  ) {
    const made = world()
    const deps = {
      origin: left === 'all' ? made.origin : null,
      record: left === 'nothing' ? null : made.record,
    }
    const error = await t.throwsAsync(explain(deps)(id, field))
    t.is((error as { code?: string } | undefined)?.code, code)
    t.false(/garganta|losartana/i.test(error?.message ?? ''))
  },
})
test(refuses, 'an id that never was', 'document_not_found', 'x', undefined, 'nothing')
test(refuses, 'a document that was erased', 'document_gone', 'd', undefined, 'nothing')
test(refuses, 'one whose origin is gone', 'explain_not_stored', 'd', undefined, 'document')
test(refuses, 'a field that it does not have', 'field_not_found', 'd', 'Rins', 'all')

function fail(): never {
  throw new Error('It is not there.')
}
