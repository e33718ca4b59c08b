/**
 * What every check of the product goes by: the product itself, `svcctl rnds`, the simulator and the
 * demonstration.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { definitionsFolder } from '../../bin/rnds-definitions.ts'
import { profilesInForce } from '../../bin/rnds-profiles.ts'
import { buildBundle } from '../../core/fhir/bundle/build-bundle.ts'
import { checkBundle } from '../../core/fhir/rules/check-bundle.ts'
import { encounterRecord, SENT_AT } from '../helpers/clinical-records.ts'

const MADE_UP = 'http://exemplo.org/StructureDefinition/Local'

test('imported profiles come on top of the shipped ones, which let a teleconsultation be named', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-rules-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const now = () => SENT_AT
  const bundle = buildBundle(encounterRecord({ encounter: { teleconsultation: true } }), SENT_AT)
  const profiles = profilesInForce(dataDir, now)
  const refusals = async () => {
    const { rules } = await profiles('RAC', '2026-03-16')
    const { packages } = await definitionsFolder(dataDir, now).find()
    t.is(rules.profiles.has(MADE_UP), packages.length > 0)
    return checkBundle(bundle, { profiles: rules, knows: () => true, today: '2026-03-16' })
  }
  t.deepEqual(await refusals(), [])

  const folder = join(dataDir, 'definitions')
  await mkdir(folder)
  await writeFile(
    join(folder, 'local.json'),
    JSON.stringify({
      resourceType: 'StructureDefinition',
      url: MADE_UP,
      type: 'Location',
      kind: 'resource',
      baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Location',
      derivation: 'constraint',
      differential: { element: [{ id: 'Location.name', path: 'Location.name', min: 1 }] },
    }),
  )
  const store = definitionsFolder(dataDir, now)
  await store.keep((await store.lookAt(folder)).found)
  t.deepEqual(await refusals(), [])
})
