// Own process: replaces setTimeout.
/**
 * What follows a refused request (spec §5.3, §8; SPEC-GAPS C6), with the real credentials behind
 * the real client.
 */
import test from 'ava'
import { credentials } from '../../../plugin/host/credentials.ts'
import { newSession } from '../../../plugin/host/session.ts'
import { apiClient } from '../../../plugin/services/api-client.ts'
import { localNetwork } from '../../../plugin/services/local-network.ts'

const base = 'http://box'
const network = localNetwork({ origin: base, pageOrigin: base, permissions: undefined })
const REQUEST = { method: 'GET', path: '/x' } as const

/** `refuse` says how a token is answered; undefined: it is good. */
function world(refuse: (token: string) => [status: number, error: string] | undefined) {
  const ended: string[] = []
  const sent: string[] = []
  let given = 0
  const held = credentials(
    { token: 'first', getToken: async () => `renewed-${++given}` },
    { now: Date.now, timeoutMs: 1000, warn() {}, onEnded: (message) => ended.push(message) },
  )
  const client = apiClient({
    base,
    credentials: held,
    network,
    timeoutMs: 1000,
    fetch: async (_, init) => {
      const header = new Headers(init?.headers).get('authorization') ?? ''
      sent.push(header)
      const refusal = refuse(header.slice('Bearer '.length))
      if (!refusal) return Response.json({ fine: true })
      const [status, error] = refusal
      return Response.json({ error, message: '' }, { status })
    },
  })
  return { client, sent, ended, given: () => given }
}

for (const [status, error] of [
  [401, 'token_expired'],
  [403, 'token_revoked'],
] as const)
  test(`a ${status} ${error} renews once and tries once more, with the fresh token`, async (t) => {
    const box = world((token) => (token === 'first' ? [status, error] : undefined))
    t.deepEqual((await box.client.request(REQUEST)).body, { fine: true })
    t.deepEqual(box.sent, ['Bearer first', 'Bearer renewed-1'])
    t.deepEqual(box.ended, [])
  })

test('a request that is refused with the fresh token too is not tried again, and authentication ends', async (t) => {
  const box = world(() => [401, 'invalid_token'])
  await t.throwsAsync(box.client.request(REQUEST), { code: 'AUTH_FAILED' })
  t.is(box.sent.length, 2)
  t.is(box.given(), 1)
  t.is(box.ended.length, 1)
})

test('a forbidden request is not renewed or retried, and does not end the session', async (t) => {
  const box = world(() => [403, 'forbidden'])
  await t.throwsAsync(box.client.request(REQUEST), { code: 'forbidden' })
  t.deepEqual(box.sent, ['Bearer first'])
  t.is(box.given(), 0)
  t.deepEqual(box.ended, [])
})

test('requests that are refused together share one renewal', async (t) => {
  const box = world((token) => (token === 'first' ? [401, 'token_expired'] : undefined))
  await Promise.all([1, 2, 3].map(() => box.client.request(REQUEST)))
  t.is(box.given(), 1)
  t.is(box.sent.filter((header) => header === 'Bearer renewed-1').length, 3)
})

test.serial('each call of getToken has ten seconds', async (t) => {
  const { setTimeout: real } = globalThis
  const delays: unknown[] = []
  globalThis.setTimeout = ((work: () => void, delayMs: number) => {
    delays.push(delayMs)
    return real(work, 0)
  }) as unknown as typeof globalThis.setTimeout
  t.teardown(() => {
    globalThis.setTimeout = real
  })
  const ended: string[] = []
  const onAuthenticationEnded = (message: string) => void ended.push(message)
  const session = newSession({ base, network, warn() {}, onAuthenticationEnded })
  await t.throwsAsync(session.begin({ getToken: () => new Promise(() => {}) }), {
    code: 'TOKEN_TIMEOUT',
  })
  t.deepEqual(delays.slice(0, 1), [10_000])
  t.is(ended.length, 1)
})
