/**
 * Lines of a language model at rest: written once, over the interface and on a real database,
 * unreadable there, and gone with what they say.
 */
import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { QueryTypes, type Sequelize } from 'sequelize'
import { openAccess } from '../../bin/compose/access.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { builtInTemplates } from '../../config/templates.ts'
import { parseTemplate } from '../../core/document/models/template-schema.ts'
import type { LineStore } from '../../core/document/notes/draft.ts'
import { phrasingGenerator } from '../../core/document/notes/phrasing-generator.ts'
import { AppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { noteLineStore } from '../../models/document/note-lines.ts'
import { usualTemplate } from '../../models/document/usual-template.ts'
import { erasureStore } from '../../models/retention/erasures.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { openWorld } from '../helpers/access-world.ts'
import { startAuditedService } from '../helpers/audited-service.ts'
import { bytesAtRest } from '../helpers/bytes-at-rest.ts'
import { eventsOf, startDocumentServer } from '../helpers/document-server.ts'
import { segments } from '../helpers/documents.ts'
import { lineWriter } from '../helpers/line-writer.ts'
import { DAY_MS, retentionWorld } from '../helpers/retention-world.ts'
import { shippedRules } from '../helpers/shipped-rules.ts'
import { addRecording } from '../helpers/speech.ts'

const template = parseTemplate(builtInTemplates().find(({ id }) => id === 'anamnesis')!)
const VISIT = [
  'Está com dor de cabeça?',
  'Tô, uma dor de cabeça forte faz 3 dias, doutora.',
  'Teve febre ou vômito?',
  'Não, nada.',
  'Fuma?',
  'Fumo um maço por dia.',
]
const LINES: readonly (readonly [asked: RegExp, line: string])[] = [
  [/dor de cabeça/, 'Dor de cabeça forte há 3 dias.'],
  [/febre ou vômito/, 'Refere febre.'],
  [/maço/, 'Fuma um maço por dia.'],
]
const write = (asked: string) => LINES.find(([words]) => words.test(asked))?.[1] ?? ''
const sha256 = (words: string) => createHash('sha256').update(words).digest('hex')
const now = () => new Date()

function phrasing(lines: LineStore, text = lineWriter(write), log = silentLog) {
  const rules = shippedRules()
  const generator = phrasingGenerator({
    rules,
    text,
    lines,
    log,
    sha256,
    kind: 'llama',
    version: 'ab'.repeat(32),
  })
  return { text, generator }
}

/**
 * A server whose documents are phrased by a model of the test's choice, its lines in the database.
 */
async function start(t: ExecutionContext) {
  let own: LineStore | undefined
  const lines: LineStore = {
    find: (...asked) => own!.find(...asked),
    put: (...asked) => own!.put(...asked),
  }
  const { text, generator } = phrasing(lines)
  const server = await startDocumentServer(t, generator, { builtIn: [template] })
  const { vault, database } = server
  const { sequelize } = database
  own = noteLineStore({ sequelize, vault, now })
  server.transcript.splice(0, server.transcript.length, ...segments(VISIT))
  const token = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  async function document() {
    const path = `/api/v1/ehrs/${id}/documents`
    const body = { template_id: template.id }
    const events = eventsOf(await (await server.request('POST', path, { token, body })).text())
    const done = events.at(-1)
    return done?.type === 'done' ? done.document : null
  }
  return { ...server, sequelize, text, document, id, lines: own }
}

test('a second document asks the model for nothing: neither for a line nor for one that was refused', async (t) => {
  const { document, text, sequelize, id, lines } = await start(t)
  const first = await document()
  t.true(JSON.stringify(first?.content).includes('Fuma um maço por dia'))
  t.true(JSON.stringify(first?.content).includes('Teve febre ou vômito? Não, nada.'))
  const asked = text.asked.length
  t.is(asked, 4, 'three pieces, one of them twice')
  const second = await document()
  t.deepEqual(second?.content, first?.content)
  t.is(text.asked.length, asked)

  const rows = await rowsOf(sequelize)
  t.is(rows.length, 3)
  t.true(rows.every(({ consultation_id, model }) => consultation_id === id && model === 'double'))
  t.true(rows.every(({ model_version }) => model_version === 'ab'.repeat(32)))
  t.is(rows.filter(({ sealed_line }) => sealed_line === null).length, 1)
  const [refused] = rows.filter((row) => row.sealed_line === null)
  t.regex(refused!.refused, /^\w+ \w+$/, 'why each of its lines was refused')
  t.is(await lines.find(id, 'another'), undefined)
})

test('lines outlive the process: another one on the same database writes none of them again', async (t) => {
  const server = await start(t)
  const first = await server.document()
  const other = await openWorld(t, { beside: server })
  const { sequelize } = other.database
  const again = phrasing(noteLineStore({ sequelize, vault: other.vault, now }))
  const document = await again.generator.generate(
    {
      template,
      segments: segments(VISIT),
      contextMarkdown: '',
      backgroundHistory: null,
      files: [],
    },
    { signal: new AbortController().signal, visit: server.id, onField() {} },
  )
  t.deepEqual(document.content, first?.content)
  t.deepEqual(again.text.asked, [])
})

test('the disk holds no word of a line, nor anything that lets words be tried', async (t) => {
  const { document, sequelize, dataDir } = await start(t)
  await document()
  const bytes = await bytesAtRest(sequelize, dataDir)
  for (const words of ['Fuma um maço', 'maço por dia', 'Dor de cabeça forte', 'Teve febre'])
    t.false(bytes.includes(words), words)
  const digest = sha256(
    JSON.stringify([2, 'ab'.repeat(32), 'Fuma?', 'Fumo um maço por dia.', 'patient']),
  )
  t.false(bytes.includes(digest))
})

test('with the visit its lines are erased, and what is written late is refused and fails no document', async (t) => {
  const server = await start(t)
  const { sequelize, vault, index, dataDir, document, id, lines } = server
  await document()
  const [audioDir, filesDir] = [join(dataDir, 'audio'), join(dataDir, 'files')]
  const store = erasureStore({ sequelize, vault, index, audioDir, filesDir })
  const erasable = await store.look(id)
  t.is(erasable?.rows.note_lines, 3)
  await store.destroy([erasable!], randomUUID(), now())
  t.deepEqual(await rowsOf(sequelize), [])
  const late = { text: 'Fuma.', refused: [], model: 'double', version: '1' }
  await t.throwsAsync(lines.put(id, 'digest', late), { code: 'consultation_erased' })
  t.is(await lines.find(id, 'digest'), undefined)
})

test('a store that can neither be read nor written costs a line its row and no document its line', async (t) => {
  const broken = () => Promise.reject(new AppError('unavailable', 'database_unavailable', 'full'))
  const told: string[] = []
  const log = { ...silentLog, warn: (event: string) => void told.push(event) }
  const { generator, text } = phrasing({ find: broken, put: broken }, lineWriter(write), log)
  const { content } = await generator.generate(
    {
      template,
      segments: segments(VISIT),
      contextMarkdown: '',
      backgroundHistory: null,
      files: [],
    },
    { signal: new AbortController().signal, visit: 'v', onField() {} },
  )
  t.true(JSON.stringify(content).includes('Fuma um maço por dia'))
  t.true(text.asked.length >= 4)
  t.deepEqual([...new Set(told)], ['document.lines_not_kept'])
})

test('lines go by age with the transcript that they say in other words, or with the last document', async (t) => {
  const world = await retentionWorld(t)
  const rules = { transcripts: 30 * DAY_MS, documents: 20 * 366 * DAY_MS }
  const retention = world.retention()
  await retention.setRules(world.organizationId, rules, { kind: 'administrator', id: 'root' })
  const line = (consultation_id: string) =>
    world.insert('note_lines', {
      consultation_id,
      piece: 'ab'.repeat(32),
      sealed_line: Buffer.of(1),
      refused: '',
      model: 'm',
      model_version: 'm 1',
      created_at: new Date(),
    })
  const old = await world.consultation({ ageMs: 60 * DAY_MS })
  await world.recording(old, { job: 'done', ageMs: 60 * DAY_MS, segments: 2 })
  const written = await world.consultation({ ageMs: 25 * 366 * DAY_MS })
  await world.document(written, { ageMs: 25 * 366 * DAY_MS })
  const fresh = await world.consultation({ ageMs: DAY_MS })
  await world.recording(fresh, { job: 'done', ageMs: DAY_MS, segments: 2 })
  for (const id of [old, written, fresh]) await line(id)
  await retention.run(
    { kind: 'administrator', id: 'root' },
    { signal: new AbortController().signal },
  )
  const left = await rowsOf(world.sequelize)
  t.deepEqual(
    left.map(({ consultation_id }) => consultation_id),
    [fresh],
  )
})

test('a recording that is removed takes the lines of the visit along', async (t) => {
  const service = await startAuditedService(t)
  const exchange = await service.call('POST', '/integration/session-token/', {
    headers: { 'x-svc-token': service.secret },
    body: { expiration: 1800 },
  })
  const headers = { authorization: `Bearer ${exchange.body.access}` }
  const ids = { consultation_id: 'c', doctor_id: 'd', patient_id: 'p' }
  const visit = await service.call('PUT', '/api/v1/ehrs/by-external-id', { headers, body: ids })
  const machine = platform()
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: service.dataDir },
    cwd: service.dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })
  const { database, sealer } = await openAccess(config, machine, silentLog)
  t.teardown(() => database.close())
  const { sequelize } = database
  const vault = consultationVault({ sequelize, sealer, now })
  const { id } = await addRecording(database, visit.body.id)
  await sequelize.query(`UPDATE recordings SET state = 'finished' WHERE id = '${id}'`)
  const lines = noteLineStore({ sequelize, vault, now })
  const kept = { text: 'Fuma.', refused: [], model: 'double', version: '1' }
  await lines.put(visit.body.id, 'digest', kept)
  t.is(await lines.find(visit.body.id, 'digest'), 'Fuma.')
  const { status } = await service.call('DELETE', `/api/v1/recordings/${id}`, { headers })
  t.true(status < 300)
  t.is(await lines.find(visit.body.id, 'digest'), undefined)
})

test('the model that a doctor is likely to ask for is that of the newest record, no certificate’s and nobody else’s', async (t) => {
  const world = await retentionWorld(t)
  const usual = usualTemplate(world.sequelize)
  const visits = [DAY_MS * 3, DAY_MS * 2, DAY_MS].map((ageMs) => world.consultation({ ageMs }))
  const [first = '', second = '', today = ''] = await Promise.all(visits)
  const stranger = await world.consultation()
  await world.sequelize.query(
    `UPDATE consultations SET doctor_index = 'e' WHERE id = '${stranger}'`,
  )
  t.is(await usual(today), null)
  const written = async (visit: string, id: string, group: string, ageMs: number) => {
    const document = await world.document(visit, { ageMs })
    const template = JSON.stringify({ id, group })
    await world.sequelize.query('UPDATE documents SET template = :template WHERE id = :document', {
      replacements: { template, document },
    })
  }
  await written(first, 'soap', 'specialty', 3000)
  await written(second, 'dermatology', 'specialty', 2000)
  await written(second, 'certificate', 'document', 1000)
  await written(stranger, 'own', 'own', 0)
  t.is((await usual(today))?.id, 'dermatology')
  t.is((await usual(first))?.id, 'soap')
})

interface LineRow {
  consultation_id: string
  model: string
  model_version: string
  sealed_line: Buffer | null
  refused: string
}

function rowsOf(sequelize: Sequelize): Promise<LineRow[]> {
  return sequelize.query<LineRow>('SELECT * FROM note_lines', { type: QueryTypes.SELECT })
}
