import { readFileSync } from 'node:fs'
import test from 'ava'
import { addRecording, speechDatabase } from '../helpers/speech.ts'

const SAID = 'paciente refere cefaleia pulsátil'
const piece = (startMs: number, text = SAID) => ({
  startMs,
  endMs: startMs + 1000,
  text,
  channel: 'mic' as const,
  confidence: 0.9,
})

async function world(t: Parameters<typeof speechDatabase>[0]) {
  const base = await speechDatabase(t)
  const recording = await addRecording(base.database, base.consultationId)
  const at = { consultationId: base.consultationId, recordingId: recording.id, channel: 0 }
  const unit = { ...at, ranges: [{ from: 0, to: 16_000 }], engine: 'e' }
  return { ...base, recording, at, unit }
}

test('words rest sealed: none is in the file, and without the key none can be read', async (t) => {
  const { store, at, unit, database, file, vault, consultationId } = await world(t)
  await store.putLive({ ...at, fromSample: 0 }, [piece(0)])
  await store.saveRecognition(unit, [{ ...piece(0), noSpeechProbability: 0 }])
  t.is((await store.listSegments(consultationId))[0]?.text, SAID)
  t.is((await store.findRecognition(unit))?.[0]?.text, SAID)
  await database.sequelize.query('PRAGMA wal_checkpoint(TRUNCATE)')
  const bytes = readFileSync(file)
  for (const word of ['cefaleia', 'pulsátil', 'refere']) t.is(bytes.indexOf(word), -1)

  await vault.destroyKey(consultationId)
  t.deepEqual(await store.listSegments(consultationId), [])
  t.is(await store.findRecognition(unit), null)
})

test('a recognition is found for exactly its unit and engine', async (t) => {
  const { store, unit } = await world(t)
  await store.saveRecognition(unit, [])
  await store.saveRecognition(unit, [{ ...piece(0), noSpeechProbability: 0 }])
  t.deepEqual(await store.findRecognition(unit), [])
  t.is(await store.findRecognition({ ...unit, engine: 'other' }), null)
  t.is(await store.findRecognition({ ...unit, channel: 1 }), null)
  t.is(await store.findRecognition({ ...unit, ranges: [{ from: 0, to: 15_999 }] }), null)
})

test('a second look at the same speech changes segments instead of adding them', async (t) => {
  const { store, at, consultationId } = await world(t)
  const unit = { ...at, fromSample: 8000 }
  const first = await store.putLive(unit, [piece(500), piece(1500)])
  t.false(first.removed)
  const second = await store.putLive(unit, [piece(500, 'outra coisa')])
  t.true(second.removed)
  t.is(second.segments[0]?.id, first.segments[0]?.id)
  t.deepEqual(
    (await store.listSegments(consultationId)).map(({ text }) => text),
    ['outra coisa'],
  )
})

test('the final text takes the place of the live one of its recording only', async (t) => {
  const { store, jobs, at, recording, database, consultationId } = await world(t)
  const other = await addRecording(database, consultationId, { startMs: 60_000 })
  await store.putLive({ ...at, fromSample: 0 }, [piece(0)])
  await store.putLive({ ...at, recordingId: other.id, fromSample: 0 }, [piece(60_000, 'segunda')])
  const { id } = await jobs.ensure(
    { kind: 'transcription.final', consultationId, recordingId: recording.id },
    'queued',
  )
  await jobs.claim('transcription.final', 'me', 60_000)
  t.true(
    await store.replaceWithFinal({ id, owner: 'me' }, recording, [
      piece(0, 'final'),
      piece(2000, 'fim'),
    ]),
  )
  t.deepEqual(
    (await store.listSegments(consultationId)).map(({ text, final, sequence }) => [
      text,
      final,
      sequence,
    ]),
    [
      ['final', true, 0],
      ['fim', true, 1],
      ['segunda', false, 2],
    ],
  )
})

test('rows of a recording are removed with it', async (t) => {
  const { store, jobs, at, unit, recording, database, consultationId } = await world(t)
  await store.putLive({ ...at, fromSample: 0 }, [piece(0)])
  await store.saveRecognition(unit, [])
  await jobs.ensure(
    { kind: 'transcription.final', consultationId, recordingId: recording.id },
    'open',
  )
  await database.sequelize.query(`DELETE FROM recordings WHERE id = '${recording.id}'`)
  for (const table of ['segments', 'recognitions', 'jobs']) {
    const [[row]] = (await database.sequelize.query(`SELECT count(*) AS n FROM ${table}`)) as [
      { n: number }[],
      unknown,
    ]
    t.is(row?.n, 0)
  }
})
