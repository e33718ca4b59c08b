/** Which entry each endpoint leaves: every one of them, over a socket, on the whole service. */
import { randomUUID } from 'node:crypto'
import test from 'ava'
import { auditedRoutes, unauditedRoutes } from '../../api/middleware/audit-routes.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { deviceKey, proofOf } from '../helpers/extension-device.ts'
import { connectChannel } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'

type Row = [route: string, path: string, entries: string | string[], body?: unknown]

const WORDS = {
  patient_id: 'prontuario-0815',
  doctor_id: 'dra.beatriz@hospital',
  consultation_id: 'atendimento-4711',
}

test('every endpoint that touches what is somebody’s leaves its entry, with the patient and the request', async (t) => {
  let code = ''
  const service = await startAuditedService(t, {}, async (access, id) => {
    const extension = { enabled: true, fill: true, capture: true, lockMinutes: 10, idleDays: 90 }
    await access.updateOrganization(id, { extension })
    code = (await access.inviteUser((await access.addUser({ organizationId: id, name: 'Ana' })).id))
      .code
  })
  const { call, secret } = service
  const asked = new Map<string, { route: string; entries: string[] }>()
  const ask = async (
    headers: Record<string, string>,
    [route, path, entries, body]: Row,
  ): ReturnType<typeof call> => {
    const id = randomUUID()
    asked.set(id, { route, entries: [entries].flat() })
    const [method] = route.split(' ')
    const all = { ...headers, 'x-request-id': id }
    const sent = { headers: all, ...(body !== undefined && { body }) }
    const answer = await call(method as string, path, sent)
    if (answer.status >= 500) t.log(route, answer.status, answer.text)
    return answer
  }
  const key = { 'x-svc-token': secret }
  const tokenBody = { expiration: 1800, doctor_id: WORDS.doctor_id }
  const issued = await ask(key, [
    ...(['POST /integration/session-token', '/integration/session-token/'] as const),
    ...(['token.issued', tokenBody] as const),
  ])
  for (const [route, body] of [
    ['POST /api/v1/integration/session-token', tokenBody],
    ['POST /integration/identify', WORDS],
    ['POST /api/v1/integration/identify', WORDS],
  ] as const)
    await ask(key, [route, route.slice('POST '.length), 'token.issued', body])
  for (const path of ['/integration/ehrs', '/api/v1/integration/ehrs'])
    await ask(key, [`PUT ${path}`, path, 'consultation.prepared', WORDS])
  await ask({ 'x-svc-token': 'svc_key_wrong' }, [
    ...(['POST /integration/identify', '/integration/identify'] as const),
    ...(['authentication.refused refused', WORDS] as const),
  ])

  let token = { authorization: `Bearer ${issued.body.access}` }
  const go = async (...row: Row) => {
    // A token may ask ten times a second.
    if (asked.size % 7 === 0) {
      const path = '/integration/session-token/'
      const another = await call('POST', path, { headers: key, body: tokenBody })
      token = { authorization: `Bearer ${another.body.access}` }
    }
    return ask(token, row)
  }
  const ehr = (
    await go(
      'PUT /api/v1/ehrs/by-external-id',
      '/api/v1/ehrs/by-external-id',
      'consultation.opened',
      WORDS,
    )
  ).body
  const at = `/api/v1/ehrs/${ehr.id}`
  const on = '/api/v1/ehrs/:id'
  await go(`GET ${on}`, at, 'consultation.opened')
  await go(`GET ${on}`, `/api/v1/ehrs/maria-da-silva`, 'consultation.opened refused')
  const consent = { status: 'given', method: 'verbal' }
  await go(`PATCH ${on}`, at, ['consent.given', 'consultation.changed'], {
    version: 1,
    consent,
    context_markdown: 'Queixa: tosse há três dias. Nega febre.',
  })

  const { body: recording } = await go(
    `POST ${on}/recordings`,
    `${at}/recordings`,
    'recording.started',
    { channels: 1 },
  )
  const sound = noise(1600, 1)
  const rid = `/api/v1/recordings/${recording.recording_id}`
  const byRid = '/api/v1/recordings/:rid'
  await call('PUT', `${rid}/frames`, { headers: token, body: framesOf(sound)[0] })
  await go(`POST ${byRid}/complete`, `${rid}/complete`, 'recording.finished', {
    channels: [{ channel: 0, last_sequence: 0, samples: 1600, sha256: sha256(sound) }],
  })
  await go(`GET ${byRid}`, rid, 'recording.read')
  await go(`GET ${on}/use`, `${at}/use`, 'consultation.opened')
  await go(`GET ${on}/transcriptions`, `${at}/transcriptions`, 'transcript.read')
  await go(
    `PATCH ${on}/transcriptions/:segmentId`,
    `${at}/transcriptions/${randomUUID()}`,
    'transcript.corrected refused',
    { was: 'a', text: 'b' },
  )
  await go(`GET ${on}/audio/kept`, `${at}/audio/kept`, 'recording.read')
  await go(`GET ${on}/audio`, `${at}/audio?start_ms=0&end_ms=100`, 'recording.heard')
  await go(`POST ${on}/audio`, `${at}/audio`, 'recording.uploaded refused', {})
  await go(`DELETE ${byRid}`, rid, 'recording.deleted')

  const announced = await go(`POST ${on}/files`, `${at}/files`, 'file.uploaded', {
    name: 'exame.pdf',
    size_bytes: 4,
    source: 'user',
  })
  const fileId = announced.body.file?.id ?? randomUUID()
  await go('PUT /api/v1/uploads/:id', `/api/v1/uploads/${fileId}`, 'file.uploaded refused')
  await go(`GET ${on}/files`, `${at}/files`, 'file.listed')
  await go('GET /api/v1/files/:id', `/api/v1/files/${fileId}`, 'file.read')
  await go('GET /api/v1/files/:id/text', `/api/v1/files/${fileId}/text`, 'file.read *')
  await go('GET /api/v1/files/:id/thumbnail', `/api/v1/files/${fileId}/thumbnail`, 'file.read *')
  await go('POST /api/v1/files/:id/retry', `/api/v1/files/${fileId}/retry`, 'file.changed *')
  await go('DELETE /api/v1/files/:id', `/api/v1/files/${fileId}`, 'file.deleted')

  await go(`POST ${on}/documents`, `${at}/documents`, 'document.generated', {
    template_id: (await call('GET', `${at}/templates`, { headers: token })).body.templates[0].id,
  })
  const { documents } = (await go(`GET ${on}/documents`, `${at}/documents`, 'document.listed')).body
  const [document] = documents
  const path = `/api/v1/documents/${document.id}`
  const doc = '/api/v1/documents/:id'
  await go(`GET ${doc}`, path, 'document.read')
  await go(`PATCH ${doc}`, path, 'document.edited', {
    version: document.version,
    content: document.content,
  })
  const reviewed = (await go(`POST ${doc}/review`, `${path}/review`, 'document.reviewed', {})).body
  await go(`POST ${doc}/uses`, `${path}/uses`, 'document.used', {
    how: 'filled',
    version: reviewed.version,
  })
  const unknown = { id: 'medicine:nothing', version: reviewed.version }
  for (const act of ['take', 'dismiss'])
    await go(
      `POST ${doc}/unwritten/${act}`,
      `${path}/unwritten/${act}`,
      'document.edited *',
      unknown,
    )
  await go(`GET ${doc}/versions`, `${path}/versions`, 'document.read')
  await go(`GET ${doc}/audit`, `${path}/audit`, 'document.read')
  await go(`GET ${doc}/versions/:number`, `${path}/versions/1`, 'document.read')
  await go(
    `POST ${doc}/versions/:number/restore`,
    `${path}/versions/1/restore`,
    'document.restored *',
    {},
  )
  await go(`POST ${doc}/rewrite`, `${path}/rewrite`, 'document.rewritten refused', {})
  await go(`POST ${doc}/structured-output`, `${path}/structured-output`, 'output.generated *', {
    schema: { type: 'object', properties: { tosse: { type: 'boolean' } } },
  })
  await go(`GET ${on}/visit`, `${at}/visit`, 'consultation.opened')
  await go(`PATCH ${on}/visit`, `${at}/visit`, 'consultation.changed', { modality: '06' })
  await go(`GET ${on}/diagnoses`, `${at}/diagnoses`, 'diagnosis.suggested')
  await go(`PUT ${on}/diagnoses`, `${at}/diagnoses`, 'diagnosis.confirmed *', { diagnoses: [] })
  await go(`GET ${on}/procedures`, `${at}/procedures`, 'procedure.suggested')
  await go(`PUT ${on}/procedures`, `${at}/procedures`, 'procedure.confirmed *', { procedures: [] })
  await go(`POST ${on}/templates`, `${at}/templates`, 'model.created *', {})
  const own = `${at}/templates/${randomUUID()}`
  await go(`PUT ${on}/templates/:template_id`, own, 'model.changed refused', {})
  await go(`DELETE ${on}/templates/:template_id`, own, 'model.deleted *')
  await go(`DELETE ${doc}`, path, 'document.deleted')
  await go(`POST ${doc}/restore`, `${path}/restore`, 'document.restored')

  const net = `/v1/ehrs/${ehr.id}/rnds`
  const rnds = '/v1/ehrs/:ehr_id/rnds'
  await go(`POST ${rnds}/submit`, `${net}/submit`, 'rnds.submitted *', {})
  await go(`GET ${rnds}/status`, `${net}/status`, 'rnds.read *')
  await go(`PUT ${rnds}/replace`, `${net}/replace`, 'rnds.replaced *', {})
  await go(`DELETE ${rnds}`, net, 'rnds.deleted *')
  await go(`POST ${rnds}/delete`, `${net}/delete`, 'rnds.deleted *', {})
  const cpf = '52998224725'
  const person = 'rnds.person_looked_up *'
  await go('GET /v1/rnds/patient', `/v1/rnds/patient?cpf=${cpf}`, person)
  await go('POST /v1/rnds/patient', '/v1/rnds/patient', person, { cpf })
  await go('GET /v1/rnds/practitioner', '/v1/rnds/practitioner?cns=980016287385192', person)
  await ask({ 'sec-fetch-site': 'same-origin' }, [
    ...(['POST /embed/session', '/embed/session', 'authentication.refused refused'] as const),
    { ...WORDS, source: 'message', bearer_token: 'nonsense', host_origin: null },
  ])
  const device = deviceKey()
  const signed = await ask({}, [
    ...(['POST /extension/sign-in', '/extension/sign-in', 'device.signed_in'] as const),
    { code, device_name: 'Chrome', public_key: device.publicKey },
  ])
  const renewed = await ask({ dpop: proofOf(device, service.url) }, [
    ...(['POST /extension/token', '/extension/token', 'device.renewed'] as const),
    { refresh_token: signed.body.refresh_token },
  ])
  const mine = { authorization: `Bearer ${renewed.body.access_token}` }
  await ask(mine, [
    ...(['POST /extension/lock', '/extension/lock', 'device.lock_changed'] as const),
    { act: 'locked', at: '2026-01-01T12:00:00Z' },
  ])
  const visits = '/extension/visits'
  const visit = await ask(mine, [
    ...([`POST ${visits}`, visits, 'consultation.opened'] as const),
    { patient: { id: WORDS.patient_id }, ehr_id: 'atendimento-extensao' },
  ])
  await ask(mine, [`GET ${visits}`, visits, 'consultation.listed'])
  await ask(mine, [
    ...([`POST ${visits}/:id/token`, `${visits}/${visit.body.id}/token`, 'token.issued'] as const),
  ])
  await ask(mine, ['POST /extension/sign-out', '/extension/sign-out', 'device.signed_out'])
  await ask({}, [`GET ${on}`, at, 'authentication.refused refused'])
  await ask({ ...token, origin: 'https://elsewhere.example' }, [
    ...([`GET ${on}`, at, 'access.refused refused'] as const),
  ])

  const { entries, report } = await service.trail()
  t.deepEqual(report.findings, [])
  const known = new Map<string, typeof entries>()
  for (const entry of entries)
    if (entry.request_id)
      known.set(entry.request_id, [...(known.get(entry.request_id) ?? []), entry])
  for (const [id, { route, entries: expected }] of asked) {
    const found = known.get(id) ?? []
    const told = found.map(({ action, outcome }) => [action, outcome])
    const wanted = expected.map((text, index) => {
      const [action, outcome = 'success'] = text.split(' ')
      return [action, outcome === '*' ? told[index]?.[1] : outcome]
    })
    t.deepEqual(told, wanted, route)
    if (/ehrs\/:|documents|recordings|files/.test(route) && found[0]?.outcome === 'success') {
      t.is(found[0].consultation_id, ehr.id, route)
      t.truthy(found[0].patient, route)
      t.truthy(found[0].person, route)
    }
  }
  const routes = new Set([...asked.values()].map(({ route }) => route))
  t.deepEqual(
    Object.keys(auditedRoutes).filter((route) => !routes.has(route)),
    [],
    'every audited route was asked',
  )
  const whole = JSON.stringify(entries)
  for (const word of [...Object.values(WORDS), cpf, 'maria-da-silva', 'tosse', secret, 'verbal'])
    t.false(whole.includes(word), word)
  t.true(entries.filter(({ action }) => action === 'document.recorded').length >= 2)
})

test('a consultation that is named by its host’s own id is in the audit by ours', async (t) => {
  const service = await startAuditedService(t)
  const { call, secret } = service
  const key = { 'x-svc-token': secret }
  const issued = await call('POST', '/integration/session-token/', { headers: key, body: {} })
  const headers = { authorization: `Bearer ${issued.body.access}` }
  const ehr = await call('PUT', '/api/v1/ehrs/by-external-id', { headers, body: WORDS })
  const id = randomUUID()
  const named = { headers: { ...headers, 'x-request-id': id } }
  t.is((await call('GET', `/api/v1/ehrs/${WORDS.consultation_id}`, named)).status, 200)
  const { entries } = await service.trail()
  const [entry] = entries.filter(({ request_id }) => request_id === id)
  t.is(entry?.consultation_id, ehr.body.id)
  t.truthy(entry?.patient)
  t.false(JSON.stringify(entries).includes(WORDS.consultation_id))
})

const shift = test.macro({
  title: (_, saidBy: string) =>
    `at a change of shift each doctor, as ${saidBy} says, is the author of what they did, and the audit names both`,
  async exec(t, saidBy: 'the token' | 'the page') {
    const { call, secret, trail } = await startAuditedService(t)
    const doctor = async (doctor_id: string) => {
      const headers = { 'x-svc-token': secret }
      const issued = await call('POST', '/integration/session-token/', {
        headers,
        body: { expiration: 1800, ...(saidBy === 'the token' && { doctor_id }) },
      })
      const said = saidBy === 'the page' && { 'x-svc-doctor-id': encodeURIComponent(doctor_id) }
      const ask = async (method: string, path: string, body?: unknown) => {
        const headers = { authorization: `Bearer ${issued.body.access}`, ...said }
        const answer = await call(method, `/api/v1${path}`, { headers, body })
        t.true(answer.status < 300, `${method} ${path}: ${answer.text}`)
        return answer
      }
      const words = { ...WORDS, doctor_id }
      const { id, version } = (await ask('PUT', '/ehrs/by-external-id', words)).body
      return { ask, at: `/ehrs/${id}`, version }
    }
    const first = await doctor('dra.beatriz')
    await first.ask('PATCH', first.at, {
      version: first.version,
      consent: { status: 'given', method: 'verbal' },
      context_markdown: 'Paciente refere tosse seca há três dias.',
    })
    const written = await first.ask('POST', `${first.at}/documents`, { template_id: 'anamnesis' })
    const done = written.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .at(-1)
    const document = `/documents/${done.document.id}`
    const edit = (text: string, version: number) => ({
      content: { ...done.document.content, 'Queixa Principal': text },
      version,
    })
    const one = await first.ask('PATCH', document, edit('Tosse seca', done.document.version))

    const second = await doctor('dr.joão')
    t.is(second.at, first.at)
    await second.ask('PATCH', document, edit('Tosse seca, sem febre', one.body.version))
    await second.ask('POST', `${document}/review`, {})
    const { versions } = (await first.ask('GET', `${document}/versions`)).body
    const by = versions.map((entry: { by: string | null }) => entry.by)
    t.deepEqual([...new Set(by)].filter(Boolean), ['dr.joão', 'dra.beatriz'], 'the newest first')

    const { acts } = await trail()
    const who = (action: string) =>
      acts.filter((act) => act.action === action).map(({ person }) => person)
    t.deepEqual(who('consent.given'), ['dra.beatriz'])
    t.deepEqual(who('document.generated'), ['dra.beatriz'])
    t.deepEqual(who('document.edited'), ['dra.beatriz', 'dr.joão'])
    t.deepEqual(who('document.reviewed'), ['dr.joão'])
    t.deepEqual(new Set(who('consultation.opened')), new Set(['dra.beatriz', 'dr.joão']))
  },
})
test(shift, 'the token')
test(shift, 'the page')

test('whom a page says is refused where it is no name, and counts for nothing where the token names one', async (t) => {
  const { call, secret, trail } = await startAuditedService(t)
  const issued = async (body: object) => {
    const headers = { 'x-svc-token': secret }
    const { access } = (await call('POST', '/integration/session-token/', { headers, body })).body
    return `Bearer ${access}`
  }
  const open = (authorization: string, said: string) =>
    call('PUT', '/api/v1/ehrs/by-external-id', {
      headers: { authorization, 'x-svc-doctor-id': said },
      body: WORDS,
    })
  const nobody = await issued({ expiration: 1800 })
  for (const said of ['%', '%0A', 'x'.repeat(256)]) {
    const refused = await open(nobody, said)
    t.is(refused.status, 400)
    t.like(refused.body, {
      error: 'validation_error',
      details: [{ field: 'x-svc-doctor-id', issue: 'invalid' }],
    })
  }
  const named = await issued({ expiration: 1800, doctor_id: 'dra.beatriz' })
  t.is((await open(named, 'dr.outro')).status, 201)
  const { acts } = await trail()
  const opened = acts.filter(({ action }) => action === 'consultation.opened')
  t.true(opened.length > 0)
  t.false(opened.some(({ person }) => person === 'dr.outro'))
})

test('every route of the interface is in one of the two lists', async (t) => {
  const service = await startAuditedService(t)
  const { body } = await service.call('GET', '/openapi.json')
  const routes = Object.entries(body.paths as Record<string, object>)
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    .map((route) => route.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, ''))
    .filter((route) => / \/(api\/v1|v1|integration|extension)\//.test(route))
  t.true(routes.length > 40)
  t.deepEqual(
    routes.filter((route) => !(route in auditedRoutes) && !unauditedRoutes.has(route)),
    [],
  )
})

test('the channel’s acts are on record: who followed, began and ended, and who was not let in', async (t) => {
  const service = await startAuditedService(t)
  const session = await service.call('POST', '/integration/session-token/', {
    headers: { 'x-svc-token': service.secret },
    body: { expiration: 1800 },
  })
  const token = session.body.access as string
  const headers = { authorization: `Bearer ${token}` }
  const ehr = (await service.call('PUT', '/api/v1/ehrs/by-external-id', { headers, body: WORDS }))
    .body
  const stranger = await connectChannel(service.channelUrl)
  stranger.send({ type: 'hello', token: 'nonsense', ehr_id: ehr.id })
  await stranger.closed

  const client = await connectChannel(service.channelUrl)
  client.send({ type: 'hello', token, ehr_id: ehr.id, doctor_id: 'dr.joão' })
  await client.next('welcome')
  const recording_id = randomUUID()
  client.send({ type: 'recording.start', recording_id, channels: 1 })
  await client.next('recording.ready')
  const [first, second] = framesOf(noise(3200, 1))
  client.sendFrame(first!)
  await client.next('recording.ack')

  const consent = { status: 'refused', method: 'verbal' }
  const refused = await service.call('PATCH', `/api/v1/ehrs/${ehr.id}`, {
    headers,
    body: { version: ehr.version, consent },
  })
  t.is(refused.status, 200)
  client.sendFrame(second!)
  t.is((await client.next('error')).error, 'consent_refused')
  const overHttp = await service.call('PUT', `/api/v1/recordings/${recording_id}/frames`, {
    headers,
    body: second,
  })
  t.is(overHttp.body.error, 'consent_refused')
  client.send({ type: 'recording.resume', recording_id })
  t.is((await client.next('error')).error, 'consent_refused')

  const { entries, report } = await service.trail()
  t.deepEqual(report.findings, [])
  const told = entries.map(({ action, outcome }) => `${action} ${outcome}`)
  for (const expected of [
    'authentication.refused refused',
    'transcript.followed success',
    'recording.started success',
    'consent.refused success',
    'access.refused refused',
  ])
    t.true(told.includes(expected), expected)
  const started = entries.find(({ action }) => action === 'recording.started')
  t.is(started?.subject_id, recording_id)
  t.is(started?.consultation_id, ehr.id)
  t.truthy(started?.patient)
  const { acts } = await service.trail()
  const who = (action: string) => acts.find((act) => act.action === action)?.person
  t.is(who('recording.started'), 'dr.joão')
  t.is(who('transcript.followed'), 'dr.joão')
})

test('where the policy requires consent first, no sound is accepted before it is on record', async (t) => {
  const service = await startAuditedService(t, { SVC_CONSENT_LATER: 'false' })
  const session = await service.call('POST', '/integration/session-token/', {
    headers: { 'x-svc-token': service.secret },
    body: { expiration: 1800 },
  })
  const token = session.body.access as string
  const headers = { authorization: `Bearer ${token}` }
  const ehr = (await service.call('PUT', '/api/v1/ehrs/by-external-id', { headers, body: WORDS }))
    .body
  const at = `/api/v1/ehrs/${ehr.id}`
  const client = await connectChannel(service.channelUrl)
  client.send({ type: 'hello', token, ehr_id: ehr.id })
  await client.next('welcome')
  const recording_id = randomUUID()
  const [frame] = framesOf(noise(1600, 1))

  client.send({ type: 'recording.start', recording_id, channels: 1 })
  t.is((await client.next('error')).error, 'consent_required')
  client.sendFrame(frame!)
  t.is((await client.next('error')).error, 'no_recording')
  const started = await service.call('POST', `${at}/recordings`, { headers, body: { channels: 1 } })
  t.is(started.body.error, 'consent_required')

  const change = (version: number, status: string) =>
    service.call('PATCH', at, { headers, body: { version, consent: { status } } })
  t.is((await change(1, 'given')).status, 200)
  client.send({ type: 'recording.start', recording_id, channels: 1 })
  await client.next('recording.ready')
  client.sendFrame(frame!)
  await client.next('recording.ack')
  // Taken back to "nobody has asked": the policy counts again.
  t.is((await change(2, 'not_recorded')).status, 200)
  client.sendFrame(framesOf(noise(3200, 1))[1]!)
  t.is((await client.next('error')).error, 'consent_required')
})

test('repeated refusals of one caller are one audit entry with a count', async (t) => {
  const service = await startAuditedService(t)
  for (let count = 0; count < 30; count++) await service.call('GET', '/api/v1/ehrs/x')
  const { entries } = await service.trail()
  const refused = entries.filter(({ action }) => action === 'authentication.refused')
  t.deepEqual(
    refused.map(({ facts }) => (JSON.parse(facts) as { times?: number }).times ?? 1),
    [1, 29],
  )
})
