import test from 'ava'
import { transcriptionRoutes } from '../../api/v1/transcriptions/routes.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'
import { startServer } from '../helpers/server.ts'

const segment = (consultationId: string): TranscriptSegment => ({
  ...{ id: '7f9c3b2a-0000-4000-8000-000000000001', consultationId, recordingId: 'r', sequence: 0 },
  ...{ startMs: 61_200, endMs: 64_000, text: 'Bom dia.', channel: 'mic', speaker: null },
  ...{ confidence: 0.9, final: true },
})

function openServer(t: Parameters<typeof startServer>[0]) {
  return startServer(t, {
    apiRouters: ({ consultations }) => [
      {
        router: transcriptionRoutes({
          openConsultation: consultations.openConsultation,
          transcript: async (id) => ({ segments: [segment(id)], complete: true }),
        }),
      },
    ],
  })
}

test("the transcript is told with the wire's names and times", async (t) => {
  const server = await openServer(t)
  const token = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  const { status, body } = await server.call('GET', `/api/v1/ehrs/${id}/transcriptions`, { token })
  t.is(status, 200)
  t.deepEqual(body, {
    transcriptions: [
      {
        ...{
          id: segment(id).id,
          sequence: 0,
          start_ms: 61_200,
          end_ms: 64_000,
          start_time: '01m 01s',
        },
        ...{ text: 'Bom dia.', channel: 'mic', speaker: null, confidence: 0.9, final: true },
      },
    ],
    complete: true,
  })
})

test('a stranger learns nothing, not even that the consultation exists', async (t) => {
  const server = await openServer(t)
  const token = await server.buildSession()
  const stranger = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  const path = `/api/v1/ehrs/${id}/transcriptions`
  t.is((await server.call('GET', path, {})).status, 401)
  const theirs = await server.call('GET', path, { token: stranger })
  const nobodys = await server.call(
    'GET',
    path.replace(id, '7f9c3b2a-0000-4000-8000-00000000abcd'),
    { token },
  )
  t.is(theirs.status, 404)
  t.is(nobodys.status, 404)
  t.deepEqual(theirs.body, nobodys.body)
})
