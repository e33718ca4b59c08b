/**
 * What one caller can do to the others (the kinds that were tried from outside): each attack enters
 * through the route as a stranger's would.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import test from 'ava'
import { startAuditedService } from '../helpers/audited-service.ts'
import { makePdf } from '../helpers/make-pdf.ts'
import { startRecordingApi } from '../helpers/recording-api.ts'
import { framesOf, noise } from '../helpers/recording-sound.ts'

const PDF = makePdf([['Glicemia 98 mg/dL']])

test('upload addresses that nobody signed leave a summary, not an entry each, and shut out no good one', async (t) => {
  const service = await startAuditedService(t)
  const ids = { patient_id: 'p', doctor_id: 'd', consultation_id: 'c' }
  const issued = await service.call('POST', '/integration/identify', {
    headers: { 'x-svc-token': service.secret },
    body: ids,
  })
  const headers = { authorization: `Bearer ${issued.body.token}` }
  const { body: ehr } = await service.call('PUT', '/api/v1/ehrs/by-external-id', {
    headers,
    body: { ...ids, type: 'IN_PERSON' },
  })
  const { body: announced } = await service.call('POST', `/api/v1/ehrs/${ehr.id}/files`, {
    headers,
    body: { name: 'a.pdf', size_bytes: PDF.length, source: 'user' },
  })
  const statuses = new Map<number, number>()
  for (let i = 0; i < 150; i++) {
    const path = `/api/v1/uploads/${randomUUID()}?expires=9999999999&signature=x`
    const { status } = await fetch(service.url + path, { method: 'PUT', body: 'x' })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  t.deepEqual(Object.fromEntries(statuses), { 403: 120, 429: 30 })
  const good = await fetch(service.url + announced.upload.url, { method: 'PUT', body: PDF })
  t.is(good.status, 202)
  const { entries, report } = await service.trail()
  t.true(entries.length < 20, `${entries.length} entries`)
  t.deepEqual(report.findings, [])
})

test('a body of frames of one sample is refused before it is work for everybody', async (t) => {
  const api = await startRecordingApi(t)
  const { token, ehrId } = await api.buildVisit()
  const headers = { authorization: `Bearer ${token}` }
  const recordingId = randomUUID()
  await api.call('POST', `/api/v1/ehrs/${ehrId}/recordings`, {
    headers,
    body: { recording_id: recordingId },
  })
  const path = `/api/v1/recordings/${recordingId}/frames`
  const tiny = Buffer.concat(framesOf(noise(2000), 1))
  const refused = await api.call('PUT', path, { headers, body: tiny })
  t.like(refused, { status: 400, body: { error: 'validation_error' } })
  t.is(refused.body.details[0].issue, 'too_short')
  // The rest of a take is shorter than any frame, and is taken.
  const whole = Buffer.concat(framesOf(noise(3300), 1600))
  const { status, body } = await api.call('PUT', path, { headers, body: whole })
  t.is(status, 200)
  t.like(body.channels, [{ next_sequence: 3, next_offset: 3300 }])
})

test('bodies of frames that are refused cost their sender as much as those that are taken', async (t) => {
  const api = await startRecordingApi(t)
  const { token, ehrId } = await api.buildVisit()
  const headers = { authorization: `Bearer ${token}` }
  const recordingId = randomUUID()
  const begin = { headers, body: { recording_id: recordingId } }
  await api.call('POST', `/api/v1/ehrs/${ehrId}/recordings`, begin)
  const body = Buffer.alloc(4 << 20, 1)
  const begun = performance.now()
  for (let i = 0; i < 5; i++) {
    const refused = await api.call('PUT', `/api/v1/recordings/${recordingId}/frames`, {
      headers,
      body,
    })
    t.is(refused.status, 400)
  }
  // 16 MiB at once, then 4 MiB a second: however fast the machine is, no sooner.
  t.true(performance.now() - begun > 950)
})

test('a form with a malformed part is the caller’s fault, and a person’s number is no request id', async (t) => {
  const api = await startRecordingApi(t)
  const { token, ehrId } = await api.buildVisit()
  const response = await fetch(`${api.url}/api/v1/ehrs/${ehrId}/audio`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'x-request-id': 'visita-390.533.447-05',
    },
    body: '--x\r\nthis is no head of a part\r\n\r\nwords\r\n--x--\r\n',
  })
  t.is(response.status, 400)
  t.false(response.headers.get('x-request-id')?.includes('390'))
})

test('a message in fragments without an end is hung up on before it is memory', async (t) => {
  const api = await startRecordingApi(t)
  const { hostname, port } = new URL(api.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    [
      'GET /api/v1/channel HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      'Sec-WebSocket-Protocol: svc.v1',
      '',
      '',
    ].join('\r\n'),
  )
  await once(socket, 'data')
  const ended = once(socket, 'close')
  // Masked with zeros: a text frame that goes on and on, one character each.
  socket.write(Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x61]))
  for (let i = 0; i < 80; i++) socket.write(Buffer.from([0x00, 0x81, 0, 0, 0, 0, 0x61]))
  await ended
  t.pass()
})

test('a damaged compressed body, and thousands of unknown fields, are answered shortly', async (t) => {
  const service = await startAuditedService(t)
  const key = { 'x-svc-token': service.secret, 'content-type': 'application/json' }
  const packed = gzipSync(JSON.stringify({ expiration: 1800 }))
  const brotli = brotliCompressSync(JSON.stringify({ doctor_id: 'a'.repeat(200) }))
  const broken: [string, Uint8Array][] = [
    ['gzip', packed.subarray(0, 12)],
    ['gzip', packed.fill(7, 10, 16)],
    ['br', brotli.subarray(0, 12)],
    ...Array.from({ length: brotli.length - 4 }, (_, at): [string, Uint8Array] => {
      const spoiled = Buffer.from(brotli)
      return ['br', spoiled.fill('z', at, at + 4)]
    }),
  ]
  for (const [coding, bytes] of broken) {
    const answer = await service.call('POST', '/integration/session-token', {
      headers: { ...key, 'content-encoding': coding },
      body: new Uint8Array(bytes),
    })
    t.like(answer, { status: 400, body: { error: 'validation_error' } })
  }
  const fields = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`field${i}`, i]))
  const unknown = await service.call('PUT', '/integration/ehrs', {
    headers: key,
    body: fields,
  })
  t.is(unknown.status, 400)
  t.true(unknown.text.length < 5000, `${unknown.text.length} characters`)
})

test('after a restart a spent address opens nothing, and bad keys shut out no good one', async (t) => {
  const first = await startAuditedService(t, { SVC_ALLOW_QUERY_TOKENS: 'once' })
  const key = { 'x-svc-token': first.secret }
  const issued = await first.call('POST', '/integration/identify', {
    headers: key,
    body: { patient_id: 'p', doctor_id: 'd', consultation_id: 'c' },
  })
  const exchange = (service: typeof first) =>
    service.call('POST', '/embed/session', {
      headers: { 'sec-fetch-site': 'same-origin' },
      body: {
        ...{ patient_id: 'p', doctor_id: 'd', consultation_id: 'c' },
        bearer_token: issued.body.token,
        source: 'query',
        host_origin: first.url,
      },
    })
  t.is((await exchange(first)).status, 200)
  await first.stop()

  const again = await startAuditedService(t, {
    SVC_DATA_DIR: first.dataDir,
    SVC_ALLOW_QUERY_TOKENS: 'once',
  })
  t.is((await exchange(again)).status, 401)
  const ask = async (secret: string) => {
    const headers = { 'x-svc-token': secret }
    return (await fetch(`${again.url}/integration/session-token/`, { method: 'POST', headers }))
      .status
  }
  for (let i = 0; i < 11; i++) await ask('svc_key_wrong')
  t.is(await ask('svc_key_wrong'), 429)
  t.is(await ask(first.secret), 200)
})
