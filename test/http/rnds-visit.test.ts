/**
 * What a doctor sees and changes of a visit before its record leaves, over the simulator's wire.
 */
import test, { type ExecutionContext } from 'ava'
import type { VisitBody, VisitFactBody } from '../../core/contract/api.ts'
import { SUBMIT, startChain } from '../helpers/rnds-chain.ts'

async function open(t: ExecutionContext, defaults: object = {}) {
  const chain = await startChain(t, { profile: { defaults: { cbo: '225125', ...defaults } } })
  const { server, simulator } = chain
  const visit = await chain.visit()
  const path = `/api/v1/ehrs/${visit.ehrId}/visit`
  return {
    ...chain,
    visit,
    path,
    read: async () => (await server.call('GET', path, { token: visit.token })).body as VisitBody,
    change: (body: object) => server.call('PATCH', path, { token: visit.token, body }),
    last: () => JSON.stringify(simulator.documents().at(-1)?.bundle),
  }
}

const factOf = (body: VisitBody, field: VisitFactBody['field']) =>
  body.facts.find((fact) => fact.field === field)

test('a doctor sees the usual facts as such, changes one, and it goes with the record', async (t) => {
  const v = await open(t)
  const before = await v.read()
  t.true(before.sends)
  t.deepEqual(
    before.facts.map(({ field }) => field),
    ['modality', 'priority', 'origin', 'outcome', 'financing', 'procedure'],
  )
  const usual = factOf(before, 'modality')
  t.is(usual?.said, null)
  t.truthy(usual?.usual?.display)
  t.true(usual?.allowed?.some(({ code }) => code === usual.usual?.code))
  t.is(factOf(before, 'procedure')?.allowed, null)
  t.is(before.record, null)

  const changed = await v.change({ modality: '06', outcome: '03' })
  t.is(changed.status, 200, JSON.stringify(changed.body))
  t.deepEqual(factOf(changed.body, 'modality')?.said, {
    code: '06',
    display: 'Urgência e emergência',
  })
  t.deepEqual(await v.read(), changed.body)
  t.is((await v.visit.submit()).status, 200)
  t.regex(v.last(), /"class":\{[^}]*"code":"06"/)
  t.regex(v.last(), /"dischargeDisposition":\{"coding":\[\{[^}]*"code":"03"/)
  t.like((await v.read()).record, { status: 'accepted', message: null })

  t.is(factOf((await v.change({ outcome: null })).body, 'outcome')?.said, null)
  t.is((await v.visit.replace()).status, 200)
  const { code } = factOf(before, 'outcome')?.usual ?? {}
  t.is(/"dischargeDisposition":\{"coding":\[\{[^}]*"code":"(\d+)"/.exec(v.last())?.[1], code)
})

test('an occupation that the network leaves open is asked of the doctor by name, and goes along', async (t) => {
  const v = await open(t, { cbo: null })
  t.is((await v.read()).occupation, null)
  const early = await v.change({ practitioner_cbo: '225124' })
  t.is(early.status, 400, 'nobody asked')
  t.is((await v.visit.submit()).body.error, 'several_occupations')
  t.deepEqual((await v.read()).occupation, {
    said: null,
    choices: [
      { code: '225125', display: 'Médico clínico' },
      { code: '225124', display: null },
    ],
  })
  t.deepEqual((await v.change({ practitioner_cbo: '225120' })).body.details, [
    { field: 'practitioner_cbo', issue: 'not_of_practitioner' },
  ])
  t.is((await v.change({ practitioner_cbo: '225124' })).body.occupation.said, '225124')
  const sent = await v.visit.submit()
  t.is(sent.status, 200)
  t.deepEqual(sent.body.occupation, { code: '225124', from: 'visit', confirmed: true })
  t.regex(v.last(), /"225124"/)
})

test("the doctor's choice goes before the host's word, and the host is told of it", async (t) => {
  const v = await open(t)
  const put = (body: object) => v.visit.prepare(body)
  t.is((await put({ modality: '01', outcome: '02' })).status, 200)
  t.like(factOf(await v.read(), 'modality'), { said: { code: '01' }, chosen: false })

  await v.change({ modality: '06' })
  // The host's later word on the same visit: what the doctor chose stays, the rest counts.
  t.is((await put({ modality: '01', outcome: '03' })).status, 200)
  t.like(factOf(await v.read(), 'modality'), { said: { code: '06' }, chosen: true })
  t.like(factOf(await v.read(), 'outcome'), { said: { code: '03' }, chosen: false })

  const sent = await v.visit.submit({ ...SUBMIT, modality: '01', outcome: '04' })
  t.is(sent.status, 200, JSON.stringify(sent.body))
  t.deepEqual(sent.body.chosen_by_doctor, { modality: '06' })
  t.regex(v.last(), /"class":\{[^}]*"code":"06"/)
  t.regex(v.last(), /"dischargeDisposition":\{"coding":\[\{[^}]*"code":"04"/)

  // A choice after the record: the correction takes it, and what was sent without one stays.
  await v.change({ modality: null, outcome: '03' })
  const corrected = await v.visit.replace({ modality: '01' })
  t.is(corrected.status, 200, JSON.stringify(corrected.body))
  t.is(corrected.body.chosen_by_doctor, undefined, 'nothing differs')
  t.regex(v.last(), /"class":\{[^}]*"code":"01"/)
  t.regex(v.last(), /"dischargeDisposition":\{"coding":\[\{[^}]*"code":"03"/)
})

test('what the call said is told as sent; what no list has, a stay, and a stranger are refused', async (t) => {
  const v = await open(t)
  t.is((await v.visit.submit({ ...SUBMIT, modality: '06' })).status, 200)
  const { body } = await v.change({ modality: '07' })
  t.like(factOf(body, 'modality'), { said: { code: '07' }, sent: { code: '06' }, chosen: true })

  t.like((await v.change({ modality: '77' })).body.details[0], {
    field: 'modality',
    issue: 'invalid',
    allowed: { 0: { code: '01' } },
  })
  t.deepEqual((await v.change({ modalidade: '07' })).body.details, [
    { field: 'modalidade', issue: 'unknown' },
  ])
  t.regex((await v.change({ modality: '04' })).body.problem, /Sumário de Alta/)
  const { token } = await v.server.visit()
  t.is((await v.server.call('GET', v.path, { token })).status, 404)
  t.is((await v.server.call('PATCH', v.path, { token, body: { modality: '06' } })).status, 404)
})

test('a record that waits says why, since when and until when; a refused one what to do', async (t) => {
  const v = await open(t)
  v.simulator.faults.add({ name: 'certificate-refused' })
  t.is((await v.visit.submit()).status, 200)
  const { waiting } = (await v.visit.status()).body
  const { record } = await v.read()
  t.like(record, {
    status: 'pending',
    message: waiting.message,
    waiting: { since: waiting.since, next_attempt_at: waiting.next_attempt_at },
  })
  t.regex(waiting.message, /não aceita o certificado/)
  t.true(Date.parse(waiting.next_attempt_at) > Date.parse(waiting.since))

  const other = await open(t)
  other.simulator.faults.add({ name: 'reject', code: 'ERR934', operation: 'submit' })
  t.is((await other.visit.submit()).status, 422)
  const refused = (await other.read()).record
  t.like(refused, { status: 'rejected', waiting: null })
  t.regex(refused?.message ?? '', /inativo/)
})
