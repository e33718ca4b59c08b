/**
 * Webhooks as an administrator has them: `svcctl` beside the running service, a receiver that the
 * service has never seen, erasure, and a kill in the middle.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startAppliance } from '../helpers/appliance.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { buildCli } from '../helpers/cli.ts'
import { until } from '../helpers/demo-service.ts'
import { bodySignature, isAuthentic, startReceiver } from '../helpers/webhook-receiver.ts'

const WORDS = 'Cefaleia pulsátil há três dias. Nega febre.'

test('a document reaches the address that was added, and what was asked of it is on record', async (t) => {
  const receiver = await startReceiver(t, () => 204)
  const { env, call, cli, visit, document, trail } = await start(t, receiver)
  const before = await visit('antes')
  await document(before)

  const refused = await cli.run([
    'webhook',
    'add',
    'https://10.1.2.3/h',
    '--org',
    'Hospital',
    '--json',
  ])
  t.is(refused.code, 65)
  t.is(refused.failure.error, 'webhook_address_refused')
  const named = ['--name', 'EHR', '--org', 'Hospital']
  const added = await cli.run(['webhook', 'add', receiver.url, ...named, '--json'])
  t.is(added.code, 0, added.stderr)
  t.like(added.json, { name: 'EHR', url: receiver.url, state: 'enabled', content: 'none' })
  const { id, secret } = added.json as { id: string; secret: string }
  const tested = await cli.run(['webhook', 'test', 'ehr', '--json'])
  t.is(tested.code, 0, tested.stderr)
  t.like(receiver.calls[0], { body: { event_type: 'test', endpoint_id: id } })

  const ehrId = await visit('depois')
  await document(ehrId)
  await until(async () => receiver.calls.length === 2, 120_000, 20)
  const told = receiver.calls[1]!
  t.like(told.body, { event_type: 'document_generated', ehr_id: ehrId, consultation_id: 'depois' })
  t.true(isAuthentic(secret, told))
  t.is(told.headers['x-svc-signature'], bodySignature(secret, told.text))
  t.false(told.text.includes('Cefaleia'))

  const shown = await cli.run(['webhook', 'deliveries', '--json'])
  t.like(shown.json.deliveries[0], { event: 'document_generated', state: 'delivered' })
  t.like(shown.json.deliveries[0].log[0], { number: 1, status: 204, issue: null })
  t.is(shown.json.deliveries.length, 1)
  t.regex(
    (await cli.run(['webhook', 'deliveries'])).stdout,
    /document_generated +delivered +1 +204/,
  )
  const rotated = await cli.run(['webhook', 'rotate', 'EHR', '--json'])
  t.not(rotated.json.secret, secret)
  const list = await cli.run(['webhook', 'list', '--json'])
  for (const run of [tested, shown, list])
    t.false(run.stdout.includes('whsec_') || run.stderr.includes('whsec_'))
  const { text } = await call('GET', '/metrics')
  t.regex(text, /^svc_webhook_attempts_total\{outcome="delivered"\} 1$/m)
  t.regex(text, /^svc_webhook_messages\{state="delivered"\} 1$/m)
  t.regex(text, /^svc_webhook_endpoints\{state="enabled"\} 1$/m)
  t.is(env.SVC_WEBHOOK_NETWORKS, '127.0.0.1')

  const { entries, report } = await trail()
  t.deepEqual(report.findings, [])
  const acts = entries.filter(({ action }) => action.startsWith('webhook.'))
  t.deepEqual(
    acts.map(({ action, outcome, subject_id: subject }) => [action, outcome, subject === id]),
    [
      ['webhook.added', 'refused', false],
      ['webhook.added', 'success', true],
      ['webhook.tested', 'success', true],
      ['webhook.changed', 'success', true],
    ],
  )
  t.false(JSON.stringify(entries).includes('hooks/svc'))
})

test('an erasure removes waiting messages and the log of sent ones', async (t) => {
  const receiver = await startReceiver(t, () => 500)
  const { cli, visit, document, trail } = await start(t, receiver)
  const added = await cli.run([
    'webhook',
    'add',
    receiver.url,
    '--org',
    'Hospital',
    '--content',
    'json',
    '--yes',
    '--json',
  ])
  t.is(added.code, 0, added.stderr)
  const [kept, erased] = [await visit('fica'), await visit('sai')]
  await document(kept)
  await document(erased)
  await until(async () => receiver.calls.length === 2, 120_000, 20)
  const content = receiver.calls[1]?.body.document.content
  t.true(Buffer.from(content, 'base64').toString().includes('Cefaleia'))
  const purged = await cli.run(['consult', 'purge', erased, '--yes', '--json'])
  t.is(purged.code, 0, purged.stderr)
  t.is(purged.json.consultations?.[0]?.rows?.webhook_messages ?? 1, 1)
  const left = (await cli.run(['webhook', 'deliveries', '--json'])).json.deliveries
  t.deepEqual(
    left.map((one: { consultation_id: string }) => one.consultation_id),
    [kept],
  )
  const { entries } = await trail()
  const sent = entries.filter(({ action }) => action === 'webhook.content_sent')
  t.deepEqual(
    sent.map((one) => one.consultation_id),
    [kept, erased],
  )
  t.true(sent.every(({ patient }) => patient !== null))
})

test('after a crash during delivery the message is sent again under the same id', async (t) => {
  let isDeaf = true
  const receiver = await startReceiver(t, () => (isDeaf ? () => {} : 200))
  const folder = await mkdtemp(join(tmpdir(), 'svc-webhook-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const env = await settings(receiver, folder)
  const appliance = await startAppliance(t, { ...env, SVC_SPEECH_ENGINE: 'off' })
  const cli = await buildCli(t, { ...env, SVC_DATA_DIR: appliance.dataDir })
  const added = await cli.run(['webhook', 'add', receiver.url, '--json'])
  t.is(added.code, 0, added.stderr)
  const headers = {
    authorization: `Bearer ${await appliance.token()}`,
    'content-type': 'application/json',
  }
  const api = async (method: string, path: string, body: object) =>
    fetch(`${appliance.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) })
  const ids = { consultation_id: 'c-1', doctor_id: 'dra.ana', patient_id: 'p-1' }
  const { id } = (await (await api('PUT', '/ehrs/by-external-id', ids)).json()) as { id: string }
  await api('PATCH', `/ehrs/${id}`, { append_context: WORDS })
  await (await api('POST', `/ehrs/${id}/documents`, { template_id: 'soap' })).text()
  await until(async () => receiver.calls.length === 1, 120_000, 20)
  await appliance.kill('SIGKILL')
  isDeaf = false
  await appliance.restart()
  await until(async () => receiver.calls.length === 2, 120_000, 20)
  const [first, again] = receiver.calls
  t.is(first?.headers['webhook-id'], again?.headers['webhook-id'])
  t.is(first?.text, again?.text)
  t.true(isAuthentic(added.json.secret, again!))
  await until(
    async () =>
      (await cli.run(['webhook', 'deliveries', '--json'])).json.deliveries[0].state === 'delivered',
  )
  t.is(receiver.calls.length, 2)
})

async function settings(receiver: Awaited<ReturnType<typeof startReceiver>>, folder: string) {
  return {
    SVC_WEBHOOK_CA_FILE: await receiver.writeCa(join(folder, 'ca.pem')),
    SVC_WEBHOOK_NETWORKS: '127.0.0.1',
    SVC_GENERATOR: 'rules',
  }
}

async function start(t: ExecutionContext, receiver: Awaited<ReturnType<typeof startReceiver>>) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-webhook-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const env = await settings(receiver, folder)
  const service = await startAuditedService(t, env)
  const { call, secret } = service
  const cli = await buildCli(t, { ...env, SVC_DATA_DIR: service.dataDir })
  const { access } = (
    await call('POST', '/integration/session-token/', {
      headers: { 'x-svc-token': secret },
      body: { expiration: 1800 },
    })
  ).body as { access: string }
  const api = (method: string, path: string, body: unknown) =>
    call(method, `/api/v1${path}`, { headers: { authorization: `Bearer ${access}` }, body })
  return {
    ...service,
    env,
    cli,
    async visit(name: string): Promise<string> {
      const ids = { consultation_id: name, doctor_id: 'dra.ana', patient_id: `p-${name}` }
      return (await api('PUT', '/ehrs/by-external-id', ids)).body.id
    },
    async document(ehrId: string) {
      await api('PATCH', `/ehrs/${ehrId}`, { append_context: WORDS })
      t.is((await api('POST', `/ehrs/${ehrId}/documents`, { template_id: 'soap' })).status, 200)
    },
  }
}
