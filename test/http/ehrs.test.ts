import test from 'ava'
import { bytesAtRest } from '../helpers/bytes-at-rest.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const ids = { consultation_id: 'consulta-1', doctor_id: 'medica-1', patient_id: 'paciente-1' }
const external = '/api/v1/ehrs/by-external-id'

const open = (server: TestServer, token: string, body: object = ids) =>
  server.call('PUT', external, { token, body })
const patch = (server: TestServer, token: string, id: string, body: object) =>
  server.call('PATCH', `/api/v1/ehrs/${id}`, { token, body })

async function openedBy(server: TestServer) {
  const token = await server.buildSession()
  const { body } = await open(server, token)
  return { token, id: body.id as string }
}

test('opening by the host’s identifiers creates once and then finds', async (t) => {
  const now = () => new Date('2026-01-01T12:00:00Z')
  const server = await startServer(t, { now })
  const token = await server.buildSession()
  const first = await open(server, token, { ...ids, type: 'TELEMEDICINE' })
  t.is(first.status, 201)
  t.regex(first.body.id, /^[0-9a-f-]{36}$/)
  t.deepEqual(first.body, {
    id: first.body.id,
    ...ids,
    type: 'TELEMEDICINE',
    status: 'open',
    name: null,
    consent: { status: 'not_recorded', recorded_at: null, method: null, recorded_by: null },
    context_markdown: '',
    background_history: null,
    recorded_ms: 0,
    finished_at: null,
    version: 1,
    created_at: '2026-01-01T12:00:00.000Z',
    updated_at: '2026-01-01T12:00:00.000Z',
  })
  const again = await open(server, token, { ...ids, type: 'IN_PERSON' })
  t.is(again.status, 200)
  t.deepEqual(again.body, first.body, 'and keeps its type')
  const read = await server.call('GET', `/api/v1/ehrs/${first.body.id}`, { token })
  t.is(read.status, 200)
  t.deepEqual(read.body, first.body)
})

test('twenty at once, over two processes, open one consultation and one of them created it', async (t) => {
  const server = await startServer(t)
  const beside = await startServer(t, { beside: server })
  const token = await server.buildSession()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => open(index % 2 ? server : beside, token)),
  )
  t.is(new Set(answers.map(({ body }) => body.id)).size, 1)
  t.deepEqual(answers.map(({ status }) => status).sort(), [...Array(19).fill(200), 201])
})

test('another patient under the same identifier is a conflict that leaks nothing', async (t) => {
  const server = await startServer(t)
  const token = await server.buildSession()
  await open(server, token)
  const { status, body } = await open(server, token, { ...ids, patient_id: 'paciente-2' })
  t.is(status, 409)
  t.deepEqual(Object.keys(body), ['error', 'message'])
  t.is(body.error, 'identifier_mismatch')
  t.false(JSON.stringify(body).includes('paciente-1'))
  t.false(JSON.stringify(body).includes('medica-1'))
})

test('at a change of shift another doctor goes on with the consultation', async (t) => {
  const server = await startServer(t)
  const token = await server.buildSession()
  const { body: first } = await open(server, token)
  const { status, body } = await open(server, token, { ...ids, doctor_id: 'medico-2' })
  t.is(status, 200)
  t.is(body.id, first.id)
})

test('with tokens bound to doctors, another doctor needs a token for the consultation', async (t) => {
  const server = await startServer(t)
  const { id: organizationId } = await server.buildOrganization({ enforceDoctorScope: true })
  const { secret } = await server.buildApiKey({ organizationId })
  const credential = await server.access.authenticateKey(secret)
  const session = (doctorId: string) =>
    server.access.issueSessionToken(credential, { doctorId }).then(({ token }) => token)
  const { body: first } = await open(server, await session('medica-1'))
  const second = { ...ids, doctor_id: 'medico-2' }
  t.like(await open(server, await session('medico-2'), second), {
    status: 403,
    body: { error: 'forbidden' },
  })

  const { token } = await server.access.issueConsultationToken(credential, {
    consultationId: ids.consultation_id,
    doctorId: 'medico-2',
    patientId: ids.patient_id,
  })
  t.like(await open(server, token, second), { status: 200, body: { id: first.id } })
  t.is((await server.call('GET', `/api/v1/ehrs/${first.id}`, { token })).status, 200)
  t.is((await open(server, token, { ...ids, doctor_id: 'medico-3' })).status, 403)
})

test('the host’s own consultation id names it too, within what the token may open', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const credential = await server.access.authenticateKey(secret)
  const token = await server.buildSession({ secret })
  const hostUuid = '0f8fad5b-d9cb-469f-a165-70867728950e'
  for (const consultation_id of ['atendimento 47/11', hostUuid]) {
    const { body } = await open(server, token, { ...ids, consultation_id })
    const at = `/api/v1/ehrs/${encodeURIComponent(consultation_id)}`
    t.is((await server.call('GET', at, { token })).body.id, body.id)
    const bound = (consultationId: string) =>
      server.access
        .issueConsultationToken(credential, {
          consultationId,
          doctorId: ids.doctor_id,
          patientId: ids.patient_id,
        })
        .then((issued) => issued.token)
    const own = await bound(consultation_id)
    t.is((await server.call('GET', at, { token: own })).body.id, body.id)
    const other = await server.call('GET', at, { token: await bound('outra') })
    t.deepEqual([other.status, other.body.error], [404, 'not_found'])
    const foreign = await server.call('GET', at, { token: await server.buildSession() })
    t.deepEqual([foreign.status, foreign.body.error], [404, 'not_found'])
  }
})

test('two organizations may use the same identifiers without meeting', async (t) => {
  const server = await startServer(t)
  const mine = await openedBy(server)
  const theirs = await openedBy(server)
  t.not(mine.id, theirs.id)
  for (const id of [mine.id, '00000000-0000-4000-8000-000000000000', 'ehr_123456', '%00', 'x y']) {
    const path = `/api/v1/ehrs/${id}`
    for (const [method, body] of [
      ['GET', undefined],
      ['PATCH', { append_context: 'x' }],
    ] as const) {
      const response = await server.call(method, path, { token: theirs.token, body })
      t.is(response.status, 404, `${method} ${id}`)
      t.is(response.body.error, 'not_found')
    }
  }
})

test('opening says which identifier is missing or wrong', async (t) => {
  const server = await startServer(t)
  const token = await server.buildSession()
  const missing = await open(server, token, { doctor_id: 'd', patient_id: 'p' })
  t.is(missing.status, 400)
  t.deepEqual(missing.body.details, [{ field: 'consultation_id', issue: 'required' }])
  const wrong = await open(server, token, { ...ids, type: 'BY_LETTER' })
  t.deepEqual(wrong.body.details, [{ field: 'type', issue: 'invalid' }])
  t.is((await open(server, token, { ...ids, type: 'telemedicine' })).body.type, 'TELEMEDICINE')
})

test('overwriting needs the current version, and of two writers one succeeds', async (t) => {
  const server = await startServer(t)
  const { token, id } = await openedBy(server)
  const blind = await patch(server, token, id, { context_markdown: 'x' })
  t.is(blind.status, 400)
  t.deepEqual(blind.body.details, [{ field: 'version', issue: 'required' }])

  const first = await patch(server, token, id, { version: 1, context_markdown: 'Asma.' })
  t.is(first.status, 200)
  t.like(first.body, { version: 2, context_markdown: 'Asma.', applied: true, reason: null })
  const late = await patch(server, token, id, { version: 1, context_markdown: 'Outra coisa.' })
  t.is(late.status, 409)
  t.is(late.body.error, 'version_conflict')

  const race = await Promise.all(
    ['a', 'b', 'c'].map((text) => patch(server, token, id, { version: 2, context_markdown: text })),
  )
  t.deepEqual(race.map(({ status }) => status).sort(), [200, 409, 409])
})

test('concurrent appends are all kept, each after a blank line', async (t) => {
  const server = await startServer(t)
  const { token, id } = await openedBy(server)
  const lines = Array.from({ length: 8 }, (_, index) => `- item ${index}`)
  const answers = await Promise.all(
    lines.map((line) => patch(server, token, id, { append_context: line })),
  )
  t.true(answers.every(({ status }) => status === 200))
  const { body } = await server.call('GET', `/api/v1/ehrs/${id}`, { token })
  t.deepEqual(body.context_markdown.split('\n\n').sort(), lines)
  t.is(body.version, 9)
})

test('context beyond 50,000 characters is refused, not cut', async (t) => {
  const server = await startServer(t)
  const { token, id } = await openedBy(server)
  const full = 'x'.repeat(50_000)
  const fits = await patch(server, token, id, { version: 1, context_markdown: full })
  t.is(fits.status, 200)
  const cases = [
    [{ append_context: 'y' }, 'append_context'],
    [{ version: 2, context_markdown: `${full}y` }, 'context_markdown'],
    [
      { set_background_history: { text: `${full}y`, replace_if_exists: true } },
      'set_background_history.text',
    ],
  ] as const
  for (const [body, field] of cases) {
    const response = await patch(server, token, id, body)
    t.is(response.status, 400)
    t.like(response.body.details[0], { field, issue: 'too_long' })
  }
  const { body } = await server.call('GET', `/api/v1/ehrs/${id}`, { token })
  t.is(body.context_markdown, full)
  t.is(body.version, 2)
})

test('a background history is set once, replaced only when asked, and can be removed', async (t) => {
  const server = await startServer(t)
  const { token, id } = await openedBy(server)
  await patch(server, token, id, { append_context: 'Digitado.' })
  const set = (text: string, replace?: boolean) =>
    patch(server, token, id, {
      set_background_history: {
        text,
        ...(replace !== undefined && { replace_if_exists: replace }),
      },
    })
  t.like((await set('Cirurgia em 2019.')).body, {
    applied: true,
    reason: null,
    background_history: 'Cirurgia em 2019.',
    context_markdown: 'Digitado.',
  })
  t.like((await set('Outra.')).body, {
    applied: false,
    reason: 'ALREADY_EXISTS',
    background_history: 'Cirurgia em 2019.',
  })
  t.like((await set('Outra.', true)).body, { applied: true, background_history: 'Outra.' })
  const removed = await patch(server, token, id, { remove_background_history: true })
  t.is(removed.body.background_history, null)
  t.like((await set('De novo.')).body, { applied: true, background_history: 'De novo.' })
})

test('consent keeps when and how, and forgets them when taken back to not recorded', async (t) => {
  const now = () => new Date('2026-01-01T12:00:00Z')
  const server = await startServer(t, { now })
  const token = await server.buildSession({ doctorId: 'medica-9' })
  const { id } = (await open(server, token)).body
  const given = await patch(server, token, id, {
    version: 1,
    consent: { status: 'given', method: 'verbal' },
  })
  t.deepEqual(given.body.consent, {
    status: 'given',
    recorded_at: '2026-01-01T12:00:00.000Z',
    method: 'verbal',
    recorded_by: 'medica-9',
  })
  const principal = await server.access.authenticate(token)
  const { consent } = await server.consultations.openConsultation(principal, id)
  t.is(consent.recordedBy, 'medica-9')
  const refused = await patch(server, token, id, { version: 2, consent: { status: 'refused' } })
  t.like(refused.body.consent, { status: 'refused', method: null })
  const none = await patch(server, token, id, { version: 3, consent: { status: 'not_recorded' } })
  t.deepEqual(none.body.consent, {
    status: 'not_recorded',
    recorded_at: null,
    method: null,
    recorded_by: null,
  })
})

test('the type can change until something was recorded', async (t) => {
  const server = await startServer(t)
  const { token, id } = await openedBy(server)
  const changed = await patch(server, token, id, { version: 1, type: 'TELEMEDICINE' })
  t.is(changed.body.type, 'TELEMEDICINE')
  const store = server.consultationRows
  await store.updateRecorded(id, { status: 'paused', recordedMs: 1500, finishedAt: null })

  const { status, body } = await patch(server, token, id, { version: 2, type: 'IN_PERSON' })
  t.is(status, 409)
  t.is(body.error, 'type_locked')
  const same = await patch(server, token, id, { version: 2, type: 'TELEMEDICINE' })
  t.is(same.status, 200, 'what it is already is no change')
  t.like(same.body, { status: 'paused', recorded_ms: 1500, version: 2 })
})

test('a recording that begins between the look and the write wins over a change of type', async (t) => {
  const server = await startServer(t)
  const { token, id } = await openedBy(server)
  const principal = await server.access.authenticate(token)
  const before = await server.consultations.openConsultation(principal, id)
  const store = server.consultationRows
  await store.updateRecorded(id, { status: 'recording', recordedMs: 0, finishedAt: null })
  const changes = { type: 'TELEMEDICINE' as const, updatedAt: new Date() }
  t.false(await store.update(id, { version: before.version, unrecorded: true }, changes))
  t.true(await store.update(id, { version: before.version }, { updatedAt: new Date() }))
})

test('a misspelt or malformed change is refused before anything is written', async (t) => {
  const server = await startServer(t)
  const { token, id } = await openedBy(server)
  const cases: [object, object][] = [
    [{ contextMarkdown: 'x' }, { field: 'contextMarkdown', issue: 'unknown' }],
    [{ version: '1' }, { field: 'version', issue: 'invalid' }],
    [
      { version: 1, consent: {} },
      { field: 'consent.status', issue: 'required' },
    ],
    [{ append_context: 'a\u0000b' }, { field: 'append_context', issue: 'invalid' }],
    [
      { consent: { status: 'given', method: 'a\u0000b' } },
      { field: 'consent.method', issue: 'invalid' },
    ],
    [
      { set_background_history: { text: '' } },
      { field: 'set_background_history.text', issue: 'required' },
    ],
    [
      { remove_background_history: false },
      { field: 'remove_background_history', issue: 'invalid' },
    ],
  ]
  for (const [body, detail] of cases) {
    const response = await patch(server, token, id, body)
    t.is(response.status, 400)
    t.deepEqual(response.body.details, [detail])
  }
  const { body } = await server.call('GET', `/api/v1/ehrs/${id}`, { token })
  t.is(body.version, 1)
})

test('hostile text comes back as it went in', async (t) => {
  const server = await startServer(t)
  const { token, id } = await openedBy(server)
  const text = `<script>alert(1)</script> '; DROP TABLE consultations; -- {{x}} \u202e 😀 \r\n`
  const { body } = await patch(server, token, id, { version: 1, context_markdown: text })
  t.is(body.context_markdown, text)
})

test('marks that turn a text around are left out of names, and refused in identifiers', async (t) => {
  const server = await startServer(t)
  const token = await server.buildSession()
  const named = await open(server, token, { ...ids, name: '\u202aMaria \u202eSouza\u200f\u202c' })
  t.is(named.body.name, 'Maria Souza')
  const { id, version } = named.body
  const changed = await patch(server, token, id, { version, name: '\u2067João\u2069' })
  t.is(changed.body.name, 'João')
  for (const field of ['consultation_id', 'doctor_id', 'patient_id'] as const) {
    const { status, body } = await open(server, token, { ...ids, [field]: `${ids[field]}\u200e` })
    t.is(status, 400, field)
    t.deepEqual(body.details, [{ field, issue: 'invalid' }])
  }
})

test('there is no list and no search of consultations', async (t) => {
  const server = await startServer(t)
  const { token } = await openedBy(server)
  for (const path of ['/api/v1/ehrs', '/api/v1/ehrs/', '/api/v1/ehrs?patient_id=paciente-1'])
    t.is((await server.call('GET', path, { token })).status, 404, path)
  t.is((await server.call('GET', external, { token })).status, 404, 'not even by identifier')
})

test('a host’s backend hands over what it knows before the plugin opens; what is written stays', async (t) => {
  const server = await startServer(t)
  const { secret, key } = await server.buildApiKey()
  const headers = { 'x-svc-token': secret }
  const known = { context: 'Retorno.', background_history: 'Asma desde a infância.' }
  const prepare = (more: object, path = '/integration/ehrs/') =>
    server.call('PUT', path, { headers, body: { ...ids, ...more } })

  const first = await prepare({ ...known, type: 'TELEMEDICINE' })
  t.is(first.status, 201)
  const { id, created_at } = first.body
  t.deepEqual(first.body, {
    id,
    ...ids,
    type: 'TELEMEDICINE',
    status: 'open',
    created_at,
    context_stored: true,
    background_history_stored: true,
  })
  const again = await prepare(known, '/api/v1/integration/ehrs')
  t.is(again.status, 200)
  t.deepEqual(again.body, first.body, 'the same call twice')

  const token = await server.buildSession({ secret })
  const opened = await open(server, token)
  t.is(opened.status, 200)
  t.like(opened.body, {
    id,
    context_markdown: known.context,
    background_history: known.background_history,
    type: 'TELEMEDICINE',
  })
  const { version } = opened.body
  await patch(server, token, id, { version, context_markdown: 'O médico escreveu.' })
  const late = await prepare({ context: 'Outro.', background_history: 'Outra.' })
  t.like(late.body, { id, context_stored: false, background_history_stored: false })
  t.like((await open(server, token)).body, {
    context_markdown: 'O médico escreveu.',
    background_history: known.background_history,
  })

  t.is((await prepare({ patient_id: 'paciente-2' })).body.error, 'identifier_mismatch')
  t.like((await prepare({ context: 'x'.repeat(50_001) })).body, { error: 'validation_error' })
  t.is((await prepare({ context: ' ', background_history: null })).body.context_stored, false)
  t.is((await server.call('PUT', '/integration/ehrs/', { body: ids })).status, 401)
  const { organizationId } = key
  const auth = await server.buildApiKey({ organizationId, scopes: ['identify:create'] })
  const refused = { headers: { 'x-svc-token': auth.secret }, body: ids }
  t.is((await server.call('PUT', '/integration/ehrs/', refused)).status, 403)
})

test('a visit has the name that the host gives it last, and nobody reads it from the database', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const name = async () => (await open(server, token)).body.name
  const give = (given: unknown) =>
    server.call('PUT', '/integration/ehrs/', {
      headers: { 'x-svc-token': secret },
      body: { ...ids, name: given },
    })
  const token = await server.buildSession({ secret })
  t.is(await name(), null)
  t.is((await give(' Maria das Dores ')).status, 200)
  t.is(await name(), 'Maria das Dores')
  for (const nothing of [null, '', undefined]) await give(nothing)
  t.is(await name(), 'Maria das Dores', 'what says nothing changes nothing')
  const { id, version } = (await open(server, token)).body
  t.like((await patch(server, token, id, { name: 'Maria D. Souza' })).body, {
    name: 'Maria D. Souza',
    version: version + 1,
  })
  const bytes = await bytesAtRest(server.database.sequelize, server.dataDir)
  for (const word of ['Maria', 'Souza']) t.false(bytes.includes(word), word)
  t.is((await patch(server, token, id, { name: null })).body.name, null)
  for (const wrong of ['x'.repeat(256), 'a\u0007b', 7])
    t.is((await give(wrong)).body.details[0].field, 'name')
})

test('the plugin’s opening takes what is handed over too, and blanks are nothing', async (t) => {
  const server = await startServer(t)
  const token = await server.buildSession()
  const blank = { context: '\n', background_history: '' }
  const first = await open(server, token, { ...ids, ...blank })
  t.like(first.body, { context_markdown: '', background_history: null, version: 1 })
  const handed = await open(server, token, { ...ids, context: 'Retorno.' })
  t.is(handed.status, 200)
  t.like(handed.body, { context_markdown: 'Retorno.', background_history: null })
})
