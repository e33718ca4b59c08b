/**
 * The list over a socket: with the document, right after every change of it, taken in with its
 * source, and dismissed for good.
 */
import test from 'ava'
import type { ClinicalDocument } from '../../core/contract/api.ts'
import type { DocumentGenerator, Template } from '../../core/document/models/ports.ts'
import { startDocumentServer } from '../helpers/document-server.ts'
import { SMALL_TEMPLATE, segments } from '../helpers/documents.ts'

const TEMPLATE: Template = {
  ...SMALL_TEMPLATE,
  fields: [
    { name: 'Queixa Principal', type: 'string' },
    { name: 'Medicações em Uso', type: 'string[]' },
    { name: 'Sinais Vitais', type: 'dict', keys: ['PA Sistólica', 'PA Diastólica'] },
  ],
}

const CONTENT = {
  'Queixa Principal': 'Dor de cabeça.',
  'Medicações em Uso': null,
  'Sinais Vitais': null,
}

/** Writes the complaint and nothing else. */
const writer: DocumentGenerator = {
  status: { kind: 'rules', model: null },
  version: 'terse 1',
  async generate() {
    return { content: CONTENT, evidence: [], contradictions: [] }
  },
  async [Symbol.asyncDispose]() {},
}

async function world(t: Parameters<typeof startDocumentServer>[0]) {
  const server = await startDocumentServer(t, writer, { builtIn: [TEMPLATE] })
  server.transcript.splice(
    0,
    1,
    ...segments([
      'Tomo losartana de 50 de manhã.',
      'Sou alérgica a dipirona.',
      'Pressão cento e quarenta por noventa.',
    ]),
  )
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const last = (await server.generate(token, ehr.id)).at(-1)
  if (last?.type !== 'done') throw new Error(`not done: ${JSON.stringify(last)}`)
  const path = `/api/v1/documents/${last.document.id}`
  const call = async (method: string, after: string, body?: object) =>
    server.call(method, path + after, { token, ...(body ? { body } : {}) })
  const read = async () => (await call('GET', '')).body as ClinicalDocument
  return { server, token, ehr, document: last.document, call, read }
}

const ids = ({ unwritten = [] }: ClinicalDocument) => unwritten.map(({ id }) => id)
const [LOSARTANA, DIPIRONA, PRESSURE] = [
  'medicine:losartana:#50',
  'allergy:dipirona',
  'measure:bloodPressure:#140:#90',
]

test('facts said and not written are listed with the document, until the doctor writes them', async (t) => {
  const { document, call, read, server, token, ehr } = await world(t)
  t.deepEqual(ids(document), [DIPIRONA, LOSARTANA, PRESSURE])
  t.like(document.unwritten?.[1], {
    text: 'Losartana de 50 de manhã',
    quote: 'Tomo losartana de 50 de manhã.',
    segment_id: 'segment-1',
    field: ['Medicações em Uso'],
  })
  t.is(document.unwritten?.[0]?.field, null)
  t.deepEqual(ids(await read()), ids(document))
  const list = await server.call('GET', `/api/v1/ehrs/${ehr.id}/documents`, { token })
  t.false('unwritten' in list.body.documents[0])

  const content = { ...document.content, 'Queixa Principal': 'Toma losartana 50 mg.' }
  const saved = await call('PATCH', '', { version: document.version, content })
  t.is(saved.status, 200)
  t.deepEqual(ids(await read()), [DIPIRONA, PRESSURE])
})

test('taken in, it is an edit of the doctor with its source', async (t) => {
  const { document, call, read } = await world(t)
  const taken = await call('POST', '/unwritten/take', {
    id: LOSARTANA,
    version: document.version,
  })
  t.is(taken.status, 200)
  t.deepEqual(taken.body.content['Medicações em Uso'], ['Losartana de 50 de manhã'])
  t.like(taken.body, {
    status: 'draft',
    edited_by_user: true,
    edited_paths: [['Medicações em Uso', '0']],
    version: document.version + 1,
  })
  const [source] = taken.body.evidence.filter(
    ({ path }: { path: string[] }) => path[0] === 'Medicações em Uso',
  )
  t.like(source, {
    verdict: 'not_found',
    parts: [{ start: 0, end: 24, verdict: 'supported', spans: [{ segment_id: 'segment-1' }] }],
  })
  t.deepEqual(ids(taken.body), [DIPIRONA, PRESSURE])

  // A pressure fills both of its keys, and a text that the doctor chooses is one sentence more.
  const { version } = taken.body
  const measured = await call('POST', '/unwritten/take', { id: PRESSURE, version })
  t.deepEqual(measured.body.content['Sinais Vitais'], {
    'PA Sistólica': '140 mmHg',
    'PA Diastólica': '90 mmHg',
  })
  const path = ['Queixa Principal']
  const chosen = await call('POST', '/unwritten/take', {
    id: DIPIRONA,
    version: measured.body.version,
    path,
  })
  t.is(chosen.body.content['Queixa Principal'], 'Dor de cabeça. Alergia a dipirona.')
  t.deepEqual(ids(await read()), [])
})

test('dismissed, it does not come back, and the document stays as it was', async (t) => {
  const { document, call, read } = await world(t)
  const reviewed = await call('POST', '/review', { version: document.version })
  const dismissed = await call('POST', '/unwritten/dismiss', {
    id: DIPIRONA,
    version: reviewed.body.version,
  })
  t.is(dismissed.status, 200)
  t.like(dismissed.body, { status: 'reviewed', content: document.content })
  t.deepEqual(ids(await read()), [LOSARTANA, PRESSURE])
  const content = { ...document.content, 'Queixa Principal': 'Dor.' }
  await call('PATCH', '', { version: dismissed.body.version, content })
  t.deepEqual(ids(await read()), [LOSARTANA, PRESSURE])
})

test('an entry that is not on the list, an unknown field and an old version are refused', async (t) => {
  const { document, call, server } = await world(t)
  const { version } = document
  const take = (body: object) => call('POST', '/unwritten/take', { id: DIPIRONA, version, ...body })
  const refused = [
    [await take({ id: 'medicine:nada' }), 404, 'not_found'],
    [await take({}), 400, 'validation_error'],
    [await take({ path: ['Não há'] }), 400, 'validation_error'],
    [await take({ path: ['Sinais Vitais'] }), 400, 'validation_error'],
    [await take({ path: ['Queixa Principal'], version: 1 }), 409, 'version_conflict'],
    [await call('POST', '/unwritten/dismiss', { id: 'x', version }), 404, 'not_found'],
  ] as const
  for (const [{ status, body }, wanted, error] of refused)
    t.deepEqual([status, body.error], [wanted, error])
  const stranger = await server.buildSession({ doctorId: 'another' })
  const path = `/api/v1/documents/${document.id}/unwritten/dismiss`
  const answer = await server.call('POST', path, {
    token: stranger,
    body: { id: DIPIRONA, version },
  })
  t.is(answer.status, 404)
})
