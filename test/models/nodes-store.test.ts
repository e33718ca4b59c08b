// Own process: starts a database server and three servers, kills them.
/**
 * Several servers on one PostgreSQL and one S3-compatible store, with no folder in common: what one
 * has taken the others read, and it outlives the one that took it.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest from 'ava'
import { openS3Store } from '../../models/store/s3-store.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { openVisit } from '../helpers/node-schedule.ts'
import { postgresPlace } from '../helpers/postgres.ts'
import { postgresTest as test } from '../helpers/postgres-test.ts'
import { connectChannel, enterRecording } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'
import { type S3Server, startS3 } from '../helpers/s3-server.ts'
import { callsTo, openServingNodes, type ServingNodes } from '../helpers/serving-nodes.ts'

const NAMES = ['a', 'b', 'c'] as const

let world: ServingNodes
let server: S3Server
let secret = ''
const ends: (() => unknown)[] = []

anyTest.before(async () => {
  if (!postgresPlace) return
  server = await startS3({ teardown: (end) => void ends.push(end) })
  const { place } = server
  const settings = {
    SVC_STORE_URL: `s3://${place.bucket}/${place.prefix}`,
    SVC_STORE_ENDPOINT: place.endpoint ?? '',
    SVC_STORE_KEY_ID: place.accessKeyId,
    SVC_STORE_KEY: place.secretAccessKey,
  }
  world = await openServingNodes(NAMES, settings, { ownFolders: true })
  await Promise.all(world.all.map((node) => node.start()))
  secret = (await world.cli('key', 'create', '--name', 'EHR')).secret
})
anyTest.after.always(async () => {
  await world?.close()
  for (const end of ends) await end()
})

test('no folder in common: a recording begun on one and ended on another is played on a third', async (t) => {
  t.timeout(120_000)
  const visit = await openVisit(world, 'sound', secret)
  const who = { ...visit, recordingId: randomUUID() }
  const sound = noise(40 * 1600, 3)
  const frames = framesOf(sound)
  const onA = await channelTo('a')
  await enterRecording(onA, who)
  for (const frame of frames.slice(0, 20)) onA.sendFrame(frame)
  await onA.next('recording.ack')
  await world.node('a').kill()
  const onB = await channelTo('b')
  const held = await enterRecording(onB, who)
  for (const frame of frames.slice(held)) onB.sendFrame(frame)
  const claim = { channel: 0, last_sequence: 39, samples: sound.length, sha256: sha256(sound) }
  // The store is away at the end: what was acknowledged stays in the database.
  server.decide = () => 'drop'
  onB.send({ type: 'recording.finish', recording_id: who.recordingId, channels: [claim] })
  t.true((await onB.next('recording.statement')).channels[0]?.matches)
  onB.socket.terminate()
  t.is((await clipOn('c', visit)).length, 44 + 3200 * 10)
  t.deepEqual((await world.cli('consult', 'verify')).faults, [])
  server.decide = () => 'pass'
  t.true(await within(60_000, async () => (await namesIn()).includes(soundOf(who))))
  await world.node('b').kill()
  await rm(world.folderOf('b'), { recursive: true })
  await world.node('a').start()
  await world.node('b').start()
  for (const name of NAMES) t.is((await clipOn(name, visit)).length, 44 + 3200 * 10)
  const proven = await world.cli('consult', 'verify')
  t.like(proven, { channels: 1, faults: [] })
})

test('no folder in common: a file that one takes any of them reads, and it is erased for all', async (t) => {
  t.timeout(120_000)
  const visit = await openVisit(world, 'files', secret)
  const headers = { authorization: `Bearer ${visit.token}` }
  for (const [at, name] of NAMES.entries()) {
    const content = makePdf([[`Glicemia de jejum ${90 + at} mg/dL`]])
    const call = callsTo(world.node(name).url)
    const announced = await call('POST', `/api/v1/ehrs/${visit.ehrId}/files`, headers, {
      name: `exame-${at}.pdf`,
      size_bytes: content.length,
      source: 'user',
      sha256: createHash('sha256').update(content).digest('hex'),
    })
    const put = () =>
      fetch(world.node(name).url + announced.body.upload.url, {
        method: 'PUT',
        headers,
        body: new Uint8Array(content),
      })
    if (at === 0) {
      server.decide = () => 'drop'
      t.is((await put()).status, 503, 'what the others could not read is not taken')
      server.decide = () => 'pass'
    }
    t.is((await put()).status, 202)
    await world.node(name).kill()
    const other = callsTo(world.node(NAMES[(at + 1) % 3] as string).url)
    const path = `/api/v1/files/${announced.body.file.id}`
    const isReady = async () => (await other('GET', path, headers)).body.state === 'ready'
    t.true(await within(30_000, isReady), name)
    await world.node(name).start()
  }
  t.is((await namesIn()).filter((name) => name.startsWith('files/')).length, 3)
  for (const name of NAMES)
    t.deepEqual(await readdir(join(world.folderOf(name), 'files', visit.ehrId)).catch(none), [])
  t.like(await world.cli('consult', 'verify', visit.ehrId), { files: 3, faults: [] })
  await world.cli('consult', 'purge', visit.ehrId, '--yes')
  t.is((await namesIn()).filter((name) => name.startsWith('files/')).length, 0)
})

const none = () => [] as string[]
const channelTo = (name: string) => connectChannel(world.node(name).url.replace('http', 'ws'))

function soundOf({ ehrId, recordingId }: { ehrId: string; recordingId: string }): string {
  return `audio/${ehrId}/${recordingId}/0.svc`
}

async function clipOn(name: string, visit: { ehrId: string; token: string }): Promise<Buffer> {
  const path = `/api/v1/ehrs/${visit.ehrId}/audio?start_ms=0&end_ms=1000`
  const headers = { authorization: `Bearer ${visit.token}` }
  const response = await fetch(world.node(name).url + path, { headers })
  if (!response.ok) throw new Error(await response.text())
  const wav = Buffer.from(await response.arrayBuffer())
  if (wav.subarray(44).every((byte) => byte === 0)) throw new Error(`silence on ${name}`)
  return wav
}

async function namesIn(): Promise<string[]> {
  const names: string[] = []
  const store = await openS3Store(server.place)
  for await (const { name } of store.list('')) names.push(name)
  await store.close()
  return names
}

async function within(limitMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += 50) {
    if (await isSo()) return true
    await sleep(50)
  }
  return false
}
