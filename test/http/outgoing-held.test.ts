/**
 * A copy that was restored for a drill tells nobody anything: real receivers listen, and hear
 * nothing until an administrator says so.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { composeBackup } from '../../bin/compose/backup.ts'
import { openAdmin } from '../../bin/open-admin.ts'
import { platform } from '../../bin/platform.ts'
import type { Admin } from '../../cli/deps.ts'
import { dataParts } from '../../models/backup/data-parts.ts'
import { HOLD_NOTE, outgoingHold } from '../../models/outgoing-hold.ts'
import { buildCli } from '../helpers/cli.ts'
import { demoFolder, until } from '../helpers/demo-service.ts'
import { startReceiver } from '../helpers/webhook-receiver.ts'

const PASSPHRASE = 'correta cavalo bateria grampo'
const CONTEXT =
  'Dor de garganta há 3 dias. Febre de 39 graus. Pressão 115 por 75. Diagnóstico de amigdalite.'
const signal = new AbortController().signal

test('messages waiting in a backup leave the restored copy only after svcctl outgoing resume', async (t) => {
  const receiver = await startReceiver(t, () => 204)
  const outside = await mkdtemp(join(tmpdir(), 'svc-outside-'))
  t.teardown(() => rm(outside, { recursive: true, force: true }))
  const env = {
    SVC_GENERATOR: 'rules',
    SVC_WEBHOOK_NETWORKS: '127.0.0.1',
    SVC_WEBHOOK_CA_FILE: await receiver.writeCa(join(outside, 'ca.pem')),
  }
  const backupOf = (config: Parameters<typeof composeBackup>[0]) =>
    composeBackup(config, platform(), signal, { scryptLog2N: 10 })

  // The hospital's machine, whose network is down: it has a message and a record that did not go
  // out yet.
  const first = await demoFolder(t, env)
  const hospital = await first.start()
  await hospital.connected()
  const ask = async <Found>(
    work: (admin: Admin, organizationId: string) => Promise<Found>,
    of = first,
  ) => {
    await using admin = await openAdmin(of.config, platform())
    const [organization] = await admin.access.listOrganizations()
    return await work(admin, organization!.id)
  }
  await hospital.call('PUT', '/demo/rnds', { mode: 'down' })
  const visit = await hospital.visit('garganta')
  await visit.review(await visit.document(CONTEXT))
  await visit.diagnose('J03.9')
  await visit.submit()
  t.is((await visit.see()).body.record.status, 'pending')
  await ask(async ({ outgoing, webhooks, submissions }, organizationId) => {
    await outgoing.hold()
    await webhooks.manage.add({ organizationId, url: receiver.url })
    const [record] = await submissions.store.list({ state: 'pending', limit: 2 })
    await submissions.retry(record!.id)
  })
  await visit.document('Dor ao engolir.')
  const at = new Date()
  const path = join(outside, 'drill.svcbackup')
  t.true(existsSync(join(first.dataDir, HOLD_NOTE)))
  for await (const name of dataParts(first.dataDir)) t.not(name, HOLD_NOTE)
  await backupOf(first.config).create({ path, passphrase: PASSPHRASE, at })
  await hospital.stop()

  // Another machine, which reaches everybody.
  const second = await demoFolder(t, env)
  const restored = await backupOf(second.config).restore(path, PASSPHRASE)
  t.true(restored.held)
  t.like(outgoingHold(second.dataDir)(), { because: 'restored', madeAt: at })
  const drill = await second.start()
  await drill.connected()
  const again = await drill.visit('garganta')
  await again.review(await again.document('Cefaleia desde ontem. Diagnóstico de enxaqueca.'))
  await again.diagnose('G43.9')
  const facts = (await drill.call('GET', '/readyz')).body
  t.is(facts.outgoing_held.because, 'restored')
  await ask(async ({ outgoing, webhooks, rnds }, organizationId) => {
    t.deepEqual(await outgoing.waiting(), { webhooks: 2, records: 1 })
    const [endpoint] = await webhooks.endpoints.list()
    t.like(await t.throwsAsync(webhooks.manage.test(endpoint!.id, signal)), {
      code: 'outgoing_held',
    })
    t.like(await t.throwsAsync(rnds.networkOf(organizationId)), { code: 'outgoing_held' })
  }, second)
  t.like((await again.submit()).body, { status: 'submitted', waiting: { code: 'outgoing_held' } })
  t.like((await again.see()).body.record, { status: 'pending', waiting: { code: 'outgoing_held' } })
  t.is((await again.api('POST', '/session/validate', {})).body.outgoing_held, 'restored')
  t.is(receiver.connections(), 0)

  const { run } = await buildCli(t, { ...env, SVC_DATA_DIR: second.dataDir })
  const examined = await run(['doctor', '--json'])
  const found = examined.json.findings.find((one: { id: string }) => one.id === 'outgoing.held')
  t.is(found.severity, 'warning')
  t.regex(found.what, /restored copy of .*2 webhooks and 2 records wait/)
  t.regex(found.fix, /svcctl outgoing resume/)
  const listed = await run(['rnds', 'list'])
  t.regex(
    listed.stderr,
    /2 pending: nothing leaves this box \(this is a restored copy of .*\) until/,
  )
  const { json } = await run(['rnds', 'list', '--json'])
  t.deepEqual(
    json.records.map((one: { state: string }) => one.state),
    ['pending', 'pending'],
  )
  const shown = await run(['rnds', 'show', json.records[0].id])
  t.regex(shown.stdout, /nothing leaves this box .* until: svcctl outgoing resume/)
  const asked = await run(['rnds', 'patient', '--cpf', '52998224725', '--json'])
  t.is(asked.failure.error, 'outgoing_held')
  const unasked = await run(['outgoing', 'resume'])
  t.not(unasked.code, 0, 'nobody was there to agree')
  t.is(receiver.connections(), 0)
  const resumed = await run(['outgoing', 'resume', '--yes', '--json'])
  t.is(resumed.code, 0, resumed.stderr)
  t.is(resumed.json.held, null)
  await until(async () => receiver.calls.length === 2)
  t.false(existsSync(join(second.dataDir, HOLD_NOTE)))
  await until(() => ask(async ({ outgoing }) => (await outgoing.waiting()).records === 0, second))
  const sent = await run(['rnds', 'list', '--json'])
  t.like(sent.json.counts, { accepted: 2, pending: 0 })
  // The one that came with the backup may have been sent by the hospital's machine: it is asked for
  // first.
  const [, older] = sent.json.records
  const attempts = (await run(['rnds', 'show', older.id, '--json'])).json.attempts
  t.deepEqual(
    attempts.slice(-2).map((one: { action: string }) => one.action),
    ['look', 'submit'],
  )
})

test('a note that cannot be read keeps the doors shut; --live makes none', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-note-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const find = outgoingHold(folder)
  t.is(find(), null)
  await writeFile(join(folder, HOLD_NOTE), '{"since":')
  t.is(find()?.because, 'unreadable')
  await rm(join(folder, HOLD_NOTE))
  await mkdir(join(folder, HOLD_NOTE))
  t.is(find()?.because, 'unreadable')
})
