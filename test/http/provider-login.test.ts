/**
 * Signing in with the account of the hospital: the service against a certified provider over TLS,
 * and against one that is wrong in one thing at a time.
 */
import { createHash } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import jwt from 'jsonwebtoken'
import { Agent, fetch } from 'undici'
import { openAdmin } from '../../bin/open-admin.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { type DeviceKey, deviceKey } from '../helpers/extension-device.ts'
import { startIdentityProvider } from '../helpers/identity-provider.ts'
import { OTHER_KEY, signed, startScriptedProvider } from '../helpers/scripted-provider.ts'

const RETURN_TO = `https://${'abcdefghijklmnop'.repeat(2)}.chromiumapp.org/`
const ON = { enabled: true, fill: true, capture: true, lockMinutes: 10, idleDays: 90 }
const CALLBACK = '/extension/login/callback'
/** Where browsers find the service, for the provider; the test goes to its port instead. */
const PUBLIC_URL = 'https://svc.hospital.example'

type Clinic = Awaited<ReturnType<typeof startClinic>>

async function startClinic(t: ExecutionContext, settings: Record<string, string>) {
  const made = { userId: '' }
  const env = { ...settings, SVC_PUBLIC_URL: PUBLIC_URL }
  const service = await startAuditedService(t, env, async (access, organizationId) => {
    await access.updateOrganization(organizationId, { extension: ON })
    const { id } = await access.addUser({ organizationId, name: 'Dra. Clara' })
    await access.setLogin(id, 'Clara@Hospital.example')
    made.userId = id
  })
  return { ...service, ...made }
}

function thumbprint({ publicKey: { crv, kty, x, y } }: DeviceKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

/** A browser without a window: it keeps cookies, and says where it is sent. */
function visitor(ca?: string) {
  const cookies = new Map<string, string>()
  const dispatcher = new Agent(ca ? { connect: { ca } } : {})
  return async (url: string, form?: Record<string, string>) => {
    const { host } = new URL(url)
    const answer = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      dispatcher,
      headers: { cookie: cookies.get(host) ?? '' },
      ...(form && { body: new URLSearchParams(form) }),
    })
    const kept = new Map(
      (cookies.get(host) ?? '').split('; ').map((one) => [one.split('=')[0], one]),
    )
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      kept.set(pair.split('=')[0], pair)
    }
    cookies.set(host, [...kept.values()].filter((one) => one !== '').join('; '))
    const to = answer.headers.get('location')
    return { status: answer.status, to: to ? new URL(to, url) : null, text: await answer.text() }
  }
}

type Visit = ReturnType<typeof visitor>

const startOf = ({ url }: Clinic, device: string, returnTo = RETURN_TO) =>
  `${url}/extension/login?${new URLSearchParams({ device, return_to: returnTo })}`

/** What the service sent back to the extension. */
function wordOf(to: URL | null): URLSearchParams {
  if (!to?.href.startsWith(`${RETURN_TO}#`)) throw new Error(`not to the extension: ${to}`)
  return new URLSearchParams(to.hash.slice(1))
}

async function throughProvider(clinic: Clinic, go: Visit, key: DeviceKey, user: string) {
  let { to } = await go(startOf(clinic, thumbprint(key)))
  while (to && !to.href.startsWith(PUBLIC_URL)) {
    const isForm = to.pathname.startsWith('/enter/')
    to = (await go(to.href, isForm ? { user } : undefined)).to
  }
  return `${clinic.url}${CALLBACK}${to?.search}`
}

const signIn = ({ call }: Clinic, code: string | null, { publicKey }: DeviceKey) =>
  call('POST', '/extension/sign-in', {
    body: { code, device_name: 'Consultório 3', public_key: publicKey },
  })

test('a doctor whom the hospital’s provider proves signs in, once and with this key alone', async (t) => {
  const provider = await startIdentityProvider(t, `${PUBLIC_URL}${CALLBACK}`)
  const clinic = await startClinic(t, provider.settings)
  t.is(provider.asked(), 0)
  t.is((await clinic.call('GET', '/extension/service')).body.provider.name, 'conta do hospital')
  const go = visitor(provider.caPem)
  const key = deviceKey()
  const back = await throughProvider(clinic, go, key, 'clara')
  const { status, to } = await go(back)
  t.is(status, 302)
  const code = wordOf(to).get('code')
  t.regex(String(code), /^[0-9A-Z]{16}$/)
  t.is((await signIn(clinic, code, deviceKey())).body.error, 'code_invalid')
  const signed = await signIn(clinic, code, key)
  t.is(signed.status, 201)
  t.is(signed.body.doctor.name, 'Dra. Clara')
  t.is((await signIn(clinic, code, key)).body.error, 'code_invalid')
  const again = await go(back)
  t.is(again.status, 401)
  t.regex(again.text, /Não foi possível entrar/)

  const { entries } = await clinic.trail()
  const proven = entries.find(({ action }) => action === 'device.user_proven')
  t.is(proven?.outcome, 'success')
  const entered = entries.find(({ action }) => action === 'device.signed_in')
  t.is(JSON.parse(entered?.facts ?? '{}').way, 'provider')
  t.false(JSON.stringify(entries).toLowerCase().includes('clara'))
})

test('nobody is added by a login, and a deactivated user stays out', async (t) => {
  const provider = await startIdentityProvider(t, `${PUBLIC_URL}${CALLBACK}`)
  const clinic = await startClinic(t, { ...provider.settings, SVC_IDENTITY_GROUP: 'doctors' })
  const outcome = async (user: string) => {
    const go = visitor(provider.caPem)
    return wordOf((await go(await throughProvider(clinic, go, deviceKey(), user))).to).get('error')
  }
  t.is(await outcome('stranger'), 'login_unknown')
  t.is(await outcome('visitor'), 'login_not_allowed')
  t.is(await outcome('clara'), null)
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: clinic.dataDir },
    cwd: clinic.dataDir,
    installRoot: platform().installRoot,
    readFile: () => undefined,
  })
  await using admin = await openAdmin(config, platform())
  t.is((await admin.access.listUsers(clinic.organizationId)).length, 1)
  await admin.access.deactivateUser(clinic.userId)
  t.is(await outcome('clara'), 'login_deactivated')
  await admin.access.reactivateUser(clinic.userId)
  await admin.access.setLogin(clinic.userId, null)
  t.is(await outcome('clara'), 'login_unknown')
  const extension = { ...ON, enabled: false }
  await admin.access.setLogin(clinic.userId, 'clara@hospital.example')
  await admin.access.updateOrganization(clinic.organizationId, { extension })
  t.is(await outcome('clara'), 'extension_disabled')

  const { entries } = await clinic.trail()
  const refused = entries.filter(
    ({ action, outcome }) => action === 'device.user_proven' && outcome === 'refused',
  )
  t.is(refused.length, 5)
})

test('a provider that is away, or is not the one of the authority, is said so', async (t) => {
  const provider = await startIdentityProvider(t, `${PUBLIC_URL}${CALLBACK}`)
  const { SVC_IDENTITY_CA_FILE, ...others } = provider.settings
  t.truthy(SVC_IDENTITY_CA_FILE)
  const strange = await startClinic(t, others)
  const word = async (clinic: Clinic) => {
    const { to } = await visitor()(startOf(clinic, thumbprint(deviceKey())))
    return wordOf(to).get('error')
  }
  t.is(await word(strange), 'provider_unavailable')
  const clinic = await startClinic(t, provider.settings)
  const go = visitor(provider.caPem)
  const back = await throughProvider(clinic, go, deviceKey(), 'clara')
  await provider.stop()
  t.is(wordOf((await go(back)).to).get('error'), 'provider_unavailable')
  const other = await startClinic(t, provider.settings)
  t.is(await word(other), 'provider_unavailable')
})

test('where none is set, there is no such door, and nothing says so', async (t) => {
  const clinic = await startClinic(t, {})
  t.is((await clinic.call('GET', '/extension/service')).body.provider, null)
  t.is((await visitor()(startOf(clinic, thumbprint(deviceKey())))).status, 404)
})

test('a browser is sent back to an extension, and nowhere else', async (t) => {
  const provider = await startScriptedProvider(t)
  const clinic = await startClinic(t, provider.settings)
  const device = thumbprint(deviceKey())
  for (const returnTo of [
    'https://evil.example/',
    `${RETURN_TO}?x`,
    'https://abc.chromiumapp.org/',
    `https://${'a'.repeat(32)}.chromiumapp.org.evil.example/`,
    'javascript:alert(1)',
  ]) {
    const answer = await visitor()(startOf(clinic, device, returnTo))
    t.is(answer.status, 400, returnTo)
    t.is(answer.to, null)
  }
  t.is((await visitor()(startOf(clinic, 'no thumbprint'))).status, 400)
  const firefox = `https://${'0a'.repeat(20)}.extensions.allizom.org/`
  t.is((await visitor()(startOf(clinic, device, firefox))).status, 302)
})

test('what is not proven opens nothing: nonce, issuer, audience, time, key, algorithm, code', async (t) => {
  const provider = await startScriptedProvider(t)
  const clinic = await startClinic(t, {
    ...provider.settings,
    SVC_KEY_EXCHANGES_PER_MINUTE: '1000',
  })
  const { script } = provider
  const nowS = Math.floor(Date.now() / 1000)
  let times = 0

  /** One login under a script, and its outcome. */
  async function outcome(change: typeof script, query: Record<string, string> = {}) {
    for (const name of Object.keys(script)) delete script[name as keyof typeof script]
    Object.assign(script, change)
    const go = visitor()
    const { to } = await go(startOf(clinic, thumbprint(deviceKey())))
    const answer = provider.agree(String(to), `code-${++times}`)
    for (const [name, value] of Object.entries(query))
      if (value === '') answer.delete(name)
      else answer.set(name, value)
    const word = wordOf((await go(`${clinic.url}${CALLBACK}?${answer}`)).to)
    return word.get('error') ?? 'in'
  }

  const parts = (claims: object) => [Buffer.from(JSON.stringify(claims)).toString('base64url'), '']
  const header = (alg: string) =>
    Buffer.from(JSON.stringify({ alg, kid: 'one' })).toString('base64url')
  t.is(await outcome({}), 'in')
  for (const [what, change] of Object.entries({
    'another nonce': { claims: { nonce: 'another' } },
    'no nonce': { claims: { nonce: undefined } },
    'another issuer': { claims: { iss: 'https://evil.example' } },
    'another audience': { claims: { aud: 'another' } },
    'an ID token that is over': { claims: { iat: nowS - 7200, exp: nowS - 3600 } },
    'an ID token of tomorrow': { claims: { nbf: nowS + 86_400, exp: nowS + 90_000 } },
    'no time at all': { claims: { exp: undefined } },
    'another key': { token: (claims: object) => signed(claims, OTHER_KEY) },
    'no algorithm': { token: (claims: object) => [header('none'), ...parts(claims)].join('.') },
    'a secret as the key': {
      token: (claims: object) => jwt.sign(claims, 'secret', { algorithm: 'HS256', keyid: 'one' }),
    },
    'no ID token': { token: () => undefined as never },
    'no login': { claims: { preferred_username: undefined } },
    'a login that is no text': { claims: { preferred_username: ['clara@hospital.example'] } },
  }))
    t.is(await outcome(change), 'login_refused', what)
  // Mix-up (RFC 9207): an answer of another issuer never becomes a request to ours.
  const spent = provider.spent.length
  t.is(await outcome({}, { iss: 'https://evil.example' }), 'login_refused')
  t.is(await outcome({}, { iss: '' }), 'login_refused')
  t.is(await outcome({}, { code: '', error: 'access_denied' }), 'login_refused')
  t.is(provider.spent.length, spent)
  t.is(await outcome({ status: 503 }), 'provider_unavailable')
  t.is(await outcome({}), 'in')
})

test('an answer is good once, for the browser that began, while it is under way', async (t) => {
  const provider = await startScriptedProvider(t)
  const clinic = await startClinic(t, provider.settings)
  const go = visitor()
  const { to } = await go(startOf(clinic, thumbprint(deviceKey())))
  const back = `${clinic.url}${CALLBACK}?${provider.agree(String(to), 'one')}`
  // Another browser, with no cookie or its own.
  const other = visitor()
  t.is((await other(back)).status, 401)
  await other(startOf(clinic, thumbprint(deviceKey())))
  t.is((await other(back)).status, 401)
  t.is(wordOf((await go(back)).to).get('error'), null)
  t.is((await go(back)).status, 401)
  t.is((await go(`${clinic.url}${CALLBACK}?code=one&state=unknown`)).status, 401)
  t.is((await go(`${clinic.url}${CALLBACK}`)).status, 401)
  t.deepEqual(provider.spent, ['one'])
})

test('a description of another issuer is not believed', async (t) => {
  const provider = await startScriptedProvider(t)
  provider.script.description = { issuer: 'https://evil.example' }
  const clinic = await startClinic(t, provider.settings)
  const answer = await visitor()(startOf(clinic, thumbprint(deviceKey())))
  t.is(answer.status, 401)
  t.is(answer.to, null)
})

test('logins cannot be begun without end from one address', async (t) => {
  const provider = await startScriptedProvider(t)
  const clinic = await startClinic(t, { ...provider.settings, SVC_KEY_EXCHANGES_PER_MINUTE: '3' })
  const statuses = []
  for (let times = 0; times < 5; times++)
    statuses.push((await visitor()(startOf(clinic, thumbprint(deviceKey())))).status)
  t.deepEqual(statuses, [302, 302, 302, 429, 429])
})
