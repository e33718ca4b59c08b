/** A clinic's visits of several kinds, for tests that move, back up and restore them. */
import { randomUUID } from 'node:crypto'
import { type DemoService, until } from './demo-service.ts'
import { makePdf } from './make-pdf.ts'
import { connectChannel } from './recording-client.ts'
import { framesOf, noise, sha256 } from './recording-sound.ts'

export const CLINIC_TEXT =
  'Dor de garganta há 3 dias. Febre de 39 graus. Diagnóstico de amigdalite.'

/** Visits with a document, sound and a file, and what the API shows of them. */
export async function fillClinic(service: DemoService) {
  await service.connected()
  const visit = await service.visit('garganta')
  const documentId = await visit.document(CLINIC_TEXT)
  await visit.review(documentId)
  const { client, recordingId } = await beginRecording(service, visit.ehrId)
  const samples = noise(80_000, 3)
  for (const frame of framesOf(samples, 1600)) client.sendFrame(frame)
  const claim = { channel: 0, last_sequence: 49, samples: 80_000, sha256: sha256(samples) }
  client.send({ type: 'recording.finish', recording_id: recordingId, channels: [claim] })
  await client.next('recording.statement')
  client.socket.terminate()

  const pdf = makePdf([['Hemoglobina 13,2 g/dL', 'Glicemia de jejum 98 mg/dL']])
  const { body } = await visit.api('POST', `/ehrs/${visit.ehrId}/files`, {
    name: 'exame.pdf',
    size_bytes: pdf.length,
    source: 'user',
  })
  await fetch(service.url + body.upload.url, { method: 'PUT', body: Uint8Array.from(pdf) })
  await until(async () => {
    const { files } = (await visit.api('GET', `/ehrs/${visit.ehrId}/files`)).body
    return files[0]?.state === 'ready'
  })
  const other = await service.visit('garganta')
  await other.document('Tosse seca há uma semana.')
  const visits = [visit.ehrId, other.ehrId]
  return { visits, shown: await shownVisits(service, visits), sound: { recordingId } }
}

/** Of one channel, in a visit of the demonstration: sound may be sent. */
export async function beginRecording(service: DemoService, ehrId: string) {
  const token = (await service.call('POST', '/demo/session-token')).body.access
  const client = await connectChannel(service.url.replace('http', 'ws'))
  client.send({ type: 'hello', ehr_id: ehrId, token })
  const recordingId = randomUUID()
  client.send({ type: 'recording.start', recording_id: recordingId, channels: 1 })
  await client.next('recording.ready')
  return { client, recordingId }
}

export async function shownVisits(service: DemoService, visits: readonly string[]) {
  const { access } = (await service.call('POST', '/demo/session-token')).body
  const get = async (path: string) =>
    (await service.call('GET', `/api/v1${path}`, undefined, { authorization: `Bearer ${access}` }))
      .body
  return Promise.all(
    visits.map(async (id) => ({
      visit: await get(`/ehrs/${id}`),
      documents: await get(`/ehrs/${id}/documents`),
      files: await get(`/ehrs/${id}/files`),
      recordings: await get(`/ehrs/${id}/recordings`),
    })),
  )
}
