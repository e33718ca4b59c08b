/**
 * The whole product with a store behind its data folder: what has ended goes there, whatever kills
 * the server or the line, is read back from there, and is erased there.
 */
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import type { ContentStore } from '../../core/store/ports.ts'
import { removeErasedLeftovers } from '../../models/carry/erased-leftovers.ts'
import { openDatabase } from '../../models/database/database.ts'
import { openS3Store } from '../../models/store/s3-store.ts'
import { type Appliance, startAppliance } from '../helpers/appliance.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { connectChannel, enterRecording } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'
import { type S3Server, startS3 } from '../helpers/s3-server.ts'
import { callsTo } from '../helpers/serving-nodes.ts'

const SVCCTL = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))
const FRAMES = 20

test('a store: sound and files that have ended go there, are read from there, and are erased there', async (t) => {
  t.timeout(120_000)
  const { box, store, svcctl } = await house(t)
  const visit = await openVisit(box)
  const sound = await record(box, visit, 1)
  const file = await upload(box, visit, 'Glicemia de jejum 98 mg/dL')
  t.true(await goes(box, visit.ehrId))
  const [first = '', second = ''] = await namesIn(store)
  t.regex(first, new RegExp(`^audio/${visit.ehrId}/${sound.recordingId}/0.svc$`))
  t.is(second, `files/${visit.ehrId}/${file}`)
  t.deepEqual((await box.call('GET', `/api/v1/files/${file}/text`, visit.headers)).body.pages, [
    'Glicemia de jejum 98 mg/dL',
  ])
  const clip = await fetch(`${box.url}/api/v1/ehrs/${visit.ehrId}/audio?start_ms=0&end_ms=1000`, {
    headers: visit.headers,
  })
  t.is(clip.status, 200, await clip.clone().text())
  const proven = await svcctl('consult', 'verify')
  t.like(proven, { channels: 1, files: 1, faults: [] })

  const erased = await svcctl('consult', 'purge', visit.ehrId, '--yes')
  t.deepEqual(await namesIn(store), [])
  t.true(erased.consultations[0].audio_bytes > FRAMES * 3200)

  // As of a server that was killed in the middle of putting it there; another's is not touched.
  const others = `audio/${randomUUID()}/${randomUUID()}/0.svc`
  const content = { sizeBytes: 3, sha256: '', read: async () => Buffer.from('som') }
  for (const name of [first, second, others]) await store.put(name, content)
  const database = await openDatabase({ url: `sqlite:${box.dataDir}/svc.sqlite`, toRead: true })
  t.is(await removeErasedLeftovers(database.sequelize, store), 2)
  await database.close()
  t.deepEqual(await namesIn(store), [others])
})

test('a store: killed at any of its requests, nothing is lost, and all goes after a start', async (t) => {
  t.timeout(240_000)
  const { box, server, store, svcctl } = await house(t)
  const visits = []
  for (let at = 1; at <= 5; at++) {
    const visit = await openVisit(box)
    visits.push(visit)
    let asked = 0
    let killed: Promise<void> | null = null
    server.decide = () => {
      if (++asked === at) killed = box.kill('SIGKILL')
      return asked === at && at % 2 === 0 ? 'drop answer' : 'pass'
    }
    await record(box, visit, at)
    for (let waitedMs = 0; !killed && waitedMs < 20_000; waitedMs += 20) await sleep(20)
    await killed
    server.decide = () => 'pass'
    await box.restart()
    t.true(await goes(box, visit.ehrId), `killed at request ${at}`)
  }
  t.is((await namesIn(store)).length, visits.length)
  t.like(await svcctl('consult', 'verify'), { channels: visits.length, faults: [] })
})

test('a store: while it is away visits are recorded and files are taken, and go when it is back', async (t) => {
  t.timeout(120_000)
  const { box, server, store, svcctl } = await house(t)
  server.decide = () => 'drop'
  const visit = await openVisit(box)
  await record(box, visit, 3)
  await upload(box, visit, 'Creatinina 0,9 mg/dL')
  t.is((await box.call('GET', '/readyz', {})).status, 200)
  t.deepEqual((await readdir(`${box.dataDir}/audio`)).sort().slice(0, 1), [visit.ehrId])
  t.like(await svcctl('consult', 'verify'), { channels: 1, files: 1, faults: [] })
  server.decide = () => 'pass'
  // A file that could not be taken waits for a minute, or for a start.
  await box.restart()
  t.true(await goes(box, visit.ehrId))
  t.is((await namesIn(store)).length, 2)
  t.like(await svcctl('consult', 'verify'), { channels: 1, files: 1, faults: [] })
})

async function house(t: ExecutionContext) {
  const server = await startS3(t)
  const store = await openS3Store(server.place)
  const settings = { SVC_SPEECH_ENGINE: 'off', SVC_GENERATOR: 'rules', ...storeSettings(server) }
  const started = await startAppliance(t, settings)
  const box = { ...started, call: callsTo(started.url) }
  async function svcctl(...args: string[]) {
    const env = { PATH: process.env.PATH, SVC_DATA_DIR: box.dataDir, ...settings }
    const { stdout } = await promisify(execFile)(process.execPath, [SVCCTL, ...args, '--json'], {
      env,
    })
    return JSON.parse(stdout)
  }
  return { box, server, store, svcctl }
}

function storeSettings({ place }: S3Server): Record<string, string> {
  return {
    SVC_STORE_URL: `s3://${place.bucket}/${place.prefix}`,
    SVC_STORE_ENDPOINT: place.endpoint ?? '',
    SVC_STORE_KEY_ID: place.accessKeyId,
    SVC_STORE_KEY: place.secretAccessKey,
  }
}

type Box = Appliance & { call: ReturnType<typeof callsTo> }
type Visit = Awaited<ReturnType<typeof openVisit>>

async function openVisit(box: Box) {
  const token = await box.token()
  const headers = { authorization: `Bearer ${token}` }
  const ids = { consultation_id: randomUUID(), doctor_id: 'd-1', patient_id: 'p-1' }
  const { body } = await box.call('PUT', '/api/v1/ehrs/by-external-id', headers, ids)
  return { token, headers, ehrId: body.id as string }
}

async function record(box: Box, { token, ehrId }: Visit, seed: number) {
  const recordingId = randomUUID()
  const sound = noise(FRAMES * 1600, seed)
  const client = await connectChannel(box.url.replace('http', 'ws'))
  await enterRecording(client, { token, ehrId, recordingId })
  for (const frame of framesOf(sound)) client.sendFrame(frame)
  const claim = { channel: 0, last_sequence: FRAMES - 1, samples: sound.length }
  client.send({
    type: 'recording.finish',
    recording_id: recordingId,
    channels: [{ ...claim, sha256: sha256(sound) }],
  })
  const statement = await client.next('recording.statement')
  if (!statement.complete) throw new Error(JSON.stringify(statement))
  client.socket.terminate()
  return { recordingId }
}

async function upload(box: Box, { headers, ehrId }: Visit, text: string): Promise<string> {
  const content = makePdf([[text]])
  const announced = await box.call('POST', `/api/v1/ehrs/${ehrId}/files`, headers, {
    name: 'exame.pdf',
    size_bytes: content.length,
    source: 'user',
    sha256: createHash('sha256').update(content).digest('hex'),
  })
  const { upload, file } = announced.body
  const taken = await fetch(box.url + upload.url, {
    method: 'PUT',
    headers,
    body: new Uint8Array(content),
  })
  if (taken.status !== 202) throw new Error(`${taken.status}: ${await taken.text()}`)
  for (let state = 'processing'; state === 'processing'; await sleep(100))
    ({ state } = (await box.call('GET', `/api/v1/files/${file.id}`, headers)).body)
  return file.id
}

/** Whether nothing of the visit is in the folder within half a minute. */
async function goes({ dataDir }: Box, ehrId: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 50) {
    const left = await Promise.all(
      ['audio', 'files'].map((root) => readdir(`${dataDir}/${root}`).catch(() => [] as string[])),
    )
    if (!left.flat().includes(ehrId)) return true
    await sleep(50)
  }
  return false
}

async function namesIn(store: ContentStore): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of store.list('')) names.push(name)
  return names
}
