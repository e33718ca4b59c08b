/**
 * Names are written in what is shown, live and final; what the recognizer answered is kept as it
 * was.
 */
import test from 'ava'
import type { RecognizedPiece, Transcriber } from '../../core/transcription/ports.ts'
import { ownWordStore } from '../../models/transcript/own-words.ts'
import {
  openTestVad,
  speechSamples,
  switchableEngine,
  transcriptionWorld,
} from '../helpers/speech.ts'

test('a misheard name or own word is written in live and final text, and in no recognition', async (t) => {
  const text = 'Tomo los artana, e o orfor glipron.'
  const transcriber: Transcriber = {
    name: 'double',
    model: 'm',
    maxUtteranceMs: 9500,
    async recognize(samples) {
      const endMs = samples.length / 16
      return [{ startMs: 0, endMs, text, confidence: 0.9, noSpeechProbability: 0 }]
    },
    async [Symbol.asyncDispose]() {},
  }
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
    named: true,
  })
  const { organizationId } = await world.record([])
  await ownWordStore(world.database.sequelize).save(organizationId, ['orforglipron'])
  const answered: RecognizedPiece[] = []
  const { saveRecognition } = world.store
  world.store.saveRecognition = async (unit, pieces) => {
    answered.push(...pieces)
    await saveRecognition(unit, pieces)
  }
  await world.service.start()
  const recording = await world.record([speechSamples('fala-4')])
  world.finish(recording)
  const { segments } = await world.complete()
  t.true(segments.length > 0)
  for (const { text, words = [] } of segments) {
    t.is(text, 'Tomo losartana, e o orforglipron.')
    t.deepEqual(
      words.map(({ heard }) => heard),
      [undefined, 'los artana', undefined, undefined, 'orfor glipron'],
    )
  }
  const live = world.news.filter(({ type }) => type === 'transcription.segments')
  t.true(live.length > 0)
  t.false(JSON.stringify(live).includes('Tomo los artana'))
  t.true(answered.every((piece) => piece.text === text && piece.words === undefined))
})
