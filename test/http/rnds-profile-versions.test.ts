/**
 * Records are made and checked by the profiles that are in force on the day of their sending, over
 * mutual TLS to a network that is there.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { definitionsFolder } from '../../bin/rnds-definitions.ts'
import { profilesInForce } from '../../bin/rnds-profiles.ts'
import { brasiliaDate } from '../../core/fhir/bundle/brasilia-time.ts'
import { buildBundle } from '../../core/fhir/bundle/build-bundle.ts'
import type { Bundle } from '../../core/fhir/types.ts'
import { encounterRecord, SENT_AT } from '../helpers/clinical-records.ts'
import {
  BASE,
  type PackageFacts,
  packageFile,
  profileUrl,
  REPM_PACKAGE,
} from '../helpers/profile-packages.ts'
import { SUBMIT, startChain } from '../helpers/rnds-chain.ts'

const DAY_MS = 86_400_000
const ENCOUNTER = profileUrl('BRContatoAssistencial-1.0')
const REPM = profileUrl('RNDSRegistroEletronicoPrescricaoMedicamentos')

async function profileFolder(t: ExecutionContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-versions-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const now = () => new Date()
  const store = definitionsFolder(dataDir, now)
  return {
    profiles: profilesInForce(dataDir, now),
    dayIn: (days: number) => brasiliaDate(new Date(Date.now() + days * DAY_MS)),
    async add(facts: PackageFacts, from: string | null = null) {
      const path = join(dataDir, 'package.tgz')
      await writeFile(path, packageFile(facts))
      const { found } = await store.lookAt(path)
      await store.keep(found)
      await store.use(`${found.name}#${found.version}`, from)
    },
  }
}

test('a record is made and checked by the version of its day, without a restart', async (t) => {
  const { profiles, add, dayIn } = await profileFolder(t)
  const { server, simulator, visit: open, pass } = await startChain(t, { profiles })
  const madeBy = async (id: string) => (await server.store.find(id))?.profiles
  const first = await (await open()).submit()
  t.is(first.status, 200, JSON.stringify(first.body))
  t.is(await madeBy(first.body.rnds_record_id), 'built-in#2025-08-05')

  await add({ version: '1.0.0' })
  await add(
    {
      version: '2.0.0',
      change({ profiles: all }) {
        all[ENCOUNTER]!.elements.location = { min: 1, max: 1 }
      },
    },
    dayIn(2),
  )
  const second = await (await open()).submit()
  t.is(second.status, 200, JSON.stringify(second.body))
  t.is(await madeBy(second.body.rnds_record_id), 'br.gov.saude.rac#1.0.0')

  pass(2 * DAY_MS)
  const refused = await (await open()).submit()
  t.is(refused.status, 400, JSON.stringify(refused.body))
  t.true(refused.body.details.some(({ issue }: { issue: string }) => issue === 'cardinality'))
  t.is(simulator.documents().length, 2)
})

test('a correction of an older record is made by the version in force now', async (t) => {
  const { profiles, add, dayIn } = await profileFolder(t)
  const { server, visit: open, pass } = await startChain(t, { profiles })
  const madeBy = async (id: string) => (await server.store.find(id))?.profiles
  await add({ version: '1.0.0' })
  await add({ version: '1.1.0' }, dayIn(3))
  const visit = await open()
  const sent = await visit.submit()
  t.is(sent.status, 200, JSON.stringify(sent.body))
  pass(3 * DAY_MS)
  visit.says('Tosse e febre.')
  const corrected = await visit.replace()
  t.is(corrected.status, 200, JSON.stringify(corrected.body))
  t.is(await madeBy(corrected.body.rnds_record_id), 'br.gov.saude.rac#1.1.0')
  t.is(await madeBy(sent.body.rnds_record_id), 'br.gov.saude.rac#1.0.0')
})

test('an electronic prescription is sent where a package has its profile; where none has, that is said', async (t) => {
  const { profiles, add } = await profileFolder(t)
  const { server, simulator, visit: open } = await startChain(t, { profiles })
  const visit = await open()
  visit.says('Amoxicilina 500 mg de 8 em 8 horas por 7 dias', 'Medicações Prescritas')
  const asked = { ...SUBMIT, document_type: 'REPM' }
  const missing = await visit.submit(asked)
  t.is(missing.status, 400)
  t.like(missing.body.details[0], { field: 'document_type', issue: 'profile_missing' })
  t.regex(missing.body.details[0].setting, /definitions import/)

  await add(REPM_PACKAGE)
  const sent = await visit.submit(asked)
  t.is(sent.status, 200, JSON.stringify(sent.body))
  t.is(sent.body.document_type, 'REPM')
  const sentBundle = simulator.documents().at(-1)?.bundle as Bundle
  t.like(sentBundle.entry[0]?.resource, {
    meta: { profile: { 0: REPM } },
    type: { coding: { 0: { code: 'REPM' } } },
    title: 'Prescrição Eletrônica',
  })
  t.is((await visit.status('?document_type=REPM')).body.status, 'accepted')
  t.is((await server.store.find(sent.body.rnds_record_id))?.profiles, 'br.gov.saude.repm#1.0.0')
})

test('a teleconsultation is named as the profile in force has it, and not where it has no place', async (t) => {
  const { profiles, add, dayIn } = await profileFolder(t)
  const record = encounterRecord({ encounter: { teleconsultation: true } })
  const typeOn = async (day: string) => {
    const { rules } = await profiles('RAC', day)
    const [, contact] = buildBundle(record, SENT_AT, rules).entry
    return contact?.resource.type
  }
  await add({ version: '1.0.0' }, dayIn(1))
  await add(
    {
      version: '2.0.0',
      change({ profiles: all, valueSets }) {
        const rules = all[ENCOUNTER]!
        rules.prohibited = rules.prohibited.filter((key) => key !== 'type')
        rules.elements.type = { max: 1, binding: 'urn:list' }
        valueSets['urn:list'] = { include: [{ system: 'urn:spelled', codes: ['teleconsulta'] }] }
      },
    },
    dayIn(2),
  )
  const coded = (system: string) => [{ coding: [{ system, code: 'teleconsulta' }] }]
  t.deepEqual(await typeOn(dayIn(0)), coded(`${BASE}/CodeSystem/BRModalidadeTelessaude`))
  t.is(await typeOn(dayIn(1)), undefined)
  t.deepEqual(await typeOn(dayIn(2)), coded('urn:spelled'))
})
