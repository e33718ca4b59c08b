import test from 'ava'
import { contractRateLimits } from '../../api/rate-limits.ts'
import { AppError } from '../../core/errors.ts'
import { bytesAtRest } from '../helpers/bytes-at-rest.ts'
import { DELETE, REPLACE, SUBMIT, startNetworkServer, type Visit } from '../helpers/rnds-server.ts'
import type { Called } from '../helpers/server.ts'

const HOUR = 3_600_000
const RECORD_ID = /^rnds_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

test('a record is submitted, and the status tells that the network has it', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const { status, body } = await visit.submit()
  t.is(status, 200)
  t.deepEqual(Object.keys(body).sort(), [
    'cnes',
    'document_type',
    'ehr_id',
    'occupation',
    'rnds_record_id',
    'status',
    'submitted_at',
  ])
  t.deepEqual(body.occupation, { code: '225125', from: 'network', confirmed: true })
  t.like(body, { status: 'submitted', document_type: 'RAC', ehr_id: visit.ehrId })
  t.regex(body.rnds_record_id, RECORD_ID)
  t.is(new Date(body.submitted_at).toISOString(), body.submitted_at)

  const told = await visit.status()
  t.is(told.status, 200)
  t.like(told.body, {
    ehr_id: visit.ehrId,
    rnds_record_id: body.rnds_record_id,
    status: 'accepted',
    document_type: 'RAC',
    submitted_at: body.submitted_at,
  })
  t.is(new Date(told.body.last_updated_at).toISOString(), told.body.last_updated_at)
  t.is(server.national.documents.length, 1)
})

test('a refusal is answered at once with every reason, and kept for the status', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.content.set(visit.ehrId, 'bad')
  const refused = await visit.submit()
  t.is(refused.status, 422)
  const details = [{ severity: 'error', code: 'ERR793', diagnostics: '(EHR-ERR793) recusado' }]
  t.like(refused.body, { error: 'rnds_rejected', details })
  t.is(typeof refused.body.message, 'string')
  t.like((await visit.status()).body, { status: 'rejected', details })

  t.is((await visit.replace()).status, 400, 'it never was there: nothing to replace')
  t.is((await visit.remove()).body.error, 'no_previous_submission')
  server.content.set(visit.ehrId, 'good')
  t.is((await visit.submit()).status, 200, 'a new attempt')
  t.is((await visit.status()).body.status, 'accepted')
})

const wantsFields = test.macro({
  title: (_, what) => `submit with ${what} is a validation error, and nothing is sent`,
  async exec(t, _what: string, body: object, field: string, issue: string) {
    const server = await startNetworkServer(t, { establishment: { cnes: null } })
    const visit = await server.visit()
    const answer = await visit.submit(body)
    t.is(answer.status, 400)
    t.like(answer.body, { error: 'validation_error', details: [{ field, issue }] })
    t.is(server.national.submissions(), 0)
    t.is((await visit.status()).status, 404)
  },
})
const without = (field: keyof typeof SUBMIT) =>
  Object.fromEntries(Object.entries(SUBMIT).filter(([name]) => name !== field))
test(wantsFields, 'no patient_cpf', without('patient_cpf'), 'patient_cpf', 'required')
test(wantsFields, 'a null patient_cpf', { ...SUBMIT, patient_cpf: null }, 'patient_cpf', 'required')
test(wantsFields, 'an empty patient_cpf', { ...SUBMIT, patient_cpf: '' }, 'patient_cpf', 'required')
test(
  wantsFields,
  'a wrong CPF',
  { ...SUBMIT, patient_cpf: '11111111111' },
  'patient_cpf',
  'invalid',
)
test(
  wantsFields,
  'a wrong CNS',
  { ...SUBMIT, patient_cns: '700000000000000' },
  'patient_cns',
  'invalid',
)
test(
  wantsFields,
  'no practitioner_cns',
  without('practitioner_cns'),
  'practitioner_cns',
  'required',
)
test(
  wantsFields,
  'a wrong practitioner_cns',
  { ...SUBMIT, practitioner_cns: '123' },
  'practitioner_cns',
  'invalid',
)
test(wantsFields, 'no cnes the first time', without('cnes'), 'cnes', 'required')
test(wantsFields, 'a wrong cnes', { ...SUBMIT, cnes: '12' }, 'cnes', 'invalid')
test(
  wantsFields,
  'an unknown document type',
  { ...SUBMIT, document_type: 'RIRA' },
  'document_type',
  'invalid',
)

test('everything that is missing is told at once', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const required = (field: string) => ({ field, issue: 'required' })
  const { body } = await visit.submit({ document_type: 'RAC' })
  t.deepEqual(body.details, [required('practitioner_cns'), required('patient_cpf')])
  const wrong = await visit.submit({ patient_cpf: '1', patient_cns: '2' })
  t.deepEqual(wrong.body.details, [
    { field: 'patient_cpf', issue: 'invalid' },
    { field: 'patient_cns', issue: 'invalid' },
    required('practitioner_cns'),
  ])
})

test('cnes is remembered from the first submission', async (t) => {
  const server = await startNetworkServer(t, { establishment: { cnes: null } })
  const visit = await server.visit()
  t.is((await visit.submit()).status, 200)
  t.is(server.establishments.get(visit.organizationId)?.cnes, SUBMIT.cnes)
  const { id } = await server.buildConsultation(visit.token)
  const { status } = await server.call('POST', `/v1/ehrs/${id}/rnds/submit`, {
    token: visit.token,
    body: without('cnes'),
  })
  t.is(status, 200)
})

test('numbers are taken with their punctuation, and unknown ones as null or nothing', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const body = { ...SUBMIT, patient_cpf: '529.982.247-25', patient_cns: null, cnes: '' }
  t.is((await visit.submit(body)).status, 200)
})

test('what the pre-flight check finds is a validation error that names path and rule', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const path = 'Bundle.entry[1].resource.class'
  server.findings.push(
    { severity: 'error', code: 'ERR793', path, message: 'A data não pode ser essa.' },
    { severity: 'warning', code: 'binding', path, message: 'Talvez.' },
  )
  const { status, body } = await visit.submit()
  t.is(status, 400)
  t.deepEqual(body.details, [
    { field: path, issue: 'ERR793', message: 'A data não pode ser essa.' },
  ])
  t.is(server.national.submissions(), 0)
})

test('the same submission again, also at the same moment, is the same record', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const answers = await Promise.all([visit.submit(), visit.submit(), visit.submit()])
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  t.is(new Set(answers.map(({ body }) => body.rnds_record_id)).size, 1)
  t.deepEqual((await visit.submit()).body, answers[0]?.body)
  t.is(server.national.documents.length, 1)
})

test('changed content is not taken for what the network has: use replace', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  await visit.submit()
  server.content.set(visit.ehrId, 'tosse e febre')
  const { status, body } = await visit.submit()
  t.is(status, 409)
  t.like(body, { error: 'already_submitted', details: [{ hint: 'replace' }] })
})

test('a record of the wrong patient or establishment is not corrected but deleted: a replacement would keep them', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  await visit.submit()
  for (const other of [{ patient_cpf: '11144477735' }, { cnes: '9876543' }]) {
    const { status, body } = await visit.submit({ ...SUBMIT, ...other })
    t.is(status, 409)
    t.like(body, { error: 'already_submitted', details: [{ hint: 'delete' }] })
  }
  await visit.remove()
  t.is((await visit.submit({ ...SUBMIT, patient_cpf: '11144477735' })).body.status, 'submitted')
})

test('a correction replaces the record, and the next one that', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const first = await visit.submit()
  server.content.set(visit.ehrId, 'v2')
  const second = await visit.replace()
  t.is(second.status, 200)
  t.deepEqual(Object.keys(second.body).sort(), [
    'previous_record_id',
    'replaced_at',
    'rnds_record_id',
    'status',
  ])
  t.like(second.body, { status: 'replaced', previous_record_id: first.body.rnds_record_id })
  t.is(new Date(second.body.replaced_at).toISOString(), second.body.replaced_at)
  t.deepEqual((await visit.replace()).body, second.body, 'the same again')

  server.content.set(visit.ehrId, 'v3')
  const third = await visit.replace()
  t.is(third.body.previous_record_id, second.body.rnds_record_id)
  t.like((await visit.status()).body, {
    rnds_record_id: third.body.rnds_record_id,
    status: 'accepted',
  })
  t.deepEqual(
    server.national.documents.map(({ status }) => status),
    ['entered-in-error', 'entered-in-error', 'final'],
  )
  const states = (await server.store.listOfConsultation(visit.ehrId)).map(({ state }) => state)
  t.deepEqual(states, ['replaced', 'replaced', 'accepted'])
})

test('a correction with nothing changed makes no version', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const { rnds_record_id } = (await visit.submit()).body
  const same = { status: 'replaced', rnds_record_id, previous_record_id: rnds_record_id }
  t.like((await visit.replace()).body, same)
  t.is(server.national.documents.length, 1)
})

test('fields that nobody knows are refused by name, and nothing is sent', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const unknown = [{ field: 'modalidade', issue: 'unknown' }]
  const refused = await visit.submit({ ...SUBMIT, modalidade: '06' })
  t.deepEqual([refused.status, refused.body.details], [400, unknown])
  await visit.submit()
  t.deepEqual((await visit.replace({ ...REPLACE, modalidade: '06' })).body.details, unknown)
  t.is(server.national.documents.length, 1)
})

test('a correction wants who is responsible for it', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  await visit.submit()
  for (const [given, issue] of [
    [undefined, 'required'],
    ['123', 'invalid'],
  ]) {
    const path = `/v1/ehrs/${visit.ehrId}/rnds/replace`
    const body = { practitioner_cns: given }
    const answer = await server.call('PUT', path, { token: visit.token, body })
    t.is(answer.status, 400)
    t.like(answer.body, { error: 'validation_error' })
    t.deepEqual(answer.body.details, [{ field: 'practitioner_cns', issue }])
  }
})

test('each of the three document types is taken as it is written, and RAC without one', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  for (const document_type of [undefined, 'RPM', 'REL']) {
    const { status, body } = await visit.submit({ ...SUBMIT, document_type })
    t.is(status, 200)
    t.is(body.document_type, document_type ?? 'RAC')
  }
})

test('a refused correction leaves the record that the network has', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const first = await visit.submit()
  server.content.set(visit.ehrId, 'bad')
  const refused = await visit.replace()
  t.is(refused.status, 422)
  t.is(refused.body.error, 'rnds_rejected')
  const { body } = await visit.status()
  t.like(body, { rnds_record_id: first.body.rnds_record_id, status: 'accepted' })
  t.is(body.rejected_replacement.details[0].code, 'ERR793')
  server.content.set(visit.ehrId, 'v2')
  t.is((await visit.replace()).status, 200)
})

test('a deletion is final; a new submission is a new record', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const first = await visit.submit()
  server.pass(HOUR)
  const deleted = await visit.remove()
  t.is(deleted.status, 200)
  t.deepEqual(Object.keys(deleted.body).sort(), ['deleted_at', 'rnds_record_id', 'status'])
  t.like(deleted.body, { status: 'deleted', rnds_record_id: first.body.rnds_record_id })
  const { deleted_at } = deleted.body
  t.is(new Date(deleted_at).toISOString(), deleted_at)
  t.true(Date.parse(deleted_at) >= Date.parse(first.body.submitted_at) + HOUR)
  t.like((await visit.status()).body, {
    status: 'deleted',
    submitted_at: first.body.submitted_at,
    last_updated_at: deleted_at,
  })
  t.is((await visit.remove()).body.error, 'no_previous_submission')
  t.is((await visit.replace()).body.error, 'no_previous_submission')

  const again = await visit.submit()
  t.is(again.status, 200)
  t.not(again.body.rnds_record_id, first.body.rnds_record_id)
  const [one, other] = server.national.documents
  t.not(one?.value, other?.value, 'under a fresh identifier')
})

test('a deletion wants a reason and who authorizes it', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  await visit.submit()
  for (const field of ['reason', 'practitioner_cns'] as const) {
    const { status, body } = await visit.remove({ ...DELETE, [field]: undefined })
    t.is(status, 400)
    t.deepEqual(body.details, [{ field, issue: 'required' }])
  }
  for (const [reason, issue] of [
    ['   ', 'required'],
    ['x'.repeat(1001), 'too_long'],
  ])
    t.deepEqual((await visit.remove({ ...DELETE, reason })).body.details, [
      { field: 'reason', issue },
    ])
  const { status } = await server.call('POST', `/v1/ehrs/${visit.ehrId}/rnds/delete`, {
    token: visit.token,
    body: DELETE,
  })
  t.is(status, 200, 'the way without a DELETE body')
})

test('without a record there is nothing to tell, to replace or to delete', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const answers = [await visit.status(), await visit.replace(), await visit.remove()]
  t.deepEqual(
    answers.map(({ status, body }) => [status, body.error]),
    [
      [404, 'not_found'],
      [400, 'no_previous_submission'],
      [400, 'no_previous_submission'],
    ],
  )
})

test('while the network is away a record is taken, kept, and sent when it is back', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.fates[0] = 'unsent'
  const taken = await visit.submit()
  t.is(taken.status, 200)
  t.is((await visit.status()).body.status, 'pending')
  t.is((await visit.submit()).body.rnds_record_id, taken.body.rnds_record_id)
  t.is((await visit.replace()).body.error, 'submission_in_progress')
  t.is((await visit.remove()).body.error, 'submission_in_progress')
  server.content.set(visit.ehrId, 'v2')
  t.is((await visit.submit()).body.error, 'submission_in_progress', 'a correction has to wait')

  server.pass(20 * HOUR)
  await server.work()
  t.is((await visit.status()).body.status, 'pending')
  server.fates[0] = 'answered'
  server.pass(HOUR)
  await server.work()
  t.is((await visit.status()).body.status, 'accepted')
})

test('a record that met another day on its way is no refusal: it says so, and goes with the right one', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.fates[0] = 'another-day'
  const taken = await visit.submit()
  t.is(taken.status, 200)
  const { body } = await visit.status()
  t.is(body.status, 'pending')
  t.is(body.waiting.code, 'network_date')
  t.regex(body.waiting.message, /relógio do servidor/)
  t.is(body.details[0].code, 'ERR808')

  server.fates[0] = 'answered'
  server.pass(5001)
  await server.work()
  const sent = (await visit.status()).body
  t.like(sent, { status: 'accepted', rnds_record_id: taken.body.rnds_record_id })
  t.is(sent.waiting, undefined)
  t.is(sent.details, undefined)
})

test('a record that meets another day for days waits, and says for what', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.fates[0] = 'another-day'
  await visit.submit()
  for (let hour = 0; hour < 49; hour++) {
    server.pass(HOUR)
    await server.work()
  }
  t.like((await visit.status()).body, { status: 'pending', details: [{ code: 'ERR808' }] })
  server.fates[0] = 'answered'
  server.pass(HOUR)
  await server.work()
  t.is((await visit.status()).body.status, 'accepted')
})

test('days without the network are told, with since when and until when, and are no refusal', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.fates[0] = 'unsent'
  const taken = (await visit.submit()).body
  t.like(taken, { status: 'submitted', waiting: { code: 'token_refused' } })
  const { since } = taken.waiting
  for (let hour = 1; hour <= 72; hour++) {
    server.pass(HOUR)
    await server.work()
    const { status, waiting, details } = (await visit.status()).body
    t.is(status, 'pending', `hour ${hour}`)
    t.is(details, undefined)
    t.like(waiting, { code: 'token_refused', since })
    const untilMs = Date.parse(waiting.next_attempt_at) - server.now().getTime()
    t.true(untilMs > 0 && untilMs <= HOUR, `hour ${hour}: ${untilMs}`)
  }
  t.is(server.national.submissions(), 0)
  const [waiting, ...others] = await server.store.countWaiting()
  t.like(waiting, { cause: 'token_refused', records: 1 })
  t.is(waiting?.since.toISOString(), since)
  t.deepEqual(others, [])
  const [listed] = await server.store.list({ limit: 9 })
  t.true((listed?.tries ?? 0) > 70)

  server.fates[0] = 'answered'
  server.pass(HOUR)
  await server.work()
  const sent = (await visit.status()).body
  t.is(sent.status, 'accepted')
  t.is(sent.waiting, undefined)
  t.deepEqual(await server.store.countWaiting(), [])
  t.is(server.national.submissions(), 1)
})

test('what waits behind another record of its visit says so', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.fates[0] = 'unsent'
  await visit.submit()
  const later = await visit.submit({ ...SUBMIT, document_type: 'RPM' })
  t.like(later.body, {
    status: 'submitted',
    waiting: { code: 'earlier_record', next_attempt_at: null },
  })
})

test('the pace of the attempts is 5 s, 30 s, 2 min, 10 min, 1 h, then every hour', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.fates[0] = 'unsent'
  const { body } = await visit.submit()
  const waits: number[] = []
  for (let attempt = 0; attempt < 7; attempt++) {
    const dueAt = (await server.store.find(body.rnds_record_id))?.dueAt
    const last = (await server.store.listAttempts(body.rnds_record_id)).at(-1)
    waits.push(Math.round((Number(dueAt) - Number(last?.endedAt)) / 1000))
    server.pass(Number(dueAt) - server.now().getTime() + 1)
    await server.work()
  }
  t.deepEqual(waits, [5, 30, 120, 600, 3600, 3600, 3600])
  const attempts = await server.store.listAttempts(body.rnds_record_id)
  t.is(attempts.length, 8)
  t.true(attempts.every(({ outcome, endedAt }) => outcome === 'unsent' && endedAt !== null))
})

test('an answer that was lost is found out before anything is sent again', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.fates.splice(0, 1, 'answer-lost', 'answered')
  const { body } = await visit.submit()
  t.is((await visit.status()).body.status, 'pending')
  server.pass(6000)
  await server.work()
  t.is((await visit.status()).body.status, 'accepted')
  t.is(server.national.submissions(), 1)
  const actions = (await server.store.listAttempts(body.rnds_record_id)).map(
    ({ action, outcome }) => `${action} ${outcome}`,
  )
  t.deepEqual(actions, ['submit unknown', 'look found'])
})

test('a deletion whose answer was lost is found out by asking', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  await visit.submit()
  server.fates.splice(0, 1, 'answer-lost', 'answered')
  t.is((await visit.remove()).status, 200)
})

test('a deletion of which nobody knows is 503, holds back what follows, and is found out', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  await visit.submit()
  server.fates.splice(0, 1, 'answer-lost', 'unsent')
  const { status, body, headers } = await visit.remove()
  t.is(status, 503)
  t.is(body.error, 'rnds_unavailable')
  t.truthy(headers.get('retry-after'))
  t.is((await visit.status()).body.status, 'accepted')
  t.is((await visit.replace()).body.error, 'submission_in_progress')
  server.fates.splice(0, server.fates.length, 'answered')
  server.pass(6000)
  await server.work()
  t.is((await visit.status()).body.status, 'deleted')
})

test('a deletion that could not be sent changes nothing', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  await visit.submit()
  server.fates[0] = 'unsent'
  t.is((await visit.remove()).status, 503)
  server.fates[0] = 'answered'
  t.is((await visit.status()).body.status, 'accepted')
  server.content.set(visit.ehrId, 'v2')
  t.is((await visit.replace()).status, 200)
})

test('a refused deletion is 422 with the reasons, and changes nothing', async (t) => {
  const issues = [{ severity: 'error', code: 'ERR826', diagnostics: 'outro sistema' }]
  const server = await startNetworkServer(t, {
    network: { remove: async () => ({ kind: 'rejected', httpStatus: 422, issues }) },
  })
  const visit = await server.visit()
  await visit.submit()
  const { status, body } = await visit.remove()
  t.is(status, 422)
  t.like(body, { error: 'rnds_rejected', details: issues })
  t.is((await visit.status()).body.status, 'accepted')
})

test('who waits too long is answered; the delivery goes on', async (t) => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const server = await startNetworkServer(t, {
    patienceMs: 50,
    network: {
      async submit() {
        await held
        return { kind: 'accepted', networkId: 'n-1', headers: {} }
      },
    },
  })
  const visit = await server.visit()
  const { status, body } = await visit.submit()
  t.is(status, 200)
  t.is(body.status, 'submitted')
  t.is((await visit.status()).body.status, 'pending')
  letGo()
  await server.outbox.deliver(body.rnds_record_id)
  t.is((await visit.status()).body.status, 'accepted')
})

test('without a certificate every call to the network is 503 with a time to try again', async (t) => {
  const server = await startNetworkServer(t, { isConfigured: false })
  const visit = await server.visit()
  const { token } = visit
  const answers = [
    await visit.submit(),
    await server.call('GET', '/v1/rnds/patient?cpf=52998224725', { token }),
    await server.call('GET', `/v1/rnds/practitioner?cns=${SUBMIT.practitioner_cns}`, { token }),
  ]
  for (const { status, body, headers } of answers) {
    t.is(status, 503)
    t.is(body.error, 'rnds_unavailable')
    t.regex(headers.get('retry-after') ?? '', /^\d+$/)
  }
  t.is((await visit.status()).status, 404, 'nothing was stored')
})

test('records of one consultation are sent in their order, whatever their type', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.fates[0] = 'unsent'
  await visit.submit()
  await visit.submit({ ...SUBMIT, document_type: 'RPM' })
  t.is((await visit.status()).body.document_type, 'RPM')
  server.fates[0] = 'answered'
  // The second submission tried the first once more.
  server.pass(40_000)
  await server.work()
  const all = await server.store.listOfConsultation(visit.ehrId)
  t.deepEqual(
    all.map(({ documentType, state, networkId }) => [
      documentType,
      state,
      server.national.documents.find((one) => one.networkId === networkId)?.ordinal,
    ]),
    [
      ['RAC', 'accepted', 1],
      ['RPM', 'accepted', 2],
    ],
  )
})

test('strangers find nothing, and the paths want a token', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  await visit.submit()
  const stranger = await server.buildSession()
  const paths: [string, string, object?][] = [
    ['POST', `/v1/ehrs/${visit.ehrId}/rnds/submit`, SUBMIT],
    ['GET', `/v1/ehrs/${visit.ehrId}/rnds/status`],
    ['PUT', `/v1/ehrs/${visit.ehrId}/rnds/replace`, REPLACE],
    ['DELETE', `/v1/ehrs/${visit.ehrId}/rnds`, DELETE],
  ]
  for (const [method, path, body] of paths) {
    const options = body ? { body } : {}
    const other = await server.call(method, path, { ...options, token: stranger })
    t.deepEqual([other.status, other.body.error], [404, 'not_found'], path)
    const nobody = await server.call(method, path, options)
    t.deepEqual([nobody.status, nobody.body.error], [401, 'authentication_required'], path)
  }
  const odd = await server.call('GET', '/v1/ehrs/ehr_123456/rnds/status', { token: visit.token })
  t.is(odd.status, 404)
  t.is((await server.call('GET', '/v1/nothing', { token: visit.token })).status, 404)
  t.is(
    (await server.call('GET', `/v1/ehrs/${visit.ehrId}/rnds/submit`, { token: visit.token }))
      .status,
    405,
  )
})

test('a token of the identify endpoint opens its own consultation and no other', async (t) => {
  const server = await startNetworkServer(t)
  const { key, secret } = await server.buildApiKey({ kind: 'auth_token' })
  const { secret: sessions } = await server.buildApiKey({ organizationId: key.organizationId })
  const session = await server.buildSession({ secret: sessions })
  const ehr = await server.buildConsultation(session, { consultationId: 'c-1' })
  const other = await server.buildConsultation(session, { consultationId: 'c-2' })
  const { body } = await server.call('POST', '/integration/identify/', {
    apiKey: secret,
    body: {
      consultation_id: 'c-1',
      doctor_id: ehr.doctor_id,
      patient_id: ehr.patient_id,
      expiration: 3600,
    },
  })
  const submit = (id: string) =>
    server.call('POST', `/v1/ehrs/${id}/rnds/submit`, { token: body.token, body: SUBMIT })
  t.is((await submit(ehr.id)).status, 200)
  t.is((await submit(other.id)).status, 404)
})

const MARIA = {
  cpf: SUBMIT.patient_cpf,
  cns: '898001234567890',
  name: 'Maria da Silva',
  birthDate: '1980-02-03',
  deathDate: null,
  gender: 'female',
  active: true,
}

test('a patient is looked up by either number', async (t) => {
  const server = await startNetworkServer(t, {
    network: { findPatient: async ({ cpf }) => (cpf === MARIA.cpf ? MARIA : null) },
  })
  const { token } = await server.visit()
  const expected = {
    patient: {
      cpf: MARIA.cpf,
      cns: MARIA.cns,
      name: MARIA.name,
      birth_date: '1980-02-03',
      gender: 'female',
    },
  }
  const found = await server.call('GET', `/v1/rnds/patient?cpf=${MARIA.cpf}`, { token })
  t.deepEqual([found.status, found.body], [200, expected])
  const body = { cpf: MARIA.cpf }
  t.deepEqual((await server.call('POST', '/v1/rnds/patient', { token, body })).body, expected)
  const other = await server.call('GET', `/v1/rnds/patient?cns=${SUBMIT.practitioner_cns}`, {
    token,
  })
  t.deepEqual([other.status, other.body.error], [404, 'patient_not_found'])

  const neither = await server.call('GET', '/v1/rnds/patient', { token })
  t.is(neither.status, 400)
  t.deepEqual(neither.body.details, [
    { field: 'cpf', issue: 'required' },
    { field: 'cns', issue: 'required' },
  ])
  const wrong = await server.call('GET', '/v1/rnds/patient?cpf=123', { token })
  t.deepEqual(wrong.body.details, [{ field: 'cpf', issue: 'invalid' }])
})

test('a patient whom the network knows by the CPF alone is found', async (t) => {
  const server = await startNetworkServer(t, {
    network: { findPatient: async () => ({ ...MARIA, cns: null }) },
  })
  const { token } = await server.visit()
  const { body } = await server.call('GET', `/v1/rnds/patient?cpf=${MARIA.cpf}`, { token })
  t.like(body.patient, { cpf: MARIA.cpf, cns: null, name: MARIA.name })
})

test('the CPF of one and the CNS of another are nobody: not found, and no record is sent', async (t) => {
  const other = { ...MARIA, cpf: '01419294210', cns: '704163756570459' }
  const asked: unknown[] = []
  const server = await startNetworkServer(t, {
    network: {
      async findPatient(numbers) {
        asked.push(numbers)
        if (asked.length > 3) throw new AppError('unavailable', 'rnds_unavailable', 'fora do ar')
        return other
      },
    },
  })
  const { token, ...visit } = await server.visit()
  const numbers = `cpf=${SUBMIT.patient_cpf}&cns=${other.cns}`
  const mixed = await server.call('GET', `/v1/rnds/patient?${numbers}`, { token })
  t.deepEqual([mixed.status, mixed.body.error], [404, 'patient_not_found'])
  const own = await server.call('GET', `/v1/rnds/patient?cpf=${other.cpf}&cns=${other.cns}`, {
    token,
  })
  t.is(own.status, 200)

  const body = { ...SUBMIT, patient_cns: other.cns }
  const refused = await visit.submit(body)
  t.deepEqual(
    [refused.status, refused.body.details],
    [400, [{ field: 'patient_cns', issue: 'another_person' }]],
  )
  t.is((await visit.status()).status, 404, 'nothing was stored')
  t.deepEqual(asked.at(-1), { cns: other.cns })
  t.is((await visit.submit(body)).status, 200, 'what cannot be asked now keeps nobody from sending')
})

test('a practitioner is looked up; what the network does not tell is null', async (t) => {
  const cns = SUBMIT.practitioner_cns
  const role: { cbo: string[] | null } = { cbo: ['225125'] }
  const server = await startNetworkServer(t, {
    network: {
      findPractitioner: async (asked) =>
        asked === cns ? { cns, cpf: null, council: null, name: 'Dr. João' } : null,
      async findRole(_, cnes) {
        if (!role.cbo) throw new AppError('unavailable', 'rnds_unavailable', 'fora do ar')
        return { cns, cnes, cbo: role.cbo }
      },
    },
  })
  const { token } = await server.visit()
  const look = (number: string) =>
    server.call('GET', `/v1/rnds/practitioner?cns=${number}`, { token })
  const rest = { council: null, council_number: null, council_state: null }
  t.deepEqual((await look(cns)).body, {
    practitioner: { cns, name: 'Dr. João', specialty: 'Médico clínico', ...rest },
  })
  role.cbo = null
  t.deepEqual((await look(cns)).body, {
    practitioner: { cns, name: 'Dr. João', specialty: null, ...rest },
  })
  const unknown = await look('898001160660761')
  t.deepEqual([unknown.status, unknown.body.error], [404, 'practitioner_not_found'])
  const nothing = await server.call('GET', '/v1/rnds/practitioner', { token })
  t.deepEqual(nothing.body.details, [{ field: 'cns', issue: 'required' }])
})

test('a look-up that the network does not answer is 503', async (t) => {
  const server = await startNetworkServer(t, {
    network: {
      async findPatient() {
        throw new AppError('unavailable', 'rnds_unavailable', 'A RNDS não respondeu.')
      },
    },
  })
  const { token } = await server.visit()
  const { status, headers } = await server.call('GET', `/v1/rnds/patient?cpf=${MARIA.cpf}`, {
    token,
  })
  t.is(status, 503)
  t.truthy(headers.get('retry-after'))
})

test('the eleventh request in a second is 429 with the limit that was reached', async (t) => {
  const server = await startNetworkServer(t, { app: { limits: contractRateLimits } })
  const visit = await server.visit()
  // Many: a busy machine answers fourteen in more than a second.
  const answers: Called[] = await Promise.all(Array.from({ length: 60 }, () => visit.status()))
  const refused = answers.filter(({ status }) => status === 429)
  t.true(refused.length >= 1)
  t.like(refused[0]?.body, { error: 'rate_limited', details: [{ limit: 'per_second' }] })
  t.regex(refused[0]?.headers.get('retry-after') ?? '', /^\d+$/)
  t.is(refused[0]?.headers.get('ratelimit-policy'), '"second";q=10;w=1, "hour";q=1000;w=3600')
})

test('nothing clinical and no number of a person lies readable on the disk', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.content.set(visit.ehrId, 'segredo da consulta')
  await visit.submit()
  await visit.remove({ ...DELETE, reason: 'segredo do motivo' })
  const bytes = await bytesAtRest(server.database.sequelize, server.dataDir)
  for (const word of ['segredo', SUBMIT.patient_cpf, SUBMIT.practitioner_cns])
    t.false(bytes.includes(word), word)
})

test('what was pending when the server stopped is delivered after the next start', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.fates.splice(0, 1, 'unsent')
  await visit.submit()
  const [record] = await server.store.listOfConsultation(visit.ehrId)
  if (!record) return t.fail()
  await server.store.claim(record.id, 'a process that died', 60_000)
  server.fates.splice(0, 1, 'answered')
  server.pass(6000)
  await server.outbox.start()
  await eventually(visit, 'accepted')
  t.is(server.national.documents.length, 1)
})

async function eventually(visit: Visit, state: string) {
  for (let tries = 0; tries < 1200; tries++) {
    if ((await visit.status()).body.status === state) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`never ${state}`)
}
