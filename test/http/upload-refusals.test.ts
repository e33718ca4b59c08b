import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import test from 'ava'
import { startRecordingApi } from '../helpers/recording-api.ts'

const BOUNDARY = 'xxBOUNDARYxx'
const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\n`

type Api = Awaited<ReturnType<typeof startRecordingApi>>

/** A form sent piece by piece without a stated length, as a program with a pipe does. */
async function sendForm(api: Api, visit: { token: string; ehrId: string }, pieces: string[]) {
  const sending = request(`${api.url}/api/v1/ehrs/${visit.ehrId}/audio`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${visit.token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  })
  const answered = once(sending, 'response')
  for (const piece of pieces) sending.write(piece)
  sending.end()
  const [response] = await answered
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  return { status: response.statusCode, body: JSON.parse(text) }
}

test('a form that turns out too large is refused in words, not by hanging up', async (t) => {
  const api = await startRecordingApi(t, { maxUploadBytes: 100_000 })
  const visit = await api.buildVisit()
  const pieces = [PART, ...Array.from({ length: 20 }, () => 'x'.repeat(10_000))]
  const answer = await sendForm(api, visit, [...pieces, `\r\n--${BOUNDARY}--\r\n`])
  t.like(answer, { status: 413, body: { error: 'audio_too_large' } })
  t.deepEqual(await readdir(join(api.audioDir, 'incoming')), [])
})

test('a form that breaks off is the caller’s fault', async (t) => {
  const api = await startRecordingApi(t)
  const visit = await api.buildVisit()
  const answer = await sendForm(api, visit, [PART, 'x'.repeat(50_000)])
  t.like(answer, { status: 400, body: { error: 'validation_error' } })
  t.deepEqual(await readdir(join(api.audioDir, 'incoming')), [])
})

test('a form without a file says what it lacks', async (t) => {
  const api = await startRecordingApi(t)
  const visit = await api.buildVisit()
  const field = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n`
  const answer = await sendForm(api, visit, [field, `--${BOUNDARY}--\r\n`])
  t.like(answer, { status: 400, body: { details: [{ field: 'file', issue: 'required' }] } })
})

test('the rest of a refused body is discarded, and the connection stays usable', async (t) => {
  const api = await startRecordingApi(t, { maxUploadBytes: 100_000 })
  const { token, ehrId } = await api.buildVisit()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const headers = { authorization: `Bearer ${token}` }
  const sending = request(`${api.url}/api/v1/ehrs/${ehrId}/audio`, {
    method: 'POST',
    agent,
    headers,
  })
  const block = Buffer.alloc(1 << 20)
  for (let count = 0; count < 16; count++) sending.write(block)
  const [refused] = await once(sending, 'response')
  t.is(refused.statusCode, 413)
  refused.resume()
  // Sixteen MiB are more than sockets hold: this only ends when somebody reads.
  await new Promise<void>((resolve) => sending.end(resolve))
  const next = request(`${api.url}/api/v1/ehrs/${ehrId}`, { agent, headers })
  next.end()
  const [answered] = await once(next, 'response')
  t.is(answered.statusCode, 200)
  answered.resume()
})

test('a caller who goes away in the middle of an upload is no fault in the log', async (t) => {
  const events: string[] = []
  const note = (event: string) => void events.push(event)
  const log = { debug: note, info: note, warn: note, error: note }
  const api = await startRecordingApi(t, { log })
  const { token, ehrId } = await api.buildVisit()
  const sending = request(`${api.url}/api/v1/ehrs/${ehrId}/audio`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  sending.on('error', () => {})
  const arrived = once(api.server, 'request')
  sending.write(Buffer.alloc(50_000))
  await arrived
  await setTimeout(100)
  const before = events.length
  sending.destroy()
  while (!events.slice(before).includes('http.request')) await setTimeout(10)
  await setTimeout(50)
  t.false(events.includes('http.failed'))
})
