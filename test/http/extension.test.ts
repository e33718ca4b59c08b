// Own process: a channel’s token is looked at again after seconds, in real time
/** The way in of the browser extension, over a socket: code, device, visit, sound, document. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { auditedRoutes, unauditedRoutes } from '../../api/middleware/audit-routes.ts'
import { openAccess } from '../../bin/compose/access.ts'
import { openAdmin } from '../../bin/open-admin.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { silentLog } from '../../core/log.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { type DeviceKey, deviceKey, proofOf } from '../helpers/extension-device.ts'
import { connectChannel } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'

const ORIGIN = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`
const ON = { enabled: true, fill: true, capture: true, lockMinutes: 10, idleDays: 90 }
const PATIENT = { id: 'prontuario-0815', name: 'Maria da Silva' }

type Service = Awaited<ReturnType<typeof startAuditedService>>
// biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what tests assert
type Answer = any

/** A service with one doctor and one code for her. */
async function startClinic(t: ExecutionContext, extension = ON, env = {}) {
  const made = { code: '', userId: '' }
  const service = await startAuditedService(t, env, async (access, organizationId) => {
    await access.updateOrganization(organizationId, { extension: ON })
    const { id } = await access.addUser({ organizationId, name: 'Dra. Beatriz' })
    made.userId = id
    made.code = (await access.inviteUser(id)).code
    await access.updateOrganization(organizationId, { extension })
  })
  return { ...service, ...made }
}

const signIn = ({ call }: Service, code: string, { publicKey }: DeviceKey) =>
  call('POST', '/extension/sign-in', {
    headers: { origin: ORIGIN },
    body: { code, device_name: 'Chrome, consultório 3', public_key: publicKey },
  })

const renew = ({ call, url }: Service, token: string, key: DeviceKey, claims = {}) =>
  call('POST', '/extension/token', {
    headers: { origin: ORIGIN, dpop: proofOf(key, url, claims) },
    body: { refresh_token: token },
  })

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, origin: ORIGIN })

test('from a code to a document: what the extension does, by HTTP and by the channel', async (t) => {
  const clinic = await startClinic(t)
  const { call } = clinic
  const key = deviceKey()
  const signed = await signIn(clinic, ` ${clinic.code.toLowerCase().replaceAll('-', ' ')}`, key)
  t.is(signed.status, 201)
  t.is(signed.body.doctor.name, 'Dra. Beatriz')
  t.deepEqual(signed.body.organization.extension, {
    enabled: true,
    fill: true,
    capture: true,
    lock_minutes: 10,
  })
  t.true(signed.body.expires_in > 890 && signed.body.expires_in <= 900)

  const renewed = await renew(clinic, signed.body.refresh_token, key)
  t.is(renewed.status, 200)
  const mine = { headers: bearer(renewed.body.access_token) }
  const me = await call('GET', '/extension/me', mine)
  t.is(me.body.doctor.id, clinic.userId)
  t.is(me.body.device.name, 'Chrome, consultório 3')

  const visit = await call('POST', '/extension/visits', {
    ...mine,
    body: { patient: PATIENT, type: 'TELEMEDICINE', ehr_id: 'atendimento-1' },
  })
  t.is(visit.status, 201)
  t.is(visit.body.doctor.id, clinic.userId)
  t.deepEqual(visit.body.patient, PATIENT)
  t.is(visit.body.consultation_id, 'atendimento-1')
  const page = { headers: bearer(visit.body.auth_token) }
  const opened = await call('PUT', '/api/v1/ehrs/by-external-id', {
    ...page,
    body: {
      consultation_id: visit.body.consultation_id,
      doctor_id: visit.body.doctor.id,
      patient_id: visit.body.patient.id,
    },
  })
  t.is(opened.body.id, visit.body.id)
  t.is(opened.body.name, 'Maria da Silva')
  t.is(opened.body.type, 'TELEMEDICINE')

  const channel = await connectChannel(clinic.channelUrl, { origin: ORIGIN })
  channel.send({ type: 'hello', token: visit.body.auth_token, ehr_id: visit.body.id })
  await channel.next('welcome')
  const recording_id = randomUUID()
  channel.send({ type: 'recording.start', recording_id, channels: 1 })
  await channel.next('recording.ready')
  const sound = noise(1600, 1)
  channel.sendFrame(framesOf(sound)[0] as Uint8Array)
  await channel.next('recording.ack')
  const ended = await call('POST', `/api/v1/recordings/${recording_id}/complete`, {
    ...page,
    body: { channels: [{ channel: 0, last_sequence: 0, samples: 1600, sha256: sha256(sound) }] },
  })
  t.is(ended.status, 200)

  const templates = await call('GET', `/api/v1/ehrs/${visit.body.id}/templates`, page)
  await call('PATCH', `/api/v1/ehrs/${visit.body.id}`, {
    ...page,
    body: { version: opened.body.version, context_markdown: 'Queixa: tosse há três dias.' },
  })
  const written = await call('POST', `/api/v1/ehrs/${visit.body.id}/documents`, {
    ...page,
    body: { template_id: templates.body.templates[0].id },
  })
  t.is(written.status, 200)
  const { documents } = (await call('GET', `/api/v1/ehrs/${visit.body.id}/documents`, page)).body
  t.is(documents.length, 1)

  const listed = await call('GET', '/extension/visits', mine)
  t.deepEqual(
    listed.body.visits.map(({ id, patient }: Answer) => [id, patient]),
    [[visit.body.id, PATIENT]],
  )
  const again = await call('POST', `/extension/visits/${visit.body.id}/token`, mine)
  t.is(again.status, 200)
  t.not(again.body.auth_token, visit.body.auth_token)
  t.is(
    (await call('GET', `/api/v1/ehrs/${visit.body.id}`, { headers: bearer(again.body.auth_token) }))
      .status,
    200,
  )

  const { entries } = await clinic.trail()
  const told = entries.map(({ action, outcome }) => `${action} ${outcome}`)
  for (const act of ['device.signed_in', 'device.renewed', 'consultation.opened', 'token.issued'])
    t.true(told.includes(`${act} success`), act)
  const whole = JSON.stringify(entries)
  for (const word of [
    PATIENT.name,
    PATIENT.id,
    clinic.code,
    signed.body.refresh_token,
    renewed.body.refresh_token,
    'Beatriz',
  ])
    t.false(whole.includes(word), word)
})

test('a code is good once, whoever comes later; wrong, spent and expired sound the same', async (t) => {
  const clinic = await startClinic(t)
  const wrong = await signIn(clinic, 'AAAA-BBBB-CCCC-DDDD', deviceKey())
  t.is(wrong.status, 401)
  const both = await Promise.all([
    signIn(clinic, clinic.code, deviceKey()),
    signIn(clinic, clinic.code, deviceKey()),
  ])
  t.deepEqual(both.map(({ status }) => status).sort(), [201, 401])
  const spent = await signIn(clinic, clinic.code, deviceKey())
  for (const { body } of [wrong, spent]) {
    t.is(body.error, 'code_invalid')
    t.is(body.message, wrong.body.message)
  }
})

test('codes cannot be tried without end, and the right one still opens', async (t) => {
  const clinic = await startClinic(t, ON, { SVC_FAILED_KEYS_PER_MINUTE: '5' })
  const statuses = []
  for (let tried = 0; tried < 7; tried++) {
    const { publicKey } = deviceKey()
    const code = `AAAA-BBBB-CCCC-${1000 + tried}`
    const body = JSON.stringify({ code, device_name: 'x', public_key: publicKey })
    const headers = { 'content-type': 'application/json' }
    const path = `${clinic.url}/extension/sign-in`
    statuses.push((await fetch(path, { method: 'POST', headers, body })).status)
  }
  t.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
  t.is((await signIn(clinic, clinic.code, deviceKey())).status, 201)
})

test('a device renews so many times a minute; a refusal spends nothing, and strangers use up nothing', async (t) => {
  const clinic = await startClinic(t, ON, { SVC_KEY_EXCHANGES_PER_MINUTE: '2' })
  const key = deviceKey()
  const signed = (await signIn(clinic, clinic.code, key)).body
  const ask = (token: string, by: DeviceKey) =>
    fetch(`${clinic.url}/extension/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', dpop: proofOf(by, clinic.url) },
      body: JSON.stringify({ refresh_token: token }),
    })
  const guess = `svc_dev_${signed.device_id}.${'a'.repeat(43)}`
  for (let times = 0; times < 3; times++) t.is((await ask(guess, deviceKey())).status, 401)
  t.is((await ask(`svc_dev_${'-'.repeat(36)}.${'a'.repeat(43)}`, key)).status, 401)
  let token = signed.refresh_token
  for (const status of [200, 200, 429, 429]) {
    const answer = await ask(token, key)
    t.is(answer.status, status)
    if (status === 200) token = ((await answer.json()) as Answer).refresh_token
  }
  const me = await clinic.call('GET', '/extension/me', { headers: bearer(signed.access_token) })
  t.is(me.status, 200)
})

test('an answer that was lost is given again; an old token used again ends the device', async (t) => {
  const clinic = await startClinic(t)
  const key = deviceKey()
  const first = (await signIn(clinic, clinic.code, key)).body
  const second = (await renew(clinic, first.refresh_token, key)).body
  const lost = await renew(clinic, first.refresh_token, key)
  t.is(lost.status, 200)
  t.is(lost.body.refresh_token, second.refresh_token)

  const third = (await renew(clinic, second.refresh_token, key)).body
  const stolen = await renew(clinic, first.refresh_token, key)
  t.is(stolen.status, 401)
  t.is(stolen.body.error, 'device_revoked')
  t.is((await renew(clinic, third.refresh_token, key)).body.error, 'device_revoked')
  const me = await clinic.call('GET', '/extension/me', { headers: bearer(third.access_token) })
  t.is(me.body.error, 'token_revoked')

  const { entries } = await clinic.trail()
  const ended = entries.find(({ action }) => action === 'device.revoked')
  t.is(ended?.subject_id, first.device_id)
  t.is(JSON.parse(ended?.facts ?? '{}').because, 'token_reused')
})

test('a refresh token in other hands opens nothing and ends the device', async (t) => {
  const clinic = await startClinic(t)
  const key = deviceKey()
  const { refresh_token } = (await signIn(clinic, clinic.code, key)).body
  t.is((await renew(clinic, refresh_token, deviceKey())).body.error, 'device_revoked')
  t.is((await renew(clinic, refresh_token, key)).body.error, 'device_revoked')
})

test('a device that nobody used for long ends when it comes back, and the audit says why', async (t) => {
  const clinic = await startClinic(t)
  const [used, unused] = [deviceKey(), deviceKey()]
  await using admin = await openAdmin(configOf(clinic.dataDir), platform())
  const opened = await openAccess(configOf(clinic.dataDir), platform(), silentLog)
  t.teardown(() => opened.database.close())
  const seenDaysAgo = (id: string, days: number) =>
    opened.database.sequelize.query('UPDATE devices SET last_used_at = ? WHERE id = ?', {
      replacements: [new Date(Date.now() - days * 86_400_000), id],
    })
  const sign = async (key: DeviceKey) =>
    (await signIn(clinic, (await admin.access.inviteUser(clinic.userId)).code, key)).body
  const [first, second] = [await sign(used), await sign(unused)]
  await seenDaysAgo(first.device_id, 89)
  await seenDaysAgo(second.device_id, 91)
  const kept = await renew(clinic, first.refresh_token, used)
  t.is(kept.status, 200)
  t.is((await renew(clinic, second.refresh_token, unused)).body.error, 'device_revoked')
  const devices = await admin.access.listDevices(clinic.userId)
  t.is(devices.find(({ id }) => id === second.device_id)?.endedBecause, 'unused')

  // Where the organization wants it otherwise.
  const turn = (idleDays: number) =>
    admin.access.updateOrganization(clinic.organizationId, { extension: { ...ON, idleDays } })
  await turn(0)
  await seenDaysAgo(first.device_id, 4000)
  const late = await renew(clinic, kept.body.refresh_token, used)
  t.is(late.status, 200)
  await turn(7)
  await seenDaysAgo(first.device_id, 8)
  t.is((await renew(clinic, late.body.refresh_token, used)).body.error, 'device_revoked')
  const { entries } = await clinic.trail()
  const ends = entries.filter(({ action }) => action === 'device.revoked')
  t.deepEqual(
    ends.map(({ subject_id, facts }) => [subject_id, JSON.parse(facts).because]),
    [
      [second.device_id, 'unused'],
      [first.device_id, 'unused'],
    ],
  )
})

test('who knows no more than a device’s id cannot end it', async (t) => {
  const clinic = await startClinic(t)
  const key = deviceKey()
  const { device_id, refresh_token } = (await signIn(clinic, clinic.code, key)).body
  const guess = `svc_dev_${device_id}.${'a'.repeat(43)}`
  t.is((await renew(clinic, guess, deviceKey())).status, 401)
  t.is((await renew(clinic, refresh_token, key)).status, 200)
})

test('a proof is for this address, for now, and for once; refused ones spend nothing', async (t) => {
  const clinic = await startClinic(t)
  const key = deviceKey()
  const { refresh_token } = (await signIn(clinic, clinic.code, key)).body
  const old = Math.floor(Date.now() / 1000) - 3600
  const jti = randomUUID()
  for (const claims of [
    { htm: 'GET' },
    { htu: 'https://elsewhere.example/extension/token' },
    { htu: `${clinic.url}/extension/sign-in` },
    { iat: old },
    { jti: 'short' },
  ]) {
    const { status, body } = await renew(clinic, refresh_token, key, claims)
    t.is(status, 401)
    t.is(body.error, 'invalid_proof', JSON.stringify(claims))
  }
  const late = await renew(clinic, refresh_token, key, { iat: old })
  t.true(Math.abs(late.body.details[0].server_time - Date.now() / 1000) < 60)
  t.is((await renew(clinic, refresh_token, key, { jti })).status, 200)
  t.is((await renew(clinic, refresh_token, key, { jti })).body.error, 'invalid_proof')
})

test('a device that was ended is out everywhere, and its recording keeps what was acknowledged', async (t) => {
  const clinic = await startClinic(t)
  const key = deviceKey()
  const signed = (await signIn(clinic, clinic.code, key)).body
  const mine = { headers: bearer(signed.access_token) }
  const body = { patient: PATIENT, ehr_id: 'atendimento-2' }
  const visit = (await clinic.call('POST', '/extension/visits', { ...mine, body })).body
  const channel = await connectChannel(clinic.channelUrl, { origin: ORIGIN })
  channel.send({ type: 'hello', token: visit.auth_token, ehr_id: visit.id })
  await channel.next('welcome')
  const recording_id = randomUUID()
  channel.send({ type: 'recording.start', recording_id, channels: 1 })
  await channel.next('recording.ready')
  channel.sendFrame(framesOf(noise(1600, 1))[0] as Uint8Array)
  await channel.next('recording.ack')

  t.is((await clinic.call('POST', '/extension/sign-out', mine)).status, 204)
  t.is((await clinic.call('GET', '/extension/me', mine)).body.error, 'token_revoked')
  const page = { headers: bearer(visit.auth_token) }
  t.is((await clinic.call('GET', `/api/v1/ehrs/${visit.id}`, page)).body.error, 'token_revoked')
  t.is((await renew(clinic, signed.refresh_token, key)).body.error, 'device_revoked')
  const told = await channel.next('error')
  t.is(told.error, 'token_revoked')
  t.is((await channel.closed).reason, 'token_revoked')

  const host = await clinic.call('POST', '/integration/session-token/', {
    headers: { 'x-svc-token': clinic.secret },
    body: {},
  })
  const kept = await clinic.call('GET', `/api/v1/recordings/${recording_id}`, {
    headers: { authorization: `Bearer ${host.body.access}` },
  })
  t.is(kept.body.channels[0].next_sequence, 1)
})

test('where the organization allows no extension, no door of it opens', async (t) => {
  const clinic = await startClinic(t, { ...ON, enabled: false })
  const refused = await signIn(clinic, clinic.code, deviceKey())
  t.is(refused.status, 403)
  t.is(refused.body.error, 'extension_disabled')
})

test('switched off, every door is shut from the next request on; switched on again, it goes on', async (t) => {
  const clinic = await startClinic(t)
  const key = deviceKey()
  const signed = (await signIn(clinic, clinic.code, key)).body
  const mine = { headers: bearer(signed.access_token) }
  const visit = await clinic.call('POST', '/extension/visits', {
    ...mine,
    body: { patient: PATIENT },
  })
  const page = { headers: bearer(visit.body.auth_token) }
  await using admin = await openAdmin(configOf(clinic.dataDir), platform())
  const turn = (enabled: boolean) =>
    admin.access.updateOrganization(clinic.organizationId, { extension: { ...ON, enabled } })
  const doors = async () => [
    (await clinic.call('GET', '/extension/me', mine)).body.error,
    (await clinic.call('POST', `/extension/visits/${visit.body.id}/token`, mine)).body.error,
    (await clinic.call('GET', `/api/v1/ehrs/${visit.body.id}`, page)).body.error,
    (await renew(clinic, signed.refresh_token, key)).body.error,
  ]
  await turn(false)
  t.deepEqual(await doors(), Array(4).fill('extension_disabled'))
  await turn(true)
  t.deepEqual(await doors(), Array(4).fill(undefined))

  await admin.access.deactivateUser(clinic.userId)
  t.is((await clinic.call('GET', '/extension/me', mine)).body.error, 'token_revoked')
  t.is((await renew(clinic, signed.refresh_token, key)).body.error, 'device_revoked')
})

function configOf(dataDir: string) {
  const machine = platform()
  return loadConfig({
    flags: { dataDir },
    env: {},
    cwd: dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  }).config
}

test('its tokens serve its own pages: not the plugin’s doors, not a web page', async (t) => {
  const clinic = await startClinic(t)
  const { call } = clinic
  const { access_token } = (await signIn(clinic, clinic.code, deviceKey())).body
  const visit = (
    await call('POST', '/extension/visits', {
      headers: bearer(access_token),
      body: { patient: PATIENT },
    })
  ).body
  const at = `/api/v1/ehrs/${visit.id}`
  t.is((await call('GET', at, { headers: bearer(access_token) })).body.error, 'invalid_token')
  const web = { ...bearer(visit.auth_token), origin: 'http://localhost:8080' }
  t.is((await call('GET', at, { headers: web })).status, 403)
  const wrong = { headers: bearer(visit.auth_token) }
  t.is((await call('GET', '/extension/me', wrong)).body.error, 'invalid_token')
  const host = await call('POST', '/integration/session-token/', {
    headers: { 'x-svc-token': clinic.secret },
    body: {},
  })
  t.is((await call('GET', at, { headers: bearer(host.body.access) })).status, 403)
})

test('no door of the extension opens to nobody, to a host’s token, or to a device of another doctor', async (t) => {
  const clinic = await startClinic(t)
  const { access_token } = (await signIn(clinic, clinic.code, deviceKey())).body
  const visit = await clinic.call('POST', '/extension/visits', {
    headers: bearer(access_token),
    body: { patient: PATIENT },
  })
  await using admin = await openAdmin(configOf(clinic.dataDir), platform())
  const { organizationId } = clinic
  const other = await admin.access.addUser({ organizationId, name: 'Dr. Caio' })
  const { code } = await admin.access.inviteUser(other.id)
  const theirs = (await signIn(clinic, code, deviceKey())).body
  const host = await clinic.call('POST', '/integration/session-token/', {
    headers: { 'x-svc-token': clinic.secret },
    body: {},
  })
  const routes = [...Object.keys(auditedRoutes), ...unauditedRoutes].filter(
    (route) =>
      route.includes(' /extension/') &&
      !/sign-in$|\/extension\/(?:token|service|login.*)$/.test(route),
  )
  t.is(routes.length, 7)
  for (const route of routes) {
    const [method = '', path = ''] = route.replace(':id', visit.body.id).split(' ')
    const body = method === 'POST' ? { patient: PATIENT } : undefined
    for (const token of ['', host.body.access, `${access_token}x`]) {
      const headers = token ? bearer(token) : {}
      const answer = await clinic.call(method, path, { headers, ...(body && { body }) })
      t.is(answer.status, 401, `${route} ${answer.text}`)
    }
  }
  const headers = bearer(theirs.access_token)
  const taken = await clinic.call('POST', `/extension/visits/${visit.body.id}/token`, { headers })
  t.is(taken.status, 404)
  t.deepEqual((await clinic.call('GET', '/extension/visits', { headers })).body, { visits: [] })
})

test('visits: the same call twice is one visit, another patient never joins it', async (t) => {
  const clinic = await startClinic(t)
  const { access_token } = (await signIn(clinic, clinic.code, deviceKey())).body
  const open = (body: Answer): Promise<Answer> =>
    clinic.call('POST', '/extension/visits', { headers: bearer(access_token), body })
  const request_id = randomUUID()
  const typed = await open({ patient: { name: 'João  Souza' }, request_id })
  const retried = await open({ patient: { name: 'joao souza' }, request_id })
  t.deepEqual([typed.status, retried.status], [201, 200])
  t.is(retried.body.id, typed.body.id)
  const other = await open({ patient: { name: 'Ana Souza' }, request_id })
  t.is(other.body.error, 'identifier_mismatch')
  const found = await open({ patient: PATIENT, ehr_id: 'a-7' })
  t.is(found.status, 201)
  t.is((await open({ patient: PATIENT, ehr_id: 'a-7' })).body.id, found.body.id)
  const mixed = await open({ patient: { ...PATIENT, id: 'p-2' }, ehr_id: 'a-7' })
  t.is(mixed.status, 409)
  t.is((await open({ patient: PATIENT, ehrid: 'a-8' })).status, 400)
  const elsewhere = await clinic.call('POST', `/extension/visits/${randomUUID()}/token`, {
    headers: bearer(access_token),
  })
  t.is(elsewhere.status, 404)
})

test('a preflight passes for an extension’s page, and for no web page', async (t) => {
  const { url } = await startClinic(t)
  const ask = (origin: string, path: string) =>
    fetch(url + path, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    }).then(({ headers }) => headers.get('access-control-allow-origin'))
  const firefox = `moz-extension://${randomUUID()}`
  for (const path of ['/extension/sign-in', '/api/v1/session/validate'])
    for (const origin of [ORIGIN, firefox]) t.is(await ask(origin, path), origin)
  t.is(await ask('https://evil.example', '/extension/sign-in'), null)
  t.is(await ask('chrome-extension://x', '/extension/sign-in'), null)
})
