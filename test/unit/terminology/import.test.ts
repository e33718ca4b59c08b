import test from 'ava'
import {
  importOf,
  memoryTables,
  officialFiles,
  tableFile,
  withOfficial,
} from '../../helpers/terminology.ts'

const categories =
  'CAT;CLASSIF;DESCRICAO;DESCRABREV;REFER;EXCLUIDOS;\nJ06;;Infecções agudas;x;;;\nI10;;Hipertensão;x;;;\n'
const subcategories =
  'SUBCAT;CLASSIF;RESTRSEXO;CAUSAOBITO;DESCRICAO;DESCRABREV;REFER;EXCLUIDOS;\nJ069;;;;Infecção aguda;x;;;\nI10;;;;Hipertensão;x;;;\n'
const cid10 = () => [tableFile('c.csv', categories), tableFile('s.csv', subcategories)]

test('the two files of the CID-10 make one table, and what they share is there once', async (t) => {
  const store = memoryTables()
  const tables = importOf(cid10(), store)
  const plan = await tables.plan([])
  t.like(plan.tables, { length: 1, 0: { system: 'CID10', replaces: null, unchanged: false } })
  t.deepEqual(await store.list(), [], 'a plan writes nothing')

  await tables.apply(plan)
  t.deepEqual(
    (await store.terms('CID10')).map(({ code }) => code),
    ['I10', 'J06', 'J069'],
  )
})

test('the same files again change nothing; another version does', async (t) => {
  const store = memoryTables()
  const tables = importOf(cid10(), store)
  await tables.apply(await tables.plan([]))
  t.like((await tables.plan([])).tables[0], { unchanged: true, replaces: 3 })
  t.like((await tables.plan([], { version: '2008' })).tables[0], {
    unchanged: false,
    version: '2008',
  })
})

const refused = test.macro({
  title: (_, what: string) => `${what}: nothing is imported`,
  async exec(
    t,
    _what: string,
    files: () => ReturnType<typeof tableFile>[],
    code: string,
    says: RegExp,
  ) {
    const store = memoryTables()
    await t.throwsAsync(importOf(files(), store).plan([]), { code, message: says })
    t.deepEqual(await store.list(), [])
  },
})
const cbo = (rows: string) => tableFile('cbo.csv', `CODIGO;TITULO\n${rows}`)
test(
  refused,
  'a code that is none',
  () => [cbo('225125;Médico\n22512;Cirurgião\n')],
  'terminology_file_invalid',
  /line 3.*"22512" is no code: six digits/,
)
test(
  refused,
  'a code without a title',
  () => [cbo('225125;\n')],
  'terminology_file_invalid',
  /line 2: 225125 has no title/,
)
test(
  refused,
  'a code with two titles',
  () => [cbo('225125;Médico\n225125;Cirurgião\n')],
  'terminology_file_invalid',
  /line 3: 225125 stands there twice/,
)
test(refused, 'a table without rows', () => [cbo('')], 'terminology_file_invalid', /holds no codes/)
test(
  refused,
  'a table with a good and a bad file',
  () => [...cid10(), cbo('x;y\n')],
  'terminology_file_invalid',
  /cbo\.csv, line 2/,
)
test(
  refused,
  'subcategories alone',
  () => [tableFile('s.csv', subcategories)],
  'terminology_file_invalid',
  /CID-10-CATEGORIAS\.CSV is missing/,
)
test(
  refused,
  'categories alone',
  () => [tableFile('c.csv', categories)],
  'terminology_file_invalid',
  /CID-10-SUBCATEGORIAS\.CSV is missing/,
)
test(
  refused,
  'two tables of one system',
  () => [
    cbo('225125;Médico\n'),
    tableFile(
      'b.json',
      '{"resourceType":"CodeSystem","id":"BRCBO","concept":[{"code":"225125","display":"Médico"}]}',
    ),
  ],
  'terminology_twice',
  /cbo\.csv, b\.json/,
)
test(
  refused,
  'a file of a gigabyte',
  () => [tableFile('x.csv', '', { sizeBytes: 2 ** 30 })],
  'file_too_large',
  /64 MiB/,
)
test(
  refused,
  'a file that was named and is no table',
  () => [tableFile('x.csv', 'a;b\n1;2\n')],
  'terminology_file_invalid',
  /no official table/,
)

test('in a folder, what is no table is left out with its reason', async (t) => {
  const other = { named: false }
  const plan = await importOf([
    ...cid10(),
    tableFile('readme.md', 'x', other),
    tableFile('notes.txt', 'Read me', other),
    tableFile('CID-10-GRUPOS.CSV', 'CATINIC;CATFIM;DESCRICAO;DESCRABREV;\nA00;A09;x;x;\n', other),
  ]).plan([])
  t.deepEqual(
    plan.skipped.map(({ path }) => path),
    ['readme.md', 'notes.txt', 'CID-10-GRUPOS.CSV'],
  )
  t.is(plan.tables.length, 1)
})

test('a procedure table finds the layout file next to it', async (t) => {
  const layout =
    'Coluna,Tamanho,Inicio,Fim,Tipo\nCO_PROCEDIMENTO,10,1,10,V\nNO_PROCEDIMENTO,5,11,15,V\nDT_COMPETENCIA,6,16,21,C\n'
  const plan = await importOf([
    tableFile('d/tb_procedimento.txt', '0301010064ABCDE202512\n'),
    tableFile('d/tb_procedimento_layout.txt', layout),
  ]).plan([])
  t.like(plan.tables[0], { system: 'SIGTAP', version: '202512', terms: [{ display: 'ABCDE' }] })
})

withOfficial(
  'the official CID-10 is read whole, in either encoding (shared/terminology)',
  async (t) => {
    const files = officialFiles.cid10()
    const plan = await importOf(files).plan([])
    t.is(plan.tables[0]?.terms.length, 14_233)
    t.deepEqual(
      plan.skipped.map(({ path }) => path),
      ['CID-10-CAPITULOS.CSV', 'CID-10-GRUPOS.CSV'],
    )
    const title = (code: string) =>
      plan.tables[0]?.terms.find((term) => term.code === code)?.display
    t.is(title('I48'), '"Flutter" e fibrilação atrial')
    t.is(title('J069'), 'Infecção aguda das vias aéreas superiores não especificada')

    const converted = await Promise.all(
      files.map(async (file) => {
        const text = new TextDecoder('windows-1252').decode(await file.read())
        return tableFile(file.path, text, { named: false })
      }),
    )
    const again = await importOf(converted).plan([])
    t.is(again.tables[0]?.digest, plan.tables[0]?.digest)
  },
)

withOfficial(
  'the official CID-10 cut anywhere is refused with a line (shared/terminology)',
  async (t) => {
    const [whole] = officialFiles.cid10().filter(({ path }) => path.includes('SUBCAT'))
    const bytes = await whole!.read()
    // Not at the end of a line: there the file is a shorter table, which the number of codes shows.
    for (const end of [1000, 65_536, 1_000_003, bytes.length - 4])
      await t.throwsAsync(importOf([tableFile('s.csv', bytes.slice(0, end))]).plan([]), {
        code: 'terminology_file_invalid',
        message: /line \d+/,
      })
  },
)

const DEFINITIONS: [string, string, number][] = [
  ['BRCID10', 'CID10', 14_230],
  ['BRTabelaSUS', 'SIGTAP', 4774],
  ['BRCBO', 'CBO', 2714],
  ['BRCIAP2', 'CIAP2', 686],
  ['BRObmCATMAT', 'CATMAT', 3243],
  ['BRMedicamento', 'MEDICAMENTO', 4281],
  ['BRAlergenosCBARA', 'ALERGENO', 152],
  ['BRImunobiologico', 'IMUNOBIOLOGICO', 108],
  ['BRCBHPMTUSS', 'TUSS', 6291],
]
for (const [id, system, concepts] of DEFINITIONS)
  withOfficial(`${id} becomes ${system} (shared/rnds/definitions)`, async (t) => {
    const { tables } = await importOf(officialFiles.definition(id)).plan([])
    t.is(tables.length, 1)
    t.like(tables[0], { system, terms: { length: concepts } })
  })
