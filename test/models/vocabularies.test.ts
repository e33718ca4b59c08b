import { randomUUID } from 'node:crypto'
import test from 'ava'
import { vocabularyStore } from '../../models/transcript/vocabularies.ts'
import { addConsultation, addRecording, speechDatabase } from '../helpers/speech.ts'

test('an organization’s words are kept, and changed in place', async (t) => {
  const { database } = await speechDatabase(t)
  const store = vocabularyStore(database.sequelize)
  const [rows] = await database.sequelize.query('SELECT id FROM organizations')
  const { id } = (rows as { id: string }[])[0]!
  t.deepEqual(await store.find(id), { specialty: null, words: [] })
  await store.save(id, { specialty: 'cardiology', words: ['tirzepatida'] })
  await store.save(id, { specialty: null, words: ['tirzepatida', 'Dra. Quitéria'] })
  t.deepEqual(await store.find(id), { specialty: null, words: ['tirzepatida', 'Dra. Quitéria'] })
})

test('the documents of the visit tell first, then those of its doctor, and nobody else’s', async (t) => {
  const { database, consultationId } = await speechDatabase(t)
  const store = vocabularyStore(database.sequelize)
  const rows = database.sequelize.getQueryInterface()
  const run = (sql: string) => database.sequelize.query(sql)
  const write = async (consultation: string, model: string, at: string) =>
    rows.bulkInsert('documents', [
      {
        ...{ id: randomUUID(), consultation_id: consultation, status: 'ready', version: 1 },
        ...{ template: JSON.stringify({ id: model }), sealed_body: Buffer.from([0]) },
        ...{ generator: 'rules', generator_version: '1', edited_by_user: false },
        ...{ created_at: new Date(at), updated_at: new Date(at) },
      },
    ])
  const [earlier, foreign] = [await addConsultation(database), await addConsultation(database)]
  await run(
    `UPDATE consultations SET organization_id = (SELECT organization_id FROM consultations WHERE id = '${consultationId}') WHERE id = '${earlier}'`,
  )
  t.deepEqual((await store.cluesOf(consultationId)).models, [])
  await write(foreign, 'anamnesisOncology', '2026-03-01')
  await write(earlier, 'anamnesisNeurology', '2026-02-01')
  t.deepEqual((await store.cluesOf(consultationId)).models, ['anamnesisNeurology'])
  await write(consultationId, 'anamnesisCardiology', '2026-01-01')
  t.deepEqual((await store.cluesOf(consultationId)).models, [
    'anamnesisCardiology',
    'anamnesisNeurology',
  ])
  t.deepEqual(await store.cluesOf(randomUUID()), { organizationId: null, models: [] })
})

test('the times of words are kept sealed, and come back with words that are taken back', async (t) => {
  const { database, store, consultationId } = await speechDatabase(t)
  const recording = await addRecording(database, consultationId)
  const words = [
    { from: 0, to: 4, startMs: 100, endMs: 400, confidence: 0.9 },
    { from: 5, to: 15, startMs: 450, endMs: 1200, confidence: null },
  ]
  const at = { consultationId, recordingId: recording.id, channel: 0, fromSample: 0 }
  const piece = { startMs: 0, endMs: 1500, text: 'Tomo losartana.', confidence: 0.9, words }
  const { segments } = await store.putLive(at, [{ ...piece, channel: 'mic' }])
  t.deepEqual(segments[0]?.words, words)
  const [raw] = await database.sequelize.query('SELECT sealed_words FROM segments')
  const { sealed_words } = (raw as { sealed_words: Buffer }[])[0]!
  t.false(sealed_words.includes('450'))

  const by = { by: 'd', at: new Date() }
  const { id } = segments[0]!
  await store.correct(consultationId, id, { ...by, text: 'Tomo losartana de manhã.' })
  const back = await store.correct(consultationId, id, { ...by, text: piece.text })
  t.deepEqual(typeof back === 'object' ? back.words : null, words)
})
