/**
 * What a box does all day, for a run where nothing leads out: the built product with its
 * demonstration starts on an empty folder, a visit is recorded over the channel and transcribed, a
 * document written and reviewed, a picture read, the record sent to the rehearsal of the national
 * network, and the command line asked. Prints what came of it as JSON. Arguments are the words that
 * run svcctl, where it is another than that of this tree: the one in a container.
 */
import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readWavSamples } from '../../ai-local/whisper/wav.ts'
import { printedPicture } from './make-picture.ts'
import { patientFetch } from './patient-fetch.ts'
import { connectChannel } from './recording-client.ts'
import { framesOf, sha256 } from './recording-sound.ts'

export interface EgressJob {
  /** What was heard. */
  transcript: string
  /** The values of the document, as JSON. */
  document: string
  /** What was read off the picture. */
  picture: string
  /** Where the record came to at the rehearsal. */
  record: string
  /** Exit codes by command. */
  commands: Record<string, number>
}

/** Enough for a record, beside what is said. */
const CONTEXT = 'Dor de garganta há 3 dias. Febre de 39 graus. Diagnóstico de amigdalite.'
const COMMANDS = ['model list', 'doctor']

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const given = process.argv.slice(2)
const [program = '', ...words] =
  given.length > 0 ? given : [process.execPath, join(root, 'bin', 'svcctl')]
const dataDir = mkdtempSync(join(tmpdir(), 'svc-egress-'))
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const env = {
  PATH: process.env.PATH,
  HOME: dataDir,
  SVC_DATA_DIR: dataDir,
  SVC_PORT: String(port),
  SVC_LOG_LEVEL: 'warn',
  SVC_GENERATOR: 'rules',
}

const server = spawn(program, [...words, 'demo'], { env, stdio: ['ignore', 2, 2] })
try {
  const job = await work()
  process.stdout.write(JSON.stringify(job satisfies EgressJob))
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  rmSync(dataDir, { recursive: true, force: true })
}

async function work(): Promise<EgressJob> {
  await until('the service', () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const { access } = await call('POST', '/demo/session-token', {}, { origin: url })
  const api = (method: string, path: string, body?: object) =>
    call(method, `/api/v1${path}`, body, { authorization: `Bearer ${access}` })
  await until(
    'speech',
    async () => (await api('POST', '/session/validate')).speech.state === 'ready',
  )

  const visit = { patient: 'garganta', consultation: `consulta-garganta-${Date.now()}` }
  const { id } = await api('PUT', '/ehrs/by-external-id', {
    consultation_id: visit.consultation,
    doctor_id: 'medico-demo',
    patient_id: 'paciente-garganta',
  })
  await record(access, id)
  const transcriptions = await until('the transcript', async () => {
    const answer = await api('GET', `/ehrs/${id}/transcriptions`)
    return answer.finished && answer.transcriptions
  })

  const picture = await readPicture(api, id)
  await api('PATCH', `/ehrs/${id}`, { append_context: CONTEXT })
  await api('POST', `/ehrs/${id}/documents`, { template_id: 'soap' })
  const [document] = (await api('GET', `/ehrs/${id}/documents`)).documents
  await api('POST', `/documents/${document.id}/review`, {})
  await api('PUT', `/ehrs/${id}/diagnoses`, { diagnoses: [{ code: 'J03.9', principal: true }] })
  const page = { 'sec-fetch-site': 'same-origin' }
  await until('the rehearsal', async () => (await call('GET', '/demo/rnds', undefined, page)).mode)
  const sent = await call('POST', `/demo/rnds/${id}/submit`, visit, page)

  const commands: Record<string, number> = {}
  for (const command of COMMANDS)
    commands[command] = await promisify(execFile)(program, [...words, ...command.split(' ')], {
      env,
    }).then(
      () => 0,
      ({ code }) => code,
    )
  return {
    transcript: transcriptions.map(({ text }: { text: string }) => text).join(' '),
    document: JSON.stringify(document.content),
    picture,
    record: sent.status,
    commands,
  }
}

/** Faster than life, by the channel as the plugin speaks it. */
async function record(token: string, ehrId: string) {
  const sound = readWavSamples(readFileSync(join(root, 'ai-local/speech-model/probe.wav')))
  const frames = framesOf(sound, 4000)
  const recordingId = randomUUID()
  const client = await connectChannel(url.replace('http', 'ws'))
  client.send({ type: 'hello', ehr_id: ehrId, token })
  await client.next('welcome')
  client.send({ type: 'recording.start', recording_id: recordingId, channels: 1 })
  await client.next('recording.ready')
  for (const frame of frames) client.sendFrame(frame)
  const last = { channel: 0, last_sequence: frames.length - 1, samples: sound.length }
  client.send({
    type: 'recording.finish',
    recording_id: recordingId,
    channels: [{ ...last, sha256: sha256(sound) }],
  })
  await client.next('recording.statement')
  client.socket.close()
}

async function readPicture(
  api: (method: string, path: string, body?: object) => Promise<Answer>,
  ehrId: string,
): Promise<string> {
  const content = await printedPicture(['Glicemia de jejum 98 mg/dL'], 700, 260).png().toBuffer()
  const file = { name: 'exame.png', size_bytes: content.length, source: 'user' }
  const announced = await api('POST', `/ehrs/${ehrId}/files`, file)
  await fetch(new URL(announced.upload.url, url), {
    method: 'PUT',
    body: Uint8Array.from(content),
  })
  const { pages } = await until('the picture', async () => {
    const answer = await api('GET', `/files/${announced.file.id}/text`)
    return answer.pages ? answer : null
  })
  return pages.join(' ')
}

// biome-ignore lint/suspicious/noExplicitAny: what a wrong answer breaks, the test shows
type Answer = any

async function call(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await patientFetch(url + path, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return { text }
  }
}

async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  for (let waited = 0; waited < 600; waited++) {
    if (server.exitCode !== null) throw new Error(`svcctl demo ended with ${server.exitCode}`)
    const answer = await ask()
    if (answer) return answer
    await sleep(200)
  }
  throw new Error(`not after two minutes: ${what}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  return port
}
