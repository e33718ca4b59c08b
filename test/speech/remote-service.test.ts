/**
 * The whole product with servers of the hospital's network behind it, as a process of its own, over
 * TLS with an authority of the hospital's: they hear and write; then they are killed in the middle,
 * or hang, with the box behind them and without.
 */
import { writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { encodeWav } from '../../ai-local/whisper/wav.ts'
import type { SimulatorIdentity } from '../../bin/tools/rnds-simulator/certificates.ts'
import type {
  ClinicalDocument,
  GenerationEvent,
  KeptSoundBody,
  Segment,
  SessionInfo,
  TranscriptBody,
} from '../../core/contract/api.ts'
import { type Appliance, startAppliance } from '../helpers/appliance.ts'
import { type Answer, chatServer, event, llamaServer } from '../helpers/chat-server.ts'
import { testIdentity } from '../helpers/identities.ts'
import { patientFetch } from '../helpers/patient-fetch.ts'
import {
  compiledRuntime,
  demoModel,
  SCRIPT,
  speechSamples,
  temporaryFolder,
  until,
  words,
} from '../helpers/speech.ts'

const HEARD = 'Estou com dor de cabeça há três dias.'
/** About what a form has around its sound. */
const FORM_BYTES = 1000
/** Within the budget of requests of a session. */
const BETWEEN_LOOKS_MS = 250
const COMPLAINT = 'Dor de cabeça há três dias'

/**
 * The complaint, then other sentences, over all of the sound: a voice without words would be heard
 * again.
 */
const hears: Answer = (response, _, request) => {
  const seconds = (Number(request.headers['content-length']) - FORM_BYTES) / 32_000
  const sentences = Math.round(seconds / 2.4)
  const segments = Array.from({ length: sentences }, (_, at) => ({
    start: (at * seconds) / sentences,
    end: ((at + 1) * seconds) / sentences,
    text: at === 0 ? HEARD : `Esta foi a frase ${at} que eu disse.`,
  }))
  response.end(JSON.stringify({ segments }))
}
const hangs: Answer = () => {}
const [writes] = llamaServer(({ properties = {} }) =>
  JSON.stringify(
    Object.fromEntries(
      Object.keys(properties).map((name) => [name, name === 'Queixa Principal' ? COMPLAINT : null]),
    ),
  ),
)

/**
 * One server of the network; what it does next is set by the test. It says that it has its model,
 * as long as it lives.
 */
async function networkServer(t: ExecutionContext, { serverKeyPem, serverPem }: SimulatorIdentity) {
  let next: Answer[] = []
  const answer: Answer = (response, asked, request) => {
    if (asked.method === 'GET') return response.end('{"data":[{"id":"demo-pt"},{"id":"qwen"}]}')
    return (next.length > 1 ? next.shift()! : next[0]!)(response, asked, request)
  }
  const { server, port, asked } = await chatServer(t, answer, {
    key: serverKeyPem,
    cert: serverPem,
  })
  return {
    port,
    asked,
    /** In turn, the last one for ever. */
    does(...answers: Answer[]) {
      next = answers
    },
    kill: () => kill(server),
    async back() {
      server.listen(port, '0.0.0.0')
    },
    posts: () => asked.filter(({ method }) => method === 'POST'),
  }
}

/** A sentence may be cut where one utterance ends and the next begins, and none is missing. */
function isByServer(segments: readonly Segment[]): boolean {
  const [first, ...others] = words(segments.map(({ text }) => text).join(' ')).split(/ (?=esta )/)
  return (
    first === words(HEARD) &&
    others.length > 0 &&
    others.every((one, at) => one === `esta foi a frase ${at + 1} que eu disse`)
  )
}

function kill(server: Pick<Server, 'close' | 'closeAllConnections'>) {
  server.close()
  server.closeAllConnections()
}

async function hospital(t: ExecutionContext, settings: Record<string, string>) {
  const identity = await testIdentity()
  const [speech, text] = await Promise.all([networkServer(t, identity), networkServer(t, identity)])
  const caFile = join(temporaryFolder(t), 'ca.pem')
  writeFileSync(caFile, identity.caPem)
  const appliance = await startAppliance(t, {
    SVC_SPEECH_ENGINE: 'remote',
    SVC_SPEECH_REMOTE_MODEL: 'demo-pt',
    SVC_SPEECH_REMOTE_URL: `https://localhost:${speech.port}/v1`,
    SVC_SPEECH_MODEL: (await demoModel()).path,
    SVC_GENERATOR: 'remote',
    SVC_GENERATOR_REMOTE_MODEL: 'qwen',
    SVC_GENERATOR_REMOTE_URL: `https://localhost:${text.port}`,
    SVC_REMOTE_CA_FILE: caFile,
    ...settings,
  })
  return { speech, text, ...(await doctor(appliance)) }
}

/** By the product's own interface alone. */
async function doctor(appliance: Appliance) {
  const authorization = `Bearer ${await appliance.token()}`
  const ask = (
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    type = 'application/json',
  ) =>
    patientFetch(`${appliance.url}/api/v1${path}`, {
      method,
      headers: { authorization, 'content-type': type },
      ...(body ? { body } : {}),
    })
  const get = async <T>(path: string) => (await ask('GET', path)).json() as Promise<T>
  const transcript = (id: string) => get<TranscriptBody>(`/ehrs/${id}/transcriptions`)

  return {
    get,
    transcript,
    session: async () => (await ask('POST', '/session/validate')).json() as Promise<SessionInfo>,
    /** A visit with a recording that is not transcribed yet. @returns its id */
    async visit(name: string, sound: Int16Array): Promise<string> {
      const ids = { consultation_id: name, doctor_id: 'd', patient_id: 'p' }
      const opened = await ask('PUT', '/ehrs/by-external-id', JSON.stringify(ids))
      const { id } = (await opened.json()) as { id: string }
      const wav = Uint8Array.from(encodeWav(sound))
      await ask('POST', `/ehrs/${id}/audio`, wav, 'application/octet-stream')
      return id
    },
    complete: (id: string): Promise<Segment[]> =>
      until(async () => {
        await sleep(BETWEEN_LOOKS_MS)
        const { finished, transcriptions } = await transcript(id)
        return finished ? transcriptions : null
      }),
    /** @returns the last event, each field told once */
    async document(t: ExecutionContext, id: string) {
      const answer = await ask('POST', `/ehrs/${id}/documents`, '{"template_id":"anamnesis"}')
      const lines = (await answer.text()).trim().split('\n')
      const events = lines.map((line) => JSON.parse(line) as GenerationEvent)
      const fields = events.flatMap((one) => (one.type === 'field' ? [one.name] : []))
      t.deepEqual(fields, [...new Set(fields)])
      return events.at(-1)!
    },
  }
}

const once = speechSamples('conversa')
/** More than is heard at once: two windows. */
const longer = Int16Array.from([...once, ...speechSamples('fala-3')])

test('killed in the middle, the servers are replaced by the box, and what it made says so', async (t) => {
  t.timeout(600_000)
  if (!(await compiledRuntime(t))) return
  const { speech, text, session, visit, complete, document } = await hospital(t, {
    SVC_SPEECH_REMOTE_FALLBACK: 'box',
    SVC_GENERATOR_REMOTE_FALLBACK: 'box',
  })
  speech.does(hears)
  text.does(writes!)
  const first = await visit('c1', once)
  const remote = await complete(first)
  t.true(isByServer(remote))
  t.like((await session()).speech, { state: 'ready', engine: 'remote', model: 'demo-pt' })
  t.false(
    speech.posts().some(({ body }) => body.includes('name="prompt"')),
    'a model that nobody knows is told nothing',
  )
  const written = await document(t, first)
  t.like(written, { type: 'done', document: { source: { generator: 'remote', model: 'qwen' } } })
  t.is(written.type === 'done' && written.document.content['Queixa Principal'], COMPLAINT)

  // One of two windows is heard when the server dies over the other.
  speech.does(hears, () => speech.kill())
  const second = await visit('c2', longer)
  const byBox = await complete(second)
  t.is(speech.posts().length, 3)
  const said = Object.values(SCRIPT).join(' ')
  t.is(words(byBox.map((one) => one.text).join(' ')), words(`${said} ${SCRIPT['fala-3']}`))
  t.like((await session()).speech, { state: 'ready', engine: 'whisper-server', model: 'demo-pt' })

  text.does((response) => {
    response.setHeader('content-type', 'text/event-stream')
    response.write(event({ choices: [{ delta: { content: '{"Queixa Pr' }, finish_reason: null }] }))
    setImmediate(text.kill)
  })
  const rescued = await document(t, second)
  t.like(rescued, { type: 'done', document: { source: { generator: 'rules', model: null } } })
  t.regex(
    String(rescued.type === 'done' && rescued.document.markdown),
    /dor de cabeça/i,
    'of what the box heard',
  )
  t.like((await session()).generator, { kind: 'rules', fallback: true })
})

test('without a fallback a hang ends in time, a crash has its code, and no sound is lost', async (t) => {
  t.timeout(600_000)
  const { speech, text, session, visit, complete, document, transcript, get } = await hospital(t, {
    // Long enough for a busy machine to notice that nobody is there before the time is up.
    SVC_SPEECH_REMOTE_TIMEOUT_S: '1',
    SVC_GENERATOR_REMOTE_FIRST_TOKEN_S: '4',
  })
  speech.does(hangs, hears)
  const first = await visit('c1', once)
  t.true(isByServer(await complete(first)))
  t.is(speech.posts().length, 2, 'asked again after the time was up')

  text.does(hangs, writes!)
  t.like(await document(t, first), { type: 'failed', error: 'generation_timeout' })
  t.is((await document(t, first)).type, 'done')
  text.kill()
  t.like(await document(t, first), { type: 'failed', error: 'engine_unavailable' })
  const { documents } = await get<{ documents: ClinicalDocument[] }>(`/ehrs/${first}/documents`)
  t.deepEqual(documents.map(({ status }) => status).sort(), ['draft', 'failed', 'failed'])

  speech.kill()
  const second = await visit('c2', once)
  const gone = await until(async () => {
    await sleep(BETWEEN_LOOKS_MS)
    const now = await session()
    return now.speech.state === 'unavailable' && now.speech
  })
  t.regex(gone.message ?? '', /não responde\. O áudio está guardado/)
  t.like(await transcript(second), { transcriptions: [], finished: false, complete: false })
  const { ranges } = await get<KeptSoundBody>(`/ehrs/${second}/audio/kept`)
  t.is(ranges[0]?.end_ms, Math.floor(once.length / 16))

  // There again, what waited is heard without anybody asking.
  await speech.back()
  t.true(isByServer(await complete(second)))
  t.is((await session()).speech.state, 'ready')
})
