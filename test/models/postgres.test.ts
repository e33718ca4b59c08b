// Own process: has one database server until its last test has ended.
/**
 * PostgreSQL, a real one: the main job, its interruption, several processes on one database, and
 * what only a database with many writers can get wrong.
 */
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import { composeBackup } from '../../bin/compose/backup.ts'
import { doctorDatabase } from '../../bin/doctor/database.ts'
import { openAdmin } from '../../bin/open-admin.ts'
import { platform } from '../../bin/platform.ts'
import { backupName } from '../../core/backup/names.ts'
import { lacking } from '../../core/doctor/postgres.ts'
import { openDatabase } from '../../models/database/database.ts'
import { takeServingLock } from '../../models/database/serving-lock.ts'
import { jobStore } from '../../models/job/job-store.ts'
import { buildCli } from '../helpers/cli.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { beginRecording } from '../helpers/filled-clinic.ts'
import { freePort } from '../helpers/free-port.ts'
import { testIdentity } from '../helpers/identities.ts'
import { postgresPlace } from '../helpers/postgres.ts'
import { serverOfFile, postgresTest as test } from '../helpers/postgres-test.ts'
import type { connectChannel } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'

const postgres = serverOfFile()

test('PostgreSQL: a visit is recorded, written, accepted, and survives the end of the database in the middle', async (t) => {
  const env = { SVC_DATABASE_URL: await postgres().database(), SVC_GENERATOR: 'rules' }
  const service = await (await demoFolder(t, env)).start()
  await service.connected()
  const visit = await service.visit('garganta')
  const { client, recordingId } = await beginRecording(service, visit.ehrId)
  const sound = noise(80_000, 3)
  const frames = framesOf(sound, 1600)
  for (const frame of frames.slice(0, 20)) client.sendFrame(frame)
  await acknowledged(client, 20)

  const documentId = await visit.document(
    'Dor de garganta há 3 dias. Febre de 39 graus. Diagnóstico de amigdalite.',
  )
  const { cluster } = postgres()
  if (cluster) {
    await cluster.crash()
    const refused = await visit.api('GET', `/documents/${documentId}`)
    t.is(refused.status, 503)
    t.is(refused.body.error, 'service_unavailable')
    // Sound needs no database while it comes in.
    for (const frame of frames.slice(20, 40)) client.sendFrame(frame)
    await acknowledged(client, 40)
    t.is((await service.call('GET', '/readyz')).status, 503)
    await cluster.comeBack()
    t.is((await service.call('GET', '/readyz')).status, 200)
  }
  for (const frame of frames.slice(postgres().cluster ? 40 : 20)) client.sendFrame(frame)
  const claim = { channel: 0, last_sequence: 49, samples: 80_000, sha256: sha256(sound) }
  client.send({ type: 'recording.finish', recording_id: recordingId, channels: [claim] })
  const { complete, channels } = await client.next('recording.statement')
  t.true(complete && channels[0]?.matches)
  client.socket.terminate()

  t.is((await visit.review(documentId)).status, 200)
  t.is((await visit.diagnose('J039')).status, 200)
  t.is((await visit.submit()).body.status, 'submitted')
  t.is((await visit.see()).body.record.status, 'accepted')
  t.is((await visit.api('GET', '/documents/nothing-of-that-kind')).status, 404)
  const edits = await Promise.all(
    Array.from({ length: 30 }, () =>
      visit.api('PATCH', `/ehrs/${visit.ehrId}`, { append_context: 'Tosse.' }),
    ),
  )
  t.deepEqual(
    [...new Set(edits.map(({ status }) => status))].filter((status) => status >= 500),
    [],
  )
})

test('PostgreSQL: next to the service svcctl holds, erases, rotates the master key and verifies the chain', async (t) => {
  const folder = await demoFolder(t, {
    SVC_DATABASE_URL: await postgres().database(),
    SVC_GENERATOR: 'rules',
  })
  const service = await folder.start()
  await service.connected()
  const [kept, gone] = [await service.visit('garganta'), await service.visit('garganta')]
  await gone.document('Tosse há dois dias.')
  const admin = await openAdmin(folder.config, platform())
  const by = 'teste'
  await admin.consult.holds.place(gone.ehrId, { by, reason: 'processo' })
  const request = { consultationIds: [gone.ehrId], by, force: false }
  t.like(await t.throwsAsync(admin.consult.erasure.erase(request)), { code: 'legal_hold' })
  await admin.consult.holds.release(gone.ehrId, by)
  const { from, to } = await admin.vault.rotate(null, {
    passphraseFile: null,
    command: null,
    askPassphrase: null,
  })
  t.not(from, to)
  const { certificate, swept } = await admin.consult.erasure.erase(request)
  t.is(certificate.consultations.length, 1)
  t.true(swept)
  const refused = await gone.api('GET', `/ehrs/${gone.ehrId}`)
  t.true([404, 410].includes(refused.status), String(refused.status))
  // The service has taken up the new key by itself.
  t.is((await kept.api('PATCH', `/ehrs/${kept.ehrId}`, { append_context: 'Febre.' })).status, 200)
  t.is(typeof (await kept.document('Dor de ouvido.')), 'string')
  const report = await (await admin.audit.examine()).verify(() => {})
  t.deepEqual(report.findings, [])
  await admin[Symbol.asyncDispose]()
})

test('PostgreSQL: of nodes that start at once one changes the schema, and a job is taken by one of them', async (t) => {
  const url = await postgres().database()
  const nodes = await Promise.all(Array.from({ length: 3 }, () => openDatabase({ url })))
  t.teardown(() => Promise.all(nodes.map((node) => node.close())))
  const applied = await Promise.all(nodes.map((node) => node.migrate()))
  t.is(applied.filter((names) => names.length > 0).length, 1)
  const [first] = nodes
  const consultationId = await plainConsultation(first!.sequelize)
  const serving = await takeServingLock(first!.sequelize)
  t.like(await t.throwsAsync(takeServingLock(nodes[1]!.sequelize)), { code: 'other_server' })
  await serving.keep()
  await serving.close()
  await (await takeServingLock(nodes[1]!.sequelize)).close()
  const stores = nodes.map(({ sequelize }) => jobStore(sequelize))
  const recordings = await plainRecordings(first!.sequelize, consultationId, 12)
  for (const recordingId of recordings)
    await stores[0]!.ensure({ kind: 'file.read', consultationId, recordingId }, 'queued')
  const claimed: string[] = []
  await Promise.all(
    stores.map(async (store, node) => {
      for (;;) {
        const job = await store.claim('file.read', `node-${node}`, 60_000)
        if (!job) return
        claimed.push(job.id)
      }
    }),
  )
  t.is(claimed.length, recordings.length)
  t.is(new Set(claimed).size, recordings.length)
})

test('PostgreSQL: transactions that need a second connection never block each other', async (t) => {
  const database = await openDatabase({ url: await postgres().database() })
  t.teardown(database.close)
  const { sequelize } = database
  await sequelize.query('CREATE TABLE counters (id INTEGER PRIMARY KEY, value INTEGER NOT NULL)')
  await sequelize.query('INSERT INTO counters SELECT n, 0 FROM generate_series(1, 64) n')
  await Promise.all(
    Array.from({ length: 64 }, (_, at) =>
      sequelize.transaction(async (transaction) => {
        await sequelize.query(`UPDATE counters SET value = 1 WHERE id = ${at + 1}`, { transaction })
        await sequelize.query('SELECT 1')
      }),
    ),
  )
  const [row] = await sequelize.query<{ sum: string }>('SELECT SUM(value) AS sum FROM counters', {
    type: QueryTypes.SELECT,
  })
  t.is(Number(row?.sum), 64)
})

test('PostgreSQL: a backup is restored into a new database, and later erasures stay erased', async (t) => {
  const folder = await demoFolder(t, {
    SVC_DATABASE_URL: await postgres().database(),
    SVC_GENERATOR: 'rules',
  })
  const service = await folder.start()
  await service.connected()
  const [kept, gone] = [await service.visit('garganta'), await service.visit('garganta')]
  const documentId = await kept.document(
    'Dor de garganta há 3 dias. Febre de 39 graus. Diagnóstico de amigdalite.',
  )
  await gone.document('Tosse há dois dias.')
  await kept.review(documentId)
  const before = (await kept.api('GET', `/documents/${documentId}`)).body
  const elsewhere = await mkdtemp(join(tmpdir(), 'svc-postgres-backup-'))
  t.teardown(() => rm(elsewhere, { recursive: true, force: true }))
  const backupOf = (config: typeof folder.config) =>
    composeBackup(config, platform(), new AbortController().signal, { scryptLog2N: 10 })
  const at = new Date()
  const path = join(elsewhere, backupName(at))
  const passphrase = 'correta cavalo bateria grampo'
  const made = await backupOf(folder.config).create({ path, passphrase, at })
  t.true(made.manifest.parts.some(({ name }) => name === 'database.rows'))
  const admin = await openAdmin(folder.config, platform())
  await admin.consult.erasure.erase({ consultationIds: [gone.ehrId], by: 'teste', force: false })
  await admin[Symbol.asyncDispose]()
  await service.stop()

  const databaseUrl = await postgres().database()
  const other = await demoFolder(t, { SVC_DATABASE_URL: databaseUrl, SVC_GENERATOR: 'rules' })
  const backup = backupOf(other.config)
  const ledger = join(folder.config.backupFolder, 'erasures')
  const full = backupOf({ ...other.config, databaseUrl: folder.config.databaseUrl })
  t.like(await t.throwsAsync(full.restore(path, passphrase)), { code: 'database_not_empty' })
  t.deepEqual(await readdir(other.dataDir), [])
  const sqlite = backupOf({ ...other.config, databaseUrl: `sqlite:${other.dataDir}/svc.sqlite` })
  t.like(await t.throwsAsync(sqlite.restore(path, passphrase)), { code: 'backup_other_database' })
  const ask = { path, passphrase, all: true, within: null }
  const drill = (database: string | null) => backupOf(folder.config).drill({ ...ask, database })
  t.like(await t.throwsAsync(drill(null)), { code: 'drill_needs_database' })
  const filled = folder.config.databaseUrl
  t.like(await t.throwsAsync(drill(filled)), { code: 'database_not_empty' })
  const drilled = await drill(databaseUrl)
  t.deepEqual(drilled.faults, [])
  t.deepEqual(drilled.counts[0], { table: 'consultations', found: 2, told: 2 })
  t.true((drilled.content?.values ?? 0) > 0)
  // And the same database is as new for the restore.
  const { erasures } = await backup.restore(path, passphrase, { erasures: ledger })
  t.deepEqual(erasures.again, [gone.ehrId])

  const again = await other.start()
  const { access } = (await again.call('POST', '/demo/session-token')).body
  const headers = { authorization: `Bearer ${access}` }
  const read = (id: string) => again.call('GET', `/api/v1/ehrs/${id}`, undefined, headers)
  t.is((await read(kept.ehrId)).status, 200)
  t.is((await read(gone.ehrId)).status, 404)
  const document = await again.call('GET', `/api/v1/documents/${documentId}`, undefined, headers)
  t.deepEqual(document.body.content, before.content)
  t.regex(JSON.stringify(before.content), /amigdalite/)
  const visit = await again.visit('garganta')
  t.is(typeof (await visit.document('Febre.')), 'string', 'counters go on behind the rows')
  const examiner = await openAdmin(other.config, platform())
  const report = await (await examiner.audit.examine()).verify(() => {})
  t.deepEqual(report.findings, [])
  await examiner[Symbol.asyncDispose]()
})

test('PostgreSQL: a refusal is reported in words, and the printed command mends it', async (t) => {
  const { cluster } = postgres()
  if (!cluster) return void t.pass('a cluster of somebody else')
  const url = new URL(await postgres().database())
  const name = url.pathname.slice(1)
  const made = await openDatabase({ url: url.href })
  await made.sequelize.query('CREATE TABLE ours (id INTEGER)')
  await made.close()
  await postgres().query("CREATE ROLE clerk LOGIN PASSWORD 'clerk'")
  const as = (username: string, password: string, database = name) => {
    const other = new URL(url)
    Object.assign(other, { username, password, pathname: `/${database}` })
    return other.href
  }
  const ask = async (address: string) => {
    const database = doctorDatabase(address)
    const facts = await database.facts()
    await database.close()
    return facts?.refused ?? (facts?.server ? lacking(facts.server) : null)
  }
  const mend = await administratorOf(t, url)

  const down = new URL(url)
  down.port = String(await freePort())
  t.regex((await ask(down.href))?.what ?? '', /Nothing answers at 127\.0\.0\.1:\d+/)
  t.regex((await ask(as('clerk', 'wrong')))?.fix ?? '', /\\password clerk/)
  t.regex((await ask(as('clerk', 'sec%ret')))?.what ?? '', /%25/)
  t.like(await t.throwsAsync(openDatabase({ url: as('clerk', 'sec%ret') })), {
    code: 'database_url',
  })

  const standing: { address: string; what: RegExp; before?: string }[] = [
    { address: as('clerk', 'clerk', `${name}_missing`), what: /no database/ },
    { address: as('clerk', 'clerk'), what: /belong to somebody else/ },
    { address: as('clerk', 'clerk'), what: /may not make tables/ },
    {
      before: `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
      address: as('clerk', 'clerk'),
      what: /read only/,
    },
    {
      before: `CREATE DATABASE ${name}_latin OWNER clerk ENCODING 'LATIN1' TEMPLATE template0`,
      address: as('clerk', 'clerk', `${name}_latin`),
      what: /LATIN1/,
    },
  ]
  for (const { address, what, before } of standing) {
    if (before) await postgres().query(before)
    const told = await ask(address)
    t.regex(told?.what ?? '', what)
    if (/LATIN1/.test(told?.what ?? '')) break
    mend(told?.fix ?? '')
    t.not((await ask(address))?.what, told?.what, told?.fix)
  }
  t.is(await ask(as('clerk', 'clerk')), null)
  const latin = await openDatabase({ url: as('clerk', 'clerk', `${name}_latin`) })
  t.like(await t.throwsAsync(latin.migrate()), { code: 'database_lacking' })
  await latin.close()

  // What changes under a service that runs is told to callers too.
  await postgres().query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  const { sequelize, close } = await openDatabase({ url: as('clerk', 'clerk') })
  t.like(await t.throwsAsync(sequelize.query('DELETE FROM ours')), { code: 'database_refuses' })
  await close()
})

test('PostgreSQL: with TLS a certificate is proven where the address asks for it', async (t) => {
  const { cluster } = postgres()
  if (!cluster) return void t.pass('a cluster of somebody else')
  const folder = await mkdtemp(join(tmpdir(), 'svc-postgres-tls-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const [own, other] = await Promise.all([testIdentity(), testIdentity('stranger')])
  await cluster.setTls(own.serverPem, own.serverKeyPem)
  await cluster.crash()
  await cluster.comeBack()
  const url = await postgres().database()
  const reach = async (query: string) => {
    const database = await openDatabase({ url: `${url}?${query}` })
    const [row] = await database.sequelize.query<{ ssl: boolean }>(
      'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
      { type: QueryTypes.SELECT },
    )
    await database.close()
    return row?.ssl
  }
  await writeFile(join(folder, 'own.pem'), own.caPem)
  await writeFile(join(folder, 'other.pem'), other.caPem)
  t.is(await reach('sslmode=disable'), false)
  t.is(await reach('sslmode=require'), true)
  t.is(await reach(`sslmode=verify-full&sslrootcert=${folder}/own.pem`), true)
  for (const [query, code] of [
    [`sslmode=verify-full&sslrootcert=${folder}/other.pem`, 'database_unreachable'],
    [`sslmode=verify-full&sslrootcert=${folder}/none.pem`, 'database_url'],
    ['sslmode=prefer', 'database_url'],
    ['target_session_attrs=any', 'database_url'],
  ] as const)
    t.like(await t.throwsAsync(reach(query)), { code }, query)
})

/**
 * Runs a line as it is printed, on the machine of the server: `sudo -u postgres` is its
 * administrator.
 */
async function administratorOf(t: ExecutionContext, { hostname, port }: URL) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-sudo-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'sudo'), '#!/bin/sh\nshift 2\nexec "$@"\n', { mode: 0o755 })
  const env = {
    PATH: `${folder}:${postgresPlace}:${process.env.PATH}`,
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: 'svc',
    PGPASSWORD: 'pg:secret',
    PGDATABASE: 'postgres',
  }
  return (line: string) => {
    const { status, stderr } = spawnSync('sh', ['-ec', line], { env, encoding: 'utf8' })
    t.is(status, 0, `${line}\n${stderr}`)
  }
}

async function acknowledged(client: Awaited<ReturnType<typeof connectChannel>>, count: number) {
  const isThere = () =>
    client.messages.some((one) => one.type === 'recording.ack' && one.next_sequence >= count)
  for (let waitedMs = 0; !isThere(); waitedMs += 10) {
    if (waitedMs > 60_000) throw new Error(`${count} frames were not acknowledged`)
    await sleep(10)
  }
}

type Sequelize = Awaited<ReturnType<typeof openDatabase>>['sequelize']

async function plainConsultation(sequelize: Sequelize): Promise<string> {
  const [id, organization] = [randomUUID(), randomUUID()]
  await sequelize.query(
    `INSERT INTO organizations (id, name, status, allowed_origins, enforce_doctor_scope, language, created_at)
     VALUES ('${organization}', 'Hospital', 'active', '[]', false, 'pt-BR', now())`,
  )
  await sequelize.query(
    `INSERT INTO consultations (id, organization_id, type, status, consent_status, language, recorded_ms, version, created_at, updated_at)
     VALUES ('${id}', '${organization}', 'IN_PERSON', 'open', 'not_recorded', 'pt-BR', 0, 1, now(), now())`,
  )
  return id
}

async function plainRecordings(sequelize: Sequelize, consultationId: string, count: number) {
  const ids = Array.from({ length: count }, () => randomUUID())
  for (const id of ids)
    await sequelize.query(
      `INSERT INTO recordings (id, consultation_id, organization_id, source, channels, state, start_ms, started_at, touched_at, announced)
       SELECT '${id}', id, organization_id, 'live', 1, 'finished', 0, now(), now(), true FROM consultations WHERE id = '${consultationId}'`,
    )
  return ids
}

test('PostgreSQL: an empty database is not taken for that of a folder which has another', async (t) => {
  const cli = await buildCli(
    t,
    { SVC_DATABASE_URL: await postgres().database(), SVC_SPEECH_ENGINE: 'off' },
    { prepared: false },
  )
  t.is((await cli.run(['init', '--yes', '--org', 'São Lucas'])).code, 0)
  t.is((await cli.run(['org', 'create', 'Outra'])).code, 0)
  const other = { SVC_DATABASE_URL: await postgres().database() }
  for (const args of [['serve'], ['upgrade', '--yes'], ['init', '--yes', '--org', 'São Lucas']]) {
    const refused = await cli.runApart([...args, '--json'], other)
    t.is(refused.failure.error, 'database_lost', `${args[0]}: ${refused.stderr}`)
  }
  const doctor = await cli.run(['doctor', '--run', 'database.integrity', '--json'], other)
  t.is(doctor.code, 69)
  t.regex(doctor.json.findings[0].what, /is empty, and .* holds what belongs to another/)
  t.is((await cli.run(['key', 'list'])).code, 0, 'and the right one is as it was')
})
