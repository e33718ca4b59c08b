import test from 'ava'
import { transcriptionRoutes } from '../../api/v1/transcriptions/routes.ts'
import { correctSegment } from '../../core/transcription/correct-segment.ts'
import { NOT_UNDERSTOOD, type TranscriptSegment } from '../../core/transcription/ports.ts'
import { presentTranscript } from '../../core/transcription/present-segment.ts'
import { speakersByChannel } from '../../core/transcription/speakers.ts'
import { transcriptStore } from '../../models/transcript/store.ts'
import { startServer } from '../helpers/server.ts'
import { addRecording } from '../helpers/speech.ts'

const segment = (consultationId: string): TranscriptSegment => ({
  id: '7f9c3b2a-0000-4000-8000-000000000001',
  consultationId,
  recordingId: 'r',
  sequence: 0,
  startMs: 61_200,
  endMs: 64_000,
  text: 'Bom dia.',
  channel: 'mic',
  speaker: null,
  confidence: 0.9,
  final: true,
})

function openServer(t: Parameters<typeof startServer>[0]) {
  return startServer(t, {
    apiRouters: ({ consultations }) => [
      {
        router: transcriptionRoutes({
          present: async (_, segments) => presentTranscript(segments),
          openConsultation: consultations.openConsultation,
          transcript: async (id) => ({ segments: [segment(id)], finished: true, withoutSpeech: 0 }),
          correctSegment: async () => Promise.reject(new Error('not asked here')),
        }),
      },
    ],
  })
}

test('the transcript is returned with the API’s names and times', async (t) => {
  const server = await openServer(t)
  const token = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  const { status, body } = await server.call('GET', `/api/v1/ehrs/${id}/transcriptions`, { token })
  t.is(status, 200)
  t.deepEqual(body, {
    transcriptions: [
      {
        id: segment(id).id,
        sequence: 0,
        start_ms: 61_200,
        end_ms: 64_000,
        start_time: '01m 01s',
        text: 'Bom dia.',
        channel: 'mic',
        speaker: null,
        confidence: 0.9,
        final: true,
      },
    ],
    finished: true,
    complete: true,
    not_understood: { segments: 0, duration_ms: 0 },
    without_speech: 0,
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

const SAID = { startMs: 0, endMs: 900, channel: 'mic', confidence: 0.4 } as const

/** A consultation in which something was said, with the real database behind it. */
async function openSpoken(t: Parameters<typeof startServer>[0], text = 'cefaléa') {
  const key = new Uint8Array(32).fill(7)
  let store: ReturnType<typeof transcriptStore> | undefined
  const told: string[] = []
  const server = await startServer(t, {
    apiRouters: ({ consultations, database }) => {
      const kept = transcriptStore(database.sequelize, {
        keyFor: async () => key,
        findKey: async () => key,
      })
      store = kept
      return [
        {
          router: transcriptionRoutes({
            present: async (_, segments) => presentTranscript(segments),
            openConsultation: consultations.openConsultation,
            transcript: async (id) => ({
              segments: await kept.listSegments(id),
              finished: true,
              withoutSpeech: 0,
            }),
            correctSegment: correctSegment({
              store: kept,
              nameSpeakers: speakersByChannel({ positions: async () => [] }),
              tell: async (_, segments) => void told.push(...segments.map(({ text }) => text)),
              now: () => new Date(),
            }),
          }),
        },
      ]
    },
  })
  const token = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  const recording = await addRecording(server.database, id)
  const unit = { consultationId: id, recordingId: recording.id, channel: 0, fromSample: 0 }
  const { segments } = (await store?.putLive(unit, [{ ...SAID, text }])) ?? { segments: [] }
  const path = `/api/v1/ehrs/${id}/transcriptions`
  return {
    server,
    token,
    told,
    path,
    patch: (body: object, as = token, segmentId = segments[0]?.id) =>
      server.call('PATCH', `${path}/${segmentId}`, { token: as, body }),
  }
}

test('a corrected segment is announced, and read back with the text before', async (t) => {
  const { server, token, told, path, patch } = await openSpoken(t)
  const corrected = await patch({ text: 'cefaleia', was: 'cefaléa', speaker: 'patient' })
  t.is(corrected.status, 200)
  t.like(corrected.body, { text: 'cefaleia', edited: true, speaker: 'patient' })
  t.deepEqual(told, ['cefaleia'])
  const { body } = await server.call('GET', path, { token })
  t.deepEqual(body.transcriptions, [corrected.body])
  t.is(body.transcriptions[0].earlier[0].text, 'cefaléa')
  t.like(await patch({ speaker: null }), { status: 200, body: { speaker: null, text: 'cefaleia' } })
})

test('an impossible correction is refused, and nothing is announced', async (t) => {
  const { server, told, patch } = await openSpoken(t)
  const refusals: [object, number, string][] = [
    [{}, 400, 'validation_error'],
    [{ txt: 'x' }, 400, 'validation_error'],
    [{ text: 'x'.repeat(5001) }, 400, 'validation_error'],
    [{ text: 'a\u0000b' }, 400, 'validation_error'],
    [{ speaker: 'nurse' }, 400, 'validation_error'],
    [{ text: 'x', was: 'something else' }, 409, 'segment_changed'],
  ]
  for (const [body, status, error] of refusals)
    t.like(await patch(body), { status, body: { error } })
  const stranger = await server.buildSession()
  t.is((await patch({ text: 'x' }, stranger)).status, 404)
  t.is((await patch({ text: 'x' }, undefined, 'no-such-segment')).status, 404)
  t.deepEqual(told, [])
})

test('a stretch that was not understood is reported, and complete once a person types its words', async (t) => {
  const { server, token, path, patch } = await openSpoken(t, NOT_UNDERSTOOD)
  const read = async () => (await server.call('GET', path, { token })).body
  const before = await read()
  t.like(before, { finished: true, complete: false })
  t.deepEqual(before.not_understood, { segments: 1, duration_ms: 900 })
  t.like(before.transcriptions[0], { text: NOT_UNDERSTOOD, not_understood: true })

  const written = await patch({ text: 'tomo losartana', was: NOT_UNDERSTOOD })
  t.like(written.body, { text: 'tomo losartana', edited: true })
  t.false('not_understood' in written.body)
  const after = await read()
  t.like(after, { finished: true, complete: true })
  t.deepEqual(after.not_understood, { segments: 0, duration_ms: 0 })

  // Taken back, it is not understood again; nobody spoke, it is whole.
  t.like((await patch({ text: NOT_UNDERSTOOD })).body, { not_understood: true })
  t.false((await read()).complete)
  t.like((await patch({ text: '' })).body, { text: '', edited: true })
  t.true((await read()).complete)
})
