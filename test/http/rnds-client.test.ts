// Own process: short time limits leave no room for other tests.
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { readCertificateFile } from '../../api/rnds-client/certificate-file.ts'
import { type RndsLimits, rndsClient } from '../../api/rnds-client/rnds-client.ts'
import { CLIENT_PASSWORD, makeClientPfx } from '../../bin/tools/rnds-simulator/certificates.ts'
import type { Fault } from '../../bin/tools/rnds-simulator/faults.ts'
import type { AppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import type { SubmitAnswer } from '../../core/rnds/network.ts'
import { testIdentity } from '../helpers/identities.ts'
import {
  as,
  patientCns,
  patientCpf,
  practitionerCns,
  smallBundle,
  startProxy,
  startRnds,
  system,
} from '../helpers/rnds.ts'

const DAY_MS = 86_400_000
/** Only where nobody answers: on a busy machine everything else may take longer. */
const hasty: Partial<RndsLimits> = { totalTimeoutMs: 3000 }
const limitsFor = ({ name }: Fault) => (name === 'silent' ? { limits: hasty } : {})

test('a document goes out, is found by its own identifier, is read back, replaced and deleted', async (t) => {
  const { client, simulator } = await startRnds(t)
  const sent = await client.submit(smallBundle('visit-1'), as)
  if (sent.kind !== 'accepted') return t.fail(JSON.stringify(sent))
  t.regex(sent.networkId, /^[0-9a-f-]{36}-[0-9a-z]{4}$/)
  const query = { system, value: 'visit-1', documentType: 'RAC' as const }
  t.deepEqual(await client.findByLocalId(query, as), [
    { networkId: sent.networkId, status: 'final', replaces: [] },
  ])
  t.is((await client.readDocument(sent.networkId, as))?.identifier.value, 'visit-1')

  const again = await client.submit(smallBundle('visit-1', { replaces: sent.networkId }), as)
  if (again.kind !== 'accepted') return t.fail(JSON.stringify(again))
  t.deepEqual(await client.findByLocalId(query, as), [
    { networkId: sent.networkId, status: 'entered-in-error', replaces: [] },
    { networkId: again.networkId, status: 'final', replaces: [sent.networkId] },
  ])
  t.is(await client.readDocument(sent.networkId, as), null)

  t.deepEqual(await client.remove(again.networkId, as), { kind: 'deleted' })
  t.like(await client.remove(again.networkId, as), {
    kind: 'rejected',
    httpStatus: 422,
    issues: [{ code: 'ERR825' }],
  })
  t.deepEqual(await client.remove('nothing-of-the-kind', as), { kind: 'gone' })
  t.deepEqual(
    simulator.documents().map(({ status }) => status),
    ['entered-in-error', 'entered-in-error'],
  )
})

test('a document that is known already is told as a duplicate, with its id', async (t) => {
  const { client } = await startRnds(t)
  const first = await client.submit(smallBundle('visit-2'), as)
  const second = await client.submit(smallBundle('visit-2'), as)
  t.is(first.kind, 'accepted')
  t.like(second, { kind: 'duplicate', issues: [{ code: 'ERR866', severity: 'error' }] })
  t.is(
    second.kind === 'duplicate' ? second.networkId : undefined,
    first.kind === 'accepted' ? first.networkId : null,
  )
})

test('what the network refuses comes back with every reason', async (t) => {
  const { client } = await startRnds(t)
  const bundle = smallBundle('visit-3')
  bundle.timestamp = '2020-01-01T10:00:00-03:00'
  bundle.entry.push({
    fullUrl: 'urn:uuid:transient-7',
    resource: { resourceType: 'Encounter', meta: { profile: ['x'] } },
  })
  const answer = await client.submit(bundle, as)
  t.like(answer, { kind: 'rejected', httpStatus: 422 })
  t.deepEqual(answer.kind === 'rejected' ? answer.issues.map(({ code }) => code) : [], [
    'ERR807',
    'ERR921',
  ])
})

test('people are found by any of their numbers, and nobody is null', async (t) => {
  const { client } = await startRnds(t)
  t.deepEqual(await client.findPatient({ cpf: patientCpf }, as), {
    cpf: patientCpf,
    cns: patientCns,
    name: 'MARIA SOUZA',
    birthDate: '1972-03-14',
    deathDate: null,
    gender: 'female',
    active: true,
  })
  t.like(await client.findPatient({ cns: '898411358121328' }, as), { cns: '701786229903454' })
  t.like(await client.findPatient({ cpf: '76171750000' }, as), { active: false })
  t.like(await client.findPatient({ cpf: '52998224725' }, as), { cpf: '52998224725', cns: null })
  t.is(await client.findPatient({ cpf: '39053344705' }, as), null, 'no definitive CNS')
  t.is(await client.findPatient({ cpf: '00000000000' }, as), null)
  t.like(await client.findPractitioner(practitionerCns, as), { name: 'RAFAEL MONTEIRO' })
  t.is(await client.findPractitioner('700000000000005', as), null)
  t.deepEqual(await client.findRole(practitionerCns, '9876543', as), {
    cns: practitionerCns,
    cnes: '9876543',
    cbo: ['225125', '225124'],
  })
  t.is(await client.findRole(practitionerCns, '0000000', as), null)
})

test('one token serves many calls, and calls at the same time ask for one', async (t) => {
  const { client, count } = await startRnds(t)
  await Promise.all([1, 2, 3, 4].map(() => client.findPractitioner(practitionerCns, as)))
  await client.findPractitioner(practitionerCns, as)
  t.is(count('token'), 1)
})

test('a token that the network refuses is renewed once, for all who hold it', async (t) => {
  const { client, simulator, count } = await startRnds(t)
  await client.findPractitioner(practitionerCns, as)
  simulator.revokeTokens()
  const found = await Promise.all([1, 2, 3].map(() => client.findPractitioner(practitionerCns, as)))
  t.true(found.every((one) => one !== null))
  t.is(count('token'), 2)

  simulator.faults.add({ name: 'token-expired' })
  const answer = await client.submit(smallBundle('visit-4'), as)
  t.like(answer, { kind: 'unsent', trouble: { code: 'token', httpStatus: 401 } })
  t.is(count('submit'), 2)
  await t.throwsAsync(client.findPractitioner(practitionerCns, as), { code: 'rnds_unavailable' })
})

test('a token is replaced shortly before it ends', async (t) => {
  let nowMs = Date.now()
  const now = () => new Date(nowMs)
  const { client, count } = await startRnds(t, { simulator: { now }, client: { now } })
  await client.findPractitioner(practitionerCns, as)
  nowMs += 28 * 60_000
  await client.findPractitioner(practitionerCns, as)
  t.is(count('token'), 1)
  nowMs += 90_000
  await client.findPractitioner(practitionerCns, as)
  t.is(count('token'), 2)
})

const tells = test.macro({
  title: (_, what: string) => `${what}: submitting tells what is certain`,
  async exec(t, _what: string, fault: Fault, expected: object, kept: number) {
    const { client, simulator } = await startRnds(t, { client: limitsFor(fault) })
    await client.findPractitioner(practitionerCns, as)
    simulator.faults.add({ operation: 'submit', ...fault })
    t.like(await client.submit(smallBundle('visit-5'), as), expected)
    t.is(simulator.documents().length, kept)
    simulator.faults.clear()
    t.is((await client.submit(smallBundle('visit-6'), as)).kind, 'accepted', 'and goes on working')
  },
})
const unknown = (code: string, httpStatus: number | null) => ({
  kind: 'unknown',
  trouble: { code, httpStatus },
})
test.serial(
  tells,
  'a refusal',
  { name: 'reject', code: 'ERR793' },
  {
    kind: 'rejected',
    httpStatus: 422,
    issues: [{ code: 'ERR793', diagnostics: 'Recusa simulada.' }],
  },
  0,
)
test.serial(
  tells,
  'a duplicate without an id',
  { name: 'reject', code: 'MSG017' },
  {
    kind: 'duplicate',
    networkId: null,
  },
  0,
)
test.serial(
  tells,
  'internal trouble',
  { name: 'reject', code: 'ERR998' },
  unknown('transient', 422),
  0,
)
test.serial(tells, 'a gateway', { name: 'gateway' }, unknown('gateway', 502), 0)
test.serial(tells, 'a page instead of an answer', { name: 'html' }, unknown('gateway', 200), 0)
test.serial(tells, 'an answer that breaks off', { name: 'truncated' }, unknown('gateway', 422), 0)
test.serial(tells, 'an answer without end', { name: 'huge' }, unknown('gateway', 422), 0)
test.serial(
  tells,
  'a redirect, which nobody follows',
  { name: 'redirect' },
  unknown('gateway', 302),
  0,
)
test.serial(tells, 'a connection that is cut', { name: 'reset' }, unknown('reset', null), 0)
test.serial(tells, 'one that is cut when all is done', { name: 'cut' }, unknown('reset', null), 1)
test.serial(tells, 'no answer', { name: 'silent' }, unknown('timeout', null), 1)
test.serial(
  tells,
  'nobody there',
  { name: 'down' },
  { kind: 'unsent', trouble: { code: 'connect' } },
  0,
)
test.serial(
  tells,
  'an empty refusal',
  { name: 'empty' },
  { kind: 'rejected', issues: [{ code: 'unknown' }] },
  0,
)

test('a wrong address or a guard before the network is nobody’s refusal of the document', async (t) => {
  const { url } = await serverThat(t, (response) => response.writeHead(403).end('<html></html>'))
  const client = await clientOf(url)
  t.like(await client.submit(smallBundle('v'), as), unknown('gateway', 403))
  t.like(await client.remove('an-id', as), unknown('gateway', 403))
})

test('a host that never shakes hands is given up on, and nothing left', async (t) => {
  const mute = createTcpServer(() => {})
  mute.listen(0, '127.0.0.1')
  await once(mute, 'listening')
  t.teardown(() => mute.close())
  const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`
  const { simulator } = await startRnds(t)
  const half = await clientOf(url, { connectTimeoutMs: 6000 }, simulator.authUrl)
  t.like(await half.submit(smallBundle('v'), as), {
    kind: 'unsent',
    trouble: { code: 'timeout', message: 'connect_timeout' },
  })
})

test('a gateway’s trouble costs the token: the next call brings a new one', async (t) => {
  const { client, simulator, count } = await startRnds(t)
  simulator.faults.add({ name: 'gateway', operation: 'submit', times: 1 })
  await client.submit(smallBundle('v'), as)
  await client.submit(smallBundle('v'), as)
  t.is(count('token'), 2)
  t.is(count('submit'), 2)
})

test.serial('a document that was kept without an answer is found by asking', async (t) => {
  const { client, simulator } = await startRnds(t, { client: { limits: hasty } })
  simulator.faults.add({ name: 'silent', operation: 'submit', times: 1 })
  t.is((await client.submit(smallBundle('visit-7'), as)).kind, 'unknown')
  const query = { system, value: 'visit-7', documentType: 'RAC' as const }
  const [version] = await client.findByLocalId(query, as)
  t.like(await client.submit(smallBundle('visit-7'), as), {
    kind: 'duplicate',
    networkId: version?.networkId,
  })
})

const asks = test.macro({
  title: (_, what: string) => `${what}: looking up says that the network cannot be asked`,
  async exec(t, _what: string, fault: Fault) {
    const { client, simulator } = await startRnds(t)
    await client.findPractitioner(practitionerCns, as)
    simulator.faults.add(fault)
    const query = { system, value: 'v', documentType: 'RAC' as const }
    for (const call of [
      () => client.findByLocalId(query, as),
      () => client.findPatient({ cpf: patientCpf }, as),
      () => client.findRole(practitionerCns, '9876543', as),
      () => client.readDocument('an-id', as),
    ])
      await t.throwsAsync(call, { name: 'AppError', code: 'rnds_unavailable' })
  },
})
for (const name of ['gateway', 'html', 'truncated', 'huge', 'redirect', 'reset', 'down'] as const)
  test.serial(asks, name, { name })

test('a number that is no CNS never becomes a header', async (t) => {
  const { client, count } = await startRnds(t)
  await t.throwsAsync(client.submit(smallBundle('v'), { practitionerCns: '1\r\nx: y' }), {
    code: 'validation_error',
  })
  t.is(count('token'), 0)
})

test('a certificate of another authority buys no token, and nothing leaves', async (t) => {
  const stranger = await testIdentity('stranger')
  const certificate = readCertificateFile({ bytes: stranger.clientPfx }, CLIENT_PASSWORD)
  const { client, count } = await startRnds(t, { client: { certificate } })
  const trouble = { code: 'certificate_refused' }
  t.like(await client.submit(smallBundle('v'), as), { kind: 'unsent', trouble })
  t.like(await client.askAccess(), trouble)
  const asking = client.findPractitioner(practitionerCns, as)
  t.like((await t.throwsAsync<AppError>(asking))?.details?.[0], trouble)
  t.is(count('token') + count('submit'), 0)
})

test('an expired certificate is not even tried; one that lies about its time is refused', async (t) => {
  const identity = await testIdentity()
  const bytes = await makeClientPfx(identity, {
    notBefore: new Date(Date.now() - 40 * DAY_MS),
    notAfter: new Date(Date.now() - DAY_MS),
  })
  const expired = readCertificateFile({ bytes }, CLIENT_PASSWORD)
  const honest = await startRnds(t, { client: { certificate: expired } })
  t.like(await honest.client.submit(smallBundle('v'), as), {
    kind: 'unsent',
    trouble: { code: 'certificate_expired' },
  })
  t.is(honest.lines.length, 0)
  const certificate = { ...expired, notAfter: new Date(Date.now() + DAY_MS) }
  const liar = await startRnds(t, { client: { certificate } })
  t.like(await liar.client.submit(smallBundle('v'), as), {
    kind: 'unsent',
    trouble: { code: 'certificate_refused' },
  })
})

for (const status of [401, 403])
  test(`a token that is refused with ${status} is the certificate’s fault, another status the network’s`, async (t) => {
    const answers = [status, 500, 503]
    const { url } = await tokenServer(t, () => answers.shift() ?? 200)
    const client = await clientOf(url)
    t.like(await client.askAccess(), { code: 'certificate_refused', httpStatus: status })
    t.like(await client.askAccess(), { code: 'gateway', httpStatus: 500 })
    t.like(await client.submit(smallBundle('v'), as), {
      kind: 'unsent',
      trouble: { code: 'gateway', httpStatus: 503 },
    })
  })

test('a connection that ends while a token is asked for is an outage once the certificate was taken', async (t) => {
  const answers: (number | 'reset')[] = ['reset', 200, 'reset']
  const { url } = await tokenServer(t, () => answers.shift() ?? 200)
  const client = await clientOf(url)
  t.like(await client.askAccess(), { code: 'certificate_refused' })
  t.is(await client.askAccess(), null)
  t.like(await client.askAccess(), { code: 'reset' })
})

test('every call says who calls', async (t) => {
  const { url, agents } = await tokenServer(t, () => 200)
  const client = await clientOf(url)
  await client.submit(smallBundle('v'), as)
  await client.findPractitioner(practitionerCns, as).catch(() => {})
  t.true(agents.length >= 3)
  t.deepEqual([...new Set(agents)], ['svc/test'])
})

/** Answers calls for tokens as told, each with a token that is used once; others with nothing. */
async function tokenServer(t: ExecutionContext, answer: () => number | 'reset') {
  const { serverKeyPem: key, serverPem: cert } = await testIdentity()
  const agents: (string | undefined)[] = []
  const server = createServer({ key, cert }, (request, response) => {
    agents.push(request.headers['user-agent'])
    if (request.url !== '/api/token') return response.writeHead(500).end()
    const status = answer()
    if (status === 'reset') return request.socket.destroy()
    response.writeHead(status).end(JSON.stringify({ access_token: 'a', expires_in: 0 }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, agents }
}

test('a server that nobody vouches for gets neither a certificate nor a token', async (t) => {
  const { client, count } = await startRnds(t, { client: { caPem: null } })
  t.like(await client.submit(smallBundle('v'), as), {
    kind: 'unsent',
    trouble: { code: 'connect' },
  })
  t.is(count('token'), 0)
})

test('everything goes through the proxy, which sees where to and nothing else', async (t) => {
  const proxy = await startProxy(t)
  const { client, simulator } = await startRnds(t, { client: { proxy: proxy.url } })
  t.is((await client.submit(smallBundle('visit-8'), as)).kind, 'accepted')
  const ports = [simulator.authUrl, simulator.ehrUrl].map((url) => new URL(url).port)
  t.deepEqual(
    proxy.asked.map((head) => /^CONNECT 127\.0\.0\.1:(\d+)/.exec(head)?.[1]),
    ports,
  )
  t.false(/authori[sz]ation/i.test(proxy.asked.join()))
})

test('a proxy that refuses is not taken for the network', async (t) => {
  const proxy = await startProxy(t, 403)
  const { client } = await startRnds(t, { client: { proxy: proxy.url } })
  t.like(await client.submit(smallBundle('v'), as), {
    kind: 'unsent',
    trouble: { code: 'connect', message: 'proxy_403' },
  })
})

test('an unreachable proxy, host or name means that nothing left', async (t) => {
  const nobody = 'https://127.0.0.1:1'
  const { client } = await startRnds(t, { client: { hosts: { authUrl: nobody, ehrUrl: nobody } } })
  t.like(await client.submit(smallBundle('v'), as), {
    kind: 'unsent',
    trouble: { code: 'connect', message: 'ECONNREFUSED' },
  })
  const viaNobody = await startRnds(t, { client: { proxy: 'http://127.0.0.1:1' } })
  t.like(await viaNobody.client.submit(smallBundle('v'), as), {
    kind: 'unsent',
    trouble: { code: 'connect' },
  })
})

test.serial(
  'giving up before the answer is not knowing; before the connection, nothing left',
  async (t) => {
    const { client, simulator } = await startRnds(t)
    await client.findPractitioner(practitionerCns, as)
    simulator.setLatency(60_000)
    const answer = await client.submit(smallBundle('v'), as, { signal: AbortSignal.timeout(3000) })
    t.like(answer, { kind: 'unknown', trouble: { code: 'timeout', message: 'aborted' } })
    const signal = AbortSignal.abort()
    t.like(await client.submit(smallBundle('v'), as, { signal }), { kind: 'unsent' })
  },
)

test('only the id of an answer is used, whatever host or version it prints', async (t) => {
  const locations = [
    'https://evil.example/1.15/api/fhir/r4/Bundle/abc-1/_history/1',
    'Bundle/abc-2?x=/y',
    'https://evil.example',
    'https://evil.example/Bundle/a%2Fb',
  ]
  const { url, asked } = await serverThat(t, (response) =>
    response.writeHead(201, { location: locations.shift() ?? '' }).end(),
  )
  const client = await clientOf(url)
  const answers: SubmitAnswer[] = []
  for (let call = 0; call < 4; call++) answers.push(await client.submit(smallBundle('v'), as))
  t.deepEqual(
    answers.map((answer) => (answer.kind === 'accepted' ? answer.networkId : answer.kind)),
    ['abc-1', 'abc-2', 'unknown', 'unknown'],
  )
  await client.remove('../../x?y', as)
  t.is(asked.at(-1), 'DELETE /api/fhir/r4/Bundle/..%2F..%2Fx%3Fy')
})

/** A network that issues tokens to everybody and answers as told. */
async function serverThat(t: ExecutionContext, answer: (response: ServerResponse) => void) {
  const identity = await testIdentity()
  const asked: string[] = []
  const server = createServer(
    { key: identity.serverKeyPem, cert: identity.serverPem },
    (request, response) => {
      asked.push(`${request.method} ${request.url}`)
      if (request.url === '/api/token')
        response.end(JSON.stringify({ access_token: 'a-token', expires_in: 1_800_000 }))
      else answer(response)
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function clientOf(ehrUrl: string, limits: Partial<RndsLimits> = {}, authUrl = ehrUrl) {
  const identity = await testIdentity()
  return rndsClient({
    hosts: { authUrl, ehrUrl },
    certificate: readCertificateFile({ bytes: identity.clientPfx }, CLIENT_PASSWORD),
    caPem: identity.caPem,
    userAgent: 'svc/test',
    now: () => new Date(),
    log: silentLog,
    // Keys are made in this process too, and nobody is answered meanwhile.
    limits: { connectTimeoutMs: 20_000, ...limits },
  })
}
