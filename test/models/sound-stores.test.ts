// Own process: has one database server until its last test has ended.
/**
 * What a store of sound promises, of both that there are: files of one server, rows that several
 * share. Rows are skipped by name where there is no PostgreSQL.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import anyTest, { type ExecutionContext } from 'ava'
import type { Sequelize } from 'sequelize'
import { silentLog } from '../../core/log.ts'
import { type RecordingLeases, soleLeases } from '../../core/recording/recorder-deps.ts'
import type { AudioLocation, AudioStore } from '../../core/recording/storage.ts'
import { channelPath, directoryOf, openAudioStore } from '../../models/audio/audio-store.ts'
import { nodeFiles } from '../../models/audio/files.ts'
import { openDatabase } from '../../models/database/database.ts'
import { nodeLeases } from '../../models/node/leases.ts'
import { settleSound } from '../../models/node-sound/settle-sound.ts'
import { soundRows } from '../../models/node-sound/sound-rows.ts'
import { folderPlace, storePlace } from '../../models/store/content-place.ts'
import { openS3Store } from '../../models/store/s3-store.ts'
import { tieredFiles } from '../../models/store/tiered-files.ts'
import { serverOfFile, postgresTest as withRows } from '../helpers/postgres-test.ts'
import { noise, sha256 } from '../helpers/recording-sound.ts'
import { type S3Server, startS3 } from '../helpers/s3-server.ts'

type Test = (title: string, body: (t: ExecutionContext) => Promise<void>) => void
const always = anyTest.serial as unknown as Test

const postgres = serverOfFile()

interface World {
  location: AudioLocation
  audioDir: string
  /** One server after the other, as after a restart. */
  open(): Promise<{ store: AudioStore; leases: RecordingLeases }>
  /** Null: there are no rows. */
  sequelize: Sequelize | null
}

const kinds: [name: string, test: Test, make: (t: ExecutionContext) => Promise<World>][] = [
  ['files', always, fileWorld],
  ['rows', withRows, rowWorld],
]

for (const [name, test, make] of kinds) {
  test(`sound in ${name}: what is appended is there, in order, and after a restart`, async (t) => {
    const world = await make(t)
    const { location } = world
    const { store, leases } = await world.open()
    await leases.take(location.recordingId)
    t.true(leases.holds(location.recordingId))
    const audio = await store.open(location)
    const sound = noise(16_000, 5)
    const part = (from: number, to: number, sequence: number) =>
      audio.append({ channel: 0, sequence, offset: from, samples: sound.slice(from, to) })
    await Promise.all([part(0, 1600, 0), part(1600, 3200, 1)])
    await part(8000, 9600, 2)
    t.deepEqual(audio.durable(0), { nextSequence: 3, nextOffset: 9600 })
    t.deepEqual(await audio.read(0, 1000, 2000), sound.slice(1000, 2000))
    const [before] = await audio.summary()
    t.deepEqual(before?.gaps, [{ from: 3200, to: 8000 }])
    t.is(
      before?.sha256,
      sha256(Int16Array.from([...sound.slice(0, 3200), ...sound.slice(8000, 9600)])),
    )

    const peeked = await store.peek(location)
    t.deepEqual(peeked.durable(0), { nextSequence: 3, nextOffset: 9600 })
    await store.close()
    const next = await world.open()
    await next.leases.take(location.recordingId)
    const again = await next.store.open(location)
    t.deepEqual(await again.summary(), [before])
    t.is(
      (await again.read(0, 3200, 8000)).every((sample) => sample === 0),
      true,
    )
    t.is(again.facts(0, 1)?.offset, 1600)
    await again.append({
      channel: 0,
      sequence: 3,
      offset: 9600,
      samples: sound.slice(9600, 11_200),
    })
    t.is(again.durable(0).nextOffset, 11_200)
    await next.store.remove(location)
    const gone = await next.store.openFinished(location)
    t.is(gone.durable(0).nextOffset, 0)
    await next.store.close()
  })
}

withRows(
  'sound in rows: of two servers the one that took the recording last writes it',
  async (t) => {
    const world = await rowWorld(t)
    const { location } = world
    const { recordingId } = location
    const [one, other] = [await world.open(), await world.open()]
    const sound = noise(16_000, 6)
    const frame = (sequence: number) => ({
      channel: 0,
      sequence,
      offset: sequence * 1600,
      samples: sound.slice(sequence * 1600, (sequence + 1) * 1600),
    })
    await one.leases.take(recordingId)
    const first = await one.store.open(location)
    await first.append(frame(0))
    let lost = 0
    one.leases.onLost(() => void lost++)
    await other.leases.take(recordingId)
    const second = await other.store.open(location)
    t.is(second.next(0).nextSequence, 1)
    await second.append(frame(1))
    t.like(await t.throwsAsync(first.append(frame(1))), { code: 'recording_elsewhere' })
    t.is(lost, 1)
    t.false(one.leases.holds(recordingId))
    await second.append(frame(2))
    await one.store.release(recordingId)
    await one.leases.take(recordingId)
    const third = await one.store.open(location)
    t.is(third.next(0).nextSequence, 3)
    t.like(await t.throwsAsync(second.append(frame(3))), { code: 'recording_elsewhere' })
    await third.append(frame(3))
    t.deepEqual(await third.read(0, 0, 6400), sound.slice(0, 6400))
    await one.store.close()
    await other.store.close()
  },
)

for (const [where, isStored] of [
  ['the shared folder', false],
  ['the store', true],
] as const)
  withRows(
    `sound in rows: rests in ${where} when it has ended, unless it was erased`,
    async (t) => {
      const server = isStored ? await startS3(t) : null
      const world = await rowWorld(t, server)
      const { location, audioDir, settle } = world
      const sequelize = world.sequelize as Sequelize
      const { store, leases } = await world.open()
      await leases.take(location.recordingId)
      const audio = await store.open(location)
      const samples = noise(1600, 7)
      await audio.append({ channel: 0, sequence: 0, offset: 0, samples })
      t.is(await settle(), 0, 'it goes on')
      await store.release(location.recordingId)
      const path = channelPath(directoryOf(audioDir, location), 0)
      const [before, after] = [await world.open(), await world.open()]
      const reading = await before.store.openFinished(location)
      await sequelize.query(`UPDATE recordings SET state = 'finished', finished_at = now()`)
      if (server) {
        // Nothing is given up before the store has proved that it holds it.
        server.decide = (line) => (line.startsWith('PUT') ? 'drop' : 'pass')
        await t.throwsAsync(settle(), { message: /armazenamento/ })
        t.is((await (await after.store.peek(location)).read(0, 0, 1600)).length, 1600)
        server.decide = () => 'pass'
      }
      t.is(await settle(), 1)
      t.is(existsSync(path), !isStored)
      const object = server && (await openS3Store(server.place))
      const name = channelPath(directoryOf('audio', location), 0)
      if (object) t.true(((await object.find(name))?.sizeBytes ?? 0) > 3200)
      t.is(await settle(), 0)
      const finished = await after.store.openFinished(location)
      t.deepEqual(await finished.read(0, 0, 1600), samples)
      t.deepEqual(await reading.read(0, 0, 1600), samples, 'its rows went while it was open')
      for (const one of [store, before.store, after.store]) await one.close()

      await sequelize.query(
        `INSERT INTO sound_pieces SELECT id, 0, 0, 'x'::bytea FROM recordings;
     UPDATE recordings SET sound_erased_at = now()`,
      )
      t.is(await settle(), 1)
      t.false(existsSync(path))
      if (object) t.is(await object.find(name), null)
    },
  )

withRows(
  'sound in rows: of two that put it to rest at once none leaves less than all',
  async (t) => {
    const world = await rowWorld(t)
    const { location, audioDir } = world
    const sequelize = world.sequelize as Sequelize
    const { store, leases } = await world.open()
    await leases.take(location.recordingId)
    const audio = await store.open(location)
    const samples = noise(1600, 8)
    await audio.append({ channel: 0, sequence: 0, offset: 0, samples })
    await store.release(location.recordingId)
    await sequelize.query(`UPDATE recordings SET state = 'finished', finished_at = now()`)
    const late = settleSound({
      ...world.settling,
      async place(name, content) {
        await world.settle()
        await world.settling.place(name, content)
      },
    })
    await t.throwsAsync(late, { message: /0 of \d+ bytes/ })
    const finished = await store.openFinished(location)
    t.deepEqual(await finished.read(0, 0, 1600), samples)
    t.true((await readFile(channelPath(directoryOf(audioDir, location), 0))).length > 3200)
    await store.close()
  },
)

async function fileWorld(t: ExecutionContext): Promise<World> {
  const { audioDir, location, vault } = await folderFor(t)
  return {
    audioDir,
    location,
    sequelize: null,
    open: async () => ({
      store: await openAudioStore({ audioDir, vault, log: silentLog, gatherMs: 1 }),
      leases: soleLeases,
    }),
  }
}

async function rowWorld(t: ExecutionContext, server: S3Server | null = null) {
  const { dataDir, audioDir, location, vault } = await folderFor(t)
  const database = await openDatabase({ url: await postgres().database() })
  t.teardown(database.close)
  await database.migrate()
  const { sequelize } = database
  const { consultationId, recordingId } = location
  const organization = randomUUID()
  await sequelize.query(
    `INSERT INTO organizations (id, name, status, allowed_origins, enforce_doctor_scope, language, created_at)
     VALUES ('${organization}', 'Hospital', 'active', '[]', false, 'pt-BR', now());
     INSERT INTO consultations (id, organization_id, type, status, consent_status, language, recorded_ms, version, created_at, updated_at)
     VALUES ('${consultationId}', '${organization}', 'IN_PERSON', 'open', 'not_recorded', 'pt-BR', 0, 1, now(), now());
     INSERT INTO recordings (id, consultation_id, organization_id, source, channels, state, start_ms, started_at, touched_at, announced)
     VALUES ('${recordingId}', '${consultationId}', '${organization}', 'live', 1, 'recording', 0, now(), now(), false)`,
  )
  const news = { send: async () => {}, on() {} }
  const openStore = server && (() => openS3Store(server.place, { attempts: 1 }))
  const settled = openStore ? tieredFiles(dataDir, openStore) : nodeFiles
  const place = openStore ? storePlace(openStore) : folderPlace(dataDir)
  const settling = { sequelize, audioDir, place, files: settled }
  return {
    audioDir,
    location,
    sequelize,
    settling,
    settle: () => settleSound(settling),
    async open() {
      const leases = nodeLeases({ sequelize, nodeId: randomUUID(), news })
      const options = { audioDir, vault, log: silentLog, gatherMs: 1 }
      return {
        store: await openAudioStore({
          ...options,
          ...soundRows({ sequelize, settled, leases }),
        }),
        leases,
      }
    },
  }
}

async function folderFor(t: ExecutionContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-sound-stores-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const audioDir = join(dataDir, 'audio')
  const key = randomBytes(32)
  const vault = {
    keyFor: async () => key,
    findKey: async () => key,
    destroyKey: async () => {},
    verify: async () => {},
  }
  const location = { recordingId: randomUUID(), consultationId: randomUUID(), channels: 1 }
  return { dataDir, audioDir, location, vault }
}
