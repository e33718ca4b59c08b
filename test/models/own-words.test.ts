import { randomUUID } from 'node:crypto'
import test from 'ava'
import { ownWordStore } from '../../models/transcript/own-words.ts'
import { addConsultation, addRecording, speechDatabase } from '../helpers/speech.ts'

test('an organization’s own words are kept, changed in place, and found by its consultations', async (t) => {
  const { database, consultationId } = await speechDatabase(t)
  const store = ownWordStore(database.sequelize)
  const [rows] = await database.sequelize.query('SELECT id FROM organizations')
  const { id } = (rows as { id: string }[])[0]!
  t.deepEqual(await store.find(id), [])
  await store.save(id, ['tirzepatida'])
  await store.save(id, ['tirzepatida', 'Quitéria'])
  t.deepEqual(await store.find(id), ['tirzepatida', 'Quitéria'])
  t.deepEqual(await store.findForConsultation(consultationId), ['tirzepatida', 'Quitéria'])
  const foreign = await addConsultation(database)
  t.deepEqual(await store.findForConsultation(foreign), [])
  t.deepEqual(await store.findForConsultation(randomUUID()), [])
})

test('a specialty that an earlier version wrote stays in its column', async (t) => {
  const { database, consultationId } = await speechDatabase(t)
  const store = ownWordStore(database.sequelize)
  const [rows] = await database.sequelize.query('SELECT id FROM organizations')
  const { id } = (rows as { id: string }[])[0]!
  await database.sequelize
    .getQueryInterface()
    .bulkInsert('vocabularies', [
      { organization_id: id, specialty: 'cardiology', words: '["tirzepatida"]' },
    ])
  await store.save(id, ['Quitéria'])
  t.deepEqual(await store.findForConsultation(consultationId), ['Quitéria'])
  const [kept] = await database.sequelize.query('SELECT specialty FROM vocabularies')
  t.deepEqual(kept, [{ specialty: 'cardiology' }])
})

test('the times of words are kept sealed, and come back with words that are taken back', async (t) => {
  const { database, store, consultationId } = await speechDatabase(t)
  const recording = await addRecording(database, consultationId)
  const words = [
    { from: 0, to: 4, startMs: 100, endMs: 400, confidence: 0.9 },
    { from: 5, to: 15, startMs: 450, endMs: 1200, confidence: null, heard: 'los artana' },
    { from: 16, to: 19, startMs: 1250, endMs: 1400, confidence: 0.2, offered: 'puran' },
  ]
  const at = { consultationId, recordingId: recording.id, channel: 0, fromSample: 0 }
  const piece = { startMs: 0, endMs: 1500, text: 'Tomo losartana. pur', confidence: 0.9, words }
  const { segments } = await store.putLive(at, [{ ...piece, channel: 'mic' }])
  t.deepEqual(segments[0]?.words, words)
  const [raw] = await database.sequelize.query('SELECT sealed_words FROM segments')
  const { sealed_words } = (raw as { sealed_words: Buffer }[])[0]!
  t.false(sealed_words.includes('450'))
  t.false(sealed_words.includes('artana'))

  const by = { by: 'd', at: new Date() }
  const { id } = segments[0]!
  await store.correct(consultationId, id, { ...by, text: 'Tomo losartana de manhã.' })
  const back = await store.correct(consultationId, id, { ...by, text: piece.text })
  t.deepEqual(typeof back === 'object' ? back.words : null, words)
})
