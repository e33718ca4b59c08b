// Own process: changes the environment.
/**
 * Messages over a real wire from a real database, hour by hour: what each answer leads to, and that
 * none is lost, doubled or told to the wrong place.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { allowsAddress } from '../../api/webhook-client/networks.ts'
import { type ResolveAll, webhookClient } from '../../api/webhook-client/send-webhook.ts'
import { LEASE_MS } from '../../core/webhooks/deliver-message.ts'
import { ATTEMPTS } from '../../core/webhooks/judge.ts'
import { webhookHealth } from '../../models/webhook/health.ts'
import { TEST_SEALER } from '../helpers/audit.ts'
import { until } from '../helpers/demo-service.ts'
import { testIdentity } from '../helpers/identities.ts'
import { isAuthentic, type Reply, startReceiver } from '../helpers/webhook-receiver.ts'
import { openWebhookWorld } from '../helpers/webhook-world.ts'

// All of this file runs in an environment that would lead elsewhere and believe anybody.
for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy'])
  process.env[name] = 'http://127.0.0.1:9'
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

const MINUTE_MS = 60_000

test('the end of a visit and a document are each sent once, in order, signed, without clinical words', async (t) => {
  const receiver = await startReceiver(t, () => 204)
  const world = await openWebhookWorld(t, receiver.caPem)
  const visit = await world.consultation('c-1')
  await world.complete(visit)
  t.is(await world.deliver(), 0, 'nobody asked for it')

  const { secret } = await world.added(receiver.url)
  await world.complete(visit)
  t.is(await world.deliver(), 0, 'it had ended before')
  const other = await world.consultation('c-2')
  await world.complete(other)
  const document = await world.generate(other, '# Cefaleia intensa')
  t.is(await world.deliver(), 2)

  const [ended, written] = receiver.calls
  t.like(ended?.body, {
    event_type: 'consultation_completed',
    consultation_id: 'c-2',
    ehr_id: other,
    patient_id: 'prontuario-c-2',
    doctor_id: 'dra.ana',
    metadata: { consultation_duration: 61 },
  })
  t.like(written?.body, {
    event_type: 'document_generated',
    document: { id: document, type: 'modelo-pequeno', status: 'draft' },
  })
  for (const call of receiver.calls) {
    t.true(isAuthentic(secret, call))
    t.false(/cefaleia|Q2VmYWxlaWE/i.test(call.text))
    t.is(call.headers['user-agent'], 'svc/test')
  }
  t.true(String(ended?.headers['webhook-id']) < String(written?.headers['webhook-id']))
  const list = await world.messages.list({ limit: 10 })
  t.deepEqual(
    list.map(({ state, attempts }) => [state, attempts]),
    [
      ['delivered', 1],
      ['delivered', 1],
    ],
  )
  t.deepEqual(world.acts, [], 'ids are no disclosure of content')
})

const REPLIES: readonly [
  what: string,
  reply: Reply,
  line: { status: number | null; issue: string | null },
  after: 'delivered' | 'pending' | 'failed',
][] = [
  ['200', 200, { status: 200, issue: null }, 'delivered'],
  ['201', 201, { status: 201, issue: null }, 'delivered'],
  [
    'a body without end',
    (answer) => {
      answer.writeHead(200)
      const more = setInterval(() => answer.write('x'.repeat(4096)), 1)
      answer.once('close', () => clearInterval(more))
    },
    { status: 200, issue: null },
    'delivered',
  ],
  [
    'a redirect',
    (answer) => answer.writeHead(307, { location: '/elsewhere' }).end(),
    { status: 307, issue: 'redirected' },
    'pending',
  ],
  ['400', 400, { status: 400, issue: 'refused_by_receiver' }, 'pending'],
  ['401', 401, { status: 401, issue: 'refused_by_receiver' }, 'pending'],
  ['500', 500, { status: 500, issue: 'refused_by_receiver' }, 'pending'],
  ['silence', () => {}, { status: null, issue: 'timeout' }, 'pending'],
  [
    'a broken line',
    (answer) => answer.destroy(),
    { status: null, issue: 'connection_lost' },
    'pending',
  ],
  ['410', 410, { status: 410, issue: 'gone' }, 'failed'],
]

test('each answer leads to what the table says', async (t) => {
  let reply: Reply = 200
  const receiver = await startReceiver(t, () => reply)
  const world = await openWebhookWorld(t, receiver.caPem)
  const { id } = await world.added(receiver.url)
  const visit = await world.consultation('c-1')
  for (const [index, [what, next, line, after]] of REPLIES.entries()) {
    reply = next
    await world.generate(visit)
    t.is(await world.deliver(), 1, what)
    const [message] = await world.messages.list({ limit: 1 })
    t.is(message?.state, after, what)
    const log = (await world.messages.attemptsOf([message?.id ?? ''])).get(message?.id ?? '')
    t.like(log?.[0], { number: 1, ...line }, what)
    t.is(receiver.calls.length, index + 1, what)
    t.is(receiver.connections(), index + 1, what)
    const endpoint = await world.endpoints.find(id)
    t.is(endpoint?.state, after === 'failed' ? 'disabled' : 'enabled', what)
    t.is(endpoint?.disabledBecause, after === 'failed' ? 'gone' : null, what)
  }
  t.like(world.acts, { 0: { action: 'webhook.changed', facts: { because: 'gone' } }, length: 1 })
  t.false(JSON.stringify(world.lines).includes('Maria'), 'an answer is never logged')
})

test('a failed message is retried for three days under one id, then waits for an administrator', async (t) => {
  let status = 500
  const receiver = await startReceiver(t, () => status)
  const world = await openWebhookWorld(t, receiver.caPem)
  const { id } = await world.added(receiver.url)
  await world.generate(await world.consultation('c-1'))
  const waits = [0, 1, 5, 30, ...Array<number>(36).fill(120)]
  for (const [index, wait] of waits.entries()) {
    if (wait > 0) {
      world.pass(wait * MINUTE_MS - 1000)
      t.is(await world.deliver(), 0, `${wait} minutes are not over`)
      world.pass(1000)
    }
    t.is(await world.deliver(), 1)
    t.is(receiver.calls.length, index + 1)
  }
  world.pass(48 * 60 * MINUTE_MS)
  t.is(await world.deliver(), 0)
  t.like((await world.messages.list({ limit: 1 }))[0], {
    state: 'failed',
    attempts: waits.length,
  })
  t.true(world.lines.some(({ event }) => event === 'webhook.given_up'))
  const ids = new Set(receiver.calls.map(({ headers }) => headers['webhook-id']))
  t.is(ids.size, 1)
  t.is(new Set(receiver.calls.map(({ text }) => text)).size, 1, 'the same bytes each time')
  const times = receiver.calls.map(({ headers }) => Number(headers['webhook-timestamp']))
  t.deepEqual(
    times.map((at) => at - (times[0] ?? 0)),
    [0, 60, 360, ...Array.from({ length: 37 }, (_, later) => 2160 + later * 7200)],
  )

  status = 200
  t.is((await world.manage.retryFailed(id)).length, 1)
  t.is(await world.deliver(), 1)
  const [message] = await world.messages.list({ limit: 1 })
  t.is(message?.state, 'delivered')
  // Ids may be told again; then the log goes on.
  t.is((await world.manage.retry(message?.id ?? '')).length, 1)
  t.is(await world.deliver(), 1)
  const log = await world.messages.attemptsOf([message?.id ?? ''])
  t.is(log.get(message?.id ?? '')?.length, waits.length + 2)
})

test('a rotated secret: calls are known by both until the overlap ends, then by the new one alone', async (t) => {
  const receiver = await startReceiver(t, () => 200)
  const world = await openWebhookWorld(t, receiver.caPem)
  const { id, secret: before } = await world.added(receiver.url)
  const { secret: after } = await world.manage.rotate(id, 24 * 60 * MINUTE_MS)
  t.not(before, after)
  const told = async (name: string) => {
    await world.complete(await world.consultation(name))
    t.is(await world.deliver(), 1)
    const call = receiver.calls.at(-1)!
    const nowMs = world.clock.at.getTime()
    return [before, after].map((secret) => isAuthentic(secret, call, nowMs))
  }
  t.deepEqual(await told('c-1'), [true, true])
  t.is(typeof receiver.calls[0]?.headers['x-svc-signature-previous'], 'string')
  world.pass(24 * 60 * MINUTE_MS + 1)
  t.deepEqual(await told('c-2'), [false, true])
  t.is(receiver.calls[1]?.headers['x-svc-signature-previous'], undefined)
  const [row] = await world.sequelize
    .query('SELECT * FROM webhook_endpoints')
    .then(([rows]) => rows)
  t.false(JSON.stringify(row).includes(receiver.url), 'the address is sealed')
})

test('content goes out only where asked, with its entry in the audit before it, and is not kept after', async (t) => {
  const receiver = await startReceiver(t, () => 200)
  const world = await openWebhookWorld(t, receiver.caPem)
  await world.added(receiver.url, { content: 'markdown', events: ['document_generated'] })
  const visit = await world.consultation('c-1')
  await world.complete(visit)
  const document = await world.generate(visit, '# Cefaleia em salvas')
  const [{ sealed_body: sealed }] = (await world.sequelize
    .query('SELECT sealed_body FROM webhook_messages')
    .then(([rows]) => rows)) as [{ sealed_body: Buffer }]
  t.false(sealed.includes(Buffer.from('Cefaleia').toString('base64').slice(0, 8)))

  world.audit.fails = true
  t.is(await world.deliver(), 1)
  t.is(receiver.calls.length, 0, 'nothing leaves that is not on record')
  world.audit.fails = false
  world.pass(MINUTE_MS)
  t.is(await world.deliver(), 1)
  const { content, content_type: type } = receiver.calls[0]?.body.document ?? {}
  t.is(Buffer.from(content, 'base64').toString(), '# Cefaleia em salvas')
  t.regex(type, /^text\/markdown/)
  t.like(world.acts, {
    0: {
      action: 'webhook.content_sent',
      subject: { kind: 'document', id: document },
      consultationId: visit,
      patientId: 'prontuario-c-1',
    },
    length: 1,
  })
  const [message] = await world.messages.list({ limit: 1 })
  await t.throwsAsync(world.manage.retry(message?.id ?? ''), { code: 'webhook_not_retryable' })
  const left = await world.sequelize.query('SELECT length(sealed_body) AS n FROM webhook_messages')
  t.deepEqual(left[0], [{ n: 0 }])
})

test('the words of a document that was deleted meanwhile stay here, and go when it cannot come back', async (t) => {
  const receiver = await startReceiver(t, () => 200)
  const world = await openWebhookWorld(t, receiver.caPem)
  await world.added(receiver.url, { content: 'markdown', events: ['document_generated'] })
  const visit = await world.consultation('c-1')
  const [wrong, other] = [
    await world.generate(visit, '# Outro paciente'),
    await world.generate(visit, '# Cefaleia'),
  ]
  await world.documents.remove(wrong, { at: world.clock.at, by: null })
  t.is(await world.deliver(), 1)
  t.is(receiver.calls[0]?.body.document.id, other)
  t.is(await world.messages.nextDueInMs(), null, 'nothing is looked for again and again')
  t.is((await world.messages.figures()).oldestPendingAt, null)
  t.is(await world.messages.prune(new Date(0)), 0, 'the deletion may be taken back')
  await world.documents.putBack(wrong, new Date(0))
  t.is(await world.deliver(), 1)

  const third = await world.generate(visit, '# Mais um')
  await world.documents.remove(third, { at: world.clock.at, by: null })
  world.pass(11 * MINUTE_MS)
  t.is(await world.messages.prune(new Date(0)), 1)
  t.is(await world.deliver(), 0)
})

test('two nodes send each message once, one at a time to an endpoint, in its order', async (t) => {
  let inHand = 0
  let most = 0
  const receiver = await startReceiver(t, () => async (answer) => {
    most = Math.max(most, ++inHand)
    await sleep(5)
    inHand--
    answer.writeHead(200).end()
  })
  const world = await openWebhookWorld(t, receiver.caPem)
  await world.added(receiver.url)
  const visit = await world.consultation('c-1')
  for (let count = 0; count < 12; count++) await world.generate(visit)
  const nodes = ['a', 'b'].map((owner) => world.dispatcher(owner))
  await Promise.all(nodes.map((node) => node.start()))
  await until(async () => (await world.messages.figures()).byState.delivered === 12, 120_000, 20)
  await Promise.all(nodes.map((node) => node.close()))
  const ids = receiver.calls.map(({ headers }) => String(headers['webhook-id']))
  t.is(new Set(ids).size, 12)
  t.is(ids.length, 12)
  t.deepEqual([...ids].sort(), ids)
  t.is(most, 1)
})

test('a claimed message is leased; another process may claim it when the lease ends', async (t) => {
  const receiver = await startReceiver(t, () => 200)
  const world = await openWebhookWorld(t, receiver.caPem)
  await world.added(receiver.url)
  await world.generate(await world.consultation('c-1'))
  const claimed = await world.messages.claimNext('node-1', LEASE_MS)
  t.truthy(claimed)
  t.is(await world.messages.claimNext('node-2', LEASE_MS), null)
  world.pass(LEASE_MS + 1)
  t.is((await world.messages.claimNext('node-2', LEASE_MS))?.id, claimed?.id)
  const verdict = { state: 'delivered' } as const
  const attempt = { number: 1, startedAt: new Date(), durationMs: 1, status: 200, issue: null }
  const at = new Date()
  t.false(await world.messages.settle(claimed?.id ?? '', 'node-1', { attempt, verdict, at }))
  t.true(await world.messages.settle(claimed?.id ?? '', 'node-2', { attempt, verdict, at }))
})

test('a message and the change that it reports are written together or not at all', async (t) => {
  const receiver = await startReceiver(t, () => 200)
  const world = await openWebhookWorld(t, receiver.caPem)
  await world.added(receiver.url)
  const visit = await world.consultation('c-1')
  await world.sequelize.query('ALTER TABLE webhook_messages RENAME TO elsewhere')
  await t.throwsAsync(world.generate(visit))
  await t.throwsAsync(world.complete(visit))
  await world.sequelize.query('ALTER TABLE elsewhere RENAME TO webhook_messages')
  const [document] = await world.documents.list(visit)
  t.is(document?.status, 'generating')
  t.is((await world.consultations.find(world.organizationId, visit))?.status, 'open')
  t.is(await world.deliver(), 0)
})

test('a disabled endpoint gets nothing; waiting messages are sent when it is enabled, old ones dropped', async (t) => {
  const receiver = await startReceiver(t, () => 200)
  const world = await openWebhookWorld(t, receiver.caPem)
  const { id } = await world.added(receiver.url)
  const visit = await world.consultation('c-1')
  await world.generate(visit)
  await world.manage.disable(id)
  await world.generate(visit)
  t.is(await world.deliver(), 0)
  await world.manage.enable(id)
  t.is(await world.deliver(), 1)
  await world.generate(visit)
  await world.manage.disable(id)
  t.is(await world.messages.prune(world.clock.at), 0)
  world.pass(1000)
  t.is(await world.messages.prune(world.clock.at), 2, 'one told, one that nobody will be told')
  t.deepEqual(await world.messages.list({ limit: 5 }), [])
  await world.manage.remove(id)
  t.deepEqual(await world.endpoints.list(), [])
})

test('messages of a visit under legal hold stay in the log', async (t) => {
  const receiver = await startReceiver(t, () => 200)
  const world = await openWebhookWorld(t, receiver.caPem)
  await world.added(receiver.url)
  const visit = await world.consultation('c-1')
  await world.complete(visit)
  t.is(await world.deliver(), 1)
  await world.sequelize.query('UPDATE consultations SET held_at = created_at')
  world.pass(1000)
  t.is(await world.messages.prune(world.clock.at), 0)
})

test('an address inside is refused, whatever name leads to it and however often the name changes', async (t) => {
  let connections = 0
  const inside = createServer((_request, answer) => answer.end())
  inside.on('connection', () => connections++)
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  t.teardown(() => inside.close())
  const { port } = inside.address() as AddressInfo
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
  const call = (url: string) => ({
    url,
    id: 'msg_1',
    body: '{}',
    secrets,
    at: new Date(),
    signal: new AbortController().signal,
  })
  const names: Record<string, { address: string; family: number }[]> = {
    'inside.example': [{ address: '127.0.0.1', family: 4 }],
    'six.example': [{ address: '::ffff:127.0.0.1', family: 6 }],
    'nowhere.example': [],
    'mixed.example': [
      { address: '127.0.0.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
  }
  let asked = 0
  const resolve: ResolveAll = (name, _options, told) => {
    asked++
    // The first answer is a harmless one, every later one leads inside.
    if (name === 'rebinding.example')
      return told(null, [{ address: asked === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }])
    told(null, names[name] ?? [])
  }
  const { send, checkAddress } = webhookClient({
    allowHttp: true,
    readCa: async () => null,
    userAgent: 'svc/test',
    timeoutMs: 30_000,
    allows: allowsAddress(''),
    resolve,
  })
  await new Promise((done) => resolve('rebinding.example', { all: true }, done))
  for (const host of [
    'rebinding.example',
    ...Object.keys(names),
    '127.0.0.1',
    '[::1]',
    '2130706433',
  ])
    t.deepEqual(await send(call(`http://${host}:${port}/`)), {
      kind: 'failed',
      issue: 'address_not_allowed',
    })
  t.is((await checkAddress(`http://127.1:${port}/`)).verdict, 'address_not_allowed')
  t.is((await checkAddress(`http://localhost:${port}/`)).verdict, 'address_not_allowed')
  t.is(connections, 0)
})

test('HTTPS is proven by the hospital’s authority, or nothing of the message is sent', async (t) => {
  const receiver = await startReceiver(t, () => 200)
  const stranger = await startReceiver(t, () => 200, await testIdentity('stranger'))
  const heard: Buffer[] = []
  const tcp = createTcpServer((socket) => socket.on('data', (bytes) => heard.push(bytes)))
  tcp.listen(0, '127.0.0.1')
  await once(tcp, 'listening')
  t.teardown(() => tcp.close())
  const { port } = tcp.address() as AddressInfo
  const world = await openWebhookWorld(t, receiver.caPem)
  for (const [url, issue] of [
    [stranger.url, 'tls_untrusted'],
    [`https://127.0.0.1:${port}/`, 'timeout'],
    ['https://127.0.0.1:1/', 'connection_refused'],
  ] as const) {
    const { id } = await world.added(url)
    t.like(await world.manage.test(id, new AbortController().signal), { status: null, issue })
  }
  t.is(stranger.calls.length, 0)
  t.false(Buffer.concat(heard).includes('msg_'))
  await t.throwsAsync(world.added(`http://127.0.0.1:${port}/`), { code: 'webhook_http_refused' })
  await t.throwsAsync(world.added('https://10.1.2.3/h'), {
    code: 'webhook_address_refused',
    message: /svcctl config set webhookNetworks 10\.1\.2\.3/,
  })
  for (const url of ['ftp://ehr.example', 'https://u:p@ehr.example', 'ehr.example', 'https://e/#x'])
    await t.throwsAsync(world.added(url), { code: 'webhook_url_invalid' })
})

test('svcctl doctor names each endpoint that receives nothing, gave up, or whose settings do not open', async (t) => {
  const receiver = await startReceiver(t, (_, nth) => (nth === 1 ? 204 : 500))
  const world = await openWebhookWorld(t, receiver.caPem)
  const { id } = await world.added(receiver.url)
  const other = await world.added(`${receiver.url}?other`)
  await world.manage.disable(other.id)
  const health = async () => webhookHealth(world.sequelize, TEST_SEALER)
  await world.complete(await world.consultation('chega'))
  await world.deliver()
  t.like(
    (await health()).find((one) => one.id === id),
    {
      state: 'enabled',
      failed: 0,
      failingSince: null,
      issue: null,
      settings: { url: receiver.url, hasSecret: true },
    },
  )
  world.pass(60_000)
  const since = new Date(world.clock.at)
  await world.complete(await world.consultation('falha'))
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await world.deliver()
    world.pass(3 * 3_600_000)
  }
  const [failing, disabled] = await health()
  t.like(failing, { failed: 1, issue: 'refused_by_receiver' })
  t.is(failing?.failingSince?.getTime(), since.getTime())
  t.like(disabled, { state: 'disabled', disabledBecause: 'administrator', failingSince: null })
  await world.sequelize.query('UPDATE webhook_endpoints SET sealed_settings = :bytes', {
    replacements: { bytes: Buffer.of(0) },
  })
  t.deepEqual(
    (await health()).map(({ settings }) => settings),
    [null, null],
  )
})
