/**
 * The step that seals what hosts and doctors wrote: nothing of it is lost, nothing of it stays in
 * the clear, wherever it breaks off.
 */
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { consultationStore } from '../../models/consultation/consultations.ts'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { documentVersions } from '../../models/document/versions.ts'
import { blindIndex } from '../../models/vault/blind-index.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { consultationVault } from '../../models/vault/vault.ts'
import { masterKey, rowsAfter } from './rows.ts'

const BEFORE = '0019-audit'
const NAME = '0020-sealed-consultations'
const consultation = rowsAfter['0002-consultations']!.consultations!
const [organizationId, id] = [String(consultation.organization_id), String(consultation.id)]
const WORDS = {
  external_consultation_id: 'atend-PLANTADO-1',
  external_doctor_id: 'crm-PLANTADO-2',
  external_patient_id: 'prontuario-PLANTADO-3',
  context_markdown: 'Alergia PLANTADA a dipirona.',
  background_history: 'Cirurgia PLANTADA.',
  consent_recorded_by: 'crm-PLANTADO-4',
  consent_method: 'falou PLANTADO',
}

test('data sealed by the migration opens with its consultation, is found by its names, and is nowhere else', async (t) => {
  const { folder, database } = await oldDatabase(t)
  await database.migrate({ sealer: masterKey })
  await allIsThere(t, database)
  await database.close()
  for (const name of await readdir(folder))
    t.false((await readFile(join(folder, name))).includes('PLANTAD'), name)
})

test('a database without rows needs no key, one with rows refuses to go on without', async (t) => {
  const { database } = await oldDatabase(t)
  await t.throwsAsync(database.migrate(), { message: /master key/ })
  t.true((await database.pendingMigrations()).includes(NAME))
  await database.migrate({ sealer: masterKey })
  await allIsThere(t, database)
})

/**
 * Statements of the step, further and further on, fail once each; then it runs again from what that
 * left.
 */
test('a step that breaks off anywhere leaves the database as it was, and goes through the next time', async (t) => {
  let breaks = 0
  const old = await oldDatabase(t)
  await old.database.close()
  for (let turn = 1; ; turn++) {
    const failAt = turn ** 2
    const file = join(old.folder, `${turn}.sqlite`)
    await copyFile(join(old.folder, 'svc.sqlite'), file)
    const database = await openDatabase({ url: `sqlite:${file}` })
    let statements = 0
    const { sequelize } = database
    const query = sequelize.query.bind(sequelize) as (...args: unknown[]) => Promise<unknown>
    sequelize.query = ((...args: unknown[]) => {
      const text = typeof args[0] === 'string' ? args[0] : JSON.stringify(args[0])
      // A transaction's own words must pass, or nothing would roll back.
      if (!/^(ROLLBACK|COMMIT|BEGIN)/.test(text) && ++statements === failAt)
        return Promise.reject(new Error('broken off'))
      return query(...args)
    }) as typeof sequelize.query
    const broke = await database.migrate({ sealer: masterKey }).then(
      () => false,
      () => true,
    )
    sequelize.query = query as typeof sequelize.query
    if (!broke) {
      await database.close()
      break
    }
    breaks++
    await database.migrate({ sealer: masterKey })
    await allIsThere(t, database)
    await database.close()
  }
  t.true(breaks > 5, `${breaks} places`)
})

async function oldDatabase(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-sealing-'))
  const database = await openDatabase({ url: `sqlite:${join(folder, 'svc.sqlite')}` })
  t.teardown(async () => {
    await database.close().catch(() => {})
    await rm(folder, { recursive: true, force: true })
  })
  await database.migrate({ to: BEFORE })
  const rows = database.sequelize.getQueryInterface()
  const put = (table: string, row: object) => rows.bulkInsert(table, [row])
  await put('organizations', rowsAfter['0001-access']!.organizations!)
  await put('consultations', { ...consultation, ...WORDS })
  await put('consultation_keys', rowsAfter['0003-recordings']!.consultation_keys!)
  const second = { ...consultation, id: '55555555-5555-4555-8555-555555555556' }
  await put('consultations', { ...second, external_consultation_id: 'sem chave' })
  await put('documents', {
    ...rowsAfter['0005-documents']!.documents!,
    reviewed_by: 'crm-PLANTADO-5',
    deleted_by: null,
  })
  await put('document_versions', {
    ...rowsAfter['0012-document-versions']!.document_versions!,
    made_by: 'crm-PLANTADO-6',
  })
  return { folder, database }
}

async function allIsThere(t: ExecutionContext, { sequelize }: Database) {
  const keys = { sequelize, sealer: masterKey, now: () => new Date() }
  const vault = consultationVault(keys)
  const store = consultationStore({ sequelize, vault, index: blindIndex(keys) })
  const found = await store.findByExternalId(organizationId, WORDS.external_consultation_id)
  t.like(found, {
    id,
    externalConsultationId: WORDS.external_consultation_id,
    externalDoctorId: WORDS.external_doctor_id,
    externalPatientId: WORDS.external_patient_id,
    contextMarkdown: WORDS.context_markdown,
    backgroundHistory: WORDS.background_history,
    consent: { recordedBy: WORDS.consent_recorded_by, method: WORDS.consent_method },
  })
  t.like(await store.findByExternalId(organizationId, 'sem chave'), { contextMarkdown: 'Asma.' })
  t.is(await store.findByExternalId(organizationId, 'outra'), undefined)
  const documentId = String(rowsAfter['0005-documents']!.documents!.id)
  const versions = documentVersions({ sequelize, seal: consultationSeal(vault) })
  t.is((await versions.list(documentId))[0]?.by, 'crm-PLANTADO-6')
}
