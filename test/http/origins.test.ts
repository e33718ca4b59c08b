import test from 'ava'
import { startServer, type TestServer } from '../helpers/server.ts'

const path = '/api/v1/session/validate'
const origin = 'https://ehr.example'

const preflight = (server: TestServer, from: string) =>
  server.call('OPTIONS', path, {
    headers: {
      origin: from,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
      'access-control-request-private-network': 'true',
    },
  })

async function sessionOf(server: TestServer, allowedOrigins: string[]) {
  const { id } = await server.buildOrganization({ allowedOrigins })
  const { secret } = await server.buildApiKey({ organizationId: id })
  return server.buildSession({ secret })
}

test('a preflight passes when any organization allows the page', async (t) => {
  const server = await startServer(t)
  await sessionOf(server, [origin])
  const { status, headers } = await preflight(server, origin)
  t.is(status, 204)
  t.is(headers.get('access-control-allow-origin'), origin)
  t.regex(headers.get('access-control-allow-methods') ?? '', /PATCH/)
  t.is(headers.get('access-control-allow-headers'), 'authorization,content-type')
  t.is(headers.get('access-control-allow-private-network'), 'true')
  t.is(headers.get('access-control-allow-credentials'), null)
  t.regex(headers.get('vary') ?? '', /Origin/i)
})

test('a page that nobody allows gets no permission', async (t) => {
  const server = await startServer(t)
  const token = await sessionOf(server, [origin])
  const asked = await preflight(server, 'https://evil.example')
  t.is(asked.headers.get('access-control-allow-origin'), null)
  for (const from of ['https://evil.example', `${origin}.evil.example`, 'null', `${origin}:8443`]) {
    const { status, headers, body } = await server.call('POST', path, {
      token,
      headers: { origin: from },
    })
    t.is(status, 403, from)
    t.is(body.error, 'forbidden')
    t.is(headers.get('access-control-allow-origin'), null)
  }
})

test('with a token only the list of its own organization counts', async (t) => {
  const server = await startServer(t)
  const allowed = await sessionOf(server, [origin])
  const other = await sessionOf(server, ['https://other.example'])
  const headers = { origin }
  const own = await server.call('POST', path, { token: allowed, headers })
  t.is(own.status, 200)
  t.is(own.headers.get('access-control-allow-origin'), origin)
  // A page of another origin can read no others: without them the plugin neither waits as long as
  // it is asked to, nor names the request.
  const exposed = (own.headers.get('access-control-expose-headers') ?? '').split(',')
  for (const header of ['X-Request-Id', 'Retry-After', 'ETag', 'RateLimit', 'RateLimit-Policy'])
    t.true(exposed.includes(header), header)
  const foreign = await server.call('POST', path, { token: other, headers })
  t.is(foreign.status, 403)
  t.is(foreign.headers.get('access-control-allow-origin'), null)
})

test('an error, too, can be read by a page that is allowed', async (t) => {
  const server = await startServer(t)
  await sessionOf(server, [origin])
  const { status, headers } = await server.call('POST', path, {
    token: 'nonsense',
    headers: { origin },
  })
  t.is(status, 401)
  t.is(headers.get('access-control-allow-origin'), origin)
})

test('an organization that lists nothing trusts this computer’s pages and the appliance’s own', async (t) => {
  const server = await startServer(t, { publicUrl: 'https://svc.hospital.example' })
  const token = await sessionOf(server, [])
  const status = async (from: string) =>
    (await server.call('POST', path, { token, headers: { origin: from } })).status
  t.is(await status('http://localhost:3000'), 200)
  t.is(await status('http://127.0.0.1:5173'), 200)
  t.is(await status('http://[::1]:5173'), 200)
  t.is(await status(server.url), 200)
  t.is(await status('https://svc.hospital.example'), 200)
  t.is(await status('https://ehr.example'), 403)
  t.is(await status('http://localhost.evil.example'), 403)
})

test('an organization that lists origins does not trust loopback pages any more', async (t) => {
  const server = await startServer(t)
  const token = await sessionOf(server, [origin])
  const headers = { origin: 'http://localhost:3000' }
  t.is((await server.call('POST', path, { token, headers })).status, 403)
})

test('a change of the list counts at once; suspended organizations open nothing', async (t) => {
  const server = await startServer(t)
  const { id } = await server.buildOrganization({ allowedOrigins: [origin] })
  const allows = async (from: string) =>
    (await preflight(server, from)).headers.get('access-control-allow-origin') === from
  t.true(await allows(origin))
  await server.access.updateOrganization(id, { allowedOrigins: ['https://new.example'] })
  t.false(await allows(origin))
  t.true(await allows('https://new.example'))
  await server.access.suspendOrganization(id)
  t.false(await allows('https://new.example'))
})

test('a text that is no web origin is refused when it is typed', async (t) => {
  const server = await startServer(t)
  for (const text of ['*', 'ehr.example', 'https://ehr.example/path', 'file:///x', 'https://a@b'])
    await t.throwsAsync(server.buildOrganization({ allowedOrigins: [origin, text] }), {
      code: 'validation_error',
    })
})
