import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type { ClinicalDocument, GenerationEvent } from '../../core/contract/api.ts'
import type { DocumentInput } from '../../core/document/models/ports.ts'
import { AppError } from '../../core/errors.ts'
import { bytesAtRest } from '../helpers/bytes-at-rest.ts'
import {
  type DocumentServer,
  eventsOf,
  quotingGenerator,
  startDocumentServer,
} from '../helpers/document-server.ts'
import { SMALL_TEMPLATE, segment } from '../helpers/documents.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'

const BODY = { template_id: SMALL_TEMPLATE.id }

/** What waits until it is told to go on. */
function heldBack() {
  let goOn = () => {}
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  return { held, goOn }
}

async function generated(server: DocumentServer) {
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const events = await server.generate(token, ehr.id)
  const last = events.at(-1)
  if (last?.type !== 'done') throw new Error(`not done: ${JSON.stringify(last)}`)
  return { token, ehr, events, document: last.document }
}

test('a document is streamed field by field, in order, and is stored afterwards', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const { token, ehr, events, document } = await generated(server)

  t.deepEqual(
    events.map(({ type }) => type),
    ['started', 'progress', 'field', 'progress', 'field', 'progress', 'field', 'progress', 'done'],
  )
  t.deepEqual(
    events.flatMap((event) => (event.type === 'field' ? [event.name] : [])),
    SMALL_TEMPLATE.fields.map(({ name }) => name),
  )
  t.like(document, {
    ehr_id: ehr.id,
    status: 'draft',
    template: { id: 'smallTemplate', name: 'Modelo pequeno', slug: 'modelo-pequeno' },
    content: { 'Queixa Principal': 'Nega febre.', Orientações: ['Beber água.'], Risco: null },
    source: { generator: 'rules', model: null, version: 'quoting 1' },
    edited_by_user: false,
    version: 2,
  })
  t.deepEqual(
    Object.keys(document.content),
    SMALL_TEMPLATE.fields.map(({ name }) => name),
  )
  t.true(document.markdown.includes('Nega febre.'))
  const read = await server.call('GET', `/api/v1/documents/${document.id}`, { token })
  t.deepEqual(read.body, document)
  const list = await server.call('GET', `/api/v1/ehrs/${ehr.id}/documents`, { token })
  // What was said and not written is looked for of one document, not of all.
  const { unwritten, ...listed } = document
  t.deepEqual(unwritten, [])
  t.deepEqual(list.body, { documents: [listed] })
})

test('generating again makes another document, newest first', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const { token, ehr, document } = await generated(server)
  await sleep(5)
  await server.generate(token, ehr.id)
  const { body } = await server.call('GET', `/api/v1/ehrs/${ehr.id}/documents`, { token })
  t.is(body.documents.length, 2)
  t.is(body.documents[1].id, document.id)
})

test('lines are sent as they come', async (t) => {
  const { held, goOn } = heldBack()
  const server = await startDocumentServer(
    t,
    quotingGenerator((field) => (field === 'Orientações' ? held : undefined)),
  )
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const response = await server.request('POST', `/api/v1/ehrs/${ehr.id}/documents`, {
    token,
    body: BODY,
  })
  t.is(response.headers.get('content-type'), 'application/x-ndjson')
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('"type":"field"')) goOn()
  }
  t.is(eventsOf(text).at(-1)?.type, 'done')
})

test('without any input no document is generated or stored', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  server.transcript.length = 0
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const answer = await server.call('POST', `/api/v1/ehrs/${ehr.id}/documents`, {
    token,
    body: BODY,
  })
  t.is(answer.status, 422)
  t.is(answer.body.error, 'no_content')
  const list = await server.call('GET', `/api/v1/ehrs/${ehr.id}/documents`, { token })
  t.deepEqual(list.body, { documents: [] })
})

test('context alone is enough to write from', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  server.transcript.length = 0
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  await server.call('PATCH', `/api/v1/ehrs/${ehr.id}`, {
    token,
    body: { append_context: 'Hipertensa.' },
  })
  t.is((await server.generate(token, ehr.id)).at(-1)?.type, 'done')
})

test('a source in the context keeps its words, since people go on writing there', async (t) => {
  const fields = [{ name: 'História pregressa', type: 'string' as const }]
  const builtIn = [{ ...SMALL_TEMPLATE, fields }]
  const server = await startDocumentServer(t, shippedRules(), { builtIn })
  server.transcript.length = 0
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const body = { append_context: 'Veio sozinha. Hipertensa há dez anos.' }
  await server.call('PATCH', `/api/v1/ehrs/${ehr.id}`, { token, body })
  const last = (await server.generate(token, ehr.id)).at(-1)
  if (last?.type !== 'done') throw new Error(JSON.stringify(last))
  t.deepEqual(last.document.evidence[0]?.spans, [
    { source: 'context', start: 14, end: 37, words: 'Hipertensa há dez anos.' },
  ])
})

const refuses = test.macro({
  title: (_, what) => `${what} is refused`,
  async exec(t, _what: string, status: number, error: string, body: object) {
    const server = await startDocumentServer(t, quotingGenerator())
    const token = await server.buildSession()
    const ehr = await server.buildConsultation(token)
    const answer = await server.call('POST', `/api/v1/ehrs/${ehr.id}/documents`, { token, body })
    t.is(answer.status, status)
    t.is(answer.body.error, error)
  },
})
test(refuses, 'an unknown model', 404, 'not_found', { template_id: 'nothing' })
test(refuses, 'no model', 400, 'validation_error', {})

test('strangers get 404 everywhere, whatever they ask', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const { ehr, document } = await generated(server)
  const stranger = await server.buildSession()
  const edit = { version: document.version, content: document.content }
  for (const [method, path, body] of [
    ['POST', `/api/v1/ehrs/${ehr.id}/documents`, BODY],
    ['GET', `/api/v1/ehrs/${ehr.id}/documents`],
    ['GET', `/api/v1/documents/${document.id}`],
    ['PATCH', `/api/v1/documents/${document.id}`, edit],
    ['POST', `/api/v1/documents/${document.id}/review`, {}],
    ['GET', '/api/v1/documents/0'],
    ['GET', '/api/v1/documents/%00'],
  ] as const) {
    const answer = await server.call(method, path, { token: stranger, ...(body ? { body } : {}) })
    t.is(answer.status, 404, `${method} ${path}`)
    t.is(answer.body.error, 'not_found')
  }
})

test('a token of one consultation does not open another one’s documents', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const { secret } = await server.buildApiKey()
  const session = await server.buildSession({ secret })
  const ehr = await server.buildConsultation(session)
  await server.generate(session, ehr.id)
  const [document] = await server.documents.list(ehr.id)
  const identify = (consultation_id: string) =>
    server.call('POST', '/integration/identify/', {
      apiKey: secret,
      body: { consultation_id, doctor_id: ehr.doctor_id, patient_id: ehr.patient_id },
    })
  const own = (await identify(ehr.consultation_id)).body.token as string
  const other = (await identify('another')).body.token as string
  t.is((await server.call('GET', `/api/v1/documents/${document?.id}`, { token: own })).status, 200)
  t.is(
    (await server.call('GET', `/api/v1/documents/${document?.id}`, { token: other })).status,
    404,
  )
})

test('a failed generation ends with its code, and the document says so too', async (t) => {
  const failure = new AppError('unavailable', 'engine_crashed', 'O gerador parou.')
  const server = await startDocumentServer(
    t,
    quotingGenerator((field) => {
      if (field === 'Orientações') throw failure
    }),
  )
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const events = await server.generate(token, ehr.id)
  t.like(events.at(-1), { type: 'failed', error: 'engine_crashed', message: 'O gerador parou.' })
  const { body } = await server.call('GET', `/api/v1/ehrs/${ehr.id}/documents`, { token })
  t.like(body.documents[0], { status: 'failed', failure: { error: 'engine_crashed' }, content: {} })
})

test('a bug in a generator leaves as internal_error, without its words', async (t) => {
  const server = await startDocumentServer(
    t,
    quotingGenerator(() => {
      throw new Error('paciente Maria')
    }),
  )
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const events = await server.generate(token, ehr.id)
  t.like(events.at(-1), { type: 'failed', error: 'internal_error' })
  t.false(JSON.stringify(events).includes('Maria'))
})

test('closing the request cancels the generation', async (t) => {
  let begun = () => {}
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  let stopped = () => {}
  const aborted = new Promise<void>((resolve) => {
    stopped = resolve
  })
  const server = await startDocumentServer(
    t,
    quotingGenerator((_, signal) => {
      begun()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped()
          reject(signal.reason)
        })
      })
    }),
  )
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const controller = new AbortController()
  const request = fetch(`${server.url}/api/v1/ehrs/${ehr.id}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(BODY),
    signal: controller.signal,
  }).then((response) => response.text())
  await started
  controller.abort()
  await t.throwsAsync(request, { any: true, name: 'AbortError' })
  await aborted
  const failed = await eventually(async () =>
    (await server.documents.list(ehr.id)).find(({ status }) => status === 'failed'),
  )
  t.is(failed?.failure?.error, 'canceled')
})

test('one document is written at a time; a waiting request learns its place in the queue', async (t) => {
  const { held, goOn } = heldBack()
  const server = await startDocumentServer(
    t,
    quotingGenerator(() => held),
  )
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const first = server.generate(token, ehr.id)
  await eventually(async () => (await server.documents.list(ehr.id)).length === 1)
  const second = await queued(server, token, ehr.id)
  goOn()
  t.false((await first).some(({ type }) => type === 'queued'))
  const events = await second()
  t.deepEqual(
    events.filter(({ type }) => type === 'queued'),
    [{ type: 'queued', position: 1 }],
  )
  t.is(events.at(-1)?.type, 'done')
})

test('a queued document is written from the sources as they are when its turn comes', async (t) => {
  const { held, goOn } = heldBack()
  const inputs: DocumentInput[] = []
  const quoting = quotingGenerator(() => held)
  const server = await startDocumentServer(t, {
    ...quoting,
    generate(input, options) {
      inputs.push(input)
      return quoting.generate(input, options)
    },
  })
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const first = server.generate(token, ehr.id)
  await eventually(async () => inputs.length === 1)
  const waiting = server.generate(token, ehr.id)
  await eventually(async () => (await server.documents.list(ehr.id)).length === 2)
  server.transcript[0] = segment('Tem febre. Beber água.')
  const path = `/api/v1/ehrs/${ehr.id}`
  await server.call('PATCH', path, { token, body: { append_context: 'Alergia a dipirona.' } })
  goOn()
  t.is((await first).at(-1)?.type, 'done')
  t.is((await waiting).at(-1)?.type, 'done')
  t.is(inputs[0]?.segments[0]?.text, 'Nega febre. Beber água.')
  t.is(inputs[1]?.segments[0]?.text, 'Tem febre. Beber água.')
  t.is(inputs[1]?.contextMarkdown, 'Alergia a dipirona.')
})

test('a document whose visit was emptied while it waited is not written from what was there', async (t) => {
  const { held, goOn } = heldBack()
  const server = await startDocumentServer(
    t,
    quotingGenerator(() => held),
  )
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  const first = server.generate(token, ehr.id)
  await eventually(async () => (await server.documents.list(ehr.id)).length === 1)
  const waiting = await queued(server, token, ehr.id)
  server.transcript.length = 0
  goOn()
  await first
  t.like((await waiting()).at(-1), { type: 'failed', error: 'no_content' })
})

test('an edit keeps the evidence of what was not touched and marks what was', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const { token, document } = await generated(server)
  const content = { ...document.content, 'Queixa Principal': 'Febre há dois dias.' }
  const answer = await server.call('PATCH', `/api/v1/documents/${document.id}`, {
    token,
    body: { version: document.version, content },
  })
  t.is(answer.status, 200)
  const edited = answer.body as ClinicalDocument
  t.like(edited, {
    edited_by_user: true,
    edited_paths: [['Queixa Principal']],
    version: 3,
    status: 'draft',
  })
  t.deepEqual(
    edited.evidence,
    document.evidence.filter(({ path }) => path[0] === 'Orientações'),
  )
  t.true(edited.markdown.includes('Febre há dois dias.'))
  t.false(edited.markdown.includes('Nega febre'))
  const read = await server.call('GET', `/api/v1/documents/${document.id}`, { token })
  // The answer to a save does not look for what was said and not written.
  t.deepEqual(read.body, { ...edited, unwritten: [] })
})

test('two editors do not overwrite each other', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const { token, document } = await generated(server)
  const edit = (complaint: string) =>
    server.call('PATCH', `/api/v1/documents/${document.id}`, {
      token,
      body: {
        version: document.version,
        content: { ...document.content, 'Queixa Principal': complaint },
      },
    })
  const answers = await Promise.all([edit('Uma.'), edit('Outra.')])
  t.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  t.is(answers.find(({ status }) => status === 409)?.body.error, 'version_conflict')
})

test('an edit with thousands of fields that no model has is answered shortly', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const { token, document } = await generated(server)
  const strange = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`campo${i}`, '']))
  const answer = await server.call('PATCH', `/api/v1/documents/${document.id}`, {
    token,
    body: { version: document.version, content: { ...document.content, ...strange } },
  })
  t.is(answer.status, 400)
  t.is(answer.body.details.length, 200)
})

const refusesEdit = test.macro({
  title: (_, what) => `an edit with ${what} is refused, naming the field and not the value`,
  async exec(t, _what: string, change: object, field: string, issue: string) {
    const server = await startDocumentServer(t, quotingGenerator())
    const { token, document } = await generated(server)
    const answer = await server.call('PATCH', `/api/v1/documents/${document.id}`, {
      token,
      body: { version: document.version, content: { ...document.content, ...change } },
    })
    t.is(answer.status, 400)
    t.like(answer.body, { error: 'validation_error', details: [{ field, issue }] })
    t.false(JSON.stringify(answer.body).includes('segredo'))
  },
})
test(
  refusesEdit,
  'another type',
  { 'Queixa Principal': ['segredo'] },
  'Queixa Principal',
  'invalid',
)
test(refusesEdit, 'an empty text', { 'Queixa Principal': ' ' }, 'Queixa Principal', 'empty')
test(refusesEdit, 'an unknown field', { segredo: 'x' }, '*', 'unknown')
test(
  refusesEdit,
  'a key that the model lacks',
  { Risco: { segredo: 'x' } },
  'Risco.Autoagressão',
  'required',
)

test('a review holds until the next edit', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const { token, document } = await generated(server)
  const review = () =>
    server.call('POST', `/api/v1/documents/${document.id}/review`, { token, body: {} })
  const reviewed = await review()
  t.like(reviewed.body, { status: 'reviewed', version: 3 })
  t.deepEqual((await review()).body, reviewed.body, 'again changes nothing')

  const unchanged = { version: 3, content: document.content }
  const same = await server.call('PATCH', `/api/v1/documents/${document.id}`, {
    token,
    body: unchanged,
  })
  t.is(same.body.status, 'reviewed', 'saving without a change neither')

  const changed = { version: 3, content: { ...document.content, Orientações: null } }
  const edited = await server.call('PATCH', `/api/v1/documents/${document.id}`, {
    token,
    body: changed,
  })
  t.like(edited.body, { status: 'draft', version: 4 })

  const stale = await server.call('POST', `/api/v1/documents/${document.id}/review`, {
    token,
    body: { version: 3 },
  })
  t.is(stale.status, 409)
})

test('a document that was never finished is neither edited nor reviewed', async (t) => {
  const server = await startDocumentServer(
    t,
    quotingGenerator(() => {
      throw new AppError('unavailable', 'generation_failed', 'Não deu.')
    }),
  )
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)
  await server.generate(token, ehr.id)
  const [failed] = await server.documents.list(ehr.id)
  const answer = await server.call('POST', `/api/v1/documents/${failed?.id}/review`, {
    token,
    body: {},
  })
  t.is(answer.status, 409)
  t.is(answer.body.error, 'document_not_ready')
})

test('a document that a killed server left unfinished fails with interrupted at the next start', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const { token, ehr, document } = await generated(server)
  const record = await server.documents.find(document.id)
  if (!record) return t.fail()
  const id = server.newId()
  await server.documents.create({ ...record, id, status: 'generating', version: 1 })
  t.is(await server.documents.interruptGenerating(server.now()), 1)
  const { body } = await server.call('GET', `/api/v1/documents/${id}`, { token })
  t.like(body, { status: 'failed', failure: { error: 'interrupted' }, version: 2 })
  t.is((await server.documents.find(document.id))?.status, 'draft', 'finished ones are left alone')
  t.is((await server.documents.list(ehr.id)).length, 2)
})

test('no clinical word of a document lies readable on the disk', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  await generated(server)
  const bytes = await bytesAtRest(server.database.sequelize, server.dataDir)
  t.false(bytes.includes('Nega febre'))
})

test('the organization’s models are listed after the built-in ones, and are its own', async (t) => {
  const server = await startDocumentServer(t, quotingGenerator())
  const token = await server.buildSession()
  const { organizationId } = await server.access.authenticate(token)
  const { template: own } = await server.catalogue.install(
    organizationId,
    JSON.stringify({ ...SMALL_TEMPLATE, slug: 'meu', name: 'Meu' }),
  )
  const { body } = await server.call('GET', '/api/v1/templates', { token })
  t.deepEqual(
    body.templates.map(({ id, group }: { id: string; group: string }) => [id, group]),
    [
      ['smallTemplate', 'own'],
      [own.id, 'own'],
    ],
  )
  t.deepEqual(body.templates[1].fields, SMALL_TEMPLATE.fields)
  const other = await server.call('GET', '/api/v1/templates', {
    token: await server.buildSession(),
  })
  t.is(other.body.templates.length, 1)
})

/**
 * Another document is asked for; resolves when its answer tells that it waits. @returns reads it to
 * its end
 */
async function queued(server: DocumentServer, token: string, ehrId: string) {
  const path = `/api/v1/ehrs/${ehrId}/documents`
  const { body } = await server.request('POST', path, { token, body: BODY })
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  const goesOn = async () => {
    const { value = '', done } = await reader.read()
    heard += value
    return !done
  }
  while (!heard.includes('"queued"') && (await goesOn()));
  return async (): Promise<GenerationEvent[]> => {
    while (await goesOn());
    return eventsOf(heard)
  }
}

async function eventually<T>(read: () => Promise<T>): Promise<T | undefined> {
  for (let tries = 0; tries < 2400; tries += 1) {
    const value = await read()
    if (value) return value
    await sleep(25)
  }
  return undefined
}
