import test from 'ava'
import jwt from 'jsonwebtoken'
import { contractRateLimits } from '../../api/rate-limits.ts'
import { startServer } from '../helpers/server.ts'

const path = '/integration/session-token/'

test('an API key buys a token that lasts as long as asked', async (t) => {
  const now = () => new Date('2026-01-01T12:00:00Z')
  const server = await startServer(t, { now })
  const { key, secret } = await server.buildApiKey()
  const body = { expiration: 1800, doctor_id: 'medica-7' }
  const response = await server.call('POST', path, { apiKey: secret, body })

  t.is(response.status, 200)
  const { access, access_expiration, ...rest } = response.body
  t.is(access_expiration, '2026-01-01T12:30:00.000Z')
  t.deepEqual(rest, {}, 'nothing but what the contract says')
  t.like(jwt.decode(access, { complete: true }), {
    header: { alg: 'HS256' },
    payload: {
      iss: 'svc',
      aud: 'svc-api',
      sub: key.organizationId,
      scope: 'session',
      doctor_id: 'medica-7',
      iat: Date.parse('2026-01-01T12:00:00Z') / 1000,
      exp: Date.parse('2026-01-01T12:30:00Z') / 1000,
    },
  })
  t.is(response.headers.get('cache-control'), 'no-store')
  t.truthy(response.headers.get('x-request-id'))
})

test('a token lasts 43200 seconds when nothing is asked, with or without a body', async (t) => {
  const now = () => new Date('2026-01-01T00:00:00Z')
  const server = await startServer(t, { now })
  const { secret } = await server.buildApiKey()
  for (const body of [undefined, {}, { doctor_id: '' }]) {
    const response = await server.call('POST', path, { apiKey: secret, body })
    t.is(response.status, 200)
    t.is(response.body.access_expiration, '2026-01-01T12:00:00.000Z')
  }
})

test('the bounds themselves are allowed, and a doctor of 255 characters', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  for (const body of [
    { expiration: 1800 },
    { expiration: 86_400 },
    { expiration: null, doctor_id: null },
    { doctor_id: 'x'.repeat(255) },
    { doctor_id: 'ç'.repeat(255), patient_id: '😀'.repeat(127), consultation_id: '"'.repeat(255) },
  ]) {
    const { status, body: answer } = await server.call('POST', path, { apiKey: secret, body })
    t.is(status, 200)
    const validated = await server.call('POST', '/api/v1/session/validate', {
      token: answer.access,
    })
    t.is(validated.status, 200)
  }
})

test('bad input is refused with 400 and says field by field what is wrong', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const cases: [string, unknown, { field: string; issue: string }][] = [
    ['too short', { expiration: 1799 }, { field: 'expiration', issue: 'out_of_range' }],
    ['too long', { expiration: 86_401 }, { field: 'expiration', issue: 'out_of_range' }],
    ['huge', { expiration: 1e300 }, { field: 'expiration', issue: 'out_of_range' }],
    ['not whole', { expiration: 1800.5 }, { field: 'expiration', issue: 'invalid' }],
    ['text', { expiration: '1800' }, { field: 'expiration', issue: 'invalid' }],
    ['no patient after all', { patient_id: '' }, { field: 'patient_id', issue: 'required' }],
    ['a blank visit', { consultation_id: ' ' }, { field: 'consultation_id', issue: 'required' }],
    ['null as a bound', { patient_id: null }, { field: 'patient_id', issue: 'invalid' }],
    ['long doctor', { doctor_id: 'x'.repeat(256) }, { field: 'doctor_id', issue: 'too_long' }],
    ['numeric doctor', { doctor_id: 7 }, { field: 'doctor_id', issue: 'invalid' }],
    ['control character', { doctor_id: 'a\u0000b' }, { field: 'doctor_id', issue: 'invalid' }],
    ['a list', [], { field: 'body', issue: 'invalid' }],
    ['broken JSON', '{"expiration": 18', { field: 'body', issue: 'invalid' }],
    ['a bare string', '"x"', { field: 'body', issue: 'invalid' }],
  ]
  for (const [what, body, detail] of cases) {
    const response = await server.call('POST', path, { apiKey: secret, body })
    t.is(response.status, 400, what)
    t.is(response.body.error, 'validation_error', what)
    t.deepEqual(response.body.details, [detail], what)
    t.is(response.body.detail, response.body.message, 'a host may read `detail`')
  }
})

test('a request that is no JSON POST of sensible size is refused with its own status', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const big = JSON.stringify({ doctor_id: 'x'.repeat(1_100_000) })

  const cases = [
    [await server.call('GET', path, { apiKey: secret }), 405, 'method_not_allowed'],
    [await server.call('PUT', path, { apiKey: secret, body: {} }), 405, 'method_not_allowed'],
    [
      await server.call('POST', path, { apiKey: secret, body: 'expiration=1800', headers: form }),
      415,
      'unsupported_media_type',
    ],
    [await server.call('POST', path, { apiKey: secret, body: big }), 413, 'payload_too_large'],
    [await server.call('POST', '/integration/nothing/', { apiKey: secret }), 404, 'not_found'],
  ] as const
  for (const [response, status, error] of cases) {
    t.is(response.status, status)
    t.is(response.body.error, error)
    t.is(response.body.detail, response.body.message)
    t.truthy(response.headers.get('x-request-id'))
  }
  t.is(cases[0][0].headers.get('allow'), 'POST')
})

test('both endpoints answer with and without the slash, and under /api/v1', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const ids = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
  for (const prefix of ['/integration', '/api/v1/integration'])
    for (const slash of ['', '/']) {
      const session = `${prefix}/session-token${slash}`
      const identify = `${prefix}/identify${slash}`
      t.is((await server.call('POST', session, { apiKey: secret })).status, 200, session)
      t.is((await server.call('POST', identify, { apiKey: secret, body: ids })).status, 200)
    }
})

test('a missing or wrong key is 401 with a challenge', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const cases: [string | undefined, string][] = [
    [undefined, 'authentication_required'],
    ['nobody', 'invalid_api_key'],
    [`${secret}x`, 'invalid_api_key'],
    [secret.slice(0, -1), 'invalid_api_key'],
  ]
  for (const [apiKey, error] of cases) {
    const response = await server.call('POST', path, { ...(apiKey && { apiKey }), body: {} })
    t.is(response.status, 401)
    t.is(response.body.error, error)
    t.is(response.body.detail, response.body.message)
    t.is(response.headers.get('www-authenticate'), 'ApiKey')
  }
})

test('an unauthenticated caller gets no details about the body', async (t) => {
  const server = await startServer(t)
  const response = await server.call('POST', path, { body: '{"expiration": 18' })
  t.is(response.status, 401)
})

test('a revoked key buys nothing more, from the next request on', async (t) => {
  const server = await startServer(t)
  const { key, secret } = await server.buildApiKey()
  t.is((await server.call('POST', path, { apiKey: secret })).status, 200)
  await server.access.revokeKey(key.id, { endSessions: false })
  const response = await server.call('POST', path, { apiKey: secret })
  t.is(response.status, 401)
  t.is(response.body.error, 'invalid_api_key')
})

test('the key of a deactivated user buys nothing until the user is back', async (t) => {
  const server = await startServer(t)
  const organization = await server.buildOrganization()
  const user = await server.buildUser(organization.id)
  const { secret } = await server.buildApiKey({
    organizationId: organization.id,
    userId: user.id,
  })
  await server.access.deactivateUser(user.id)
  t.is((await server.call('POST', path, { apiKey: secret })).body.error, 'invalid_api_key')
  await server.access.reactivateUser(user.id)
  t.is((await server.call('POST', path, { apiKey: secret })).status, 200)
})

test('a suspended organization is forbidden, and welcome again when resumed', async (t) => {
  const server = await startServer(t)
  const { key, secret } = await server.buildApiKey()
  await server.access.suspendOrganization(key.organizationId)
  const response = await server.call('POST', path, { apiKey: secret })
  t.is(response.status, 403)
  t.is(response.body.error, 'forbidden')
  await server.access.resumeOrganization(key.organizationId)
  t.is((await server.call('POST', path, { apiKey: secret })).status, 200)
})

test('either kind of credential works where its scopes allow', async (t) => {
  const server = await startServer(t)
  const ids = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
  for (const kind of ['api_key', 'auth_token'] as const) {
    const both = await server.buildApiKey({ kind })
    const one = await server.buildApiKey({ kind, scopes: ['session:create'] })
    const other = await server.buildApiKey({ kind, scopes: ['identify:create'] })
    const statuses = async (apiKey: string) => [
      (await server.call('POST', path, { apiKey })).status,
      (await server.call('POST', '/integration/identify/', { apiKey, body: ids })).status,
    ]
    t.deepEqual(await statuses(both.secret), [200, 200])
    t.deepEqual(await statuses(one.secret), [200, 403])
    t.deepEqual(await statuses(other.secret), [403, 200])
  }
})

test('where doctors are enforced, a token must name a doctor and opens only that doctor’s visits', async (t) => {
  const server = await startServer(t)
  const organization = await server.buildOrganization({ enforceDoctorScope: true })
  const { secret } = await server.buildApiKey({ organizationId: organization.id })
  const refused = await server.call('POST', path, { apiKey: secret, body: {} })
  t.is(refused.status, 400)
  t.deepEqual(refused.body.details, [{ field: 'doctor_id', issue: 'required' }])

  const mine = await server.buildSession({ secret, doctorId: 'medica-1' })
  const other = await server.buildSession({ secret, doctorId: 'medico-2' })
  const { id } = await server.buildConsultation(mine)
  t.is((await server.call('GET', `/api/v1/ehrs/${id}`, { token: mine })).status, 200)
  t.is((await server.call('GET', `/api/v1/ehrs/${id}`, { token: other })).status, 404)
})

test('by default a doctor is information and restricts nothing', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const mine = await server.buildSession({ secret, doctorId: 'medica-1' })
  const other = await server.buildSession({ secret, doctorId: 'medico-2' })
  const { id } = await server.buildConsultation(mine)
  t.is((await server.call('GET', `/api/v1/ehrs/${id}`, { token: other })).status, 200)
})

test('the operator may shorten what tokens get', async (t) => {
  const now = () => new Date('2026-01-01T00:00:00Z')
  const tokenPolicy = { sessionDefaultS: 1800, sessionMaxS: 3600 }
  const server = await startServer(t, { now, tokenPolicy })
  const { secret } = await server.buildApiKey()
  const expiry = async (body: object) =>
    (await server.call('POST', path, { apiKey: secret, body })).body.access_expiration
  t.is(await expiry({}), '2026-01-01T00:30:00.000Z')
  t.is(await expiry({ expiration: 86_400 }), '2026-01-01T01:00:00.000Z')
})

test('a key is accepted 60 times a minute', async (t) => {
  const server = await startServer(t, { app: { limits: contractRateLimits } })
  const [first, second] = [await server.buildApiKey(), await server.buildApiKey()]
  const statuses = new Map<number, number>()
  for (let asked = 0; asked < 62; asked++) {
    const { status } = await server.call('POST', path, { apiKey: first.secret })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  t.deepEqual(
    [...statuses],
    [
      [200, 60],
      [429, 2],
    ],
  )
  const refused = await server.call('POST', path, { apiKey: first.secret })
  t.is(refused.body.error, 'rate_limited')
  const wait = Number(refused.headers.get('retry-after'))
  t.true(wait >= 1 && wait <= 60)
  t.deepEqual(refused.body.details, [{ limit: 'per_minute', scope: 'key', retry_after: wait }])
  t.is((await server.call('POST', path, { apiKey: second.secret })).status, 200)
})

test('ten wrong keys a minute are answered per address; valid keys go on working', async (t) => {
  const server = await startServer(t, { app: { limits: contractRateLimits } })
  const [working, idle] = [await server.buildApiKey(), await server.buildApiKey()]
  t.is((await server.call('POST', path, { apiKey: working.secret })).status, 200)
  for (let tried = 0; tried < 10; tried++)
    t.is((await server.call('POST', path, { apiKey: `guess-${tried}` })).status, 401)

  const refused = await server.call('POST', path, { apiKey: 'guess-10' })
  t.is(refused.status, 429)
  t.like(refused.body, {
    error: 'rate_limited',
    details: [{ limit: 'per_minute', scope: 'address' }],
  })
  t.truthy(refused.headers.get('retry-after'))
  t.is((await server.call('POST', path, { apiKey: idle.secret })).status, 200)
  t.is((await server.call('POST', path, { apiKey: working.secret })).status, 200)
})

test('the time of a key’s last use is written later, not with the request', async (t) => {
  const now = () => new Date('2026-01-01T12:00:00Z')
  const server = await startServer(t, { now })
  const { key, secret } = await server.buildApiKey()
  await server.call('POST', path, { apiKey: secret })
  t.is((await server.access.getKey(key.id)).lastUsedAt, null)
  await server.access.writeLastUsed()
  t.deepEqual((await server.access.getKey(key.id)).lastUsedAt, now())
})

test('a page of another origin gets no CORS headers here: keys do not belong in browsers', async (t) => {
  const server = await startServer(t)
  const origin = 'https://ehr.example'
  const organization = await server.buildOrganization({ allowedOrigins: [origin] })
  const { secret } = await server.buildApiKey({ organizationId: organization.id })
  const answer = await server.call('POST', path, { apiKey: secret, headers: { origin } })
  t.is(answer.headers.get('access-control-allow-origin'), null)
})
