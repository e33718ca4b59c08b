import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { buildCli } from '../helpers/cli.ts'

const windows1252 = (text: string) => Buffer.from(text, 'latin1')

test('tables are listed, imported, searched; what is imported twice is there once', async (t) => {
  const { run, runApart } = await buildCli(t)
  const before = (await run(['terminology', 'list', '--json'])).json.tables
  t.like(
    before.find(({ system }: { system: string }) => system === 'CBO'),
    { origin: 'starter', imported_at: null },
  )
  t.like(
    before.find(({ system }: { system: string }) => system === 'CATMAT'),
    { origin: 'missing', concepts: 0 },
  )

  const folder = await folderWith(t, {
    'CBO2002 - Ocupacao.csv': windows1252('CODIGO;TITULO\r\n225125;Médico clínico\r\n'),
    'CBO2002 - Familia.csv': windows1252('CODIGO;TITULO\r\n2251;Médicos clínicos\r\n'),
    'LEIA-ME.txt': windows1252('Leia.'),
  })
  const args = ['terminology', 'import', folder, '--edition', '2025-06', '--json']
  const plan = await run([...args, '--dry-run'])
  t.like(plan.json.tables[0], { system: 'CBO', concepts: 1, replaces: null, version: '2025-06' })
  t.is(plan.json.skipped.length, 2)
  t.is((await run(['terminology', 'list', '--json'])).json.tables[4].origin, 'starter')

  t.like((await runApart(args)).json.tables[0], { unchanged: false })
  t.like((await run(args)).json.tables[0], { unchanged: true, replaces: 1 })
  const found = await run(['terminology', 'search', 'cbo', 'clinico', 'medico', '--json'])
  t.deepEqual(found.json, {
    system: 'CBO',
    results: [{ code: '225125', display: 'Médico clínico', score: 1 }],
  })
  t.regex((await run(['terminology', 'search', 'CID-10', 'has'])).stdout, /I10\s+Hipertensão/)
})

test('a damaged file is reported with its line, and the table is unchanged', async (t) => {
  const { run } = await buildCli(t)
  const good = await folderWith(t, { 'cbo.csv': 'CODIGO;TITULO\n225125;Médico clínico\n' })
  await run(['terminology', 'import', good])
  const bad = await folderWith(t, { 'cbo.csv': 'CODIGO;TITULO\n225125;Outro\n22512' })

  const failed = await run(['terminology', 'import', bad, '--json'])
  t.is(failed.code, 65)
  t.like(failed.failure, { error: 'terminology_file_invalid' })
  t.regex(failed.failure.message, /cbo\.csv, line 3: .*cut short.*Nothing was imported/)
  const found = await run(['terminology', 'search', 'cbo', '225125', '--json'])
  t.is(found.json.results[0].display, 'Médico clínico')
})

test('a table that would lose most of its codes is asked about', async (t) => {
  const { run } = await buildCli(t)
  const rows = (count: number) =>
    `CODIGO;TITULO\n${Array.from({ length: count }, (_, at) => `${225_100 + at};Médico ${at}\n`).join('')}`
  await run(['terminology', 'import', await folderWith(t, { 'cbo.csv': rows(100) })])
  const half = await folderWith(t, { 'cbo.csv': rows(50) })
  t.like(await run(['terminology', 'import', half, '--json']), {
    code: 64,
    failure: { error: 'confirmation_needed' },
  })
  t.is((await run(['terminology', 'import', half, '--yes', '--json'])).json.tables[0].concepts, 50)
})

const leaves = test.macro({
  title: (_, what: string) => `${what} is refused`,
  async exec(t, _what: string, args: string[], code: number, error: string) {
    const { run } = await buildCli(t)
    const ended = await run(['terminology', ...args, '--json'])
    t.is(ended.code, code)
    t.is(ended.failure.error, error)
  },
})
test(leaves, 'a file that is not there', ['import', '/nowhere'], 66, 'file_not_readable')
test(leaves, 'a folder without tables', ['import', folderOfNoTables()], 66, 'terminology_none')
test(leaves, 'an unknown table', ['search', 'cid11', 'asma'], 64, 'usage')
test(leaves, 'a limit that is none', ['search', 'cid10', 'asma', '--limit', 'x'], 64, 'usage')

/** A folder of this checkout that holds no table. */
function folderOfNoTables(): string {
  return new URL('../../.ci', import.meta.url).pathname
}

async function folderWith(t: ExecutionContext, files: Record<string, string | Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-tables-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}
