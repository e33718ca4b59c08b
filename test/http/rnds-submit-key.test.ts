/**
 * `Idempotency-Key` at the submission's endpoint (SPEC-GAPS C14), and the establishment under which
 * a record goes (C15).
 */
import test from 'ava'
import { bytesAtRest } from '../helpers/bytes-at-rest.ts'
import { SUBMIT, startNetworkServer } from '../helpers/rnds-server.ts'

const HOUR = 3_600_000
const KEY = { 'idempotency-key': '5b0f4a0e-7f3c-4a39-9d52-6f1f3c1f4c1d' }

test('under the same key the answer is the same, whatever became of documents and record', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const first = await visit.submit(SUBMIT, KEY)
  t.is(first.status, 200)

  server.content.set(visit.ehrId, 'tosse e febre')
  t.deepEqual((await visit.submit(SUBMIT, KEY)).body, first.body, 'corrected since')
  t.is((await visit.submit()).body.error, 'already_submitted', 'without a key it is another record')

  t.is((await visit.remove()).status, 200)
  t.deepEqual((await visit.submit(SUBMIT, KEY)).body, first.body, 'deleted since')
  t.is((await visit.status()).body.status, 'deleted', 'and a retry does not bring it back')
  t.is(server.national.documents.filter(({ status }) => status === 'final').length, 0)

  const other = await visit.submit(SUBMIT, { 'idempotency-key': 'another' })
  t.is(other.status, 200)
  t.not(other.body.rnds_record_id, first.body.rnds_record_id)
})

test('another request under the same key is refused, and nothing is sent', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  t.is((await visit.submit(SUBMIT, KEY)).status, 200)
  for (const change of [
    { document_type: 'RPM' },
    { cnes: '2337992' },
    { cnes: null },
    { practitioner_cns: '159877430980006' },
    { patient_cns: '700000000000005' },
  ]) {
    const { status, body } = await visit.submit({ ...SUBMIT, ...change }, KEY)
    t.is(status, 422)
    t.is(body.error, 'idempotency_key_reused', JSON.stringify(change))
  }
  t.is(server.national.submissions(), 1)
  const same = { ...SUBMIT, patient_cpf: '529.982.247-25', document_type: 'RAC' }
  t.is((await visit.submit(same, KEY)).status, 200, 'written otherwise, it is the same request')
  const elsewhere = await server.visit()
  t.is(
    (await elsewhere.submit({ ...SUBMIT, cnes: '2337992' }, KEY)).status,
    200,
    'of each consultation',
  )
})

test('a refusal by the network is answered again under its key; a new key is a new attempt', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.content.set(visit.ehrId, 'bad')
  const refused = await visit.submit(SUBMIT, KEY)
  t.is(refused.status, 422)
  t.is(refused.body.error, 'rnds_rejected')
  server.content.set(visit.ehrId, 'good')
  const again = await visit.submit(SUBMIT, KEY)
  t.is(again.status, 422)
  t.deepEqual(again.body, refused.body)
  t.is(server.national.submissions(), 1)
  t.is((await visit.submit(SUBMIT, { 'idempotency-key': 'k2' })).status, 200)
})

test('a record that was taken and refused later is still answered as taken under its key', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.content.set(visit.ehrId, 'bad')
  server.fates.splice(0, 1, 'unsent', 'answered')
  const taken = await visit.submit(SUBMIT, KEY)
  t.is(taken.status, 200)
  server.pass(HOUR)
  await server.work()
  t.is((await visit.status()).body.status, 'rejected')
  const again = await visit.submit(SUBMIT, KEY)
  t.is(again.status, 200)
  // What it waits for is told of the moment: it no longer waits.
  const { waiting, ...answer } = taken.body
  t.is((waiting as { code: string }).code, 'token_refused')
  t.deepEqual(again.body, answer)
})

test('what is refused before anything is stored leaves its key free', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  server.findings.push({ severity: 'error', code: 'ERR793', path: 'Bundle', message: 'Não.' })
  t.is((await visit.submit(SUBMIT, KEY)).body.error, 'validation_error')
  server.findings.length = 0
  t.is((await visit.submit({ ...SUBMIT, cnes: '2337992' }, KEY)).status, 200)
})

test('a key is known for a day', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const first = await visit.submit(SUBMIT, KEY)
  server.content.set(visit.ehrId, 'tosse e febre')
  server.pass(24 * HOUR - 60_000)
  t.deepEqual((await visit.submit(SUBMIT, KEY)).body, first.body)
  server.pass(60_000)
  t.is((await visit.submit(SUBMIT, KEY)).body.error, 'already_submitted')
})

test('many at the same moment under one key are one record and one answer', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const answers = await Promise.all(Array.from({ length: 8 }, () => visit.submit(SUBMIT, KEY)))
  for (const { status, body } of answers) {
    t.is(status, 200)
    t.deepEqual(body, answers[0]?.body)
  }
  t.is(server.national.submissions(), 1)

  const other = await server.visit()
  const types = await Promise.all(
    ['RAC', 'RPM'].map((document_type) => other.submit({ ...SUBMIT, document_type }, KEY)),
  )
  t.deepEqual(
    types.map(({ status }) => status).sort(),
    [200, 422],
    'one of two requests has the key',
  )
  t.is(server.national.submissions(), 2)
})

for (const [what, key, status] of [
  ['quoted, as the draft of the header writes it', '"5b0f4a0e-7f3c-4a39-9d52-6f1f3c1f4c1d"', 200],
  ['of 255 characters', 'k'.repeat(255), 200],
  ['empty', '', 400],
  ['of quotes alone', '""', 400],
  ['too long', 'k'.repeat(256), 400],
  ['with other characters', 'chave-é', 400],
] as const)
  test(`a key that is ${what} is ${status === 200 ? 'taken' : 'refused by its name'}`, async (t) => {
    const server = await startNetworkServer(t)
    const visit = await server.visit()
    const answer = await visit.submit(SUBMIT, { 'idempotency-key': key })
    t.is(answer.status, status)
    if (status === 400) t.is(answer.body.details[0].field, 'idempotency-key')
    else t.deepEqual((await visit.submit(SUBMIT, { 'idempotency-key': key })).body, answer.body)
  })

test('quoted or bare, a key is the same key', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  const first = await visit.submit(SUBMIT, { 'idempotency-key': 'one' })
  await visit.remove()
  const again = await visit.submit(SUBMIT, { 'idempotency-key': '"one"' })
  t.deepEqual(again.body, first.body)
})

test('nobody reads keys, nor what was asked under them, from the database', async (t) => {
  const server = await startNetworkServer(t)
  const visit = await server.visit()
  await visit.submit(SUBMIT, { 'idempotency-key': `envio-${SUBMIT.patient_cpf}` })
  const bytes = await bytesAtRest(server.database.sequelize, server.dataDir)
  for (const word of ['envio-', SUBMIT.patient_cpf]) t.false(bytes.includes(word), word)
})

test('the answer names the establishment under which the record goes', async (t) => {
  const server = await startNetworkServer(t, { establishment: { cnes: '2337991' } })
  const visit = await server.visit()
  const { cnes: _, ...silent } = SUBMIT
  t.is((await visit.submit(silent)).body.cnes, '2337991', 'the remembered one')
})

test('a second establishment ends the remembering: each record names its own', async (t) => {
  const server = await startNetworkServer(t, { establishment: { cnes: null } })
  const first = await server.visit()
  t.is((await first.submit()).body.cnes, SUBMIT.cnes)
  const another = async (body: object) => {
    const { id } = await server.buildConsultation(first.token)
    return server.call('POST', `/v1/ehrs/${id}/rnds/submit`, { token: first.token, body })
  }
  const { cnes: _, ...silent } = SUBMIT
  t.is((await another(silent)).body.cnes, SUBMIT.cnes)

  t.is((await another({ ...SUBMIT, cnes: '9876543' })).body.cnes, '9876543')
  const refused = await another(silent)
  t.is(refused.status, 400)
  t.like(refused.body, {
    error: 'validation_error',
    details: [{ field: 'cnes', issue: 'required' }],
  })
  t.is((await another(SUBMIT)).body.cnes, SUBMIT.cnes)
  t.like(server.establishments.get(first.organizationId), {
    cnes: SUBMIT.cnes,
    severalEstablishments: true,
  })
})

test('a number that the network refuses does not end the remembering', async (t) => {
  const server = await startNetworkServer(t, { establishment: { cnes: '2337991' } })
  const visit = await server.visit()
  server.content.set(visit.ehrId, 'bad')
  t.is((await visit.submit({ ...SUBMIT, cnes: '9876543' })).status, 422)
  server.content.set(visit.ehrId, 'good')
  const { cnes: _, ...silent } = SUBMIT
  t.is((await visit.submit(silent)).body.cnes, '2337991')
})
