/**
 * What follows an attempt, when the next one is due, what goes out, and to which addresses: without
 * a wire.
 */
import test from 'ava'
import fc from 'fast-check'
import { allowsAddress } from '../../api/webhook-client/networks.ts'
import { signatureHeaders } from '../../api/webhook-client/send-webhook.ts'
import { messageBody } from '../../core/webhooks/body.ts'
import { newSecret, secretsAt, shownUrl } from '../../core/webhooks/endpoint.ts'
import { ATTEMPTS, judge, LONGEST_WAIT_MS, WAITS_MS } from '../../core/webhooks/judge.ts'
import { messageIds, type SendOutcome } from '../../core/webhooks/message.ts'
import { bodySignature, isAuthentic } from '../helpers/webhook-receiver.ts'

const answered = (status: number, retryAfterS: number | null = null): SendOutcome => ({
  kind: 'answered',
  status,
  retryAfterS,
})

for (const [outcome, attempt, what] of [
  [answered(200), 1, 'delivered'],
  [answered(202), 5, 'delivered'],
  [answered(204), 3, 'delivered'],
  [answered(301), 1, 'in 1 min: redirected'],
  [answered(308), 40, 'given up: redirected'],
  [answered(400), 1, 'in 1 min: refused_by_receiver'],
  [answered(401), 2, 'in 5 min: refused_by_receiver'],
  [answered(404), 3, 'in 30 min: refused_by_receiver'],
  [answered(410), 1, 'given up: gone, and the endpoint with it'],
  [answered(410), 40, 'given up: gone, and the endpoint with it'],
  [answered(500), 4, 'in 120 min: refused_by_receiver'],
  [answered(500), 39, 'in 120 min: refused_by_receiver'],
  [answered(500), 40, 'given up: refused_by_receiver'],
  [answered(503, 120), 1, 'in 2 min: refused_by_receiver'],
  [answered(429, 60), 2, 'in 5 min: refused_by_receiver'],
  [answered(429, 999_999), 1, 'in 144 min: refused_by_receiver'],
  [answered(500, 999_999), 1, 'in 1 min: refused_by_receiver'],
  [{ kind: 'failed', issue: 'timeout' }, 1, 'in 1 min: timeout'],
  [{ kind: 'failed', issue: 'address_not_allowed' }, 4, 'in 120 min: address_not_allowed'],
  [{ kind: 'failed', issue: 'tls_untrusted' }, 40, 'given up: tls_untrusted'],
] as const satisfies readonly (readonly [SendOutcome, number, string])[])
  test(`${JSON.stringify(outcome)} at attempt ${attempt}: ${what}`, (t) => {
    t.is(inWords(judge(outcome, attempt, 0)), what)
  })

function inWords(verdict: ReturnType<typeof judge>): string {
  if (verdict.state === 'delivered') return 'delivered'
  if (verdict.state === 'pending') return `in ${verdict.waitMs / 60_000} min: ${verdict.issue}`
  return `given up: ${verdict.issue}${verdict.endpointGone ? ', and the endpoint with it' : ''}`
}

const outcomes = fc.oneof(
  fc
    .tuple(fc.integer({ min: 200, max: 599 }), fc.option(fc.integer({ min: 0, max: 10_000_000 })))
    .map(([status, wait]) => answered(status, wait)),
  fc
    .constantFrom('timeout', 'connection_refused', 'tls_expired', 'unreadable')
    .map((issue) => ({ kind: 'failed', issue }) as SendOutcome),
)

test('whatever receivers answer: tried over a weekend, never sooner than said, and an end that stays', (t) => {
  const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(outcomes, random), { minLength: 50, maxLength: 50 }), (steps) => {
      let attempt = 0
      for (const [outcome, chance] of steps) {
        attempt++
        const verdict = judge(outcome, attempt, chance)
        const isTaken = outcome.kind === 'answered' && Math.floor(outcome.status / 100) === 2
        t.is(verdict.state === 'delivered', isTaken)
        if (verdict.state !== 'pending') {
          if (verdict.state === 'failed')
            t.true(attempt === ATTEMPTS || verdict.endpointGone, 'given up too soon')
          return
        }
        const wait = WAITS_MS[attempt - 1] ?? 0
        const asks =
          outcome.kind === 'answered' && (outcome.status === 429 || outcome.status === 503)
        t.true(verdict.waitMs >= wait)
        t.true(verdict.waitMs <= (asks ? LONGEST_WAIT_MS : wait * 1.2 + 1))
      }
      t.fail(`${attempt} attempts without an end`)
    }),
    { numRuns: 300 },
  )
})

test('an EHR that is away from Friday evening to Monday morning still gets its messages', (t) => {
  let hours = 0
  for (let attempt = 1; ; attempt++) {
    const verdict = judge({ kind: 'failed', issue: 'connection_refused' }, attempt, 0)
    if (verdict.state !== 'pending') break
    hours += verdict.waitMs / 3_600_000
  }
  t.true(hours >= 72, `given up after ${hours} hours`)
})

test('ids sort as they were made, also within a millisecond and under a clock that is set back', (t) => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5000, max: 50 }), { minLength: 2 }), (steps) => {
      let ms = 1_800_000_000_000
      const next = messageIds(
        () => new Date(ms),
        () =>
          Math.floor(Math.random() * 2 ** 48)
            .toString(16)
            .padStart(12, '0'),
      )
      const ids = steps.map((step) => {
        ms += step
        return next()
      })
      t.deepEqual([...ids].sort(), ids)
      t.is(new Set(ids).size, ids.length)
      for (const id of ids) t.regex(id, /^msg_[0-9a-f]{32}$/)
    }),
    { numRuns: 100 },
  )
})

test('the signature is the one that Standard Webhooks publishes as its example', (t) => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const text = '{"test": 2432232314}'
  const at = new Date(1_614_265_330_000)
  const headers = signatureHeaders({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: text, at }, [secret])
  t.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    'x-svc-signature': bodySignature(secret, text),
  })
})

test('any body under any secrets is known by each of them, and by no other', (t) => {
  const secret = fc
    .uint8Array({ minLength: 24, maxLength: 64 })
    .map((bytes) => newSecret(() => Buffer.from(bytes).toString('base64')))
  fc.assert(
    fc.property(
      fc.uniqueArray(secret, { minLength: 3, maxLength: 3 }),
      fc.json(),
      fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
      ([one = '', other = '', stranger = ''], text, at) => {
        const headers = signatureHeaders({ id: 'msg_1', body: text, at }, [one, other])
        const call = { path: '/', headers, text, body: null }
        for (const known of [one, other]) t.true(isAuthentic(known, call, at.getTime()))
        t.false(isAuthentic(stranger, call, at.getTime()))
        t.false(isAuthentic(one, { ...call, text: `${text} ` }, at.getTime()))
        t.is(headers['x-svc-signature-previous'], bodySignature(other, text))
      },
    ),
    { numRuns: 50 },
  )
})

test('two secrets are good for as long as was said', (t) => {
  const until = new Date(1000)
  const secrets = { current: 'whsec_b', previous: { secret: 'whsec_a', until } }
  t.deepEqual(secretsAt(secrets, new Date(999)), ['whsec_b', 'whsec_a'])
  t.deepEqual(secretsAt(secrets, until), ['whsec_b'])
})

test('ids alone go out unless an administrator asked for the content', (t) => {
  const consultation = {
    id: 'e-1',
    organizationId: 'o-1',
    createdAt: new Date(0),
    recordedMs: 61_400,
    externalConsultationId: 'c-1',
    externalDoctorId: 'd-1',
    externalPatientId: 'p-1',
  }
  const document = {
    id: 'doc-1',
    type: 'soap',
    status: 'draft',
    generatedAt: new Date(5000),
    markdown: '# Cefaleia',
    content: { queixa: 'Cefaleia' },
  }
  const told = { event: 'document_generated', at: new Date(5000), consultation, document } as const
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const bare = JSON.parse(messageBody({ ...told, content: 'none' }, base64))
  t.deepEqual(bare, {
    event_type: 'document_generated',
    occurred_at: '1970-01-01T00:00:05.000Z',
    organization_id: 'o-1',
    ehr_id: 'e-1',
    consultation_id: 'c-1',
    patient_id: 'p-1',
    doctor_id: 'd-1',
    document: {
      id: 'doc-1',
      type: 'soap',
      status: 'draft',
      generated_at: '1970-01-01T00:00:05.000Z',
    },
    metadata: { consultation_date: '1970-01-01T00:00:00.000Z', consultation_duration: 61 },
  })
  const markdown = JSON.parse(messageBody({ ...told, content: 'markdown' }, base64))
  t.is(Buffer.from(markdown.document.content, 'base64').toString(), '# Cefaleia')
  const json = JSON.parse(messageBody({ ...told, content: 'json' }, base64))
  t.deepEqual(JSON.parse(Buffer.from(json.document.content, 'base64').toString()), {
    queixa: 'Cefaleia',
  })
})

test('the query of an address is not shown', (t) => {
  t.is(shownUrl('https://ehr.example/h?key=abc'), 'https://ehr.example/h?…')
})

for (const [address, allowed, isAllowed] of [
  ['8.8.8.8', '', true],
  ['2606:4700::1111', '', true],
  ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '127.0.0.1', '127.8.8.8'].map(
    (address) => [address, '', false] as const,
  ),
  ...['0.0.0.0', '169.254.169.254', '100.64.0.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'].map(
    (address) => [address, '', false] as const,
  ),
  ...['::', '::1', '::127.0.0.1', 'fe80::1', 'fe80::1%eth0', 'fd00::1', 'ff02::1', '[::1]'].map(
    (address) => [address, '', false] as const,
  ),
  // The same places in other clothes.
  ...['::ffff:10.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', 'localhost', ''].map(
    (address) => [address, '', false] as const,
  ),
  ...['::ffff:0:7f00:1', '64:ff9b:1::7f00:1', '100::1', '200::1', '4000::1', 'fec0::1'].map(
    (address) => [address, '', false] as const,
  ),
  ['172.32.0.1', '', true],
  ['10.20.3.4', '10.20.0.0/16', true],
  ['::ffff:10.20.3.4', '10.20.0.0/16', true],
  ['10.21.3.4', '10.20.0.0/16', false],
  ['10.20.3.4', '10.20.3.4', true],
  ['10.20.3.5', '10.20.3.4,10.20.3.6', false],
  ['192.168.9.9', 'private', true],
  ['fd12::9', 'private', true],
  ['127.0.0.1', 'private', false],
  ['169.254.169.254', 'private', false],
  ['127.0.0.1', '127.0.0.1', true],
  ['::1', '::1', true],
] as const)
  test(`${address || 'nothing'} is ${isAllowed ? '' : 'not '}told anything where ${allowed || 'nothing'} is allowed`, (t) => {
    t.is(allowsAddress(allowed)(address), isAllowed)
  })
