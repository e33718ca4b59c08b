import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { starters } from '../../bin/compose/terminology.ts'
import type { ImportedTable } from '../../core/terminology/ports.ts'
import { terminology } from '../../core/terminology/terminology.ts'
import { openDatabase } from '../../models/database/database.ts'
import { terminologyStore } from '../../models/terminology/terminology.ts'
import { testDatabase } from '../helpers/test-database.ts'

const at = new Date('2026-01-01T12:00:00Z')
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const cbo = (titles: string[], digest = sha256(titles.join())): ImportedTable => ({
  system: 'CBO',
  version: '2002',
  digest,
  terms: titles.map((display, index) => ({ code: String(225_100 + index), display, also: null })),
})

test('a table comes back in the order of its codes, and a new one takes its place', async (t) => {
  const { store } = await openStore(t)
  const many = Array.from({ length: 2345 }, (_, index) => `Médico ${index}`)
  const seen: number[] = []
  await store.replace([cbo(many)], at, (done) => seen.push(done))
  t.deepEqual(seen, [1000, 2000, 2345])
  t.deepEqual(await store.terms('CBO'), [...cbo(many).terms])
  t.like((await store.list())[0], {
    system: 'CBO',
    concepts: 2345,
    version: '2002',
    importedAt: at,
  })

  await store.replace([cbo(['Médico'])], at)
  t.is((await store.terms('CBO')).length, 1)
  t.deepEqual(await store.terms('CID10'), [])
})

test('an import that fails half-way leaves every table as it was', async (t) => {
  const { store } = await openStore(t)
  await store.replace([cbo(['Médico'])], at)
  const good: ImportedTable = { ...cbo(['Enfermeiro', 'Médico']) }
  const broken: ImportedTable = {
    ...cbo([]),
    system: 'TUSS',
    // The same code twice: the database refuses the second.
    terms: [1, 2].map(() => ({ code: '10101012', display: 'Consulta', also: null })),
  }
  await t.throwsAsync(store.replace([good, broken], at))
  t.deepEqual(await store.terms('CBO'), [...cbo(['Médico']).terms])
  t.is((await store.list()).length, 1)
})

test('a table imported by another process is found at once', async (t) => {
  const { url, store } = await openStore(t)
  const served = terminology({ store, starters: starters() })
  t.like((await served.search('CBO', 'cardiologista'))[0], { code: '225120' })

  const other = await openDatabase({ url })
  await terminologyStore(other.sequelize).replace([cbo(['Cardiologista pediátrico'])], at)
  await other.close()
  t.deepEqual(
    (await served.search('CBO', 'cardiologista')).map(({ display }) => display),
    ['Cardiologista pediátrico'],
  )
  t.is((await served.find('CBO', '2251-00'))?.display, 'Cardiologista pediátrico')
})

async function openStore(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-terminology-'))
  const url = await testDatabase(t, join(folder, 'svc.sqlite'))
  const database = await openDatabase({ url })
  t.teardown(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  await database.migrate()
  return { url, store: terminologyStore(database.sequelize) }
}
