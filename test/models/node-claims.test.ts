// Own process: starts a database server and servers, kills and pauses them.
/**
 * Work that a server had taken when it died, hung or was stopped: another takes it within 5 s, and
 * it is done once in effect. Skipped by name where there is no PostgreSQL.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest from 'ava'
import { QueryTypes } from 'sequelize'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { connectToSimulator } from '../helpers/connected-appliance.ts'
import { testIdentity } from '../helpers/identities.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { postgresPlace } from '../helpers/postgres.ts'
import { postgresTest as test } from '../helpers/postgres-test.ts'
import { connectChannel, enterRecording } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'
import { patientCpf, practitionerCns } from '../helpers/rnds.ts'
import { callsTo, openServingNodes, type ServingNodes } from '../helpers/serving-nodes.ts'
import { type Reply, startReceiver } from '../helpers/webhook-receiver.ts'

const CNES = '9876543'
/** What is promised, from the end of a server on. */
const WITHIN_MS = 5000

const CA = join(tmpdir(), `svc-node-claims-${randomUUID()}.pem`)

let world: ServingNodes
let database: Database
let secret = ''

anyTest.before(async () => {
  if (!postgresPlace) return
  await writeFile(CA, (await testIdentity()).caPem)
  world = await openServingNodes(['a', 'b'], {
    SVC_WEBHOOK_CA_FILE: CA,
    SVC_WEBHOOK_NETWORKS: '127.0.0.1',
  })
  await Promise.all(world.all.map((node) => node.start()))
  database = await openDatabase({ url: world.databaseUrl })
  secret = (await world.cli('key', 'create', '--name', 'EHR')).secret
})
anyTest.after.always(async () => {
  await database?.close()
  await world?.close()
  await rm(CA, { force: true })
})

test('claims: what a killed server had taken of each queue is done by the other within 5 s', async (t) => {
  t.timeout(120_000)
  await bothServe()
  const { call, headers, ehrId, document, recording, file } = await visitWithWork('a')
  const id = await nodeIdOf('a')
  const far = `clock_timestamp() + interval '1 hour'`
  const lease = `lease_owner = '${id}', lease_expires_at = ${far}`
  const taken = `state = 'running', run_after = created_at, ${lease}`
  await sql(`UPDATE jobs SET ${taken} WHERE recording_id = '${recording}'`)
  await sql(`UPDATE files SET state = 'processing', ${lease} WHERE id = '${file}'`)
  await sql(`INSERT INTO retention_state (id, lease_owner, lease_expires_at)
    VALUES (1, '${id}', ${far}) ON CONFLICT (id) DO UPDATE SET ${lease}`)
  await sql(
    `UPDATE documents SET status = 'generating', lease_owner = '${id}' WHERE id = '${document}'`,
  )
  await sql(
    `UPDATE document_dossier SET written_at = NULL, failure = NULL WHERE document_id = '${document}'`,
  )
  await sleep(1500)
  t.is(await held(id), 4, 'what a server has that lives stays its own')

  await world.node('a').kill()
  const killedMs = performance.now()
  t.true(await within(WITHIN_MS, async () => (await held(id)) === 0))
  t.true(
    await within(WITHIN_MS, async () => {
      const [row] = await sql(`SELECT state FROM files WHERE id = '${file}'`)
      return row?.state === 'ready'
    }),
  )
  // No engine serves here: it was tried, and waits.
  t.true(
    await within(WITHIN_MS, async () => {
      const [job] = await sql(`SELECT state FROM jobs WHERE recording_id = '${recording}'`)
      return job?.state === 'waiting'
    }),
  )
  t.log(`killed to done: ${Math.round(performance.now() - killedMs)} ms`)
  t.true(performance.now() - killedMs < WITHIN_MS)
  const [dossier] = await sql(
    `SELECT failure FROM document_dossier WHERE document_id = '${document}'`,
  )
  t.is(dossier?.failure, 'interrupted')
  const shown = await call('b')('GET', `/api/v1/documents/${document}`, headers)
  t.like(shown.body, { status: 'failed', failure: { error: 'interrupted' } }, ehrId)
})

test('claims: what another server writes, a document and a file that arrives, outlives the start of a server', async (t) => {
  t.timeout(120_000)
  await bothServe()
  const { document, ehrId } = await visitWithWork('b')
  const id = await nodeIdOf('b')
  await sql(
    `UPDATE documents SET status = 'generating', lease_owner = '${id}' WHERE id = '${document}'`,
  )
  const arriving = join(world.root, 'shared', 'files', ehrId, `${randomUUID()}.12345678.part`)
  await writeFile(arriving, 'x')
  await world.node('a').stop()
  await world.node('a').start()
  t.true(existsSync(arriving))
  const [row] = await sql(`SELECT status FROM documents WHERE id = '${document}'`)
  t.is(row?.status, 'generating')
  await sql(`UPDATE documents SET status = 'failed' WHERE id = '${document}'`)
})

for (const how of ['killed', 'paused', 'stopped'] as const)
  test(`claims: webhooks under way at a server that is ${how} are sent by another, in order, each under its own id`, async (t) => {
    t.timeout(180_000)
    await bothServe()
    // The first call is not answered: its server holds the message when it ends.
    let isDeaf = true
    const receiver = await startReceiver(t, (): Reply => (isDeaf ? () => {} : 204))
    const { id: endpoint } = await world.cli('webhook', 'add', receiver.url, '--name', how)
    const open = await visitsAt('a', how)
    await open.document()
    t.true(await within(30_000, async () => receiver.calls.length > 0))
    for (const _ of [1, 2, 3]) await open.document()
    isDeaf = false
    const holder = await holderOf(endpoint)
    const node = world.node(holder)
    const endedMs = performance.now()
    const ended = how === 'stopped' ? node.stop() : how === 'killed' ? node.kill() : node.pause()
    const isDone = async () => (await stateOf(endpoint)).every((state) => state === 'delivered')
    t.true(await within(WITHIN_MS, isDone), JSON.stringify(await stateOf(endpoint)))
    t.log(`${how}: all sent after ${Math.round(performance.now() - endedMs)} ms`)
    await ended
    if (how === 'paused') {
      node.goOn()
      await sleep(4000)
    }
    const calls = receiver.calls.map((one) => one.headers['webhook-id'] as string)
    const ids = (await sql(`SELECT id FROM webhook_messages WHERE endpoint_id = '${endpoint}'
      ORDER BY due_at NULLS FIRST, created_at, id`)) as { id: string }[]
    t.deepEqual(calls, [calls[0]!, ...ids.map(({ id }) => id)], 'the first twice, none else')
    const [log] = await sql(`SELECT COUNT(*) AS n FROM webhook_attempts WHERE message_id IN
      (SELECT id FROM webhook_messages WHERE endpoint_id = '${endpoint}')`)
    t.is(Number(log?.n), 4, 'a server that lost a message writes nothing of it')
    await world.cli('webhook', 'remove', how, '--yes')
  })

test('claims: a server that is stopped hands over its recording, its role and its documents at once, and says which it was', async (t) => {
  t.timeout(120_000)
  await bothServe()
  const open = await visitsAt('a', 'handed-over')
  const written = await open.document()
  const id = await nodeIdOf('a')
  const who = {
    token: open.headers.authorization.slice('Bearer '.length),
    ehrId: open.ehrId,
    recordingId: randomUUID(),
  }
  const sound = noise(40 * 1600, 11)
  const frames = framesOf(sound)
  const client = await connectChannel(world.node('a').url.replace('http', 'ws'))
  await enterRecording(client, who)
  for (const frame of frames.slice(0, 20)) client.sendFrame(frame)
  const isHeld = (at: typeof client, count: number) => () =>
    Promise.resolve(
      at.messages.some((one) => one.type === 'recording.ack' && one.next_sequence >= count),
    )
  t.true(await within(10_000, isHeld(client, 20)))
  const metrics = (await call('a')('GET', '/metrics', {})).body as string
  t.regex(metrics, new RegExp(`^svc_node_info\\{node="${id}",address="[^"]+".*\\} 1$`, 'm'))
  t.regex(metrics, new RegExp(`^svc_node_recordings\\{node="${id}".*\\} 1$`, 'm'))
  t.regex(metrics, /^svc_nodes\{state="alive"\} 2$/m)
  await sql(
    `UPDATE documents SET status = 'generating', lease_owner = '${id}' WHERE id = '${written}'`,
  )

  const stoppedMs = performance.now()
  const stopped = world.node('a').stop()
  t.is((await client.closed).reason, 'shutting_down')
  const onB = await connectChannel(world.node('b').url.replace('http', 'ws'))
  t.is(await enterRecording(onB, who), 20)
  for (const frame of frames.slice(20)) onB.sendFrame(frame)
  t.true(await within(5000, isHeld(onB, 40)))
  t.log(`stopped to acknowledged elsewhere: ${Math.round(performance.now() - stoppedMs)} ms`)
  await stopped
  t.log(`ended after ${Math.round(performance.now() - stoppedMs)} ms`)
  t.true(performance.now() - stoppedMs < 5000)
  const claim = { channel: 0, last_sequence: 39, samples: sound.length, sha256: sha256(sound) }
  onB.send({ type: 'recording.finish', recording_id: who.recordingId, channels: [claim] })
  const statement = await onB.next('recording.statement')
  t.true(statement.complete && statement.channels[0]?.matches)
  onB.socket.terminate()
  const [row] = await sql(`SELECT status, failure_error FROM documents WHERE id = '${written}'`)
  t.like(row, { status: 'failed', failure_error: 'interrupted' })
  t.deepEqual(await sql(`SELECT id FROM nodes WHERE id = '${id}'`), [], 'none is missed')
  const leads = async () => (await sql('SELECT node_id FROM node_leaders'))[0]?.node_id
  t.true(await within(2500, async () => (await leads()) === (await nodeIdOf('b'))))
})

test('claims: a random schedule of kills, pauses and stops loses no webhook, and each address has them in order', async (t) => {
  t.timeout(240_000)
  const random = seeded(39)
  await bothServe()
  const receivers = await Promise.all([1, 2].map(() => startReceiver(t, (): Reply => slowly)))
  for (const [at, { url }] of receivers.entries())
    await world.cli('webhook', 'add', url, '--name', `random-${at}`)
  let isOver = false
  const writing = Promise.all([1, 2, 3].map((nth) => writeOn(`random-${nth}`, 12))).finally(() => {
    isOver = true
  })
  let ends = 0
  while (!isOver) {
    await sleep(1500 + random() * 1500)
    const node = world.all[Math.floor(random() * world.all.length)]!
    const other = world.all.find((one) => one !== node)!
    if (!other.isServing() || !node.isServing()) continue
    ends++
    const how = random()
    if (how < 0.4) await node.kill()
    else if (how < 0.6) await node.stop()
    else node.pause()
    await sleep(random() * 6000)
    if (how < 0.6) await node.start()
    else node.goOn()
  }
  await writing
  t.true(ends >= 3, `${ends}`)
  const left = async () =>
    (await sql(`SELECT m.id, m.state FROM webhook_messages m JOIN webhook_endpoints e
      ON e.id = m.endpoint_id WHERE e.name LIKE 'random-%' AND m.state <> 'delivered'`)) as Row[]
  t.true(
    await within(30_000, async () => (await left()).length === 0),
    JSON.stringify(await left()),
  )
  for (const [at, { calls }] of receivers.entries()) {
    const queued = await sql(`SELECT m.id, m.consultation_id AS visit, (SELECT COUNT(*)
        FROM webhook_attempts a WHERE a.message_id = m.id) AS lines
      FROM webhook_messages m JOIN webhook_endpoints e ON e.id = m.endpoint_id
      WHERE e.name = 'random-${at}' ORDER BY m.created_at, m.id`)
    const arrived = [...new Set(calls.map((one) => one.headers['webhook-id'] as string))]
    t.log(`${queued.length} messages, ${calls.length} calls, ${ends} ends`)
    t.is(arrived.length, queued.length)
    for (const visit of new Set(queued.map((row) => row.visit))) {
      const ids = queued.filter((row) => row.visit === visit).map(({ id }) => id as string)
      t.deepEqual(
        arrived.filter((id) => ids.includes(id)),
        ids,
      )
    }
    t.true(queued.every(({ lines }) => Number(lines) === 1))
    await world.cli('webhook', 'remove', `random-${at}`, '--yes')
  }
})

test('claims: records of one patient, killed on their way, are at the network once each and in order', async (t) => {
  t.timeout(180_000)
  await bothServe()
  const dataDir = join(world.root, 'shared')
  const { simulator } = await connectToSimulator(t, { dataDir }, ['--cbo', '225125'], world.cliEnv)
  const visits = await Promise.all([1, 2, 3].map((nth) => reviewedVisit('a', `rnds-${nth}`)))
  simulator.faults.add({ name: 'silent', operation: 'submit', times: 1 })
  const submitted: Promise<unknown>[] = []
  for (const { submit } of visits) {
    submitted.push(submit().catch(() => null))
    await sleep(300)
  }
  const areStored = async () => (await sql('SELECT 1 FROM rnds_submissions')).length === 3
  t.true(await within(30_000, areStored))
  t.true(await within(30_000, async () => simulator.documents().length > 0))
  await world.node('a').kill()
  const killedMs = performance.now()
  await Promise.all(submitted)
  const states = async () =>
    (await sql('SELECT state, id FROM rnds_submissions ORDER BY submitted_at')) as Row[]
  const isDone = async () => (await states()).every(({ state }) => state === 'accepted')
  t.true(await within(WITHIN_MS, isDone), JSON.stringify(await states()))
  t.log(`all accepted after ${Math.round(performance.now() - killedMs)} ms`)
  const kept = simulator.documents()
  const local = await sql('SELECT local_id FROM rnds_submissions ORDER BY submitted_at')
  t.is(local.length, 3)
  t.deepEqual(
    kept.map(({ value }) => value),
    local.map((row) => row.local_id),
  )
})

type Row = Record<string, unknown>

const sql = (text: string): Promise<Row[]> =>
  database.sequelize.query<Row>(text, { type: QueryTypes.SELECT })

/** More than a token may ask for at once is asked again. */
const call =
  (name: string) =>
  async (...request: Parameters<ReturnType<typeof callsTo>>) => {
    for (;;) {
      const answer = await callsTo(world.node(name).url)(...request)
      if (answer.status !== 429) return answer
      await sleep(500)
    }
  }

async function bothServe() {
  for (const node of world.all) if (!node.isRunning()) await node.start()
}

async function nodeIdOf(name: string): Promise<string> {
  const { body } = await call(name)('GET', '/readyz', {})
  return body.nodes.find((one: { own: boolean }) => one.own).id
}

/** How many rows name it. */
async function held(id: string): Promise<number> {
  const tables = ['jobs', 'files', 'webhook_messages', 'rnds_submissions', 'retention_state']
  const rows = await sql(
    [
      ...tables.map((table) => `SELECT 1 FROM ${table} WHERE lease_owner = '${id}'`),
      `SELECT 1 FROM documents WHERE status = 'generating' AND lease_owner = '${id}'`,
    ].join(' UNION ALL '),
  )
  return rows.length
}

async function holderOf(endpoint: string): Promise<string> {
  for (;;) {
    const [row] = await sql(`SELECT lease_owner FROM webhook_messages
      WHERE endpoint_id = '${endpoint}' AND lease_owner IS NOT NULL`)
    for (const { name } of world.all) if ((await nodeIdOf(name)) === row?.lease_owner) return name
    await sleep(20)
  }
}

async function stateOf(endpoint: string) {
  const rows = await sql(`SELECT state FROM webhook_messages WHERE endpoint_id = '${endpoint}'`)
  return rows.map(({ state }) => state)
}

async function headersAt(name: string) {
  const issued = await call(name)(
    'POST',
    '/integration/session-token/',
    { 'x-svc-token': secret },
    { expiration: 7200, doctor_id: 'medico' },
  )
  return { authorization: `Bearer ${issued.body.access}` }
}

async function visitsAt(name: string, visit: string) {
  const headers = await headersAt(name)
  const ids = { consultation_id: visit, doctor_id: 'medico', patient_id: 'paciente' }
  const { body } = await call(name)('PUT', '/api/v1/ehrs/by-external-id', headers, ids)
  const ehrId: string = body.id
  let written = 0
  return {
    headers,
    ehrId,
    /** A document more, from what the context says. */
    async document(context = `Queixa: tosse há ${++written} dias.`): Promise<string> {
      const path = `/api/v1/ehrs/${ehrId}`
      await call(name)('PATCH', path, headers, { append_context: context })
      await call(name)('POST', `${path}/documents`, headers, { template_id: 'soap' })
      const { body } = await call(name)('GET', `${path}/documents`, headers)
      return body.documents[0].id
    },
  }
}

/** Documents of one visit, at whichever server answers. */
async function writeOn(visit: string, documents: number) {
  for (let written = 0, at = 0; written < documents; at++) {
    const { name } = world.all[at % world.all.length]!
    const attempt = visitsAt(name, visit).then(({ document }) => document())
    const limit = sleep(4000).then(() => Promise.reject(new Error('silent')))
    if (await Promise.race([attempt, limit]).catch(() => null)) written++
    attempt.catch(() => {})
    await sleep(600)
  }
}

function slowly(response: ServerResponse) {
  setTimeout(() => response.writeHead(204).end(), 150)
}

function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A document, a finished recording and a file. */
async function visitWithWork(name: string) {
  const { headers, ehrId, document } = await visitsAt(name, randomUUID())
  const documentId = await document()
  const recording = randomUUID()
  const token = headers.authorization.slice('Bearer '.length)
  const sound = noise(3 * 1600, 7)
  const client = await connectChannel(world.node(name).url.replace('http', 'ws'))
  await enterRecording(client, { token, ehrId, recordingId: recording })
  for (const frame of framesOf(sound)) client.sendFrame(frame)
  const claim = { channel: 0, last_sequence: 2, samples: sound.length, sha256: sha256(sound) }
  client.send({ type: 'recording.finish', recording_id: recording, channels: [claim] })
  await client.next('recording.statement')
  client.socket.terminate()
  const file = await fileOf(name, ehrId, headers)
  return { call, headers, ehrId, document: documentId, recording, file }
}

async function fileOf(name: string, ehrId: string, headers: Record<string, string>) {
  const bytes = makePdf([['Hemoglobina 13,2 g/dL']])
  const about = { name: 'exame', size_bytes: bytes.length, source: 'user' }
  const announced = await call(name)('POST', `/api/v1/ehrs/${ehrId}/files`, headers, {
    ...about,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  })
  const { file, upload } = announced.body
  const sent = await fetch(world.node(name).url + upload.url, { method: 'PUT', body: bytes })
  if (sent.status !== 202) throw new Error(`the file was not taken: ${sent.status}`)
  const isRead = async () =>
    (await call(name)('GET', `/api/v1/files/${file.id}`, headers)).body.state === 'ready'
  if (!(await within(30_000, isRead))) throw new Error('the file was not read')
  return file.id as string
}

async function reviewedVisit(name: string, visit: string) {
  const { headers, ehrId, document } = await visitsAt(name, visit)
  const complaint = 'Queixa: tosse há três dias.\nConduta: hidratação e repouso.'
  const path = `/api/v1/documents/${await document(complaint)}`
  const { body } = await call(name)('GET', path, headers)
  const content = { ...body.content, Subjetivo: complaint }
  await call(name)('PATCH', path, headers, { version: body.version, content })
  await call(name)('POST', `${path}/review`, headers, {})
  const diagnoses = [{ code: 'J069', principal: true }]
  await call(name)('PUT', `/api/v1/ehrs/${ehrId}/diagnoses`, headers, { diagnoses })
  return {
    submit: () =>
      call(name)('POST', `/v1/ehrs/${ehrId}/rnds/submit`, headers, {
        patient_cpf: patientCpf,
        practitioner_cns: practitionerCns,
        cnes: CNES,
      }),
  }
}

async function within(limitMs: number, isSo: () => Promise<boolean>): Promise<boolean> {
  const untilMs = performance.now() + limitMs
  while (performance.now() < untilMs) {
    if (await isSo()) return true
    await sleep(20)
  }
  return false
}
