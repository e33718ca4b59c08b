import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import type {
  ClinicalDocument,
  DocumentVersion,
  DocumentVersionBody,
} from '../../core/contract/api.ts'
import { bytesAtRest } from '../helpers/bytes-at-rest.ts'
import { quotingGenerator, startDocumentServer } from '../helpers/document-server.ts'
import { SMALL_TEMPLATE } from '../helpers/documents.ts'

type Options = Parameters<typeof startDocumentServer>[2]

const MINUTE_MS = 60_000
const NAMES = SMALL_TEMPLATE.fields.map(({ name }) => name)

/** A document that was just generated, and the calls of its editor. */
async function opened(t: ExecutionContext, options: Options = {}) {
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const server = await startDocumentServer(t, quotingGenerator(), { now, ...options })
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  await server.generate(token, ehr.id)
  const [first] = await server.documents.list(ehr.id)
  const path = `/api/v1/documents/${first?.id}`
  let document = (await server.call('GET', path, { token })).body as ClinicalDocument
  const call = async (method: string, after: string, body?: object) =>
    server.call(method, `${path}${after}`, { token, ...(body ? { body } : {}) })
  return {
    server,
    token,
    ehr,
    id: document.id,
    call,
    document: () => document,
    pass(ms: number) {
      ahead += ms
    },
    now,
    async save(change: object, more: object = {}) {
      const content = { ...document.content, ...change }
      const body = { version: document.version, content, ...more }
      const answer = await call('PATCH', '', body)
      if (answer.status === 200) document = answer.body
      return answer
    },
    async act(after: string) {
      const answer = await call('POST', after, { version: document.version })
      if (answer.status === 200) document = answer.body
      return answer
    },
    async kinds(): Promise<string[]> {
      const { body } = await call('GET', '/versions')
      return (body.versions as DocumentVersion[]).map(({ kind }) => kind)
    },
  }
}

test('edits of one go are one version, a review and a later edit are others', async (t) => {
  const editor = await opened(t)
  t.deepEqual(await editor.kinds(), ['generated'])
  await editor.save({ 'Queixa Principal': 'Febre.' })
  await editor.save({ 'Queixa Principal': 'Febre há dois dias.' })
  t.deepEqual(await editor.kinds(), ['edited', 'generated'])
  await editor.act('/review')
  await editor.save({ Orientações: ['Repouso.'] })
  editor.pass(6 * MINUTE_MS)
  await editor.save({ Orientações: ['Repouso.', 'Água.'] })
  t.deepEqual(await editor.kinds(), ['edited', 'edited', 'reviewed', 'edited', 'generated'])
  const { body } = await editor.call('GET', '/versions')
  t.like(body.versions[0], { number: 5, current: true, by: editor.ehr.doctor_id })
  t.like(body.versions[4], { number: 1, current: false, by: null })
  const second = (await editor.call('GET', '/versions/2')).body as DocumentVersionBody
  t.is(second.content['Queixa Principal'], 'Febre há dois dias.')
})

test('a document from before there were versions keeps what it said as the first one', async (t) => {
  const editor = await opened(t)
  const record = await editor.server.documents.find(editor.id)
  if (!record) return t.fail()
  const id = editor.server.newId()
  await editor.server.documents.create({ ...record, id })
  const path = `/api/v1/documents/${id}`
  const content = { ...record.content, 'Queixa Principal': 'Febre.' }
  const body = { version: record.version, content }
  await editor.server.call('PATCH', path, { token: editor.token, body })
  const { versions } = (
    await editor.server.call('GET', `${path}/versions`, { token: editor.token })
  ).body
  t.deepEqual(
    versions.map(({ kind }: DocumentVersion) => kind),
    ['edited', 'generated'],
  )
  const first = await editor.server.call('GET', `${path}/versions/1`, { token: editor.token })
  t.deepEqual(first.body.content, record.content)
})

test('a burst of saves that never pauses still begins a new version now and then', async (t) => {
  const editor = await opened(t)
  for (let minute = 0; minute < 40; minute += 4) {
    await editor.save({ 'Queixa Principal': `Febre ${minute}.` })
    editor.pass(4 * MINUTE_MS)
  }
  t.deepEqual(await editor.kinds(), ['edited', 'edited', 'generated'])
})

test('a save that asks for it leaves the version before it alone', async (t) => {
  const editor = await opened(t)
  await editor.save({ 'Queixa Principal': 'Deles.' })
  await editor.save({ 'Queixa Principal': 'Minhas.' }, { separate: true })
  t.deepEqual(await editor.kinds(), ['edited', 'edited', 'generated'])
  const { body } = await editor.call('GET', '/versions/2')
  t.is(body.content['Queixa Principal'], 'Deles.')
})

test('an earlier version comes back whole, with its evidence, and nothing is lost by it', async (t) => {
  const editor = await opened(t)
  const generated = editor.document()
  await editor.save({ 'Queixa Principal': 'Outra coisa.' })
  await editor.act('/review')
  t.is((await editor.act('/versions/1/restore')).status, 200)
  const { version, updated_at, ...restored } = editor.document()
  t.like(generated, restored)
  t.true(version > generated.version && updated_at > generated.updated_at)
  t.deepEqual(await editor.kinds(), ['restored', 'reviewed', 'edited', 'generated'])
  t.is((await editor.act('/versions/9/restore')).status, 404)
  const stale = await editor.call('POST', '/versions/2/restore', { version: 1 })
  t.like(stale, { status: 409, body: { error: 'version_conflict' } })
})

test('sections are arranged and hidden; the content keeps the order of the model', async (t) => {
  const editor = await opened(t)
  const [complaint = '', advice = '', risk = ''] = NAMES
  const layout = { order: [risk, advice, complaint], hidden: [complaint] }
  const saved = await editor.save({}, { layout })
  t.is(saved.status, 200)
  t.deepEqual(Object.keys(editor.document().content), NAMES)
  t.deepEqual(editor.document().layout, layout)
  t.is(editor.document().markdown, '## Orientações:\n\n- Beber água.\n')
  await editor.save({ Orientações: ['Repouso.'] })
  t.deepEqual(editor.document().layout, layout, 'an edit without it leaves it')
  await editor.save({}, { layout: { order: NAMES, hidden: [] } })
  t.is(editor.document().layout, null, 'the model’s own order is none')
})

const refusesLayout = test.macro({
  title: (_, what) => `an arrangement with ${what} is refused`,
  async exec(t, _what: string, layout: object, field: string) {
    const editor = await opened(t)
    const answer = await editor.save({}, { layout })
    t.is(answer.status, 400)
    t.like(answer.body, { error: 'validation_error', details: [{ field, issue: 'invalid' }] })
  },
})
test(refusesLayout, 'a field missing', { order: NAMES.slice(1), hidden: [] }, 'layout.order')
test(refusesLayout, 'a field twice', { order: [...NAMES, NAMES[0]], hidden: [] }, 'layout.order')
test(refusesLayout, 'a stranger', { order: NAMES, hidden: ['Prescrição'] }, 'layout.hidden')

test('a deleted document is gone, and comes back within ten minutes', async (t) => {
  const editor = await opened(t)
  const gone = await editor.call('DELETE', '')
  t.is(gone.status, 200)
  t.is(Date.parse(gone.body.restorable_until) > editor.now().getTime() + 9 * MINUTE_MS, true)
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['GET', '/versions'],
  ] as const)
    t.is((await editor.call(method, path)).status, 404, `${method} ${path}`)
  t.is((await editor.save({ 'Queixa Principal': 'x' })).status, 404)
  t.deepEqual(await editor.server.documents.list(editor.ehr.id), [])
  const stranger = await editor.server.buildSession()
  const path = `/api/v1/documents/${editor.id}/restore`
  t.is((await editor.server.call('POST', path, { token: stranger, body: {} })).status, 404)

  const back = await editor.call('POST', '/restore', {})
  t.deepEqual(back.body, editor.document())
  t.is((await editor.call('POST', '/restore', {})).status, 404, 'nothing is left to bring back')

  await editor.call('DELETE', '')
  editor.pass(11 * MINUTE_MS)
  t.is((await editor.call('POST', '/restore', {})).status, 404, 'too late')
})

test('a review at the moment of a deletion is on the document when it is restored', async (t) => {
  const { server, ehr } = await opened(t)
  const { documents } = server
  const [one] = await documents.list(ehr.id)
  let record = one!
  for (let round = 0; round < 20; round++) {
    const reviewedBy = `dr. ${round}`
    const { version } = record
    record = { ...record, status: 'reviewed', reviewedAt: new Date(), reviewedBy }
    record = { ...record, version: version + 1 }
    const [isReviewed, isGone] = await Promise.all([
      documents.update(record, version),
      documents.remove(record.id, { at: new Date(), by: 'dr. x' }),
    ])
    t.true(isGone)
    await documents.putBack(record.id, new Date(0))
    const after = await documents.find(record.id)
    if (isReviewed) t.is(after?.reviewedBy, reviewedBy)
    record = after!
  }
})

test('sources of a visit’s documents are stored once, until the last document is deleted', async (t) => {
  const { server, token, ehr, ...editor } = await opened(t)
  const parts = async () =>
    (await server.database.sequelize.query('SELECT part FROM document_origin_parts'))[0].length
  const few = await parts()
  t.true(few > 0)
  for (let more = 0; more < 3; more++) await server.generate(token, ehr.id)
  t.is(await parts(), few)
  const documents = await server.documents.list(ehr.id)
  t.is(documents.length, 4)
  const origins = await Promise.all(documents.map(({ id }) => server.origins.find(id)))
  for (const origin of origins) t.deepEqual(origin?.input, origins[0]?.input)
  t.is(origins[0]?.input.segments[0]?.text, 'Nega febre. Beber água.')
  for (const { id } of documents.slice(1))
    await server.call('DELETE', `/api/v1/documents/${id}`, { token })
  t.is(await server.documents.purgeRemoved(editor.now()), 3)
  t.is(await parts(), few)
  t.truthy(await server.origins.find(documents[0]!.id))
  await server.call('DELETE', `/api/v1/documents/${documents[0]?.id}`, { token })
  t.is(await server.documents.purgeRemoved(editor.now()), 1)
  t.is(await parts(), 0)
})

test('a deleted document is emptied after a while, unless it was ever reviewed', async (t) => {
  const editor = await opened(t)
  await editor.save({ 'Queixa Principal': 'Febre.' })
  // What it was written from stays as it was, whatever was edited.
  const origin = await editor.server.origins.find(editor.id)
  t.is(origin?.content['Queixa Principal'], 'Nega febre.')
  t.is(origin?.input.segments[0]?.text, 'Nega febre. Beber água.')
  await editor.call('DELETE', '')
  t.is(await editor.server.documents.purgeRemoved(editor.now()), 1)
  t.deepEqual(await editor.server.documents.listVersions(editor.id), [])
  t.is(await editor.server.origins.find(editor.id), null)
  t.is(await editor.server.documents.purgeRemoved(editor.now()), 0, 'once is enough')

  const reviewed = await opened(t)
  await reviewed.act('/review')
  await reviewed.save({ 'Queixa Principal': 'Febre.' })
  await reviewed.call('DELETE', '')
  t.is(await reviewed.server.documents.purgeRemoved(reviewed.now()), 0)
})

test('a document sent to the national network is not deleted; others of the visit are', async (t) => {
  const sent: Date[] = []
  const editor = await opened(t, { submittedAt: async () => sent })
  await editor.act('/review')
  await sleep(2)
  sent.push(editor.now())
  await editor.save({ 'Queixa Principal': 'Depois do envio.' })
  t.like(await editor.call('DELETE', ''), { status: 409, body: { error: 'document_submitted' } })
  sent.length = 0
  t.is((await editor.call('DELETE', '')).status, 200)
})

const footers = test.macro({
  title: (_, place) => `the line of the review with documentFooter ${place}`,
  async exec(t, place: 'off' | 'panel' | 'copy' | 'everywhere', inCopy: boolean | undefined) {
    const editor = await opened(t, { footer: place })
    const early = editor.document().footer
    t.is(early?.in_copy, inCopy)
    if (early) t.regex(early.text, /^Rascunho elaborado com apoio de IA, ainda não revisado/)
    const draft = editor.document().markdown
    await editor.act('/review')
    const { footer, markdown } = editor.document()
    t.is(footer?.in_copy, inCopy)
    if (footer) t.regex(footer.text, /^Elaborado com apoio de IA e revisado por .+ em \d\d\/\d\d\//)
    if (place === 'everywhere') t.is(markdown, draft.replace(early?.text ?? '', footer?.text ?? ''))
    else t.is(markdown, draft)
  },
})
test(footers, 'off', undefined)
test(footers, 'panel', false)
test(footers, 'copy', true)
test(footers, 'everywhere', true)

test('strangers learn nothing of versions, and no word of them lies readable on the disk', async (t) => {
  const editor = await opened(t)
  await editor.save({ 'Queixa Principal': 'Palavra muito própria.' })
  const token = await editor.server.buildSession()
  for (const [method, after] of [
    ['GET', '/versions'],
    ['GET', '/versions/1'],
    ['POST', '/versions/1/restore'],
    ['DELETE', ''],
  ] as const) {
    const path = `/api/v1/documents/${editor.id}${after}`
    const body = method === 'POST' ? { body: { version: 1 } } : {}
    t.is((await editor.server.call(method, path, { token, ...body })).status, 404, after)
  }
  const { dataDir, database } = editor.server
  t.false((await bytesAtRest(database.sequelize, dataDir)).includes('Palavra muito'))
})
