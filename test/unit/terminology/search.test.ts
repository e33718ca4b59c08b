import test from 'ava'
import { starters } from '../../../bin/compose/terminology.ts'
import type { Terminology } from '../../../core/terminology/ports.ts'
import { cid10Names } from '../../../core/terminology/search/common-names.ts'
import { terminology } from '../../../core/terminology/terminology.ts'
import { importOf, memoryTables, officialFiles, withOfficial } from '../../helpers/terminology.ts'

/** What a doctor types, and the code that must come first; with `|` any of them may. */
const TYPED: readonly [string, string][] = [
  // Codes
  ['j06.9', 'J069'],
  ['J069', 'J069'],
  ['j06', 'J06'],
  ['CID J06.9', 'J069'],
  ['cid-10: i10', 'I10'],
  ['e11', 'E11'],
  // Abbreviations
  ['HAS', 'I10'],
  ['DM', 'E149'],
  ['DM2', 'E119'],
  ['dm 2', 'E119'],
  ['DM1', 'E109'],
  ['ITU', 'N390'],
  ['IVAS', 'J069'],
  ['DPOC', 'J449'],
  ['DPOC exacerbado', 'J441'],
  ['TVP', 'I802'],
  ['IAM', 'I219'],
  ['TEP', 'I269'],
  ['AVC', 'I64'],
  ['AVCi', 'I639'],
  ['AIT', 'G459'],
  ['ICC', 'I500'],
  ['FA', 'I48'],
  ['DRC', 'N189'],
  ['DRGE', 'K219'],
  ['SII', 'K589'],
  ['TAG', 'F411'],
  ['TDAH', 'F900'],
  ['VPPB', 'H811'],
  ['GECA', 'A09'],
  ['PAC', 'J189'],
  ['SOP', 'E282'],
  ['HPB', 'N40'],
  ['TCE', 'S069'],
  // Everyday names
  ['pressão alta', 'I10'],
  ['infarto', 'I219'],
  ['derrame', 'I64'],
  ['gripe', 'J111'],
  ['resfriado comum', 'J00'],
  ['dor de garganta', 'J029|R070'],
  ['pedra no rim', 'N200'],
  ['pedra na vesícula', 'K802'],
  ['dor nas costas', 'M545'],
  ['sarna', 'B86'],
  ['catapora', 'B019'],
  ['colesterol alto', 'E785'],
  ['refluxo', 'K219'],
  ['labirintite', 'H830'],
  ['unha encravada', 'L600'],
  ['depressão', 'F329'],
  ['ansiedade', 'F419'],
  ['síndrome do pânico', 'F410'],
  ['enxaqueca', 'G439'],
  ['dor de cabeça', 'R51'],
  // Titles, in any order, without accents, in part
  ['infecção aguda das vias aéreas superiores', 'J069'],
  ['pneumonia', 'J189'],
  ['pneumonia bacteriana', 'J159'],
  ['asma', 'J459'],
  ['superiores aereas vias infeccao', 'J069'],
  ['enxaqueca sem aura', 'G430'],
  ['enxaqueca com aura', 'G431'],
  ['amigdalite aguda', 'J039'],
  ['otite media supurativa', 'H664'],
  ['hepatite a', 'B159'],
  ['hepatite C crônica', 'B182'],
  ['diabetes com complicações renais', 'E142'],
  ['DM2 com complicações renais', 'E112'],
  ['diabetes tipo 2 com complicações oftálmicas', 'E113'],
  ['neoplasia maligna da próstata', 'C61'],
  ['fratura do colo do fêmur', 'S720'],
  ['fratura femur', 'S729'],
  ['rinite vasomotora', 'J300'],
  ['hipotireoidismo', 'E039'],
  ['lombalgia', 'M545'],
  ['gastrite crônica', 'K295'],
  ['cistite aguda', 'N300'],
  ['flutter atrial', 'I48'],
  ['deficiência de vitamina D', 'E559'],
  ['anemia ferropriva', 'D509'],
  ['dermatite atópica', 'L209'],
  // Typing errors
  ['pneumomia', 'J189'],
  ['lombalgai', 'M545'],
  ['hipertenção', 'I10'],
  ['exaqueca', 'G439'],
  ['ansiedede', 'F419'],
  ['diabtes', 'E149'],
  ['sinuzite', 'J019'],
  ['faringte', 'J029'],
  ['amidalite', 'J039'],
  ['hipotiroidismo', 'E039'],
  ['obezidade', 'E669'],
  ['fibromialgía', 'M790'],
  ['escabioze', 'B86'],
  ['colelitíaze', 'K802'],
]

let official: Promise<Terminology> | undefined
/** One index for all rows: building it is what takes time. */
function officialTable(): Promise<Terminology> {
  official ??= (async () => {
    const store = memoryTables()
    const tables = importOf(officialFiles.cid10(), store)
    await tables.apply(await tables.plan([]))
    return terminology({ store, starters: starters() })
  })()
  return official
}

for (const [typed, expected] of TYPED)
  withOfficial(`"${typed}" finds ${expected} first (shared/terminology)`, async (t) => {
    const hits = await (await officialTable()).search('CID10', typed, { limit: 5 })
    const [first] = hits
    t.true(
      expected.split('|').includes(first?.code ?? ''),
      hits.map(({ code, display, score }) => `${code} ${display} ${score}`).join('\n'),
    )
    t.true(first!.score > 0.5 && first!.score <= 1)
  })

withOfficial('every code of the starter sets has its official title (shared)', async (t) => {
  const ids = { SIGTAP: 'BRTabelaSUS', TUSS: 'BRCBHPMTUSS', CBO: 'BRCBO' }
  for (const { system, terms } of starters()) {
    const files =
      system === 'CID10'
        ? officialFiles.cid10()
        : officialFiles.definition(ids[system as keyof typeof ids])
    const [table] = (await importOf(files).plan([])).tables
    const titles = new Map(table?.terms.map(({ code, display }) => [code, display]))
    t.deepEqual(
      terms.filter(({ code, display }) => titles.get(code) !== display),
      [],
      system,
    )
  }
})

/** Of newer editions of the CID-10: used where the table has it. */
const NEWER = ['U071']

withOfficial('every code that a common name means exists (shared/terminology)', async (t) => {
  const table = await officialTable()
  for (const { phrase, codes } of cid10Names)
    for (const code of codes)
      if (!NEWER.includes(code)) t.truthy(await table.find('CID10', code), `${phrase}: ${code}`)
})

const starterOnly = () => terminology({ store: memoryTables(), starters: starters() })

test('without an official table the common codes are there, and it says so', async (t) => {
  const table = starterOnly()
  const tables = await table.tables()
  t.deepEqual(
    tables.map(({ system, origin }) => [system, origin]),
    [
      ['CID10', 'starter'],
      ['SIGTAP', 'starter'],
      ['TUSS', 'starter'],
      ['CBO', 'starter'],
    ],
  )
  t.true(tables[0]!.concepts > 500)
  t.is((await table.search('CID10', 'HAS'))[0]?.code, 'I10')
  t.is((await table.search('SIGTAP', 'consulta atenção primária'))[0]?.code, '0301010064')
  t.is((await table.search('CBO', 'cardiologista'))[0]?.code, '225120')
  t.is((await table.find('TUSS', '1.01.01.01-2'))?.code, '10101012')
  t.deepEqual(await table.search('CATMAT', 'dipirona'), [])
})

test('a code is found however it is spelt, and what is none is not', async (t) => {
  const table = starterOnly()
  for (const spelt of ['J06.9', 'j069', ' J 06.9 ', 'J06-9'])
    t.like(await table.find('CID10', spelt), { system: 'CID10', code: 'J069' })
  for (const spelt of ['J0690', 'J', '', 'X', 'Infecção'])
    t.is(await table.find('CID10', spelt), null)
})

test('hits are few enough, different, and best first', async (t) => {
  const hits = await starterOnly().search('CID10', 'dor', { limit: 7 })
  t.is(hits.length, 7)
  t.is(new Set(hits.map(({ code }) => code)).size, 7)
})

test('a query without telling words finds nothing', async (t) => {
  const table = starterOnly()
  for (const typed of ['', ' ', '.', 'de', 'xyzwq', '%', '💊', 'a'.repeat(5000)])
    t.deepEqual(await table.search('CID10', typed), [], typed.slice(0, 20))
})

test('a table imported meanwhile takes the place of the common codes, and of an older one', async (t) => {
  const store = memoryTables()
  const table = terminology({ store, starters: starters() })
  t.like((await table.search('CBO', 'cardiologista'))[0], { code: '225120' })

  const importCbo = (display: string) =>
    store.replace(
      [
        {
          system: 'CBO',
          version: '2026',
          digest: display,
          terms: [{ code: '999999', display, also: null }],
        },
      ],
      new Date(0),
    )
  await importCbo('Médico cardiologista')
  t.deepEqual(
    (await table.search('CBO', 'cardiologista')).map(({ code }) => code),
    ['999999'],
  )
  t.like((await table.tables())[3], { system: 'CBO', origin: 'imported', version: '2026' })
  await importCbo('Astronauta')
  t.deepEqual(await table.search('CBO', 'cardiologista'), [])
})

test('many questions at once build the table once', async (t) => {
  let read = 0
  const store = memoryTables()
  await store.replace(
    [
      {
        system: 'CIAP2',
        version: null,
        digest: 'd',
        terms: [{ code: 'A03', display: 'Febre', also: null }],
      },
    ],
    new Date(0),
  )
  const counting = {
    ...store,
    terms: (system: 'CIAP2') => {
      read++
      return store.terms(system)
    },
  }
  const table = terminology({ store: counting as typeof store, starters: [] })
  await Promise.all(Array.from({ length: 20 }, () => table.search('CIAP2', 'febre')))
  t.is(read, 1)
})

test('hits do not include terms that only sound alike', async (t) => {
  const table = terminology({ store: memoryTables(), starters: starters() })
  const codes = async (text: string) => (await table.search('CID10', text)).map(({ code }) => code)
  t.deepEqual(await codes('dor nas costas'), ['M545'])
  t.deepEqual(await codes('dor de cabeça'), ['R51'])
})
