/**
 * Lines are written while people talk, through the whole product as a process of its own: a
 * recognizer that says what the test says, a language model of random weights that is taken for one
 * that phrases, and the service killed in the middle.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { QueryTypes } from 'sequelize'
import { builtInTemplates } from '../../config/templates.ts'
import { parseTemplate } from '../../core/document/models/template-schema.ts'
import { piecesAhead } from '../../core/document/notes/phrase-piece.ts'
import { openDatabase } from '../../models/database/database.ts'
import { startAppliance } from '../helpers/appliance.ts'
import { buildCli } from '../helpers/cli.ts'
import { documentInput, segments } from '../helpers/documents.ts'
import { keepFitness } from '../helpers/keep-fitness.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { connectChannel } from '../helpers/recording-client.ts'
import { framesOf, sha256 } from '../helpers/recording-sound.ts'
import { scriptedEngine, scriptedProgram } from '../helpers/scripted-engine.ts'
import { scriptedVisit } from '../helpers/scripted-visit.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'
import {
  openTestVad,
  switchableEngine,
  transcriptionWorld,
  until,
  words,
} from '../helpers/speech.ts'
import { spokenVisit } from '../helpers/spoken-visit.ts'

const SPEECHES = ['fala-1', 'fala-2', 'fala-3', 'fala-4', 'fala-1', 'fala-2', 'fala-3'] as const
const TALK = [
  'Bom dia, está com dor de cabeça?',
  'Tô, uma dor de cabeça forte faz 3 dias.',
  'Teve febre ou vômito?',
  'Não, nada.',
  'Fuma?',
  'Fumo um maço por dia.',
  'Toma algum remédio?',
  'Tomo losartana de 50 de manhã.',
  'Dorme bem?',
  'Durmo mal, acordo toda hora.',
  'Tem alergia a algum remédio?',
  'Que eu saiba não.',
  'Mora com quem?',
  'Eu moro com a minha irmã.',
]

const ANAMNESIS = parseTemplate(builtInTemplates().find(({ id }) => id === 'anamnesis')!)
const input = documentInput({ template: ANAMNESIS, segments: segments(TALK) })
/** Lines that the talk has. */
const { signal } = new AbortController()
const PIECES = (await piecesAhead(shippedRules(), input, { goesOn: false, signal })).length

const heard = scriptedVisit()

test('text that is final while recording is the final text', async (t) => {
  const { world } = await heard.openWorld(t, (request) => heard.visit.understand(request))
  const { service, consultationId, sound } = world
  const info = await world.record([heard.visit.sound])
  sound.hold(info.id)
  service.onAudio(info, 0, heard.visit.sound.length)
  const early = await until(async () => {
    const { segments, goesOn } = await service.settled(consultationId)
    return goesOn && segments.length > 0 && segments
  })
  world.finish(info)
  const { segments } = await world.complete()
  t.deepEqual(
    early.map(({ text, startMs }) => [text, startMs]),
    segments.slice(0, early.length).map(({ text, startMs }) => [text, startMs]),
  )
  t.true(early.length >= 3 && early.length < segments.length)
  t.deepEqual(await service.settled(consultationId), {
    segments: segments.map((one) => ({ ...one })),
    goesOn: false,
  })
})

test('with two channels no text is final beyond the slower channel', async (t) => {
  const sides = [spokenVisit(SPEECHES), spokenVisit(['fala-2'], 500)]
  const { transcriber, requests } = await scriptedEngine(t, (request) =>
    sides.find((one) => one.holds(request.samples))!.understand(request),
  )
  const engine = switchableEngine(transcriber)
  const world = await transcriptionWorld(t, { engine, openVad: openTestVad(t) })
  await world.service.start()
  const info = await world.record(sides.map(({ sound }) => sound))
  world.sound.hold(info.id)
  for (const [channel, { sound }] of sides.entries())
    world.service.onAudio(info, channel, sound.length)
  // The window of the one side that is full.
  await until(() => requests.some(({ samples, isLive }) => !isLive && samples.length > 320_000))
  await sleep(500)
  t.deepEqual((await world.service.settled(world.consultationId)).segments, [])
  world.finish(info)
  const { segments } = await world.complete()
  t.deepEqual((await world.service.settled(world.consultationId)).segments, segments)
  t.is(words(segments[0]!.text), words('Estou com dor de cabeça há 3 dias.'))
})

test('a service that is killed while lines are written ahead has those that were, and writes the others', async (t) => {
  t.timeout(300_000)
  const visit = spokenVisit(SPEECHES)
  for (const [at, sentence] of visit.sentences.entries()) sentence.text = TALK[at] ?? sentence.text
  const { binary, modelPath } = await scriptedProgram(t, (request) => visit.understand(request))
  const appliance = await startAppliance(t, {
    SVC_SPEECH_BINARY: binary,
    SVC_SPEECH_MODEL: modelPath,
    SVC_ENGINE_THREADS: '1',
    SVC_GENERATOR: 'auto',
    SVC_TEXT_MODEL: 'redator.gguf',
  })
  const gguf = makeGguf(join(appliance.dataDir, 'stick.gguf'), { seed: 1 })
  const cli = await buildCli(t, { SVC_DATA_DIR: appliance.dataDir })
  const imported = await cli.run(['model', 'import', gguf, '--name', 'redator'])
  t.is(imported.code, 0, imported.stderr)
  await keepFitness(join(appliance.dataDir, 'models', 'redator.gguf'), 'phrase')
  // What a model is proven for is read at the start.
  await appliance.restart()

  const token = await appliance.token()
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await fetch(`${appliance.url}/api/v1${path}`, init)).text()
  }
  const ids = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
  const { id } = JSON.parse(await ask('PUT', '/ehrs/by-external-id', ids)) as { id: string }
  const database = await openDatabase({ url: `sqlite:${join(appliance.dataDir, 'svc.sqlite')}` })
  t.teardown(() => database.close())
  const rows = () =>
    database.sequelize.query<{ piece: string; created_at: string }>(
      'SELECT piece, created_at, model FROM note_lines ORDER BY created_at',
      { type: QueryTypes.SELECT },
    )

  const recordingId = randomUUID()
  async function record() {
    const client = await connectChannel(appliance.url.replace('http', 'ws'))
    client.send({ type: 'hello', token, ehr_id: id })
    await client.next('welcome')
    client.send({ type: 'recording.start', recording_id: recordingId, channels: 1 })
    await client.next('recording.ready')
    return client
  }
  const client = await record()
  const frames = framesOf(visit.sound)
  for (const frame of frames) client.sendFrame(frame)
  while ((await client.next('recording.ack')).next_sequence < frames.length);

  const before = await until(async () => {
    const found = await rows()
    return found.length > 0 && found
  })
  await appliance.restart()
  const claim = { channel: 0, last_sequence: frames.length - 1, samples: visit.sound.length }
  const channels = [{ ...claim, sha256: sha256(visit.sound) }]
  const again = await record()
  again.send({ type: 'recording.finish', recording_id: recordingId, channels })
  const after = await until<Awaited<ReturnType<typeof rows>>>(async () => {
    const { finished } = JSON.parse(await ask('GET', `/ehrs/${id}/transcriptions`))
    const found = await rows()
    return finished && found.length >= PIECES && found
  })
  for (const row of before)
    t.deepEqual(
      after.find(({ piece }) => piece === row.piece),
      row,
    )
  t.true(after.length > before.length, 'the others were written behind it')

  // The asking above may have used up what a token may ask in a second.
  await sleep(1100)
  const events = await ask('POST', `/ehrs/${id}/documents`, { template_id: 'anamnesis' })
  t.regex(events, /"type":"done"/)
  t.deepEqual(await rows(), after, 'the document finds them all')
})
