/**
 * The whole product with the scripted engine as its `speechBinary`, and two channels that are
 * answered badly.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { encodeWav } from '../../ai-local/whisper/wav.ts'
import type { TranscriptBody } from '../../core/contract/api.ts'
import { startAppliance } from '../helpers/appliance.ts'
import { scriptedEngine, scriptedProgram } from '../helpers/scripted-engine.ts'
import {
  openTestVad,
  switchableEngine,
  transcriptionWorld,
  until,
  words,
} from '../helpers/speech.ts'
import { answerOf, spokenVisit } from '../helpers/spoken-visit.ts'

test('a program of one’s own that leaves out half of each window is asked again, sentence by sentence', async (t) => {
  const visit = spokenVisit(['fala-1', 'fala-2', 'fala-3', 'fala-4'])
  const { requests, upload, get } = await startWithProgram(t, (request) => {
    const answer = visit.understand(request)
    const half = answer.segments.slice(0, Math.ceil(answer.segments.length / 2))
    return answer.segments.length > 2 ? answerOf(half, request.samples.length) : answer
  })
  const { transcript } = await upload(visit.sound)
  const { transcriptions } = await until(async () => {
    await sleep(250)
    const body = await get<TranscriptBody>(transcript)
    return body.complete ? body : null
  })
  t.deepEqual(
    transcriptions.map(({ text }) => words(text)),
    visit.sentences.map(({ text }) => words(text)),
  )
  for (const [at, { start_ms }] of transcriptions.entries())
    t.true(Math.abs(start_ms - visit.sentences[at]!.from / 16) < 1000)
  t.is(requests.length, 3, 'one window, and the two speeches that it left out')
})

test('speech that is never understood is counted in the transcript and in the recording', async (t) => {
  const visit = spokenVisit(['fala-1', 'fala-2', 'fala-3'])
  const unheard = visit.sentences[1]!
  const { upload, get } = await startWithProgram(t, (request) => {
    const { segments } = visit.understand(request)
    const heard = segments.filter(({ text }) => words(text) !== words(unheard.text))
    return answerOf(heard, request.samples.length)
  })
  const { recording, transcript } = await upload(visit.sound)
  const body = await until(async () => {
    await sleep(250)
    const body = await get<TranscriptBody>(transcript)
    return body.finished ? body : null
  })
  t.false(body.complete)
  t.is(body.not_understood.segments, 1)
  t.true(Math.abs(body.not_understood.duration_ms - (unheard.to - unheard.from) / 16) < 1000)
  const { not_understood } = await get<{ not_understood: unknown }>(recording)
  t.deepEqual(not_understood, body.not_understood)
})

/** The whole product with a program of one's own as its recognizer. */
async function startWithProgram(
  t: ExecutionContext,
  answer: Parameters<typeof scriptedProgram>[1],
) {
  const { binary, modelPath, requests } = await scriptedProgram(t, answer)
  const settings = { SVC_SPEECH_BINARY: binary, SVC_SPEECH_MODEL: modelPath }
  const appliance = await startAppliance(t, { ...settings, SVC_GENERATOR: 'rules' })
  const authorization = `Bearer ${await appliance.token()}`
  async function ask<Body>(path: string, init: RequestInit = {}, type = 'application/json') {
    const headers = { authorization, 'content-type': type }
    const answered = await fetch(`${appliance.url}/api/v1${path}`, { ...init, headers })
    return (await answered.json()) as Body
  }
  return {
    requests,
    get: <Body>(path: string) => ask<Body>(path),
    /** @returns the paths of what came of it */
    async upload(sound: Int16Array) {
      const ids = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
      const visit = { method: 'PUT', body: JSON.stringify(ids) }
      const { id } = await ask<{ id: string }>('/ehrs/by-external-id', visit)
      const audio = { method: 'POST', body: Uint8Array.from(encodeWav(sound)) }
      const { recording_id } = await ask<{ recording_id: string }>(
        `/ehrs/${id}/audio`,
        audio,
        'application/octet-stream',
      )
      return { recording: `/recordings/${recording_id}`, transcript: `/ehrs/${id}/transcriptions` }
    },
  }
}

test('two channels whose windows have no times keep their sentences apart and in order', async (t) => {
  const sides = [
    spokenVisit(['fala-1', 'fala-3'], 9000),
    spokenVisit(['fala-2', 'fala-4'], 7000),
  ] as const
  const { transcriber } = await scriptedEngine(t, (request) => {
    const side = sides.find((one) => one.holds(request.samples))!
    const answer = side.understand(request)
    if (side.stretchesOf(request.samples).length === 1) return answer
    return answerOf([{ text: answer.text }], request.samples.length)
  })
  const engine = switchableEngine(transcriber)
  const world = await transcriptionWorld(t, { engine, openVad: openTestVad(t) })
  await world.service.start()
  world.finish(await world.record(sides.map(({ sound }) => sound)))
  const { segments } = await world.complete()
  const said = sides
    .flatMap(({ sentences }, channel) => sentences.map((one) => ({ ...one, channel })))
    .sort((a, b) => a.from - b.from)
  t.deepEqual(
    segments.map(({ channel, text }) => [channel, words(text)]),
    said.map(({ channel, text }) => [channel === 0 ? 'mic' : 'remote', words(text)]),
  )
})
