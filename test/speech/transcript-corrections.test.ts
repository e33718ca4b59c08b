/**
 * What people correct, in the real database and through a whole recording: it stays, and so does
 * what it was made from.
 */
import { readFileSync } from 'node:fs'
import test from 'ava'
import type { Consultation } from '../../core/consultation/consultation.ts'
import type { Transcriber } from '../../core/transcription/ports.ts'
import {
  addRecording,
  openTestVad,
  speechDatabase,
  speechSamples,
  switchableEngine,
  transcriptionWorld,
  until,
} from '../helpers/speech.ts'

const AT = new Date('2026-01-01T12:00:00Z')
const piece = (startMs: number, endMs: number, text: string) => ({
  startMs,
  endMs,
  text,
  channel: 'mic' as const,
  confidence: 0.9,
})

async function world(t: Parameters<typeof speechDatabase>[0]) {
  const base = await speechDatabase(t)
  const recording = await addRecording(base.database, base.consultationId)
  const { store, jobs, consultationId } = base
  const unit = { consultationId, recordingId: recording.id, channel: 0, fromSample: 0 }
  return {
    ...base,
    recording,
    unit,
    correct: (id: string, text: string) =>
      store.correct(consultationId, id, { text, by: 'd1', at: AT }),
    texts: async () => (await store.listSegments(consultationId)).map(({ text }) => text),
    async finish(pieces: ReturnType<typeof piece>[]) {
      const ask = {
        kind: 'transcription.final' as const,
        consultationId,
        recordingId: recording.id,
      }
      const { id } = await jobs.ensure(ask, 'queued')
      await jobs.claim('transcription.final', 'me', 60_000)
      return store.replaceWithFinal({ id, owner: 'me' }, recording, pieces)
    },
  }
}

test('a correction of live text outlives a longer look and the final pass, under its own id', async (t) => {
  const { store, unit, correct, texts, finish, consultationId } = await world(t)
  const { segments } = await store.putLive(unit, [piece(0, 3000, 'estou com dor de cabessa')])
  const id = segments[0]!.id
  await correct(id, 'estou com dor de cabeça')

  const longer = await store.putLive(unit, [
    piece(0, 6000, 'estou com dor de cabessa há três dias'),
  ])
  t.false(longer.removed)
  t.deepEqual(await texts(), ['estou com dor de cabeça', 'há três dias'])

  t.true(await finish([piece(100, 6100, 'Estou com dor de cabesa há três dias.')]))
  t.deepEqual(await texts(), ['estou com dor de cabeça', 'há três dias.'])
  const [first, second] = await store.listSegments(consultationId)
  t.like(first, { id, final: true, sequence: 0 })
  t.deepEqual(first?.earlier, [{ text: 'estou com dor de cabessa', until: AT, replacedBy: 'd1' }])
  t.is(second?.earlier, undefined)
})

test('a correction that is taken back is no correction, and its trail stays', async (t) => {
  const { store, unit, correct, texts, finish, consultationId } = await world(t)
  const { segments } = await store.putLive(unit, [piece(0, 3000, 'ouvido')])
  await correct(segments[0]!.id, 'corrigido')
  await correct(segments[0]!.id, 'ouvido')
  const [now] = await store.listSegments(consultationId)
  t.deepEqual(
    now?.earlier?.map(({ text }) => text),
    ['ouvido', 'corrigido'],
  )
  await finish([piece(0, 3000, 'ouvido melhor')])
  t.deepEqual(await texts(), ['ouvido melhor'])
})

test('a segment corrected to nothing stays empty', async (t) => {
  const { store, unit, correct, texts, finish } = await world(t)
  const { segments } = await store.putLive(unit, [
    piece(0, 2000, 'Legendas pela comunidade'),
    piece(2000, 4000, 'bom dia'),
  ])
  await correct(segments[0]!.id, '')
  await finish([piece(0, 4000, 'Legendas pela comunidade. Bom dia.')])
  t.deepEqual(await texts(), ['', 'Bom dia.'])
})

test('a named speaker outlives the final pass, and words that stay keep their id', async (t) => {
  const { store, unit, finish, consultationId } = await world(t)
  const { segments } = await store.putLive(unit, [
    piece(0, 2000, 'como vai'),
    piece(2000, 4000, 'tudo bem'),
  ])
  await store.correct(consultationId, segments[1]!.id, { speaker: 'patient', by: 'd1', at: AT })
  await finish([piece(0, 2000, 'como vai'), piece(2000, 4000, 'tudo bem')])
  t.deepEqual(
    (await store.listSegments(consultationId)).map(({ id, speaker, final }) => [
      id,
      speaker,
      final,
    ]),
    [
      [segments[0]!.id, null, true],
      [segments[1]!.id, 'patient', true],
    ],
  )
})

test('corrections rest sealed, and nobody corrects what is not there, or not what they saw', async (t) => {
  const { store, unit, correct, consultationId, database, file } = await world(t)
  const { segments } = await store.putLive(unit, [piece(0, 3000, 'cefaleia')])
  const id = segments[0]!.id
  await correct(id, 'enxaqueca oftálmica')
  await correct(id, 'nevralgia do trigêmeo')
  await database.sequelize.query('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(file)
  for (const word of ['enxaqueca', 'nevralgia', 'cefaleia']) t.is(bytes.indexOf(word), -1)

  const ask = { text: 'x', by: 'd1', at: AT }
  t.is(await store.correct(consultationId, id, { ...ask, was: 'cefaleia' }), 'changed')
  t.is(await store.correct(consultationId, '7f9c3b2a-0000-4000-8000-00000000abcd', ask), undefined)
  t.is(await store.correct('7f9c3b2a-0000-4000-8000-00000000abcd', id, ask), undefined)
})

/** Hears the same words in every utterance; they do not fill it, as words never do. */
const transcriber: Transcriber = {
  name: 'e',
  model: 'm',
  maxUtteranceMs: 9500,
  recognize: async (samples) => [
    {
      startMs: 100,
      endMs: samples.length / 16 - 100,
      text: 'a pressão é cento e vinte',
      confidence: 0.9,
      noSpeechProbability: 0,
    },
  ],
  async [Symbol.asyncDispose]() {},
}

test('a correction while the visit runs is announced to all watchers, and is in the final text', async (t) => {
  const engine = switchableEngine(transcriber)
  const { record, sound, service, news, consultationId, finish, complete } =
    await transcriptionWorld(t, { engine, openVad: openTestVad(t) })
  const take = await record([speechSamples('fala-2')])
  sound.hold(take.id)
  await service.start()
  service.onAudio(take, 0, sound.hold(take.id)[0]!)
  service.onPaused(take)
  const [live] = await until(async () => {
    const { segments } = await service.transcript(consultationId)
    return segments.length > 0 && segments
  })
  const consultation = { id: consultationId, externalDoctorId: 'd' } as Consultation
  const corrected = await service.correctSegment({ doctorId: null }, consultation, live!.id, {
    text: '  a pressão é\n130 ',
    was: live!.text,
  })
  t.like(corrected, { id: live!.id, text: 'a pressão é 130', edited: true })
  t.deepEqual(
    corrected.earlier?.map(({ text }) => text),
    [live!.text],
  )
  const told = news.findLast(({ type }) => type === 'transcription.segments')
  t.true(told?.type === 'transcription.segments')
  const segments = told?.type === 'transcription.segments' ? told.segments : []
  // Who may have said it is guessed for those who listen; the one who asked has the line itself.
  t.deepEqual(segments, [{ ...corrected, speaker_guess: 'doctor' }])
  await t.throwsAsync(
    service.correctSegment({ doctorId: null }, consultation, live!.id, {
      text: 'x',
      was: live!.text,
    }),
    { code: 'segment_changed' },
  )

  finish(take)
  const final = await complete()
  t.true(
    final.segments.some(
      ({ id, text, final }) => id === live!.id && text === 'a pressão é 130' && final,
    ),
  )
})

test('two channels identify the speaker, one does not; a correction by a person counts', async (t) => {
  const engine = switchableEngine(transcriber)
  const { record, service, store, consultationId, finish, complete } = await transcriptionWorld(t, {
    engine,
    openVad: openTestVad(t),
  })
  await service.start()
  finish(await record([speechSamples('fala-1'), speechSamples('fala-2')]))
  finish(await record([speechSamples('fala-1')], 60_000))
  const { segments } = await complete()
  const speakers = (from: number) =>
    new Set(
      segments
        .filter(({ startMs }) => (from === 0 ? startMs < 60_000 : startMs >= 60_000))
        .map(({ channel, speaker }) => `${channel} ${speaker}`),
    )
  t.deepEqual([...speakers(0)].sort(), ['mic doctor', 'remote patient'])
  t.deepEqual([...speakers(60_000)], ['mic null'])
  const first = segments[0]!
  await store.correct(consultationId, first.id, { speaker: 'companion', by: 'd', at: AT })
  const now = await service.transcript(consultationId)
  t.is(now.segments.find(({ id }) => id === first.id)?.speaker, 'companion')
})
