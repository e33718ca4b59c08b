import test from 'ava'
import { QueryTypes } from 'sequelize'
import { startCoding } from '../helpers/coding-server.ts'

test('documents suggest codes; confirmed ones are suggestions no more', async (t) => {
  const { call, token, ehr, write } = await startCoding(t)
  await write('anamnesis', {
    'Hipóteses Diagnósticas': ['CID J06.9', 'Lombalgia', 'Descartada pneumonia'],
  })
  const path = `/api/v1/ehrs/${ehr.id}/diagnoses`
  const before = await call('GET', path, { token })
  t.is(before.status, 200)
  t.deepEqual(before.body.confirmed, [])
  t.like(before.body.suggestions[0], { code: 'J069', text: 'CID J06.9', score: 1 })
  t.like(before.body.suggestions[1], {
    code: 'M545',
    display: 'Dor lombar baixa',
    text: 'Lombalgia',
  })
  t.is(before.body.suggestions.length, 2)

  const diagnoses = [
    { code: 'm54.5', principal: false },
    { code: 'J069', principal: true },
  ]
  const put = await call('PUT', path, { token, body: { diagnoses } })
  t.is(put.status, 200)
  t.like(put.body, {
    suggestions: [],
    confirmed: [
      { code: 'J069', principal: true, confirmed_at: '2026-01-01T12:00:00.000Z' },
      { code: 'M545', principal: false },
    ],
  })
  t.deepEqual((await call('GET', path, { token })).body, put.body)
})

test('an unchanged diagnosis keeps its time, a changed one gets a new one, an empty list clears all', async (t) => {
  const { call, token, ehr, clock } = await startCoding(t)
  const path = `/api/v1/ehrs/${ehr.id}/diagnoses`
  const put = (diagnoses: object[]) => call('PUT', path, { token, body: { diagnoses } })
  await put([{ code: 'I10', principal: true }])
  clock.at('2026-01-01T12:05:00Z')
  const { body } = await put([
    { code: 'I10', principal: true },
    { code: 'E119', principal: false },
  ])
  t.deepEqual(
    body.confirmed.map(({ confirmed_at }: { confirmed_at: string }) => confirmed_at.slice(11, 16)),
    ['12:00', '12:05'],
  )
  t.deepEqual((await put([])).body.confirmed, [])
})

test('of two screens, the one with an outdated list overwrites nothing', async (t) => {
  const { call, token, ehr } = await startCoding(t)
  const path = `/api/v1/ehrs/${ehr.id}/diagnoses`
  const put = (diagnoses: object[], seen: object[]) =>
    call('PUT', path, { token, body: { diagnoses, seen } })
  const [mine, theirs] = [[{ code: 'I10', principal: true }], [{ code: 'E119', principal: true }]]
  const both = await Promise.all([put(mine, []), put(theirs, [])])
  t.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  const winner = both.find(({ status }) => status === 200)!.body
  t.is(both.find(({ status }) => status === 409)!.body.error, 'version_conflict')
  t.deepEqual((await call('GET', path, { token })).body.confirmed, winner.confirmed)

  const held = winner.confirmed[0].code === 'I10' ? mine : theirs
  t.is((await put(held, [])).status, 200, 'the same again, as after an answer that was lost')
  t.is((await put([], held)).status, 200)
  t.is((await put(mine, held)).status, 409)
})

test('a code is not readable in the database, nor in the log', async (t) => {
  const { call, token, ehr, database, lines } = await startCoding(t)
  const body = { diagnoses: [{ code: 'F322', principal: true }] }
  await call('PUT', `/api/v1/ehrs/${ehr.id}/diagnoses`, { token, body })
  await call('GET', '/api/v1/terminology/search?q=depressao', { token })
  const [row] = await database.sequelize.query<{ sealed_body: Buffer }>('SELECT * FROM diagnoses', {
    type: QueryTypes.SELECT,
  })
  t.false(row!.sealed_body.includes('F322'))
  t.true(lines().includes('diagnoses.confirmed'))
  t.false(/F322|depressa/i.test(lines()))
})

const refused = test.macro({
  title: (_, what: string) => `${what} is refused, and nothing is stored`,
  async exec(t, _what: string, body: object, details: object[]) {
    const { call, token, ehr } = await startCoding(t)
    const path = `/api/v1/ehrs/${ehr.id}/diagnoses`
    const answer = await call('PUT', path, { token, body })
    t.is(answer.status, 400)
    t.like(answer.body, { error: 'validation_error' })
    t.deepEqual(answer.body.details, details)
    t.deepEqual((await call('GET', path, { token })).body.confirmed, [])
  },
})
const one = { code: 'I10', principal: true }
test(
  refused,
  'a code that does not exist',
  { diagnoses: [one, { code: 'J999', principal: false }] },
  [{ field: 'diagnoses.1.code', issue: 'unknown_code' }],
)
test(refused, 'a code twice', { diagnoses: [one, { code: 'i10', principal: false }] }, [
  { field: 'diagnoses.1.code', issue: 'duplicate' },
])
test(refused, 'no principal one', { diagnoses: [{ ...one, principal: false }] }, [
  { field: 'diagnoses', issue: 'one_principal' },
])
test(refused, 'two principal ones', { diagnoses: [one, { code: 'E119', principal: true }] }, [
  { field: 'diagnoses', issue: 'one_principal' },
])
test(refused, 'a misspelt field', { diagnoses: [{ ...one, principle: true }] }, [
  { field: 'diagnoses.0.principle', issue: 'unknown' },
])
test(refused, 'no list', {}, [{ field: 'diagnoses', issue: 'required' }])
test(refused, 'an endless list', { diagnoses: Array.from({ length: 31 }, () => one) }, [
  { field: 'diagnoses', issue: 'too_long' },
])

test('another organization’s consultation is not there', async (t) => {
  const { call, ehr, buildSession } = await startCoding(t)
  const stranger = await buildSession()
  const path = `/api/v1/ehrs/${ehr.id}/diagnoses`
  for (const request of [
    () => call('GET', path, { token: stranger }),
    () => call('PUT', path, { token: stranger, body: { diagnoses: [one] } }),
  ])
    t.like(await request(), { status: 404, body: { error: 'not_found' } })
  t.is((await call('GET', path)).status, 401)
})

test('codes are searched by words, and the answer says whether the table is whole', async (t) => {
  const { call, token } = await startCoding(t)
  const found = await call('GET', '/api/v1/terminology/search?q=pressao%20alta&limit=1', { token })
  t.is(found.status, 200)
  t.deepEqual(found.body, {
    system: 'CID10',
    origin: 'starter',
    results: [{ code: 'I10', display: 'Hipertensão essencial (primária)', score: 1 }],
  })
  const none = await call('GET', '/api/v1/terminology/search?system=catmat&q=dipirona', { token })
  t.deepEqual(none.body, { system: 'CATMAT', origin: null, results: [] })
})

const searchRefused = test.macro({
  title: (_, query: string) => `a search for "${query.slice(0, 30)}" is refused`,
  async exec(t, query: string, field: string) {
    const { call, token } = await startCoding(t)
    const { status, body } = await call('GET', `/api/v1/terminology/search?${query}`, { token })
    t.is(status, 400)
    t.is(body.details[0].field, field)
  },
})
test(searchRefused, '', 'q')
test(searchRefused, 'q=%20', 'q')
test(searchRefused, `q=${'a'.repeat(201)}`, 'q')
test(searchRefused, 'q=asma&system=CID11', 'system')
test(searchRefused, 'q=asma&limit=0', 'limit')
test(searchRefused, 'q=asma&q=gota', 'q')
