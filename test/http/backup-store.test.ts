// Own process: has one database server until its last test has ended.
/**
 * Backup, drill and restore where PostgreSQL holds the rows and an S3-compatible store the sound
 * and files, both real: what lies only there is in the backup, and comes back.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { openAdmin } from '../../bin/open-admin.ts'
import { platform } from '../../bin/platform.ts'
import { backupArchive } from '../../models/backup/backup-archive.ts'
import { openS3Store } from '../../models/store/s3-store.ts'
import { buildCli } from '../helpers/cli.ts'
import { demoFolder } from '../helpers/demo-service.ts'
import { fillClinic, shownVisits } from '../helpers/filled-clinic.ts'
import { serverOfFile, postgresTest as test } from '../helpers/postgres-test.ts'
import { startS3 } from '../helpers/s3-server.ts'

const postgres = serverOfFile()

const RULES = { SVC_GENERATOR: 'rules' }
const PASSPHRASE = 'correta cavalo bateria grampo'
const PLACE = 's3://hospital/clinica/a'

test('PostgreSQL and a store: what lies only in the store is backed up, drilled and restored', async (t) => {
  const { hospital, cli, service, visits, shown, place, newPlace, elsewhere } = await house(t)
  const made = await cli.run(['backup', 'create', '--to', elsewhere, '--json'])
  t.is(made.code, 0, made.stderr)
  t.deepEqual(made.json.missing, [])
  const path: string = made.json.path
  const before = await objectsOf(place)
  t.true(before.length >= 2, before.join())

  const trial = await postgres().database()
  const drill = (file: string) =>
    cli.run(['backup', 'drill', file, '--all', '--empty-database', trial, '--json'])
  const drilled = await drill(path)
  t.is(drilled.code, 0, drilled.stderr)
  t.like(drilled.json, { proven: true, faults: [] })
  t.true(drilled.json.content.channels >= 2 && drilled.json.content.files >= 2)
  t.deepEqual(await objectsOf(place), before, 'a drill leaves the store as it is')

  // Into the store of somebody, over nothing of it.
  const target = async (env: Record<string, string>) => {
    const folder = await newFolder(t)
    return { folder, env: { SVC_DATA_DIR: folder, SVC_DATABASE_URL: trial, ...env } }
  }
  const restore = (env: Record<string, string>, ...more: string[]) =>
    cli.run(['backup', 'restore', path, '--json', ...more], env)
  const same = await target({})
  const filled = await restore(same.env)
  t.is(filled.failure.error, 'store_not_empty', filled.stderr)
  const fresh = await target({ SVC_STORE_URL: newPlace.url })
  const inUse = { ...fresh.env, SVC_DATABASE_URL: hospital.config.databaseUrl }
  t.is((await restore(inUse)).failure.error, 'nodes_serving')
  await service.stop()
  const refused = await restore(inUse)
  t.is(refused.failure.error, 'database_not_empty', refused.stderr)
  t.deepEqual(await objectsOf(newPlace.place), [], 'what it had brought is taken back')
  const restored = await restore(fresh.env, '--live')
  t.is(restored.code, 0, restored.stderr)
  t.deepEqual(await objectsOf(newPlace.place), before)
  const other = await demoFolder(t, { ...RULES, ...storeEnv, ...fresh.env })
  const again = await other.start()
  t.deepEqual(await shownVisits(again, visits), shown)
  await again.stop()
  const proven = await cli.run(['consult', 'verify', '--json'], fresh.env)
  t.deepEqual(proven.json.faults, [], proven.stderr)
  t.true(proven.json.channels >= 2 && proven.json.files >= 2)

  // The lost machine's own store: what it has lost comes back, and what differs is not touched.
  const store = await openS3Store(place)
  const [first = '', second = ''] = before
  const bytes = await store.read(second, 0, 1 << 20)
  await store.remove(first)
  const kept = await target({ SVC_DATABASE_URL: await postgres().database() })
  const back = await restore(kept.env, '--keep-store')
  t.is(back.code, 0, back.stderr)
  t.deepEqual(await objectsOf(place), before)
  const odd = Buffer.from(bytes).fill(7, 0, 1)
  await store.put(second, { sizeBytes: odd.length, sha256: '', read: async () => odd })
  const differs = await restore(
    (await target({ SVC_DATABASE_URL: await postgres().database() })).env,
    '--keep-store',
  )
  t.is(differs.failure.error, 'store_differs', differs.stderr)
  t.deepEqual(await store.read(second, 0, 1 << 20), odd)
  t.deepEqual(await objectsOf(place), before)
})

test('PostgreSQL and a store: what the store has lost is named by the backup, and what is erased meanwhile does not break it', async (t) => {
  const { hospital, cli, visits, place, elsewhere } = await house(t)
  const { config } = hospital
  const store = await openS3Store(place)
  const [lost = ''] = (await objectsOf(place)).filter((name) => name.startsWith('files/'))
  await store.remove(lost)
  const made = await cli.run(['backup', 'create', '--to', elsewhere, '--json'])
  t.is(made.code, 0, made.stderr)
  t.deepEqual(made.json.missing, [lost])
  const trial = await postgres().database()
  const drill = (file: string) =>
    cli.run(['backup', 'drill', file, '--all', '--empty-database', trial, '--json'])
  const drilled = await drill(made.json.path)
  t.is(drilled.code, 65)
  t.regex(drilled.stdout, /was lost before the backup was made/)
  const found = await cli.run(['doctor', '--run', 'backup.age', '--json'])
  t.like(found.json.findings[0], { severity: 'error' })
  t.regex(found.json.findings[0].what, /holds less than the database speaks of/)

  // The visits are erased once the rows are taken: none of their objects is left.
  const erased = visits[0] === lost.split('/')[1] ? visits : [...visits].reverse()
  const at = new Date()
  const path = join(elsewhere, 'meanwhile.svcbackup')
  const archive = backupArchive({
    dataDir: config.dataDir,
    databasePath: null,
    databaseUrl: config.databaseUrl,
    version: '0.0.0',
    scryptLog2N: 10,
    workParent: await newFolder(t),
    models: async () => [],
    async openStore() {
      async function* list(folder: string) {
        let isFirst = true
        for await (const one of store.list(folder)) {
          if (isFirst) {
            const admin = await openAdmin(config, platform())
            const request = { consultationIds: erased, by: 'teste', force: false }
            await admin.consult.erasure.erase(request)
            await admin[Symbol.asyncDispose]()
          }
          isFirst = false
          yield one
        }
      }
      return { ...store, list, close: async () => {} }
    },
  })
  await archive.keep(await archive.write({ path, passphrase: PASSPHRASE, at }), path)
  const manifest = await archive.verify(path, PASSPHRASE)
  t.is(manifest.missing, undefined)
  t.true((manifest.removed?.length ?? 0) >= 2)
  t.false(manifest.parts.some(({ stored }) => stored))
  const proven = await drill(path)
  t.is(proven.code, 0, proven.stderr)
  t.deepEqual(proven.json.faults, [])
})

let storeEnv: Record<string, string> = {}

/** A clinic that was moved to PostgreSQL and a store, serves there, and has a visit more. */
async function house(t: ExecutionContext) {
  const clinic = await demoFolder(t, RULES)
  const before = await clinic.start()
  const first = await fillClinic(before)
  await before.stop()
  const { place } = await startS3(t)
  const [there, elsewhere] = [await newFolder(t), await newFolder(t)]
  const secret = join(await newFolder(t), 'secret')
  await writeFile(secret, place.secretAccessKey, { mode: 0o600 })
  const passphraseFile = join(await newFolder(t), 'passphrase')
  await writeFile(passphraseFile, PASSPHRASE, { mode: 0o600 })
  storeEnv = {
    SVC_STORE_ENDPOINT: place.endpoint ?? '',
    SVC_STORE_KEY_ID: place.accessKeyId,
    SVC_STORE_KEY_FILE: secret,
    SVC_BACKUP_PASSPHRASE_FILE: passphraseFile,
  }
  const url = await postgres().database()
  const server = { SVC_DATABASE_URL: url, SVC_STORE_URL: PLACE, ...storeEnv }
  const moving = await buildCli(t, { SVC_DATA_DIR: clinic.dataDir, ...storeEnv })
  const moved = await moving.run([
    ...['data', 'move', '--to', url, '--store', PLACE, '--folder', there],
  ])
  t.is(moved.code, 0, moved.stderr)
  const cli = await buildCli(t, { SVC_DATA_DIR: there, ...server })
  const hospital = await demoFolder(t, { ...RULES, SVC_DATA_DIR: there, ...server })
  const service = await hospital.start()
  // What is new lies in the folder.
  const second = await fillClinic(service)
  const visits = [...first.visits, ...second.visits]
  const newPlace = { url: 's3://hospital/novo', place: { ...place, prefix: 'novo' } }
  const shown = await shownVisits(service, visits)
  return { hospital, cli, service, visits, shown, place, newPlace, elsewhere }
}

async function objectsOf(place: Parameters<typeof openS3Store>[0]): Promise<string[]> {
  const store = await openS3Store(place)
  const found: string[] = []
  for await (const { name } of store.list('')) found.push(name)
  await store.close()
  return found
}

async function newFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-backup-store-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
