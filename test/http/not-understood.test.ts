/**
 * A voice whose words cannot be recognized, through the whole product over its sockets: the
 * recognizer and the language model are servers of the network that answer as the test says.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import type {
  ClinicalDocument,
  GenerationEvent,
  PatchSegmentBody,
  Segment,
  TranscriptBody,
} from '../../core/contract/api.ts'
import { NOT_UNDERSTOOD } from '../../core/transcription/ports.ts'
import { startAppliance } from '../helpers/appliance.ts'
import { chatServer, llamaServer } from '../helpers/chat-server.ts'
import { buildCli } from '../helpers/cli.ts'
import { HEARD_SENTENCE, hearsFirstSentence } from '../helpers/deaf-recognizer.ts'
import { connectChannel } from '../helpers/recording-client.ts'
import { until } from '../helpers/speech.ts'

const VOICE = join(import.meta.dirname, '../fixtures/speech/conversa.wav')
const MARK = /trecho não compreendido/

const [writes] = llamaServer(({ properties = {} }) =>
  JSON.stringify(Object.fromEntries(Object.keys(properties).map((name) => [name, null]))),
)

test('speech not understood is marked, counted, in no document, until a person types its words', async (t) => {
  t.timeout(300_000)
  const speech = await hearsFirstSentence(t)
  const text = await chatServer(t, (response, asked, request) =>
    asked.method === 'GET'
      ? response.end('{"data":[{"id":"escrita"}]}')
      : writes!(response, asked, request),
  )
  const appliance = await startAppliance(t, {
    ...speech,
    SVC_GENERATOR: 'remote',
    SVC_GENERATOR_REMOTE_MODEL: 'escrita',
    SVC_GENERATOR_REMOTE_URL: text.baseUrl,
  })
  const token = await appliance.token()
  const ask = (method: string, path: string, body?: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${appliance.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
      },
      ...(body ? { body } : {}),
    })
  const ids = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
  const opened = await ask('PUT', '/ehrs/by-external-id', JSON.stringify(ids))
  const { id } = (await opened.json()) as { id: string }
  const path = `/ehrs/${id}/transcriptions`
  const read = async () => (await (await ask('GET', path)).json()) as TranscriptBody
  const correct = async ({ id: segment }: Segment, patch: PatchSegmentBody) =>
    (await (await ask('PATCH', `${path}/${segment}`, JSON.stringify(patch))).json()) as Segment
  const writeDocument = async () => {
    const answer = await ask('POST', `/ehrs/${id}/documents`, '{"template_id":"anamnesis"}')
    const [last] = (await answer.text()).trim().split('\n').slice(-1)
    return JSON.parse(last!) as GenerationEvent
  }

  const channel = await connectChannel(appliance.url.replace('http', 'ws'))
  channel.send({ type: 'hello', ehr_id: id, token })
  t.is((await channel.next('welcome')).transcription.state, 'idle')
  await ask('POST', `/ehrs/${id}/audio`, Uint8Array.from(await readFile(VOICE)))
  const heard = await until(async () => {
    await sleep(250)
    const body = await read()
    return body.finished && body
  })

  // One by one, at their times, counted, and never called whole.
  const marks = heard.transcriptions.filter((one) => one.not_understood)
  t.true(marks.length >= 2)
  t.true(marks.every((one) => one.text === NOT_UNDERSTOOD && !one.speaker_guess && !one.normalized))
  t.deepEqual(
    heard.transcriptions.flatMap((one) => (one.not_understood ? [] : [one.text])),
    [HEARD_SENTENCE],
  )
  const lengthMs = marks.reduce((sum, { start_ms, end_ms }) => sum + end_ms - start_ms, 0)
  t.false(heard.complete)
  t.deepEqual(heard.not_understood, { segments: marks.length, duration_ms: lengthMs })
  const state = async (wanted: string) => {
    for (;;) {
      const status = await channel.next('transcription.status')
      if (status.state === wanted) return status
    }
  }
  t.deepEqual((await state('incomplete')).not_understood, heard.not_understood)

  // A document, and all that a language model is asked, know nothing of them.
  t.is((await writeDocument()).type, 'done')
  const { documents } = (await (await ask('GET', `/ehrs/${id}/documents`)).json()) as {
    documents: ClinicalDocument[]
  }
  t.is(documents.length, 1)
  t.notRegex(JSON.stringify(documents), MARK)
  const prompts = text.asked.map(({ body }) => JSON.stringify(body)).join('\n')
  t.regex(prompts, /dor de cabeça/)
  t.notRegex(prompts, MARK)

  const cli = await buildCli(t, { SVC_DATA_DIR: appliance.dataDir }, { prepared: false })
  const verified = await cli.run(['consult', 'verify'])
  t.is(verified.code, 0, verified.stderr)
  const seconds = (lengthMs / 1000).toFixed(1)
  t.true(
    verified.stdout.includes(`${marks.length} stretches of speech not understood (${seconds} s)`),
    verified.stdout,
  )

  const shown = await cli.run(['consult', 'show', id, '--json'])
  t.is(shown.code, 0, shown.stderr)
  t.like(shown.json, { id, doctor: 'd', files: [], submissions: [] })
  const [recording] = shown.json.recordings
  t.is(recording.transcription, 'done')
  t.deepEqual(recording.use.unused, [{ code: 'not_understood', parts: marks.length }])
  t.true(recording.use.used < recording.use.given)
  const sheet = await cli.run(['consult', 'show', id])
  t.true(sheet.stdout.includes(`not understood (${marks.length})`), sheet.stdout)
  const trail = await cli.run(['audit', 'tail', '--json'])
  t.true(trail.stdout.includes(`"unused_not_understood": ${marks.length}`), trail.stdout)

  // Said by a person, or said to be nothing: the last one makes it whole, and whoever watches is
  // told.
  const [first, ...others] = marks
  const written = await correct(first!, { text: 'Tomo losartana.', was: NOT_UNDERSTOOD })
  t.like(written, { text: 'Tomo losartana.', edited: true })
  t.is((await state('incomplete')).not_understood?.segments, others.length)
  for (const one of others) await correct(one, { text: '', was: NOT_UNDERSTOOD })
  t.is((await state('complete')).not_understood, undefined)
  t.like(await read(), { finished: true, complete: true, not_understood: { segments: 0 } })
  t.is((await writeDocument()).type, 'done')
  t.regex(JSON.stringify(text.asked.at(-1)?.body), /Tomo losartana/)
  const whole = await cli.run(['consult', 'verify', '--json'])
  t.deepEqual(whole.json.not_understood, [], whole.stderr)
  channel.socket.close()
})
