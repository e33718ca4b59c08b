/** What a bundle brings for the database, beside what an administrator of the box did since. */
import test from 'ava'
import { type CarriedData, parseCarried, takeCarried } from '../../core/bundle/carried-data.ts'
import type { ImportedTable, StoredTable } from '../../core/terminology/ports.ts'

const terms = [{ code: 'J039', display: 'Amigdalite aguda', also: null }]
const sha256 = (text: string) => `digest of ${text.length}`
const digest = sha256(JSON.stringify(terms))
const data: CarriedData = {
  format: 1,
  tables: [{ system: 'CID10', version: '2008', digest, importedAt: '2026-05-01T00:00:00Z', terms }],
  templates: [{ slug: 'visita', version: 3, file: { slug: 'visita' } }],
}

async function take(
  carried: CarriedData,
  here: { tables?: StoredTable[]; version?: number; organizations?: string[] },
) {
  const replaced: ImportedTable[] = []
  const installed: string[] = []
  const taken = await takeCarried(
    {
      tables: { list: async () => here.tables ?? [] },
      replace: async (tables) => void replaced.push(...tables),
      templates: {
        versions: async () =>
          here.version === undefined ? [] : ([{ template: { version: here.version } }] as never),
        async install(organizationId) {
          installed.push(organizationId)
          return { unchanged: false } as never
        },
      },
      organizations: async () => (here.organizations ?? ['h']).map((id) => ({ id })),
      sha256,
    },
    carried,
  )
  return { taken, tables: replaced.map(({ system }) => system), installed }
}

const table = (importedAt: string, own = 'another'): StoredTable => ({
  system: 'CID10',
  version: '2019',
  digest: own,
  concepts: 2,
  importedAt: new Date(importedAt),
})

test('an empty box takes all of it, for each of its organizations', async (t) => {
  const { taken, tables, installed } = await take(data, { organizations: ['h', 'clinic'] })
  t.deepEqual(tables, ['CID10'])
  t.deepEqual(installed, ['h', 'clinic'])
  t.deepEqual(taken, { tables: ['CID10'], templates: ['visita'], waits: false })
})

test('a later import and a higher version of the box stay, older ones go', async (t) => {
  t.deepEqual((await take(data, { tables: [table('2026-06-01')] })).tables, [])
  t.deepEqual((await take(data, { tables: [table('2026-04-01')] })).tables, ['CID10'])
  t.deepEqual((await take(data, { tables: [table('2026-04-01', digest)] })).tables, [])
  for (const [version, installs] of [
    [2, 1],
    [3, 0],
    [4, 0],
  ] as const)
    t.is((await take(data, { version })).installed.length, installs)
})

test('without an organization document models wait, tables do not', async (t) => {
  const { taken, tables } = await take(data, { organizations: [] })
  t.deepEqual(tables, ['CID10'])
  t.true(taken.waits)
})

test('a table that is not what it says, or another kind of file, is not taken', async (t) => {
  const [first] = data.tables
  const altered = { ...data, tables: [{ ...first!, terms: [...terms, ...terms] }] }
  await t.throwsAsync(take(altered, {}))
  t.throws(() => parseCarried('{"format":2,"tables":[],"templates":[]}'))
  t.deepEqual(parseCarried(JSON.stringify(data)), data)
})
