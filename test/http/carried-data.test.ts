/** From the database of one box into that of another, by the same ways as a bundle. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { collectForBundle, takeFromBundle } from '../../bin/carried-folder.ts'
import { openAdmin } from '../../bin/open-admin.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'

const WAITS = 'from-bundle-data.json.gz'
const VISIT = {
  name: 'Visita domiciliar',
  slug: 'visita-domiciliar',
  purpose: 'Visita',
  version: 2,
  fields: [{ name: 'Queixa', type: 'string', description: 'Motivo da visita.' }],
}
const CODES = JSON.stringify({
  resourceType: 'CodeSystem',
  url: 'http://www.saude.gov.br/fhir/r4/CodeSystem/BRCBO',
  version: '2022',
  status: 'active',
  content: 'complete',
  concept: [{ code: '225125', display: 'Médico clínico' }],
})

async function box(t: ExecutionContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-carried-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  const machine = platform()
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: dataDir },
    cwd: dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })
  return { dataDir, config, machine }
}

test('tables and installed document models arrive as they were, document models as soon as there is an organization', async (t) => {
  const [here, there] = [await box(t), await box(t)]
  const file = join(here.dataDir, 'cbo.json')
  await writeFile(file, CODES)
  await using admin = await openAdmin(here.config, here.machine, { make: true })
  const { id } = await admin.access.createOrganization({ name: 'Hospital' })
  await admin.templates.install(id, JSON.stringify(VISIT))
  await admin.tableImport.apply(await admin.tableImport.plan([file]))
  const packed = await collectForBundle(here.config, here.machine, id)
  t.deepEqual(
    packed.tables.map(({ system, terms }) => [system, terms.length]),
    [['CBO', 1]],
  )
  t.deepEqual(
    packed.templates.map(({ slug, version }) => [slug, version]),
    [['visita-domiciliar', 2]],
  )
  t.deepEqual((await collectForBundle(here.config, here.machine, null)).templates, [])

  await writeFile(join(there.dataDir, WAITS), gzipSync(JSON.stringify(packed)))
  const early = await takeFromBundle(there.config, there.machine)
  t.deepEqual(early, { tables: ['CBO'], templates: [], waits: true })
  await using other = await openAdmin(there.config, there.machine)
  const organization = await other.access.createOrganization({ name: 'Clínica' })
  const taken = await takeFromBundle(there.config, there.machine)
  t.deepEqual(taken, { tables: [], templates: ['visita-domiciliar'], waits: false })
  t.false(existsSync(join(there.dataDir, WAITS)))
  t.is(await takeFromBundle(there.config, there.machine), null)
  const again = await collectForBundle(there.config, there.machine, organization.id)
  t.deepEqual(again.templates, packed.templates)
  t.deepEqual(again.tables[0]?.terms, packed.tables[0]?.terms)

  await writeFile(join(there.dataDir, WAITS), 'half a file')
  t.like(await t.throwsAsync(takeFromBundle(there.config, there.machine)), {
    code: 'carried_data_damaged',
  })
})
