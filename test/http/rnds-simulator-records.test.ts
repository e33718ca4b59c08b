/**
 * The same endpoints with nothing replaced between them and the simulator: what goes wrong goes
 * wrong on the wire.
 */
import test from 'ava'
import { simulatedPeople } from '../../bin/tools/rnds-simulator/people.ts'
import { establishment } from '../helpers/network-consultations.ts'
import { patientCns, patientCpf, practitionerCns } from '../helpers/rnds.ts'
import { CNES, SUBMIT, startChain } from '../helpers/rnds-chain.ts'

const DAY_MS = 86_400_000
/** Nothing that every professional is. */
const NO_USUAL = { defaults: { cbo: null } }

test('what the host says when it opens a consultation is sent, unless the call says otherwise', async (t) => {
  const { server, simulator, visit: open } = await startChain(t)
  const visit = await open()
  const opened = await visit.prepare({ modality: '06', priority: '02', practitioner_cbo: '225124' })
  t.is(opened.status, 200, JSON.stringify(opened.body))
  await visit.prepare({ priority: '05', origin: '', outcome: null })
  const facts = { practitioner_cbo: '225124', modality: '06', priority: '05' }
  const { body } = await server.call('GET', `/api/v1/ehrs/${visit.ehrId}`, { token: visit.token })
  t.deepEqual(body.visit, facts)

  const sent = await visit.submit({ ...SUBMIT, priority: '02' })
  t.is(sent.status, 200, JSON.stringify(sent.body))
  const last = () => JSON.stringify(simulator.documents().at(-1)?.bundle)
  t.regex(last(), /"225124"/)
  t.regex(last(), /"class":\{[^}]*"code":"06"/)
  t.regex(last(), /"priority":\{"coding":\[\{[^}]*"code":"02"/)

  await visit.prepare({ outcome: '03', priority: '05' })
  t.is((await visit.replace()).status, 200)
  t.regex(last(), /"dischargeDisposition":\{"coding":\[\{[^}]*"code":"03"/)
  t.regex(last(), /"priority":\{"coding":\[\{[^}]*"code":"02"/, 'the first call said so')
})

test('codes that no list has, and fields that nobody knows, are refused when a consultation is opened', async (t) => {
  const { server, visit: open } = await startChain(t)
  const visit = await open()
  await visit.prepare({ modality: '06' })
  const wrong = await visit.prepare({ modality: '77', practitioner_cbo: '22', procedure: '1' })
  t.is(wrong.status, 400)
  t.like(wrong.body.details, [
    { field: 'practitioner_cbo', issue: 'invalid', expected: 'CBO (6)' },
    { field: 'modality', issue: 'invalid', allowed: { 0: { code: '01' } } },
    { field: 'procedure', issue: 'invalid' },
  ])
  const unknown = await visit.prepare({ modalidade: '07' })
  t.deepEqual(unknown.body.details, [{ field: 'modalidade', issue: 'unknown' }])
  const { body } = await server.call('GET', `/api/v1/ehrs/${visit.ehrId}`, { token: visit.token })
  t.deepEqual(body.visit, { modality: '06' })
})

test('a professional’s own occupation decides between several, for nobody else and while they are active', async (t) => {
  const {
    server,
    simulator,
    professionals,
    visit: open,
  } = await startChain(t, { profile: NO_USUAL })
  const visit = await open()
  t.is((await visit.submit()).body.error, 'several_occupations')
  const { organizationId } = visit
  const user = await server.access.addUser({ organizationId, name: 'Rafael' })
  const registration = { council: 'CRM', councilNumber: '123456', councilState: 'SP' }
  await professionals().save(user.id, { cns: '980016287385192', cbo: '225124', ...registration })
  t.is((await visit.submit()).body.error, 'several_occupations', 'another one’s')
  await professionals().save(user.id, { cns: practitionerCns, cbo: '225124', ...registration })
  await server.access.deactivateUser(user.id)
  t.is((await visit.submit()).body.error, 'several_occupations')
  await server.access.reactivateUser(user.id)
  const sent = await visit.submit()
  t.is(sent.status, 200)
  t.deepEqual(sent.body.occupation, { code: '225124', from: 'user', confirmed: true })
  t.deepEqual((await visit.status()).body.occupation, sent.body.occupation)
  t.regex(JSON.stringify(simulator.documents().at(-1)?.bundle), /"225124"/)

  const path = `/v1/rnds/practitioner?cns=${practitionerCns}`
  const { body } = await server.call('GET', path, { token: visit.token })
  t.is(body.practitioner.council_state, 'SP')
})

test('what the network told of occupations is asked again after a day, and stands for a month while it is away', async (t) => {
  const { server, simulator, count, visit: open } = await startChain(t, { profile: NO_USUAL })
  const visit = await open()
  const asked = () => count('role')
  t.is((await visit.submit({ ...SUBMIT, practitioner_cbo: '225124' })).status, 200)
  t.is(asked(), 1)
  visit.says('Tosse e febre.')
  t.is((await visit.replace()).status, 200)
  t.is(asked(), 1, 'of the same day')
  const unknown = { practitioner_cbo: '225120' }
  t.is((await visit.replace(unknown)).status, 400)
  t.is(asked(), 2, 'nothing is refused without asking')

  simulator.faults.add({ name: 'down' })
  server.pass(29 * DAY_MS)
  t.like((await visit.replace(unknown)).body.details[0], {
    issue: 'not_of_practitioner',
    known: { 0: { code: '225125' } },
  })
  server.pass(2 * DAY_MS)
  t.is((await visit.replace(unknown)).status, 200, 'too old: the network judges when it is back')
  t.deepEqual((await visit.status()).body.occupation, {
    code: '225120',
    from: 'call',
    confirmed: false,
  })
})

test('a refused occupation is asked for anew, also on the same day', async (t) => {
  const people = structuredClone(simulatedPeople)
  const doctor = people.practitioners.find(({ cns }) => cns === practitionerCns)
  if (doctor) doctor.roles = { [CNES]: ['225125'] }
  const { simulator, visit: open } = await startChain(t, { people, profile: NO_USUAL })
  const visit = await open()
  t.is((await visit.submit()).status, 200)
  if (doctor) doctor.roles = { [CNES]: ['225124'] }
  visit.says('Tosse e febre.')
  simulator.faults.add({ name: 'reject', code: 'ERR906', operation: 'submit', times: 1 })
  const refused = await visit.replace()
  t.is(refused.status, 422, JSON.stringify(refused.body))
  const mended = await visit.replace()
  t.is(mended.status, 200, JSON.stringify(mended.body))
  t.regex(JSON.stringify(simulator.documents().at(-1)?.bundle), /"225124"/)
})

test('what a call says of a visit is sent, and said again by its correction', async (t) => {
  const { simulator, visit: open } = await startChain(t)
  const visit = await open()
  const told = { practitioner_cbo: '225124', modality: '06', priority: '02', outcome: '03' }
  const refused = await visit.submit({ ...SUBMIT, practitioner_cbo: '225120', modality: '77' })
  t.is(refused.status, 400)
  t.like(refused.body.details[0], {
    field: 'practitioner_cbo',
    known: [
      { code: '225125', display: null },
      { code: '225124', display: null },
    ],
  })
  t.like(refused.body.details[1], { field: 'modality', allowed: { 0: { code: '01' } } })

  const sent = await visit.submit({ ...SUBMIT, ...told })
  t.is(sent.status, 200, JSON.stringify(sent.body))
  const last = () => JSON.stringify(simulator.documents().at(-1)?.bundle)
  t.regex(last(), /"225124"/)
  t.notRegex(last(), /"225125"/)
  t.regex(last(), /"class":\{[^}]*"code":"06"/)

  t.is((await visit.replace()).body.previous_record_id, sent.body.rnds_record_id)
  t.is(simulator.documents().length, 1, 'nothing has changed: no new version')
  visit.says('Tosse e febre.')
  t.is((await visit.replace({ outcome: '01' })).status, 200)
  t.is(simulator.documents().length, 2)
  t.regex(last(), /"225124"/)
  t.regex(last(), /"class":\{[^}]*"code":"06"/)
  const stay = await visit.replace({ modality: '04' })
  t.like(stay.body, { details: [{ field: 'modality', reason: 'hospital_stay' }] })
})

test('a patient without a CPF is sent by the CNS alone, where the establishment says so', async (t) => {
  const { server, simulator, visit: open } = await startChain(t)
  const visit = await open()
  const byCns = { patient_cns: patientCns, practitioner_cns: practitionerCns, cnes: CNES }
  const refused = await visit.submit(byCns)
  t.is(refused.status, 400)
  const setting = 'svcctl rnds profile set --patient-by-cns-alone on'
  t.like(refused.body.details, [{ field: 'patient_cpf', issue: 'required', setting }])
  t.is(simulator.documents().length, 0)

  const profile = establishment({ requesterId: '12345', lookupCns: practitionerCns })
  const { organizationId } = visit
  server.establishments.set(organizationId, { ...profile, organizationId, patientByCnsAlone: true })
  const sent = await visit.submit(byCns)
  t.is(sent.status, 200, JSON.stringify(sent.body))
  t.is((await visit.status()).body.status, 'accepted')
  const [document] = simulator.documents()
  t.true(JSON.stringify(document?.bundle).includes(patientCns))

  visit.says('Tosse e febre.')
  t.like((await visit.submit({ ...byCns, patient_cpf: patientCpf })).body.details[0], {
    hint: 'replace',
  })
  t.like((await visit.submit(SUBMIT)).body.details[0], { hint: 'delete' }, 'no number in common')
  t.is((await visit.replace()).status, 200, 'of the same patient')
})

test('a patient whom the network knows by the CPF alone is looked up, sent and taken', async (t) => {
  const { server, simulator, visit: open } = await startChain(t)
  const visit = await open()
  const cpf = '52998224725'
  const body = { patient_cpf: cpf, practitioner_cns: practitionerCns, cnes: CNES }
  const sent = await visit.submit(body)
  t.is(sent.status, 200, JSON.stringify(sent.body))
  t.is((await visit.status()).body.status, 'accepted')
  const [document] = simulator.documents()
  t.true(JSON.stringify(document?.bundle).includes(cpf))
  const found = await server.call('GET', `/v1/rnds/patient?cpf=${cpf}`, { token: visit.token })
  t.like(found.body.patient, { cpf, cns: null, name: 'PACIENTE SÓ COM CPF' })
})

test('submit, correct, replace and delete, as the simulator keeps them', async (t) => {
  const { simulator, visit: open } = await startChain(t)
  const visit = await open()
  const first = await visit.submit()
  t.is(first.status, 200, JSON.stringify(first.body))
  t.is((await visit.status()).body.status, 'accepted')

  visit.says('Tosse há três dias, e febre.')
  t.is((await visit.submit()).body.error, 'already_submitted')
  const second = await visit.replace()
  t.is(second.status, 200, JSON.stringify(second.body))
  t.is(second.body.previous_record_id, first.body.rnds_record_id)
  t.deepEqual(
    simulator.documents().map(({ status }) => status),
    ['entered-in-error', 'final'],
  )

  t.is((await visit.remove()).status, 200)
  t.is((await visit.status()).body.status, 'deleted')
  t.true(simulator.documents().every(({ status }) => status === 'entered-in-error'))

  t.is((await visit.submit()).status, 200)
  t.is(simulator.documents().filter(({ status }) => status === 'final').length, 1)
})

test('another professional corrects and deletes what one sent, each under their own occupation', async (t) => {
  const { simulator, visit: open } = await startChain(t, { profile: NO_USUAL })
  const visit = await open()
  const told = { ...SUBMIT, practitioner_cbo: '225124' }
  t.is((await visit.submit(told)).status, 200)
  const another = simulatedPeople.practitioners[1]?.cns ?? ''
  visit.says('Tosse há três dias, e febre.')
  const corrected = await visit.replace({ practitioner_cns: another })
  t.is(corrected.status, 200, JSON.stringify(corrected.body))
  const bundle = JSON.stringify(simulator.documents().at(-1)?.bundle)
  t.true(bundle.includes(another))
  t.false(bundle.includes(practitionerCns))
  t.true(bundle.includes('"225120"'))
  t.false(bundle.includes('"225124"'), 'the occupation of the first')

  visit.says('Tosse há quatro dias, e febre.')
  const back = await visit.replace({ practitioner_cbo: '225125' })
  t.is(back.status, 200, JSON.stringify(back.body))
  t.true(JSON.stringify(simulator.documents().at(-1)?.bundle).includes('"225125"'))
  t.is((await visit.remove({ practitioner_cns: another })).status, 200)
  t.true(simulator.documents().every(({ status }) => status === 'entered-in-error'))
})

test('an unreviewed document and a missing diagnosis are told before anything is sent', async (t) => {
  const { simulator, visit: open } = await startChain(t)
  const visit = await open()
  visit.unreview()
  visit.diagnoses([])
  const { status, body } = await visit.submit()
  t.is(status, 400)
  const issues = body.details.map(({ issue }: { issue: string }) => issue)
  t.true(issues.includes('document_not_reviewed'))
  t.true(issues.includes('diagnosis_required'))
  t.is(simulator.documents().length, 0)
  const laboratory = await visit.submit({ ...SUBMIT, document_type: 'REL' })
  t.is(laboratory.status, 400)
})

test('a laboratory result goes its whole way: sent, corrected, seen by its id, deleted', async (t) => {
  const { simulator, visit: open } = await startChain(t)
  const visit = await open()
  const REL = { ...SUBMIT, document_type: 'REL' }
  visit.says('Hemograma normal.', 'Resultado de Exames')
  const refused = await visit.submit(REL)
  t.is(refused.status, 400)
  t.is(refused.body.details[0].issue, 'unsupported_content')

  visit.says('Teste rápido de antígeno para COVID-19: não reagente.', 'Resultado de Exames')
  const first = await visit.submit(REL)
  t.is(first.status, 200, JSON.stringify(first.body))
  t.is(first.body.document_type, 'REL')
  visit.says('Teste rápido de antígeno para COVID-19: reagente.', 'Resultado de Exames')
  const second = await visit.replace()
  t.is(second.status, 200, JSON.stringify(second.body))
  const old = await visit.status(`?rnds_record_id=${first.body.rnds_record_id}`)
  t.is(old.body.status, 'replaced')
  t.is(old.body.rnds_record_id, first.body.rnds_record_id)
  t.is((await visit.status('?rnds_record_id=rnds_unknown')).body.error, 'not_found')
  t.is((await visit.status()).body.status, 'accepted')
  t.is((await visit.remove()).status, 200)
  t.true(simulator.documents().every(({ status }) => status === 'entered-in-error'))
})

test('a refusal of the network comes with its code and words', async (t) => {
  const { simulator, visit: open } = await startChain(t)
  const visit = await open()
  simulator.faults.add({ name: 'reject', code: 'ERR793', operation: 'submit', times: 1 })
  const { status, body } = await visit.submit()
  t.is(status, 422)
  t.is(body.error, 'rnds_rejected')
  t.is(body.details[0].code, 'ERR793')
  t.is((await visit.status()).body.details[0].code, 'ERR793')
  t.is((await visit.submit()).status, 200)
})

test('a token that expired is renewed; nothing is sent twice', async (t) => {
  const { simulator, visit: open } = await startChain(t)
  const visit = await open()
  await visit.submit()
  simulator.revokeTokens()
  visit.says('Tosse há uma semana.')
  t.is((await visit.replace()).status, 200)
  t.is(simulator.documents().length, 2)
})

test('a connection that is cut after the document was taken makes no second document', async (t) => {
  const { server, simulator, visit: open } = await startChain(t)
  const visit = await open()
  simulator.faults.add({ name: 'cut', operation: 'submit', times: 1 })
  const taken = await visit.submit()
  t.is(taken.status, 200)
  t.is((await visit.status()).body.status, 'pending')
  server.pass(6000)
  await server.work()
  t.like((await visit.status()).body, {
    rnds_record_id: taken.body.rnds_record_id,
    status: 'accepted',
  })
  t.is(simulator.documents().length, 1)
})

test('a deletion whose connection is cut is found out by asking', async (t) => {
  const { simulator, visit: open } = await startChain(t)
  const visit = await open()
  await visit.submit()
  simulator.faults.add({ name: 'cut', operation: 'delete', times: 1 })
  t.is((await visit.remove()).status, 200)
  t.is((await visit.status()).body.status, 'deleted')
})

test('while the network is down a record waits; a deletion says so', async (t) => {
  const { server, simulator, visit: open } = await startChain(t)
  const visit = await open()
  await visit.submit()
  simulator.faults.add({ name: 'down' })
  const deletion = await visit.remove()
  t.is(deletion.status, 503)
  t.truthy(deletion.headers.get('retry-after'))
  t.is((await visit.status()).body.status, 'accepted')

  const other = await open()
  t.is((await other.submit()).status, 200)
  t.is((await other.status()).body.status, 'pending')
  simulator.faults.clear()
  server.pass(6000)
  await server.work()
  const waiting = (await other.status()).body
  t.is(waiting.status, 'pending', 'its clock is ahead of the network’s now')
  t.is(waiting.waiting.code, 'network_date')
  simulator.setClock(60_000)
  server.pass(30_000)
  await server.work()
  t.is((await other.status()).body.status, 'accepted')
})

test('people are looked up in the simulator', async (t) => {
  const { server, visit: open } = await startChain(t)
  const { token, submit } = await open()
  await submit()
  const patient = await server.call('GET', `/v1/rnds/patient?cpf=${patientCpf}`, { token })
  t.is(patient.status, 200)
  t.like(patient.body.patient, { cpf: patientCpf, name: 'MARIA SOUZA', gender: 'female' })
  const path = `/v1/rnds/practitioner?cns=${practitionerCns}`
  const practitioner = await server.call('GET', path, { token })
  t.like(practitioner.body.practitioner, {
    cns: practitionerCns,
    name: 'RAFAEL MONTEIRO',
    specialty: 'Médico clínico',
    council: 'CRM',
    council_number: '123456',
    council_state: 'SP',
  })
  const page = await server.buildSession({
    secret: (await server.buildApiKey()).secret,
    doctorId: 'd',
    holder: 'page',
  })
  for (const one of [path, `/v1/rnds/patient?cpf=${patientCpf}`])
    t.like((await server.call('GET', one, { token: page })).body, { error: 'forbidden' })
  const nobody = await server.call('GET', '/v1/rnds/patient?cpf=39053344705', { token })
  t.deepEqual([nobody.status, nobody.body.error], [404, 'patient_not_found'])
})

test('a patient who was looked up is known: an encounter after the death, or before the birth, is not sent', async (t) => {
  const [maria, ...others] = simulatedPeople.patients
  for (const [dates, codes] of [
    [{ deathDate: '2001-01-01' }, ['ERR798', 'ERR800']],
    [{ birthDate: '2999-01-01' }, ['ERR799', 'ERR801']],
  ] as const) {
    const {
      server,
      visit: open,
      count,
      simulator,
    } = await startChain(t, {
      people: { ...simulatedPeople, patients: [{ ...maria!, ...dates }, ...others] },
    })
    const before = await open()
    t.is((await before.submit()).status, 200, 'nobody knows it yet')
    const visit = await open()
    const headers = { token: visit.token }
    await server.call('GET', `/v1/rnds/patient?cpf=${patientCpf}`, headers)
    const refused = await visit.submit()
    t.is(refused.status, 400)
    t.deepEqual(refused.body.details.map(({ issue }: { issue: string }) => issue).sort(), codes)
    t.is(count('patient'), 1, 'the network is not asked again')
    t.is(simulator.documents().length, 1)
  }
})
