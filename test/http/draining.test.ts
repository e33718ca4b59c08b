// Own process: starts the service as a process, kills it and starts it again.
/** `svcctl drain` and `resume` beside a running service. */
import { randomUUID } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import type { ClientMessage } from '../../core/contract/channel.ts'
import { startAppliance } from '../helpers/appliance.ts'
import { buildCli } from '../helpers/cli.ts'
import { patientFetch } from '../helpers/patient-fetch.ts'
import { type ChannelClient, connectChannel } from '../helpers/recording-client.ts'
import { framesOf, noise, sha256 } from '../helpers/recording-sound.ts'
import { wavBytes } from '../helpers/wav-bytes.ts'

async function start(t: ExecutionContext) {
  const appliance = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off', SVC_GENERATOR: 'rules' })
  const { url, dataDir } = appliance
  const cli = await buildCli(t, { SVC_DATA_DIR: dataDir, SVC_PORT: new URL(url).port })
  let token = await appliance.token()
  async function call(method: string, path: string, body?: unknown) {
    const isBytes = body instanceof Uint8Array
    const response = await patientFetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      },
      ...(body !== undefined && { body: isBytes ? Buffer.from(body) : JSON.stringify(body) }),
    })
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what tests assert
    const json = (text.startsWith('{') ? JSON.parse(text.split('\n')[0] ?? '') : {}) as any
    return { status: response.status, json, text, retryAfter: response.headers.get('retry-after') }
  }
  async function visit(): Promise<string> {
    const body = { consultation_id: randomUUID(), doctor_id: 'dra.ana', patient_id: '815' }
    const { id } = (await call('PUT', '/ehrs/by-external-id', body)).json
    const context_markdown = 'Dor de garganta há 3 dias. Febre de 39 graus.'
    const consent = { status: 'given', method: 'verbal' }
    await call('PATCH', `/ehrs/${id}`, { version: 1, consent, context_markdown })
    return id
  }
  const record = (id: string, recording_id: string = randomUUID()) =>
    call('POST', `/ehrs/${id}/recordings`, { channels: 1, recording_id })
  const announce = (id: string) =>
    call('POST', `/ehrs/${id}/files`, { name: 'exame.pdf', size_bytes: 100, source: 'user' })
  const write = (id: string) => call('POST', `/ehrs/${id}/documents`, { template_id: 'soap' })
  async function join(ehr_id: string): Promise<ChannelClient> {
    const client = await connectChannel(url.replace('http', 'ws'))
    t.teardown(() => client.socket.terminate())
    client.send({ type: 'hello', ehr_id, token })
    await client.next('welcome')
    return client
  }
  async function restart() {
    await appliance.restart()
    token = await appliance.token()
  }
  return { cli, call, visit, record, announce, write, join, restart, url }
}

const sound = noise(1600, 1)

test('visits that go on end, none begins, and it says when nothing is left', async (t) => {
  const { cli, call, visit, record, announce, write, url } = await start(t)
  const going = await visit()
  const prepared = await visit()
  const recording = (await record(going)).json.recording_id
  t.truthy(recording)

  const drained = await cli.run(['drain', '--json'])
  t.is(drained.code, 0, drained.stderr)
  t.is(drained.json.draining.left.recordings, 1)
  t.false(drained.json.draining.idle)

  // What would begin is refused, with words for the doctor and a time to come back.
  const later = await visit()
  for (const refused of [await record(prepared), await announce(later), await write(later)]) {
    t.is(refused.status, 503, refused.text)
    t.is(refused.json.error, 'draining')
    t.regex(refused.json.message, /manutenção/)
    t.is(refused.retryAfter, '60')
  }
  // What goes on is served: sound, a page that was loaded anew, files, the document.
  const frames = await call('PUT', `/recordings/${recording}/frames`, framesOf(sound)[0])
  t.is(frames.status, 200, frames.text)
  const again = await record(going)
  t.true(again.status < 300, again.text)
  t.true((await announce(going)).status < 300)
  t.is((await write(going)).status, 200)

  // It is told wherever somebody looks, and no proxy takes the visits away.
  t.is((await fetch(`${url}/readyz`)).status, 200)
  t.regex((await cli.run(['status'])).stdout, /visits +No visit begins[\s\S]*1 recording/)
  const found = await cli.run(['doctor', '--run', 'service.draining'])
  t.regex(found.stdout, /svcctl resume/)
  const busy = await cli.run(['drain', '--wait', '--timeout', '0', '--json'])
  t.is(busy.code, 75)
  t.is(busy.failure.error, 'still_busy')

  const waiting = cli.run(['drain', '--wait', '--json'])
  const end = {
    channels: [{ channel: 0, last_sequence: -1, samples: 0, sha256: sha256(new Int16Array()) }],
  }
  const ended = await call('POST', `/recordings/${again.json.recording_id}/complete`, end)
  t.true(ended.status < 300, ended.text)
  const idle = await waiting
  t.is(idle.code, 0, idle.stderr)
  t.true(idle.json.draining.idle)

  const resumed = await cli.run(['resume', '--json'])
  t.true(resumed.json.was_draining)
  t.true((await record(prepared)).status < 300)
  t.true((await write(later)).status < 400)
  const trail = (await cli.run(['audit', 'tail'])).stdout
  t.regex(trail, /service\.drained/)
  t.regex(trail, /service\.resumed/)
})

test('a restart serves again, and without a server there is nothing to drain', async (t) => {
  const { cli, visit, record, restart } = await start(t)
  t.is((await cli.run(['drain'])).code, 0)
  const id = await visit()
  t.is((await record(id)).status, 503)
  await restart()
  t.true((await record(id)).status < 300)
  t.notRegex((await cli.run(['status'])).stdout, /No visit begins/)

  const alone = await buildCli(t)
  const nobody = await alone.run(['drain', '--json'])
  t.is(nobody.code, 69)
  t.is(nobody.failure.error, 'server_not_running')
  const already = await alone.run(['resume', '--json'])
  t.is(already.code, 0)
  t.false(already.json.was_draining)
})

test('while draining, a running visit ends as usual, and a new one is refused before any sound', async (t) => {
  const { cli, visit, join } = await start(t)
  const going = await visit()
  const ended = await visit()
  const prepared = await visit()
  const client = await join(going)
  const recording_id = randomUUID()
  client.send({ type: 'recording.start', recording_id, channels: 1 })
  await client.next('recording.ready')
  const over = await join(ended)
  const earlier = randomUUID()
  over.send({ type: 'recording.start', recording_id: earlier, channels: 1 })
  await over.next('recording.ready')
  over.send(finishOf(earlier, 0))
  await over.next('recording.statement')
  t.is((await cli.run(['drain'])).code, 0)

  // Its page comes back, the doctor pauses and goes on, and one more recording is taken.
  const [frame, next] = framesOf(noise(3200, 1))
  client.sendFrame(frame as Uint8Array)
  t.is((await client.next('recording.ack')).next_sequence, 1)
  client.send({ type: 'recording.pause', recording_id })
  await client.next('recording.paused')
  client.socket.terminate()
  const again = await join(going)
  again.send({ type: 'recording.resume', recording_id })
  await again.next('recording.ready')
  again.sendFrame(next as Uint8Array)
  t.is((await again.next('recording.ack')).next_sequence, 2)
  again.send(finishOf(recording_id, 2))
  const { complete, channels } = await again.next('recording.statement')
  t.true(complete, JSON.stringify(channels))
  const second = randomUUID()
  again.send({ type: 'recording.start', recording_id: second, channels: 1 })
  await again.next('recording.ready')
  again.send(finishOf(second, 0))
  await again.next('recording.statement')
  t.false(again.messages.some(({ type }) => type === 'error'))

  // What had ended before does not begin again, and is not disturbed.
  const reopened = await join(ended)
  reopened.send({ type: 'recording.start', recording_id: randomUUID(), channels: 1 })
  t.is((await reopened.next('error')).error, 'draining')
  const fresh = await join(prepared)
  const told = await fresh.next('error')
  t.is(told.error, 'draining')
  t.regex(told.message, /manutenção/)
  fresh.send({ type: 'recording.start', recording_id: randomUUID(), channels: 1 })
  t.is((await fresh.next('error')).error, 'draining')
  t.is(fresh.socket.readyState, fresh.socket.OPEN)

  t.is((await cli.run(['resume'])).code, 0)
  fresh.send({ type: 'recording.start', recording_id: randomUUID(), channels: 1 })
  await fresh.next('recording.ready')
})

/** With the digest of that many frames of `noise(3200, 1)`. */
function finishOf(recording_id: string, frames: number): ClientMessage {
  const heard = frames === 0 ? new Int16Array() : noise(3200, 1)
  const channel = { channel: 0, last_sequence: frames - 1, samples: heard.length }
  return {
    type: 'recording.finish',
    recording_id,
    channels: [{ ...channel, sha256: sha256(heard) }],
  }
}

test('sound that a browser kept of a running visit comes in, of another it waits', async (t) => {
  const { cli, call, visit, record } = await start(t)
  const going = await visit()
  const other = await visit()
  const live = (await record(going)).json.recording_id
  t.is((await cli.run(['drain'])).code, 0)
  const end = {
    channels: [{ channel: 0, last_sequence: -1, samples: 0, sha256: sha256(new Int16Array()) }],
  }
  t.true((await call('POST', `/recordings/${live}/complete`, end)).status < 300)
  const kept = (id: string) =>
    call('POST', `/ehrs/${id}/audio?channels=1`, wavBytes([noise(16000, 1)]))
  const taken = await kept(going)
  t.true(taken.status < 300, taken.text)
  const waits = await kept(other)
  t.is(waits.status, 503, waits.text)
  t.is(waits.json.error, 'draining')
})
