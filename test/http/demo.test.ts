import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { loadSamples } from '../../bin/tools/demo/load-samples.ts'
import type { DemoNetwork } from '../../bin/tools/demo/rnds/routes.ts'
import { demoRouter } from '../../bin/tools/demo/routes.ts'
import { startServer } from '../helpers/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DEMO_DIR = join(ROOT, 'bin/tools/demo')
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

test('the page gets a session token that opens the interface of the plugin', async (t) => {
  const { server } = await startDemo(t)
  const { status, headers, body } = await server.call('POST', '/demo/session-token', {
    headers: SAME_ORIGIN,
  })
  t.is(status, 200)
  t.is(headers.get('cache-control'), 'no-store')
  t.true(Date.parse(body.access_expiration) > Date.now())

  const session = await server.call('POST', '/api/v1/session/validate', { token: body.access })
  t.is(session.status, 200)
  t.is(session.body.doctor_id, 'medico-demo')
})

test('no response to the page holds the API key', async (t) => {
  const { server, secret } = await startDemo(t)
  for (const path of [
    '/demo',
    '/demo/minimal',
    '/demo/samples.json',
    '/demo/demo.css',
    '/demo/hosts',
    '/demo/hosts/plain',
    '/demo/hosts/react',
    '/demo/hosts/iframe',
    '/demo/hosts/hosts.css',
    '/demo/hosts/react.js',
    '/demo/hosts/iframe.js',
    '/demo/hosts/source.js',
    '/demo/hosts/source/plain.html',
    '/demo/hosts/source/react-host.tsx',
    '/demo/hosts/source/iframe-host.ts',
  ]) {
    const response = await server.request('GET', path)
    t.is(response.status, 200, path)
    t.false((await response.text()).includes(secret), path)
  }
})

const refused = test.macro({
  title: (_, who = '') => `a token is refused to ${who}`,
  async exec(t: ExecutionContext, _who: string, headers: Record<string, string>) {
    const { server } = await startDemo(t)
    const { status, body } = await server.call('POST', '/demo/session-token', { headers })
    t.is(status, 403)
    t.is(body.error, 'origin_not_allowed')
    t.is(body.access, undefined)
  },
})
test(refused, 'a page of another site', { 'sec-fetch-site': 'cross-site' })
test(refused, 'a page of the same domain but another origin', { 'sec-fetch-site': 'same-site' })
test(refused, 'an older browser on another origin', { origin: 'https://outro.example' })
test(refused, 'an opaque origin', { origin: 'null' })
test(refused, 'a program that is no browser', {})

test('an older browser on the same origin gets its token', async (t) => {
  const { server } = await startDemo(t)
  const { status } = await server.call('POST', '/demo/session-token', {
    headers: { origin: server.url },
  })
  t.is(status, 200)
})

test('the pages allow no script but their own', async (t) => {
  const { server } = await startDemo(t)
  const page = await server.request('GET', '/demo')
  t.regex(page.headers.get('content-security-policy') ?? '', /script-src 'self';/)
  t.notRegex(await page.text(), /<script(?![^>]*src=)/)

  const minimal = await server.request('GET', '/demo/minimal')
  t.regex(
    minimal.headers.get('content-security-policy') ?? '',
    /script-src 'self' 'sha256-[\w+/]{43}=';/,
  )
})

test('the minimal example has at most fifteen lines', async (t) => {
  const { server } = await startDemo(t)
  const html = await (await server.request('GET', '/demo/minimal')).text()
  t.true(html.trim().split('\n').length <= 15)
})

test('every sample is listed without its facts, and its sound is there', async (t) => {
  const { server, samples } = await startDemo(t)
  const { body } = await server.call('GET', '/demo/samples.json')
  t.deepEqual(
    body.samples.map(({ slug }: { slug: string }) => slug),
    samples.map(({ slug }) => slug),
  )
  for (const sample of body.samples) {
    t.false('facts' in sample)
    const sound = await server.request('GET', `/demo/samples/${sample.slug}.ogg`)
    t.is(sound.headers.get('content-type'), 'audio/ogg')
    const bytes = new Uint8Array(await sound.arrayBuffer())
    t.is(new TextDecoder().decode(bytes.subarray(0, 4)), 'OggS')
  }
})

test('the iframe’s page gets a token of one consultation, its own page only', async (t) => {
  const { server } = await startDemo(t)
  const body = { consultationId: 'c-1', doctorId: 'medico-demo', patientId: 'p-1' }
  const own = await server.call('POST', '/demo/identify', { body, headers: SAME_ORIGIN })
  t.is(own.status, 200)
  t.is(own.headers.get('cache-control'), 'no-store')
  const { kind, boundTo } = await server.access.authenticate(own.body.token)
  t.is(kind, 'consultation')
  t.deepEqual(boundTo, body)
  const other = await server.call('POST', '/demo/identify', {
    body,
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  t.is(other.body.error, 'origin_not_allowed')
})

for (const path of [
  '/demo/hosts/source/hosts.css',
  '/demo/hosts/source/..%2F..%2Froutes.ts',
  '/demo/samples/outra.ogg',
  '/demo/samples/hipertensao.json',
  '/demo/samples/..%2F..%2Froutes.ts',
]) {
  test(`${path} is not found`, async (t) => {
    const { server } = await startDemo(t)
    t.is((await server.call('GET', path)).body.error, 'not_found')
  })
}

/** demo-rnds.test.ts has it. */
const NO_NETWORK: DemoNetwork = {
  simulator: async () => null,
  histories: async () => [],
  sendWaiting: async () => {},
}

/** The real application with the demonstration switched on, and the key behind it. */
async function startDemo(t: ExecutionContext) {
  const samples = await loadSamples(join(DEMO_DIR, 'samples'))
  let secret = ''
  let issue: (doctorId: string) => Promise<{ access: string; access_expiration: string }>
  const server = await startServer(t, {
    app: {
      pageRouters: [
        demoRouter({
          now: () => new Date(),
          apiKey: 'nobody',
          network: NO_NETWORK,
          issueDemoToken: (doctorId) => issue(doctorId),
          issueConsultationToken: async (ids) => {
            const credential = await server.access.authenticateKey(secret)
            return (await server.access.issueConsultationToken(credential, ids)).token
          },
          samples,
          speechModel: () => 'base-q5_0',
          demoDir: DEMO_DIR,
          publicDir: join(ROOT, 'dist/public'),
        }),
      ],
    },
  })
  secret = (await server.buildApiKey()).secret
  issue = async (doctorId) => {
    const credential = await server.access.authenticateKey(secret)
    const issued = await server.access.issueSessionToken(credential, { doctorId, validForS: 1800 })
    return { access: issued.token, access_expiration: issued.expiresAt.toISOString() }
  }
  return { server, samples, secret }
}
