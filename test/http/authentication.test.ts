import test from 'ava'
import jwt from 'jsonwebtoken'
import { bytesAtRest } from '../helpers/bytes-at-rest.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const path = '/api/v1/session/validate'
const validate = (server: TestServer, token?: string) =>
  server.call('POST', path, token === undefined ? {} : { token })

test('a session token carries its principal and its expiry', async (t) => {
  const now = () => new Date('2026-01-01T12:00:00Z')
  const server = await startServer(t, { now })
  const organization = await server.buildOrganization({ name: 'Clínica Aurora' })
  const { secret } = await server.buildApiKey({ organizationId: organization.id })
  const token = await server.buildSession({ secret, doctorId: 'medica-1', validForS: 1800 })
  const { status, body } = await validate(server, token)
  t.is(status, 200)
  t.like(body, {
    organization: { id: organization.id, name: 'Clínica Aurora' },
    doctor_id: 'medica-1',
    expires_at: '2026-01-01T12:30:00.000Z',
    speech: { state: 'unavailable' },
    generator: { kind: 'rules', model: null },
  })
})

test('without a good token the answer is 401 with a Bearer challenge', async (t) => {
  const server = await startServer(t)
  const { secret } = await server.buildApiKey()
  const token = await server.buildSession({ secret })
  const claims = jwt.decode(token, { complete: true })!
  const foreign = jwt.sign(claims.payload as object, 'x'.repeat(32), {
    algorithm: 'HS256',
    keyid: claims.header.kid!,
  })
  const unsigned = jwt.sign(claims.payload as object, '', {
    algorithm: 'none',
    keyid: claims.header.kid!,
  })
  const cases: [string | undefined, string][] = [
    [undefined, 'authentication_required'],
    ['nonsense', 'invalid_token'],
    [secret, 'invalid_token'],
    [foreign, 'invalid_token'],
    [unsigned, 'invalid_token'],
    ['x'.repeat(10_000), 'invalid_token'],
  ]
  for (const [given, error] of cases) {
    const response = await validate(server, given)
    t.is(response.status, 401)
    t.is(response.body.error, error)
    t.regex(response.headers.get('www-authenticate') ?? '', /^Bearer/)
    t.false('detail' in response.body, 'only the token endpoints repeat the message')
  }
})

test('the scheme is Bearer in whatever casing, and no other', async (t) => {
  const server = await startServer(t)
  const token = await server.buildSession()
  const ask = async (authorization: string) =>
    (await server.call('POST', '/api/v1/session/validate', { headers: { authorization } })).status
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) t.is(await ask(`${scheme} ${token}`), 200)
  for (const wrong of [token, `Token ${token}`, `Bearer${token}`, `Bearer ${token} ${token}`])
    t.is(await ask(wrong), 401)
})

test('an unknown address asks for a token first, and then is not found', async (t) => {
  const server = await startServer(t)
  t.is((await server.call('GET', '/api/v1/patients')).status, 401)
  const token = await server.buildSession()
  const response = await server.call('GET', '/api/v1/patients', { token })
  t.is(response.status, 404)
  t.is(response.body.error, 'not_found')
  const wrong = await server.call('DELETE', path, { token })
  t.is(wrong.status, 405)
  t.is(wrong.headers.get('allow'), 'POST')
})

test('a token ends when it says', async (t) => {
  let at = new Date('2026-01-01T12:00:00Z')
  const server = await startServer(t, { now: () => at })
  const token = await server.buildSession({ validForS: 1800 })
  at = new Date('2026-01-01T12:29:59Z')
  t.is((await validate(server, token)).status, 200)
  at = new Date('2026-01-01T12:30:00Z')
  const { status, body } = await validate(server, token)
  t.is(status, 401)
  t.is(body.error, 'token_expired')
})

test('deleting the key leaves its tokens alive until they expire', async (t) => {
  let at = new Date('2026-01-01T12:00:00Z')
  const server = await startServer(t, { now: () => at })
  const { key, secret } = await server.buildApiKey()
  const token = await server.buildSession({ secret, validForS: 1800 })
  await server.access.revokeKey(key.id, { endSessions: false })
  at = new Date('2026-01-01T12:29:59Z')
  t.is((await validate(server, token)).status, 200)
  at = new Date('2026-01-01T12:30:00Z')
  t.is((await validate(server, token)).body.error, 'token_expired')
})

test('deleting the key and its sessions ends them at once, also in a second step', async (t) => {
  const server = await startServer(t)
  const { key, secret } = await server.buildApiKey()
  const [token, other] = [await server.buildSession({ secret }), await server.buildSession()]
  await server.access.revokeKey(key.id, { endSessions: false })
  t.is((await validate(server, token)).status, 200)
  await server.access.revokeKey(key.id, { endSessions: true })
  const { status, body } = await validate(server, token)
  t.is(status, 401)
  t.is(body.error, 'token_revoked')
  t.is((await validate(server, other)).status, 200)
})

test('deactivating the linked user ends their tokens at once and for good, and nobody else’s', async (t) => {
  const server = await startServer(t)
  const organization = await server.buildOrganization()
  const user = await server.buildUser(organization.id)
  const organizationId = organization.id
  const linked = await server.buildApiKey({ organizationId, userId: user.id })
  const free = await server.buildApiKey({ organizationId })
  const [theirs, others] = [
    await server.buildSession({ secret: linked.secret }),
    await server.buildSession({ secret: free.secret }),
  ]
  t.is((await validate(server, theirs)).status, 200)
  await server.access.deactivateUser(user.id)
  t.is((await validate(server, theirs)).body.error, 'token_revoked')
  t.is((await validate(server, others)).status, 200)

  await server.access.reactivateUser(user.id)
  t.is((await validate(server, theirs)).body.error, 'token_revoked', 'a dead token stays dead')
  const fresh = await server.buildSession({ secret: linked.secret })
  t.is((await validate(server, fresh)).status, 200)
})

test('a change by another process takes effect with the next request', async (t) => {
  const server = await startServer(t)
  const beside = await startServer(t, { beside: server })
  const organization = await server.buildOrganization()
  const user = await server.buildUser(organization.id)
  const { secret } = await server.buildApiKey({
    organizationId: organization.id,
    userId: user.id,
  })
  const token = await server.buildSession({ secret })
  t.is((await validate(server, token)).status, 200)
  t.is((await validate(beside, token)).status, 200, 'they share the signing key')
  await beside.access.deactivateUser(user.id)
  t.is((await validate(server, token)).body.error, 'token_revoked')
})

test('a suspended organization’s tokens are forbidden until it is resumed', async (t) => {
  const server = await startServer(t)
  const { key, secret } = await server.buildApiKey()
  const token = await server.buildSession({ secret })
  await server.access.suspendOrganization(key.organizationId)
  const { status, body } = await validate(server, token)
  t.is(status, 403)
  t.is(body.error, 'forbidden')
  await server.access.resumeOrganization(key.organizationId)
  t.is((await validate(server, token)).status, 200)
})

test('switching doctor scope on ends sessions that name no doctor', async (t) => {
  const server = await startServer(t)
  const { key, secret } = await server.buildApiKey()
  const nameless = await server.buildSession({ secret })
  const named = await server.buildSession({ secret, doctorId: 'medica-1' })
  await server.access.updateOrganization(key.organizationId, { enforceDoctorScope: true })
  t.is((await validate(server, nameless)).body.error, 'token_revoked')
  t.is((await validate(server, named)).status, 200)
})

test('after a rotation old tokens live on under their own key, new ones under the new', async (t) => {
  let at = new Date('2026-01-01T12:00:00Z')
  const server = await startServer(t, { now: () => at })
  const kid = (token: string) => jwt.decode(token, { complete: true })!.header.kid
  const old = await server.buildSession({ validForS: 86_400 })
  at = new Date('2026-01-01T13:00:00Z')
  const rotated = await server.access.rotateSigningKey()
  const fresh = await server.buildSession({ validForS: 86_400 })
  t.not(kid(old), kid(fresh))
  t.is(kid(fresh), rotated)
  t.is((await validate(server, old)).status, 200)
  t.is((await validate(server, fresh)).status, 200)

  at = new Date('2026-01-02T11:59:59Z')
  t.is(await server.access.pruneSigningKeys(), 0, 'a token it signed may be alive')
  t.is((await validate(server, old)).status, 200)
  at = new Date('2026-01-02T13:00:01Z')
  t.is((await validate(server, old)).body.error, 'invalid_token', 'its key has no living tokens')
  t.is(await server.access.pruneSigningKeys(), 1)
})

test('secrets rest as digests and sealed bytes only', async (t) => {
  const server = await startServer(t)
  const { key, secret } = await server.buildApiKey()
  const token = await server.buildSession({ secret })
  t.is(secret.slice(0, key.prefix.length), key.prefix)
  t.true(secret.length - key.prefix.length >= 39, 'what is not shown has 234 bits and more')
  const file = await bytesAtRest(server.database.sequelize, server.dataDir)
  t.false(file.includes(secret))
  t.false(file.includes(secret.slice(key.prefix.length)))
  t.false(file.includes(token))
  t.true(file.includes(key.prefix))
})

test('a caller’s request id comes back; one that could disturb a log is replaced', async (t) => {
  const server = await startServer(t)
  const ask = async (id: string) =>
    (await server.call('GET', '/healthz', { headers: { 'x-request-id': id } })).headers.get(
      'x-request-id',
    )
  t.is(await ask('ehr-4711.a_B'), 'ehr-4711.a_B')
  // A random UUID that holds eleven digits which are a CPF by their check digits.
  const uuid = '87f66b75-1588-4070-9db8-f6f84fe4afa4'
  t.is(await ask(uuid), uuid)
  t.not(await ask('75-1588-4070-9'), '75-1588-4070-9')
  t.not(await ask('a b'), 'a b')
  t.not(await ask('x'.repeat(65)), 'x'.repeat(65))
})
