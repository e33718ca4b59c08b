import test from 'ava'
import { QueryTypes } from 'sequelize'
import { composeTableImport } from '../../bin/compose/terminology.ts'
import { startCoding } from '../helpers/coding-server.ts'
import { tableFile } from '../helpers/terminology.ts'

test('documents suggest what was done; what is confirmed is a suggestion no more', async (t) => {
  const { call, token, ehr, write } = await startCoding(t)
  await write('anamnesisSurgery', {
    'Procedimentos realizados': 'Realizada sutura de ferimento em mão.',
    Orientações: ['Retirada de pontos em 10 dias'],
  })
  const path = `/api/v1/ehrs/${ehr.id}/procedures`
  const before = await call('GET', path, { token })
  t.is(before.status, 200)
  t.is(before.body.origin, 'starter')
  t.deepEqual(before.body.confirmed, [])
  t.like(before.body.suggestions[0], {
    code: '0401010066',
    text: 'Realizada sutura de ferimento em mão',
  })
  const codes = before.body.suggestions.map(({ code }: { code: string }) => code)
  t.false(codes.includes('0301100152'), 'a removal of stitches that is to come')

  const procedures = [{ code: '04.01.01.006-6', quantity: 2 }, { code: '0211020036' }]
  const put = await call('PUT', path, { token, body: { procedures } })
  t.is(put.status, 200)
  t.like(put.body, {
    confirmed: [
      { code: '0401010066', quantity: 2, confirmed_at: '2026-01-01T12:00:00.000Z' },
      { code: '0211020036', quantity: 1, display: 'ELETROCARDIOGRAMA' },
    ],
    origin: 'starter',
  })
  t.false(put.body.suggestions.some(({ code }: { code: string }) => code === '0401010066'))
  t.deepEqual((await call('GET', path, { token })).body, put.body)
})

test('an imported table is said to be the whole one, and its codes are the only ones', async (t) => {
  const { call, token, ehr, database } = await startCoding(t)
  const csv = 'CO_PROCEDIMENTO;NO_PROCEDIMENTO\n0401010066;SUTURA SIMPLES\n'
  const files = [tableFile('sigtap.csv', csv)]
  const source = { list: async () => files }
  const tables = composeTableImport(database.sequelize, source, () => new Date())
  await tables.apply(await tables.plan([]))
  const path = `/api/v1/ehrs/${ehr.id}/procedures`
  t.is((await call('GET', path, { token })).body.origin, 'imported')
  const gone = { procedures: [{ code: '0211020036' }] }
  t.is((await call('PUT', path, { token, body: gone })).body.details[0].issue, 'unknown_code')
})

test('an unchanged procedure keeps its time, another quantity gets a new one, an empty list clears all', async (t) => {
  const { call, token, ehr, clock } = await startCoding(t)
  const path = `/api/v1/ehrs/${ehr.id}/procedures`
  const put = (procedures: object[]) => call('PUT', path, { token, body: { procedures } })
  await put([{ code: '0401010066' }, { code: '0301100284' }])
  clock.at('2026-01-01T12:05:00Z')
  const { body } = await put([{ code: '0401010066' }, { code: '0301100284', quantity: 3 }])
  t.deepEqual(
    body.confirmed.map(({ confirmed_at }: { confirmed_at: string }) => confirmed_at.slice(11, 16)),
    ['12:00', '12:05'],
  )
  t.deepEqual((await put([])).body.confirmed, [])
})

test('of two screens, the one with an outdated list overwrites nothing', async (t) => {
  const { call, token, ehr } = await startCoding(t)
  const path = `/api/v1/ehrs/${ehr.id}/procedures`
  const put = (quantity: number, seen: object[]) =>
    call('PUT', path, { token, body: { procedures: [{ code: '0211020036', quantity }], seen } })
  t.is((await put(1, [])).status, 200)
  t.like(await put(2, []), { status: 409, body: { error: 'version_conflict' } })
  t.is((await put(2, [{ code: '0211020036', quantity: 1 }])).status, 200)
})

test('a code is not readable in the database, nor in the log', async (t) => {
  const { call, token, ehr, database, lines } = await startCoding(t)
  const body = { procedures: [{ code: '0214010058' }] }
  await call('PUT', `/api/v1/ehrs/${ehr.id}/procedures`, { token, body })
  const [row] = await database.sequelize.query<{ sealed_body: Buffer }>(
    'SELECT * FROM procedures',
    { type: QueryTypes.SELECT },
  )
  t.false(row!.sealed_body.includes('0214010058'))
  t.true(lines().includes('procedures.confirmed'))
  t.false(/0214010058|HIV/i.test(lines()))
})

const one = { code: '0401010066', quantity: 1 }
for (const [what, body, details] of [
  [
    'a code that does not exist',
    { procedures: [one, { code: '0499999999' }] },
    [{ field: 'procedures.1.code', issue: 'unknown_code' }],
  ],
  [
    'a code twice',
    { procedures: [one, { code: '04.01.01.006-6', quantity: 2 }] },
    [{ field: 'procedures.1.code', issue: 'duplicate' }],
  ],
  [
    'a misspelt field',
    { procedures: [{ ...one, quantidade: 2 }] },
    [{ field: 'procedures.0.quantidade', issue: 'unknown' }],
  ],
  [
    'no times',
    { procedures: [{ ...one, quantity: 0 }] },
    [{ field: 'procedures.0.quantity', issue: 'out_of_range' }],
  ],
  ['no list', {}, [{ field: 'procedures', issue: 'required' }]],
  [
    'an endless list',
    { procedures: Array.from({ length: 31 }, () => one) },
    [{ field: 'procedures', issue: 'too_long' }],
  ],
] as const)
  test(`${what} is refused, and nothing is stored`, async (t) => {
    const { call, token, ehr } = await startCoding(t)
    const path = `/api/v1/ehrs/${ehr.id}/procedures`
    const answer = await call('PUT', path, { token, body })
    t.is(answer.status, 400)
    t.like(answer.body, { error: 'validation_error' })
    t.deepEqual(answer.body.details, details)
    t.deepEqual((await call('GET', path, { token })).body.confirmed, [])
  })

test('another organization’s consultation is not there', async (t) => {
  const { call, ehr, buildSession } = await startCoding(t)
  const stranger = await buildSession()
  const path = `/api/v1/ehrs/${ehr.id}/procedures`
  for (const request of [
    () => call('GET', path, { token: stranger }),
    () => call('PUT', path, { token: stranger, body: { procedures: [one] } }),
  ])
    t.like(await request(), { status: 404, body: { error: 'not_found' } })
  t.is((await call('GET', path)).status, 401)
})
