// Own process: has one database server until its last test has ended.
/**
 * `svcctl data move` with a real PostgreSQL: a clinic's visits go there, serve there, and come back
 * into a SQLite file, each row and each file compared; the source is as it was.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { QueryTypes } from 'sequelize'
import { openAdmin } from '../../bin/open-admin.ts'
import { platform } from '../../bin/platform.ts'
import { openDatabase } from '../../models/database/database.ts'
import { openS3Store } from '../../models/store/s3-store.ts'
import { buildCli } from '../helpers/cli.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { CLINIC_TEXT, fillClinic, shownVisits } from '../helpers/filled-clinic.ts'
import { serverOfFile, postgresTest as test } from '../helpers/postgres-test.ts'
import { startS3 } from '../helpers/s3-server.ts'

const postgres = serverOfFile()

const RULES = { SVC_GENERATOR: 'rules' }
test('PostgreSQL: a clinic moves there and back: the same visits, sound, files and chain', async (t) => {
  const clinic = await demoFolder(t, RULES)
  const before = await clinic.start()
  const { visits, shown, sound } = await fillClinic(before)
  await before.stop()
  const asItWas = await digests(clinic.dataDir)

  const [there, back] = [await newFolder(t), await newFolder(t)]
  const url = await postgres().database()
  const { run } = await buildCli(t, { SVC_DATA_DIR: clinic.dataDir })
  const moved = await run(['data', 'move', '--to', url, '--store', there, '--json'])
  t.is(moved.code, 0, moved.stderr)
  t.false(moved.stdout.includes('secret'), 'no password')
  t.true(moved.json.rows.rows > 60)
  t.true(moved.json.files.files > 5)
  t.deepEqual(await digests(clinic.dataDir), asItWas, 'the source is as it was')

  const server = { SVC_DATA_DIR: there, SVC_DATABASE_URL: url }
  const hospital = await demoFolder(t, { ...RULES, ...server })
  const after = await hospital.start()
  t.deepEqual(await shownVisits(after, visits), shown)
  const more = await after.visit('garganta')
  await more.document('Tosse há dois dias.')
  await after.stop()
  await proven(t, hospital.config)

  const database = join(back, 'svc.sqlite')
  const returned = await run(
    ['data', 'move', '--to', `sqlite:${database}`, '--store', back],
    server,
  )
  t.is(returned.code, 0, returned.stderr)
  t.regex(returned.stdout, /Rows {4}\d+ in 5\d tables, each compared\n/)
  t.regex(returned.stderr, /Start only one of the two/)
  const home = await demoFolder(t, { ...RULES, SVC_DATA_DIR: back })
  const again = await home.start()
  t.deepEqual(await shownVisits(again, [...visits, more.ehrId].slice(0, visits.length)), shown)
  await again.stop()
  await proven(t, home.config)
  const channel = join(back, 'audio', visits[0]!, sound.recordingId, '0.svc')
  t.deepEqual(
    await readFile(channel),
    await readFile(join(clinic.dataDir, 'audio', visits[0]!, sound.recordingId, '0.svc')),
  )
})

test('PostgreSQL: a move that broke off is no installation, goes on where it stopped, and finds what changed', async (t) => {
  const clinic = await demoFolder(t, RULES)
  const service = await clinic.start()
  const { visits, shown } = await fillClinic(service)
  await service.stop()
  const url = await postgres().database()
  const there = await newFolder(t)
  const { run } = await buildCli(t, { SVC_DATA_DIR: clinic.dataDir })
  const move = (...more: string[]) => run(['data', 'move', '--to', url, '--json', ...more])
  const server = { SVC_DATA_DIR: there, SVC_DATABASE_URL: url }

  // A row that PostgreSQL does not take, near the end of the order.
  const sqlite = `sqlite:${join(clinic.dataDir, 'svc.sqlite')}`
  const name = await first(sqlite, 'SELECT generator_version AS value FROM documents')
  await change(sqlite, `UPDATE documents SET generator_version = generator_version || char(0)`)
  const broken = await move('--store', there)
  t.is(broken.failure.error, 'move_row_refused', broken.stderr)
  t.notRegex(broken.stderr, new RegExp(name))
  const hospital = await demoFolder(t, { ...RULES, ...server })
  t.like(await t.throwsAsync(hospital.start()), { code: 'move_unfinished' })
  t.is((await run(['org', 'list', '--json'], server)).failure.error, 'move_unfinished')
  await change(sqlite, `UPDATE documents SET generator_version = '${name}'`)

  const resumed = await move('--store', there)
  t.is(resumed.code, 0, resumed.stderr)
  t.true(resumed.json.rows.already_there > 0, 'rows of the first attempt')
  t.true(resumed.json.files.already_there > 0, 'files of the first attempt')
  const after = await hospital.start()
  t.deepEqual(await shownVisits(after, visits), shown)
  await after.stop()

  t.is((await move('--store', there)).failure.error, 'move_folder_in_use')
  t.is((await move()).failure.error, 'database_not_empty')
  t.is((await move('--store', clinic.dataDir)).failure.error, 'move_nowhere')
})

test('PostgreSQL: a row that differs in the target is found, and a running service is not moved', async (t) => {
  const clinic = await demoFolder(t, RULES)
  const service = await clinic.start()
  await (await service.visit('garganta')).document(CLINIC_TEXT)
  const url = await postgres().database()
  const { run } = await buildCli(t, { SVC_DATA_DIR: clinic.dataDir })
  const move = () => run(['data', 'move', '--to', url, '--json'])
  t.is((await move()).failure.error, 'other_server')
  await service.stop()
  const moved = await move()
  t.is(moved.code, 0, moved.stderr)
  t.is(moved.json.files, null)
  await change(url, `INSERT INTO migrations (name) VALUES ('move-unfinished'), ('move-emptied')`)
  await change(url, `UPDATE consultations SET recorded_ms = recorded_ms + 1`)
  const found = await move()
  t.is(found.failure.error, 'move_differs')
  t.regex(found.failure.message, /consultations/)
})

test('PostgreSQL: sound and files go into an S3-compatible store, are read there, erased there, and come back', async (t) => {
  const clinic = await demoFolder(t, RULES)
  const before = await clinic.start()
  const { visits, shown } = await fillClinic(before)
  await before.stop()
  const { place, asked } = await startS3(t)
  const [there, back] = [await newFolder(t), await newFolder(t)]
  const [url, objects] = [await postgres().database(), 's3://hospital/clinica/a']
  const secret = join(await newFolder(t), 'secret')
  await writeFile(secret, `${place.secretAccessKey}\n`, { mode: 0o600 })
  const keys = {
    SVC_STORE_ENDPOINT: place.endpoint ?? '',
    SVC_STORE_KEY_ID: place.accessKeyId,
    SVC_STORE_KEY_FILE: secret,
  }
  const { run } = await buildCli(t, { SVC_DATA_DIR: clinic.dataDir, ...keys })
  const moved = await run(['data', 'move', '--to', url, '--store', objects, '--folder', there])
  t.is(moved.code, 0, moved.stderr)
  t.deepEqual(
    (await readdir(there)).filter((name) => /^(audio|files)$/.test(name)),
    [],
  )
  t.true(asked.length > 5)

  const server = { SVC_DATA_DIR: there, SVC_DATABASE_URL: url, SVC_STORE_URL: objects, ...keys }
  const hospital = await demoFolder(t, { ...RULES, ...server })
  const after = await hospital.start()
  t.deepEqual(await shownVisits(after, visits), shown)
  await after.stop()
  await proven(t, hospital.config)
  const listed = async () => {
    const found: string[] = []
    for await (const { name } of (await openS3Store(place)).list('')) found.push(name)
    return found
  }
  t.true((await listed()).some((name) => name.startsWith(`audio/${visits[0]}/`)))
  t.true((await listed()).some((name) => name.startsWith(`files/${visits[0]}/`)))

  const returned = await run(
    ['data', 'move', '--to', `sqlite:${join(back, 'svc.sqlite')}`, '--store', back],
    server,
  )
  t.is(returned.code, 0, returned.stderr)
  const home = await demoFolder(t, { ...RULES, SVC_DATA_DIR: back })
  await (await home.start()).stop()
  await proven(t, home.config)

  const admin = await openAdmin(hospital.config, platform())
  await admin.consult.erasure.erase({ consultationIds: [visits[0]!], by: 'teste', force: false })
  await admin[Symbol.asyncDispose]()
  t.deepEqual(await listed(), [])
})

/** The chain is whole, holds the move, and all that is sealed opens. */
async function proven(t: ExecutionContext, config: Parameters<typeof openAdmin>[0]) {
  const admin = await openAdmin(config, platform())
  const { findings, entries } = await (await admin.audit.examine()).verify(() => {})
  t.deepEqual(findings, [])
  t.true(entries > 5)
  const content = await admin.consult.verify(null, () => {})
  t.deepEqual(content.faults, [])
  t.true(content.channels > 0 && content.files > 0)
  await admin[Symbol.asyncDispose]()
  t.not(
    await first(
      config.databaseUrl,
      "SELECT count(*) AS value FROM audit_entries WHERE action = 'data.moved'",
    ),
    '0',
  )
}

async function newFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-move-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Of every file but the lock, which any program that works there takes. */
async function digests(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !/^serving\./.test(entry.name))
      found[path] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
  }
  return found
}

async function first(url: string, sql: string): Promise<string> {
  const { sequelize, close } = await openDatabase({ url })
  const rows = await sequelize.query<{ value: unknown }>(sql, { type: QueryTypes.SELECT })
  await close()
  return String(rows[0]?.value)
}

async function change(url: string, sql: string): Promise<void> {
  const { sequelize, close } = await openDatabase({ url })
  await sequelize.query(sql)
  await close()
}
