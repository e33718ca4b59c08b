import test, { type ExecutionContext } from 'ava'
import { embedRoutes } from '../../api/embed/routes.ts'
import type { CredentialKind } from '../../core/access/access.ts'
import type { QueryTokens } from '../../core/access/open-frame.ts'
import type { Log, LogFields } from '../../core/log.ts'
import { startServer, type TestServer } from '../helpers/server.ts'

const HOST = 'https://ehr.example'
const IDS = { consultation_id: 'c-1', doctor_id: 'd-1', patient_id: 'p-1' }
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' }

async function start(
  t: ExecutionContext,
  queryTokens: QueryTokens = 'bearer',
  now = () => new Date(),
) {
  const lines: { event: string; fields: LogFields }[] = []
  const write = (event: string, fields: LogFields = {}) => void lines.push({ event, fields })
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const server = await startServer(t, {
    log,
    now,
    publicUrl: 'https://box.hospital',
    app: { log },
    pageRouters: ({ access }) => [embedRoutes({ access, queryTokens, log })],
  })
  return { server, lines }
}

async function hospital(server: TestServer, allowedOrigins = [HOST]) {
  const { id } = await server.buildOrganization({ allowedOrigins })
  const key = (kind: CredentialKind) => server.buildApiKey({ organizationId: id, kind })
  const { secret: apiKey } = await key('api_key')
  const { secret: authToken } = await key('auth_token')
  const credential = await server.access.authenticateKey(apiKey)
  const ids = { consultationId: 'c-1', doctorId: 'd-1', patientId: 'p-1' }
  const { token: bearer } = await server.access.issueConsultationToken(credential, ids)
  const { token: session } = await server.access.issueSessionToken(credential, {})
  return { id, apiKey, authToken, bearer, session }
}

const open = (server: TestServer, body: object, headers: Record<string, string> = OWN_PAGE) =>
  server.call('POST', '/embed/session', {
    body: { source: 'query', host_origin: HOST, ...IDS, ...body },
    headers,
  })

test('the page comes as a frame of listed hosts only, unstored, and says until when it is kept', async (t) => {
  const { server } = await start(t)
  await hospital(server)
  const response = await server.request('GET', '/embed?patientId=p-1&doctorId=d-1')
  const { headers } = response
  t.is(response.status, 200)
  t.is(headers.get('cache-control'), 'no-store')
  t.is(headers.get('referrer-policy'), 'no-referrer')
  t.is(headers.get('x-frame-options'), null)
  t.is(headers.get('deprecation'), '@1782864000')
  t.is(headers.get('sunset'), 'Sat, 01 Jan 2028 00:00:00 GMT')
  const policy = headers.get('content-security-policy') ?? ''
  t.true(policy.endsWith("frame-ancestors 'self' https://box.hospital https://ehr.example"), policy)
  t.false(policy.includes('unsafe'))
  const page = await response.text()
  t.regex(page, /content="https:\/\/box\.hospital https:\/\/ehr\.example/)
  t.false(page.includes('p-1'))
})

test('an unknown page learns no organization’s name, a listed page its own', async (t) => {
  const { server } = await start(t)
  await hospital(server)
  await hospital(server, ['https://other.example:8443', 'https://third.example'])
  await hospital(server, [])
  const asked = async (headers: Record<string, string>) => {
    const answer = await server.request('GET', '/embed?patientId=p-1', { headers })
    const policy = answer.headers.get('content-security-policy') ?? ''
    const page = await answer.text()
    const [, hosts = ''] = policy.split("frame-ancestors 'self' https://box.hospital")
    t.is(/name="svc-hosts" content="([^"]*)"/.exec(page)?.[1], `https://box.hospital${hosts}`)
    return hosts.trim()
  }
  t.is(await asked({}), '')
  t.is(await asked({ referer: 'https://stranger.example/' }), '')
  t.is(await asked({ referer: 'no address' }), '')
  t.is(await asked({ referer: 'https://ehr.example/' }), 'https://ehr.example')
  t.is(await asked({ referer: 'https://third.example/a?b=c' }), 'https://third.example')
  t.is(await asked({ referer: 'http://localhost:5173/' }), 'http://localhost:5173')
})

test('with a token in the address, its own organization’s pages only', async (t) => {
  const { server } = await start(t)
  const { bearer } = await hospital(server)
  await hospital(server, ['https://other.example'])
  for (const name of ['bearerToken', 'bearer_token', 'BEARERTOKEN']) {
    const response = await server.request('GET', `/embed?${name}=${bearer}`)
    const policy = response.headers.get('content-security-policy') ?? ''
    t.true(policy.endsWith("frame-ancestors 'self' https://box.hospital https://ehr.example"))
    t.false((await response.text()).includes(bearer))
  }
})

test('an organization that listed nothing is framed by this computer’s pages', async (t) => {
  const { server } = await start(t)
  await hospital(server, [])
  const { headers } = await server.request('GET', '/embed')
  t.regex(headers.get('content-security-policy') ?? '', /http:\/\/localhost:\* .*127\.0\.0\.1:\*/)
})

test('no part of a URL is written to the log', async (t) => {
  const { server, lines } = await start(t, 'all')
  const { bearer, authToken } = await hospital(server)
  await server.request('GET', `/embed?patientId=p-secret&bearerToken=${bearer}`)
  await server.request('GET', `/embed?patientId=p-secret&authToken=${authToken}`)
  await open(server, { bearer_token: bearer })
  const written = JSON.stringify(lines)
  t.true(written.includes('"/embed"'))
  for (const secret of ['p-secret', bearer, authToken]) t.false(written.includes(secret))
})

test('a token for one consultation is taken from the address, and says how long it lives', async (t) => {
  const { server } = await start(t)
  const { bearer } = await hospital(server)
  const { status, body, headers } = await open(server, { bearer_token: bearer })
  t.is(status, 200)
  t.not(body.token, bearer, 'what goes on was never in an address')
  const [old, fresh] = [
    await server.access.authenticate(bearer),
    await server.access.authenticate(body.token),
  ]
  t.deepEqual(fresh.boundTo, old.boundTo)
  t.true(Math.abs(Number(fresh.expiresAt) - Number(old.expiresAt)) <= 1000)
  t.is(Date.parse(body.expires_at), Number(fresh.expiresAt))
  t.is(headers.get('cache-control'), 'no-store')
})

test('a single-use token in a URL is exchanged for another and opens nothing more', async (t) => {
  const { server, lines } = await start(t, 'once')
  const { bearer, session } = await hospital(server)
  const { status, body } = await open(server, { bearer_token: bearer })
  t.is(status, 200)
  t.not(body.token, bearer)
  const principal = await server.access.authenticate(body.token)
  t.deepEqual(principal.boundTo, { consultationId: 'c-1', doctorId: 'd-1', patientId: 'p-1' })
  await t.throwsAsync(server.access.authenticate(bearer), { message: /encerrado/ })
  t.like(await open(server, { bearer_token: bearer }), { status: 401 })
  t.like(await open(server, { bearer_token: session }), {
    status: 403,
    body: { error: 'query_token_refused' },
  })
  t.false(JSON.stringify(lines).includes(body.token))
})

test('of several simultaneous requests with a single-use token one is accepted', async (t) => {
  const { server } = await start(t, 'once')
  const { bearer } = await hospital(server)
  const traded = await Promise.allSettled(
    Array.from({ length: 5 }, () => server.access.exchangeToken(bearer)),
  )
  t.is(traded.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a single-use token expires after five minutes', async (t) => {
  let minutes = 0
  const { server } = await start(t, 'once', () => new Date(Date.now() + minutes * 60_000))
  const { bearer } = await hospital(server)
  minutes = 6
  const { status, body } = await open(server, { bearer_token: bearer })
  t.deepEqual([status, body.error], [403, 'query_token_refused'])
  t.is((await open(server, { bearer_token: bearer, source: 'message' })).status, 200)
})

test('an auth token buys a token for this consultation where the operator lets it', async (t) => {
  const { server } = await start(t, 'all')
  const { authToken } = await hospital(server)
  const { status, body } = await open(server, {}, { ...OWN_PAGE, 'x-svc-token': authToken })
  t.is(status, 200)
  const principal = await server.access.authenticate(body.token)
  t.is(principal.kind, 'consultation')
  t.deepEqual(principal.boundTo, { consultationId: 'c-1', doctorId: 'd-1', patientId: 'p-1' })
  t.true(principal.expiresAt.getTime() <= Date.now() + 1_800_000)
})

type Hospital = Awaited<ReturnType<typeof hospital>>
interface Case {
  what: string
  setting?: QueryTokens
  body?: (of: Hospital) => object
  headers?: (of: Hospital) => Record<string, string>
  status: number
  error: string
}

const asAuth = (secret: string) => ({ ...OWN_PAGE, 'x-svc-token': secret })
const refusals: Case[] = [
  {
    what: 'an API key, whatever the setting',
    setting: 'all',
    headers: ({ apiKey }) => asAuth(apiKey),
    status: 403,
    error: 'api_key_in_browser',
  },
  {
    what: 'an auth token, as long as nobody allowed it',
    headers: ({ authToken }) => asAuth(authToken),
    status: 403,
    error: 'query_token_refused',
  },
  {
    what: 'an auth token nobody knows',
    setting: 'all',
    headers: () => asAuth('svc_tok_nobody'),
    status: 401,
    error: 'invalid_api_key',
  },
  {
    what: 'a token for the whole organization in the address',
    body: ({ session }) => ({ bearer_token: session }),
    status: 403,
    error: 'query_token_refused',
  },
  {
    what: 'any token in the address where the operator forbids it',
    setting: 'none',
    body: ({ bearer }) => ({ bearer_token: bearer }),
    status: 403,
    error: 'query_token_refused',
  },
  {
    what: 'a host that the organization did not list',
    body: ({ bearer }) => ({ bearer_token: bearer, host_origin: 'https://evil.example' }),
    status: 403,
    error: 'origin_not_allowed',
  },
  {
    what: 'the same, with an auth token',
    setting: 'all',
    body: () => ({ host_origin: 'https://evil.example' }),
    headers: ({ authToken }) => asAuth(authToken),
    status: 403,
    error: 'origin_not_allowed',
  },
  {
    what: 'another page than the frame’s own',
    body: ({ bearer }) => ({ bearer_token: bearer }),
    headers: () => ({ 'sec-fetch-site': 'cross-site', origin: HOST }),
    status: 403,
    error: 'origin_not_allowed',
  },
  {
    what: 'no credential at all',
    body: () => ({}),
    status: 400,
    error: 'validation_error',
  },
  {
    what: 'a token that is none',
    body: () => ({ bearer_token: 'nonsense' }),
    status: 401,
    error: 'invalid_token',
  },
]

for (const { what, setting, body, headers, status, error } of refusals)
  test(`/embed/session refuses ${what}`, async (t) => {
    const { server, lines } = await start(t, setting)
    const of = await hospital(server)
    const answer = await open(server, body?.(of) ?? {}, headers?.(of))
    t.is(answer.status, status)
    t.is(answer.body.error, error)
    const warned = lines.some(({ event }) => event === 'embed.api_key_in_browser')
    t.is(warned, error === 'api_key_in_browser')
  })

test('a posted token may be a session token too: it was in no address', async (t) => {
  const { server } = await start(t, 'none')
  const { session } = await hospital(server)
  const { status } = await open(server, { source: 'message', bearer_token: session })
  t.is(status, 200)
})

test('guessing tokens is limited to ten tries a minute, and other users of the address are not blocked', async (t) => {
  const { server } = await start(t)
  const { bearer } = await hospital(server)
  for (let i = 0; i < 10; i++) await open(server, { bearer_token: `guess-${i}` })
  t.is((await open(server, { bearer_token: 'guess-10' })).status, 429)
  t.is((await open(server, { bearer_token: bearer })).status, 200)
})
