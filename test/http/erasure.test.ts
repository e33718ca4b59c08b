// Own process: stops services that it starts.
/**
 * Erasure and legal hold as the whole service and `svcctl` beside it do them: what is held nobody
 * deletes, a recording ends when its consultation is erased under it, and an erasure that was
 * killed half-way is finished by the next command.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { openDatabase } from '../../models/database/database.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { buildCli } from '../helpers/cli.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { connectChannel } from '../helpers/recording-client.ts'
import { framesOf, noise } from '../helpers/recording-sound.ts'

/**
 * Ends `svcctl` by a signal the moment it begins to remove files: what comes before is done, the
 * rest never was.
 */
const KILLED_AT_FILES = `--import=data:text/javascript,${encodeURIComponent(
  `import fs from 'node:fs';import{syncBuiltinESMExports as s}from'node:module';
   fs.promises.rm=async()=>{process.kill(process.pid,'SIGKILL');await new Promise(()=>{})};s()`,
)}`

async function start(t: ExecutionContext) {
  const service = await startAuditedService(t)
  const { call, secret, dataDir } = service
  const cli = await buildCli(t, { SVC_DATA_DIR: dataDir })
  const exchange = async (more: object) =>
    (
      await call('POST', '/integration/session-token/', {
        headers: { 'x-svc-token': secret },
        body: { expiration: 1800, ...more },
      })
    ).body.access as string
  const token = await exchange({})
  const as = (bearer: string) => (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${bearer}` }
    return call(method, `/api/v1${path}`, { headers, ...(body !== undefined && { body }) })
  }
  const api = as(token)
  /** With a token of that consultation alone. */
  const boundTo = async (name: string) => as(await exchange({ consultation_id: name }))

  async function visit(name: string): Promise<string> {
    const ids = { consultation_id: name, doctor_id: 'dra.ana', patient_id: `prontuario-${name}` }
    return (await api('PUT', '/ehrs/by-external-id', ids)).body.id
  }

  /** A recording that takes sound, with its first half second on the disk. */
  async function recording(ehrId: string) {
    const client = await connectChannel(service.channelUrl)
    client.send({ type: 'hello', token, ehr_id: ehrId })
    await client.next('welcome')
    const recordingId = randomUUID()
    client.send({ type: 'recording.start', recording_id: recordingId, channels: 1 })
    await client.next('recording.ready')
    const frames = framesOf(noise(160_000, 7))
    for (const frame of frames.splice(0, 5)) client.sendFrame(frame)
    while ((await client.next('recording.ack')).next_sequence !== 5);
    return { client, recordingId, frames }
  }

  /** Every byte below the data folder that some sound or its seal could be in. */
  const audioFolder = (ehrId: string) => join(dataDir, 'audio', ehrId)
  const purge = (...args: string[]) => cli.run(['consult', 'purge', ...args, '--yes', '--json'])
  return { ...service, cli, api, boundTo, visit, recording, audioFolder, purge }
}

test('data under a legal hold cannot be deleted, neither over the API nor by svcctl', async (t) => {
  const { api, boundTo, call, cli, visit, recording, audioFolder, purge } = await start(t)
  const ehrId = await visit('guardada')
  const { recordingId, client } = await recording(ehrId)
  client.socket.close()
  const pdf = makePdf([['Hemoglobina 13,2 g/dL']])
  const announced = await api('POST', `/ehrs/${ehrId}/files`, {
    name: 'exame.pdf',
    size_bytes: pdf.length,
    source: 'user',
  })
  t.is((await call('PUT', announced.body.upload.url, { body: pdf })).status, 202)
  await api('PATCH', `/ehrs/${ehrId}`, {
    version: 1,
    context_markdown: 'Queixa: tosse há três dias. Nega febre.',
  })
  await api('POST', `/ehrs/${ehrId}/documents`, { template_id: 'soap' })
  const written = async () => (await api('GET', `/ehrs/${ehrId}/documents`)).body.documents[0]
  let document = await written()
  while (document.status === 'generating') {
    await sleep(150)
    document = await written()
  }
  const deletions = [
    `/recordings/${recordingId}`,
    `/files/${announced.body.file.id}`,
    `/documents/${document.id}`,
  ]

  const placed = await cli.run(['consult', 'hold', ehrId, '--reason', 'Processo 1'])
  t.is(placed.code, 0, placed.stderr)
  for (const path of deletions) {
    const { status, body } = await api('DELETE', path)
    t.deepEqual([status, body.error], [409, 'legal_hold'], path)
    t.regex(body.message, /retenção legal/)
    t.is((await api('GET', path)).status, 200, `${path} is still there`)
  }
  t.true(existsSync(audioFolder(ehrId)))
  const refused = await purge(ehrId, '--force')
  t.is(refused.failure.error, 'legal_hold', refused.stderr)
  t.not(refused.code, 0)

  t.is((await cli.run(['consult', 'release', ehrId])).code, 0)
  // A token takes ten requests a second, and this one's are used up on a fast machine.
  const rested = await boundTo('guardada')
  for (const path of deletions) t.true((await rested('DELETE', path)).status < 300, path)
})

test('erased while it is recorded: it ends with its reason, takes nothing more, and leaves nothing', async (t) => {
  const { api, boundTo, dataDir, visit, recording, audioFolder, purge, stop } = await start(t)
  const [ehrId, other] = [await visit('apagada'), await visit('vizinha')]
  const live = await recording(ehrId)
  const beside = await recording(other)
  const sealed = readFileSync(join(audioFolder(ehrId), live.recordingId, '0.svc')).subarray(-256)
  const holding = () => filesBelow(dataDir).filter((path) => readFileSync(path).includes(sealed))
  t.true(holding().length >= 2, 'in its file and in the journal')

  t.is((await purge(ehrId)).failure.error, 'recording_open')
  const forced = await purge(ehrId, '--force')
  t.is(forced.code, 0, forced.stderr)
  t.true(forced.json.forced)

  const failure = live.client.next('error')
  let isOver = false
  void failure.finally(() => (isOver = true))
  while (!isOver && live.frames.length > 0) {
    live.client.sendFrame(live.frames.shift()!)
    await sleep(100)
  }
  t.is((await failure).error, 'consultation_erased')
  t.false(existsSync(audioFolder(ehrId)))
  while (holding().length > 0) await sleep(50)
  for (const message of [
    { type: 'recording.resume', recording_id: live.recordingId } as const,
    { type: 'recording.start', recording_id: randomUUID(), channels: 1 } as const,
  ]) {
    live.client.send(message)
    // Frames that were on their way are answered first.
    t.is((await live.client.next('error')).error, 'consultation_erased')
  }
  const frame = framesOf(noise(1600))[0]
  const late = (as: typeof api) =>
    Promise.all([
      as('PUT', `/recordings/${live.recordingId}/frames`, frame),
      as('GET', `/recordings/${live.recordingId}`),
      as('DELETE', `/recordings/${live.recordingId}`),
      as('POST', `/ehrs/${ehrId}/recordings`, { channels: 1 }),
      as('POST', `/ehrs/${ehrId}/audio`, Buffer.from('RIFF')),
    ])
  const told = (answers: Awaited<ReturnType<typeof late>>) => [
    ...new Set(answers.map(({ status, body }) => `${status} ${body.error}`)),
  ]
  t.deepEqual(told(await late(api)), ['404 consultation_erased'])
  // A token of that visit alone is told too; one of another visit, or of another house, is not.
  t.deepEqual(told(await late(await boundTo('apagada'))), ['404 consultation_erased'])
  t.deepEqual(told(await late(await boundTo('vizinha'))), ['404 not_found'])
  t.is((await api('PUT', `/recordings/${randomUUID()}/frames`, frame)).body.error, 'not_found')
  t.false(existsSync(audioFolder(ehrId)))

  beside.client.sendFrame(beside.frames[0]!)
  t.is((await beside.client.next('recording.ack')).next_sequence, 6)
  await stop()
  t.deepEqual(holding(), [])
  t.false(existsSync(audioFolder(ehrId)))
})

test('an erasure spares records on their way to the network, and finishes after an interruption', async (t) => {
  const { cli, dataDir, organizationId, visit, recording, audioFolder, purge, stop } =
    await start(t)
  const ehrId = await visit('enviada')
  const { client } = await recording(ehrId)
  client.socket.close()
  // The server that recorded it is gone, and its recording was never ended.
  await stop()
  const database = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
  const at = new Date().toISOString()
  const columns = {
    id: 'rnds_1',
    organization_id: organizationId,
    consultation_id: ehrId,
    version: 1,
    document_type: 'RAC',
    sequence: 1,
    state: 'pending',
    cnes: '1234567',
    due_at: at,
    local_id: 'l',
    sealed_body: Buffer.of(0),
    submitted_at: at,
    updated_at: at,
    failed_attempts: 0,
    give_up_at: at,
  }
  await database.sequelize.getQueryInterface().bulkInsert('rnds_submissions', [columns])
  await database.close()

  t.is((await purge(ehrId)).failure.error, 'submission_unsettled')
  t.true(existsSync(audioFolder(ehrId)))
  const killed = await cli.runApart(['consult', 'purge', ehrId, '--yes', '--force', '--json'], {
    NODE_OPTIONS: KILLED_AT_FILES,
  })
  t.is(killed.code, null, killed.stderr)
  t.true(existsSync(audioFolder(ehrId)), 'the key is gone, the files are not')
  const certificates = () => readdirSync(join(dataDir, 'certificates'))
  t.deepEqual(certificates().map(endingOf), ['part'])

  // Whatever is erased next finishes it first.
  const next = await purge(ehrId)
  t.is(next.failure.error, 'consultation_not_found')
  t.regex(next.stderr, /broken off is finished/)
  t.false(existsSync(audioFolder(ehrId)))
  t.deepEqual(certificates().map(endingOf).sort(), ['json', 'txt'])
})

function endingOf(name: string): string {
  return name.split('.').at(-1) ?? ''
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(svc|journal)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}
