// Own process: starts the service as a process, kills it and starts it again.
/** Every door of `/admin`, over a socket, on the built service and the built `svcctl`. */
import { request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { startAppliance } from '../helpers/appliance.ts'
import { buildCli } from '../helpers/cli.ts'
import { storeRecord } from '../helpers/stored-record.ts'

type Headers = Record<string, string>
type Door = [method: string, path: string, body?: object | undefined]

async function start(t: ExecutionContext, settings: Headers = {}) {
  const off = { SVC_SPEECH_ENGINE: 'off', SVC_GENERATOR: 'rules' }
  const appliance = await startAppliance(t, { ...off, ...settings })
  const { url, dataDir } = appliance
  const cli = await buildCli(t, { SVC_DATA_DIR: dataDir, SVC_PORT: new URL(url).port, ...settings })
  const call = (method: string, path: string, headers: Headers = {}, body?: unknown) =>
    ask({ url: `${url}${path}`, method, headers: { origin: url, ...headers }, body })
  const code = async () => (await cli.run(['admin', 'open', '--json'])).json.code as string
  const enter = (given: string, headers: Headers = {}) =>
    call('POST', '/admin/session', headers, { code: given })
  /** @returns the cookie */
  async function signIn(headers: Headers = {}): Promise<string> {
    const { status, cookie, body } = await enter(await code(), headers)
    if (status !== 200 || !cookie) throw new Error(`${status} ${JSON.stringify(body)}`)
    return cookie.split(';')[0] ?? ''
  }
  const trail = async () =>
    (await cli.run(['audit', 'tail', '-n', '200', '--json'])).json.entries as {
      action: string
      actor_id: string
      facts: Record<string, unknown>
      request_id: string | null
    }[]
  return { ...appliance, cli, call, code, enter, signIn, trail }
}

async function ask({
  url,
  method,
  headers,
  body,
}: {
  url: string
  method: string
  headers: Headers
  body: unknown
}) {
  const content = body === undefined ? undefined : JSON.stringify(body)
  const about = content === undefined ? {} : { 'content-type': 'application/json' }
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
    request(url, { method, headers: { ...about, ...headers } }, resolve)
      .once('error', reject)
      .end(content),
  )
  const said = await text(answer)
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    cookie: answer.headers['set-cookie']?.[0],
    said,
    // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what tests assert
    body: (said.startsWith('{') ? JSON.parse(said) : null) as any,
  }
}

const READS = [
  'status',
  'checks',
  'keys',
  'users',
  'models',
  'templates',
  'records',
  'webhooks',
  'audit',
]
const ID = '00000000-0000-4000-8000-000000000000'
const ACTS: Door[] = [
  ['POST', 'drain'],
  ['DELETE', 'drain'],
  ['POST', 'checks', {}],
  ['POST', `keys/${ID}/revoke`, { end_sessions: false }],
  ['POST', 'records/retry', {}],
  ['POST', `records/rnds_${ID}/retry`, {}],
  ['POST', `webhooks/${ID}/enable`, {}],
  ['DELETE', 'session'],
]

test('a code opens the page once; without a session nothing is shown and nothing done', async (t) => {
  const { call, code, enter, trail, cli } = await start(t)
  const page = await call('GET', '/admin')
  t.is(page.status, 200)
  const policy = String(page.headers['content-security-policy'])
  t.regex(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  t.notRegex(policy, /unsafe|\*|data:|https?:/)
  t.notRegex(page.said, /<script(?![^>]* src=)|<style|style=|onload/)
  for (const file of ['page.js', 'page.css']) {
    const asset = await call('GET', `/admin/${file}`)
    t.is(asset.status, 200)
    t.is(asset.headers['cache-control'], 'no-store')
  }
  t.is((await call('GET', '/admin/page.js.map')).status, 404)

  for (const path of READS) {
    const { status, body } = await call('GET', `/admin/${path}`)
    t.deepEqual([status, body.error], [401, 'admin_session_required'], path)
    const forged = await call('GET', `/admin/${path}`, { cookie: 'svc_admin=AAAA' })
    t.is(forged.status, 401, path)
  }
  for (const [method, path, body] of ACTS)
    t.is((await call(method, `/admin/${path}`, {}, body)).status, 401, `${method} ${path}`)

  const given = await code()
  t.deepEqual((await enter('AAAA-BBBB-CCCC')).body.error, 'admin_code_refused')
  const entered = await enter(given)
  t.is(entered.status, 200, entered.said)
  t.regex(entered.cookie ?? '', /^svc_admin=[\w-]{43}; HttpOnly; SameSite=Strict$/)
  const cookie = entered.cookie?.split(';')[0] ?? ''
  for (const path of READS)
    t.is((await call('GET', `/admin/${path}`, { cookie })).status, 200, path)
  // Replayed: it is spent.
  const again = await enter(given)
  t.deepEqual(
    [again.status, again.body.error, again.cookie],
    [401, 'admin_code_refused', undefined],
  )

  t.is((await call('DELETE', '/admin/session', { cookie })).status, 204)
  t.is((await call('GET', '/admin/status', { cookie })).status, 401, 'a cookie of before')
  const acts = (await trail()).map(({ action }) => action)
  for (const act of ['opened', 'entered', 'looked', 'left'])
    t.true(acts.includes(`admin_page.${act}`), act)
  t.true(acts.includes('authentication.refused'))
  const whole = (await cli.run(['audit', 'tail', '-n', '200', '--json'])).stdout
  for (const secret of [given, given.replaceAll('-', ''), cookie.split('=')[1] ?? ''])
    t.false(whole.includes(secret))
})

test('svcctl admin close and a restart end every session', async (t) => {
  const { call, cli, code, enter, signIn, restart, trail } = await start(t)
  const [one, other] = [await signIn(), await signIn()]
  const unused = await code()
  t.is((await cli.run(['admin', 'close'])).code, 0)
  for (const cookie of [one, other])
    t.is((await call('GET', '/admin/status', { cookie })).status, 401)
  t.is((await enter(unused)).status, 401)
  const later = await signIn()
  await restart()
  t.is((await call('GET', '/admin/status', { cookie: later })).status, 401)
  t.true((await trail()).some(({ action }) => action === 'admin_page.closed'))
})

test('from elsewhere there is no page: addresses, proxies, names and pages of others', async (t) => {
  const { call, url, code, enter, signIn } = await start(t, { SVC_HOST: '0.0.0.0' })
  const cookie = await signIn()
  const doors: Door[] = [
    ['GET', '/admin'],
    ['GET', '/admin/page.js'],
    ['GET', '/admin/session'],
    ['POST', '/admin/session', { code: await code() }],
    ...READS.map((path): Door => ['GET', `/admin/${path}`]),
    ...ACTS.map(([method, path, body]): Door => [method, `/admin/${path}`, body]),
  ]
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address
  for (const [method, path, body] of doors) {
    // Behind a proxy that nobody told the service of, everybody would be this machine.
    for (const header of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']) {
      const hidden = await call(method, path, { cookie, [header]: '127.0.0.1' }, body)
      t.deepEqual([hidden.status, hidden.body?.error], [403, 'admin_address_refused'], path)
    }
    const renamed = await call(method, path, { cookie, host: 'rebound.example' }, body)
    t.deepEqual([renamed.status, renamed.body?.error], [403, 'origin_not_allowed'], path)
    if (outside) {
      const own = `http://${outside}:${new URL(url).port}`
      const answer = await ask({
        url: `${own}${path}`,
        method,
        headers: { cookie, origin: own },
        body,
      })
      t.deepEqual([answer.status, answer.body?.error], [403, 'admin_address_refused'], path)
    }
  }
  const port = new URL(url).port
  const foreign: Headers[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://127.0.0.1:${Number(port) + 1}` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
  ]
  for (const [method, path, body] of [
    ['POST', 'session', { code: await code() }] as const,
    ...ACTS,
  ])
    for (const headers of foreign) {
      const { status, body: said } = await call(
        method,
        `/admin/${path}`,
        { cookie, ...headers },
        body,
      )
      t.deepEqual(
        [status, said.error],
        [403, 'origin_not_allowed'],
        `${path} ${Object.values(headers)}`,
      )
    }
  const bare = await ask({
    url: `${url}/admin/drain`,
    method: 'POST',
    headers: { cookie },
    body: undefined,
  })
  t.is(bare.status, 403, 'what says of no page that it sends it is refused')
  t.is((await call('GET', '/admin/status', { cookie })).body.draining, null)
  const form = await call('POST', '/admin/drain', { cookie, 'content-type': 'text/plain' }, {})
  t.is(form.status, 415)
  t.is((await enter(await code())).status, 200, 'the right way is open all the same')
})

test('after wrong guesses a caller must wait, even with the right code, and the code stays unused', async (t) => {
  const { code, enter, trail } = await start(t)
  const given = await code()
  for (let count = 0; count < 10; count++)
    t.is((await enter(`0000-0000-${1000 + count}`)).status, 401)
  const refused = await enter(given)
  t.deepEqual([refused.status, refused.body.error], [429, 'rate_limited'])
  t.true(Number(refused.headers['retry-after']) > 0)
  // A refusal is answered when it is noted; it enters the audit a moment later.
  const isOnRecord = async () =>
    (await trail()).some(({ action }) => action === 'access.rate_limited')
  t.timeout(60_000)
  while (!(await isOnRecord())) await sleep(50)
  t.pass()
})

test('callers behind a known proxy count by their own address, and over https the cookie is secure', async (t) => {
  const { call, code, enter, cli } = await start(t, {
    SVC_TRUSTED_PROXIES: '1',
    SVC_ADMIN_PAGE_FROM: '10.20.0.0/16 fd00:1::/32',
    SVC_PUBLIC_URL: 'https://svc.hospital.example/assistente',
  })
  const opened = await cli.run(['admin', 'open', '--json'])
  t.is(opened.json.url, 'https://svc.hospital.example/assistente/admin')
  const host = 'svc.hospital.example'
  const own = { host, origin: `https://${host}` }
  for (const from of ['10.21.0.1', '127.0.0.1', 'fd00:2::1', '8.8.8.8'])
    t.is((await call('GET', '/admin', { ...own, 'x-forwarded-for': from })).status, 403, from)
  t.is((await call('GET', '/admin', own)).status, 403, 'this machine is not in the list')
  for (const from of ['10.20.3.4', 'fd00:1::7']) {
    const entered = await enter(await code(), { ...own, 'x-forwarded-for': from })
    t.is(entered.status, 200, from)
    t.regex(entered.cookie ?? '', /; SameSite=Strict; Secure$/)
  }
  // A caller that puts an allowed one before its own.
  const forged = { ...own, 'x-forwarded-for': '10.20.3.4, 8.8.8.8' }
  t.is((await call('GET', '/admin', forged)).status, 403)
})

test('without an allowed address there is no page, and svcctl says so', async (t) => {
  const { call, cli } = await start(t, { SVC_ADMIN_PAGE_FROM: 'nobody' })
  t.is((await call('GET', '/admin')).status, 404)
  t.is((await call('POST', '/admin/session', {}, { code: 'x' })).status, 404)
  t.is((await cli.run(['admin', 'open', '--json'])).failure.error, 'admin_page_off')
  const alone = await buildCli(t)
  t.is((await alone.run(['admin', 'open', '--json'])).failure.error, 'server_not_running')
})

test('the page does the same as svcctl, and the audit names account and request', async (t) => {
  const { call, cli, dataDir, apiKey, url, signIn, trail } = await start(t)
  const waiting = { cause: 'certificate_missing' as const, since: new Date() }
  const later = new Date(Date.now() + 3_600_000)
  const record = await storeRecord(dataDir, 'pending', { waiting, dueAt: later })
  const cookie = await signIn()
  const send = (method: string, path: string, body: object = {}) =>
    call(method, `/admin/${path}`, { cookie }, body)
  const read = async (path: string) => (await call('GET', `/admin/${path}`, { cookie })).body

  const [key] = (await read('keys')).keys.filter(({ name }: { name: string }) => name === 'test')
  t.true(apiKey.startsWith(key.prefix))
  t.is((await send('POST', `keys/${key.id}/revoke`, {})).status, 400)
  const revoked = await send('POST', `keys/${key.id}/revoke`, { end_sessions: true })
  t.is(revoked.status, 204, revoked.said)
  const exchange = await fetch(`${url}/integration/session-token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-token': apiKey },
    body: '{}',
  })
  t.is(exchange.status, 401)

  const { records, waiting: causes } = await read('records?state=pending')
  t.like(records[0], { id: record.id, waits_for: 'certificate_missing', document_type: 'RAC' })
  t.like(causes[0], { cause: 'certificate_missing', records: 1 })
  t.is((await send('POST', `records/${record.id}/retry`)).status, 204)
  t.is((await send('POST', `records/rnds_${ID}/retry`)).status, 404)
  t.is((await send('POST', 'records/retry', { reason: 'ERR801' })).body.retried, 0)

  t.is((await send('POST', 'drain')).status, 204)
  t.truthy((await read('status')).draining)
  t.regex((await cli.run(['status'])).stdout, /No visit begins/)
  t.is((await call('DELETE', '/admin/drain', { cookie })).status, 204)
  t.is((await read('status')).draining, null)

  const at = ['https://203.0.114.9/x?k=geheim', '--org', 'Hospital de Teste']
  const hook = await cli.run(['webhook', 'add', ...at, '--json'])
  t.is(hook.code, 0, hook.stderr)
  await cli.run(['webhook', 'disable', hook.json.id, '--json'])
  t.like((await read('webhooks')).webhooks[0], { state: 'disabled' })
  t.is((await send('POST', `webhooks/${hook.json.id}/enable`)).status, 204)
  t.like((await read('webhooks')).webhooks[0], { state: 'enabled' })

  const examined = await send('POST', 'checks')
  t.is(examined.status, 200, examined.said)
  const { findings } = examined.body.report
  const told = await cli.run(['doctor', '--json'])
  t.deepEqual(
    findings.map(({ id }: { id: string }) => id).sort(),
    told.json.findings.map(({ id }: { id: string }) => id).sort(),
  )

  const entries = await trail()
  const by = entries.find(({ action }) => action === 'admin_page.opened')?.actor_id ?? ''
  for (const [action, times] of [
    ['key.revoked', 1],
    ['rnds.retried', 2],
    ['service.drained', 1],
    ['service.resumed', 1],
  ] as const) {
    const found = entries.filter((one) => one.action === action)
    t.is(found.length, times, action)
    for (const one of found) {
      t.is(one.actor_id, by)
      t.truthy(one.request_id, action)
    }
  }
  const shown = await Promise.all(READS.map(async (path) => JSON.stringify(await read(path))))
  for (const secret of [apiKey, '52998224725', 'geheim', hook.json.secret])
    t.false(shown.join().includes(secret))
  t.is((await cli.run(['audit', 'verify', '--json'])).code, 0)
})

test('the audit is read in pages, newest first, to its beginning', async (t) => {
  const { call, signIn } = await start(t)
  const cookie = await signIn()
  for (let count = 0; count < 60; count++) await call('GET', '/admin/audit', { cookie })
  const sequences: number[] = []
  let path = '/admin/audit'
  for (;;) {
    const { entries, next } = (await call('GET', path, { cookie })).body
    sequences.push(...entries.map(({ sequence }: { sequence: number }) => sequence))
    if (next === null) break
    path = `/admin/audit?before=${next}`
  }
  t.true(sequences.length > 60)
  t.is(sequences.at(-1), 1)
  t.deepEqual(
    sequences,
    sequences.toSorted((one, other) => other - one),
  )
  t.is((await call('GET', '/admin/audit?before=x', { cookie })).status, 400)
})
