// Own process: has one service until its last test has ended.
/**
 * The sample EHR and the rehearsal of the national network, from the page's calls to the documents
 * that the network keeps.
 */

import { generateKeyPair } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import forge from 'node-forge'
import { loadSamples } from '../../bin/tools/demo/load-samples.ts'
import { DEMO_CNES, DEMO_DOCTOR } from '../../bin/tools/demo/rnds/demo-hospital.ts'
import { simulatedPeople } from '../../bin/tools/rnds-simulator/people.ts'
import { type DemoService, demoFolder, until } from '../helpers/demo-service.ts'

const CONTEXT =
  'Dor de garganta há 3 dias. Febre de 39 graus. Alergia a camarão. Pressão 115 por 75. Diagnóstico de amigdalite.'

/** Making certificates takes a while: the tests of one visit each share it. */
let service: DemoService

const endings: (() => unknown)[] = []

test.before(async () => {
  service = await (await demoFolder({ teardown: (end) => endings.unshift(end) })).start()
  await service.connected()
})

test.after.always(async () => {
  for (const end of endings) await end()
})

test.serial(
  'a reviewed document with its diagnosis is accepted and deleted; unchanged it is not replaced',
  async (t) => {
    const visit = await readyVisit()
    t.is((await visit.see()).body.record, null)

    const submitted = await visit.submit()
    t.is(submitted.status, 200, JSON.stringify(submitted.body))
    t.is(submitted.body.status, 'submitted')
    const accepted = await visit.see()
    t.is(accepted.body.record.status, 'accepted')
    t.deepEqual(texts(accepted), ['Registro montado e guardado', 'Aceito pela RNDS'])

    const { outline, bundle } = (await visit.bundle()).body
    t.is(bundle.type, 'document')
    t.deepEqual(
      outline.map(({ resourceType }: { resourceType: string }) => resourceType),
      bundle.entry.map(
        ({ resource }: { resource: { resourceType: string } }) => resource.resourceType,
      ),
    )
    t.true(outline.some(({ detail }: { detail: string | null }) => detail === 'J039'))

    const replaced = await visit.replace()
    t.is(replaced.status, 200, JSON.stringify(replaced.body))
    t.is(replaced.body.previous_record_id, submitted.body.rnds_record_id)
    const unchanged = texts(await visit.see())
    t.false(unchanged.includes('Versão anterior substituída'), 'nothing has changed')

    const removed = await visit.remove('Paciente errada')
    t.is(removed.status, 200, JSON.stringify(removed.body))
    const gone = await visit.see()
    t.is(gone.body.record.status, 'deleted')
    t.is(texts(gone).at(-1), 'Excluído da RNDS')
  },
)

test.serial('what is missing is told before anything is sent', async (t) => {
  const visit = await newVisit()
  await visit.document(CONTEXT)
  const refused = await visit.submit()
  t.is(refused.status, 400)
  t.is(refused.body.error, 'validation_error')
  const found = refused.body.details.map(
    ({ field, issue }: { field: string; issue: string }) => `${field}: ${issue}`,
  )
  t.deepEqual(found, ['documents: document_not_reviewed', 'diagnoses: diagnosis_required'])
  t.is((await visit.remove('')).body.error, 'validation_error')
  t.is((await visit.see()).body.record, null)
})

test.serial(
  'a prescription goes on its own beside the visit, and as REPM once its package is there',
  async (t) => {
    const visit = await readyVisit()
    t.is((await visit.submit()).status, 200)
    t.is((await visit.submit('RPM')).body.details[0].reason, 'nothing_prescribed')
    const prescription = await visit.document('Retorno em sete dias.', 'prescription')
    const { version } = (await visit.api('GET', `/documents/${prescription}`)).body
    const written = await visit.api('PATCH', `/documents/${prescription}`, {
      version,
      content: {
        'Medicações Prescritas': ['Amoxicilina 500 mg de 8 em 8 horas por 7 dias'],
        Orientações: null,
      },
    })
    t.is(written.status, 200, JSON.stringify(written.body))
    await visit.review(prescription)
    const sent = await visit.submit('RPM')
    t.is(sent.status, 200, JSON.stringify(sent.body))
    t.is(sent.body.document_type, 'RPM')
    t.is((await visit.see('RPM')).body.record.status, 'accepted')
    const { bundle } = (await visit.bundle('RPM')).body
    t.is(bundle.entry[0].resource.type.coding[0].code, 'RPM')
    t.true(JSON.stringify(bundle).toLowerCase().includes('amoxicilina'))
    t.is((await visit.bundle()).body.bundle.entry[0].resource.type.coding[0].code, 'RAC')

    const electronic = await visit.submit('REPM')
    t.is(electronic.status, 400)
    t.like(electronic.body.details[0], { field: 'document_type', issue: 'profile_missing' })
    t.regex(electronic.body.details[0].setting, /definitions import/)
    t.is((await visit.see('REPM')).body.record, null)

    t.is((await visit.remove('Paciente errada', 'RPM')).status, 200)
    t.is((await visit.see('RPM')).body.record.status, 'deleted')
    t.is((await visit.see()).body.record.status, 'accepted')
  },
)

test.serial(
  'without the network the record waits, and arrives when the cable is plugged in',
  async (t) => {
    const visit = await readyVisit()
    t.is((await service.call('PUT', '/demo/rnds', { mode: 'down' })).status, 200)
    t.is((await visit.submit()).status, 200)
    const waiting = await visit.see()
    t.is(waiting.body.record.status, 'pending')
    t.is(waiting.body.mode, 'down')
    t.true(texts(waiting).includes('Sem conexão com a RNDS'))
    t.is((await visit.replace()).body.error, 'submission_in_progress')

    await service.call('PUT', '/demo/rnds', { mode: 'normal' })
    await until(async () => (await visit.see()).body.record.status === 'accepted')
  },
)

test.serial('a refusal comes with its reason and what to do about it', async (t) => {
  const visit = await readyVisit()
  await service.call('PUT', '/demo/rnds', { mode: 'refusing' })
  const refused = await visit.submit()
  t.is(refused.status, 422)
  t.is(refused.body.error, 'rnds_rejected')
  t.is(refused.body.details[0].code, 'ERR934')
  t.regex(refused.body.details[0].advice, /inativo/)
  t.is((await visit.see()).body.record.details[0].code, 'ERR934')

  await service.call('PUT', '/demo/rnds', { mode: 'normal' })
  t.is((await visit.submit()).status, 200)
  t.is((await visit.see()).body.record.status, 'accepted')
})

for (const [mode, code] of [
  ['certificate', 'certificate_refused'],
  ['clock', 'network_date'],
])
  test.serial(
    `with "${mode}" the record waits, says why, and goes when it is mended`,
    async (t) => {
      const visit = await readyVisit()
      await service.call('PUT', '/demo/rnds', { mode })
      t.is((await visit.submit()).status, 200)
      t.is((await visit.see()).body.record.status, 'pending')
      t.is((await visit.see()).body.record.waiting.code, code)
      await service.call('PUT', '/demo/rnds', { mode: 'normal' })
      await until(async () => (await visit.see()).body.record.status === 'accepted')
    },
  )

for (const [mode, code] of [
  ['occupation', 'ERR879'],
  ['unit', 'ERR897'],
  ['month', 'ERR802'],
])
  test.serial(`with "${mode}" the record is refused with what to do`, async (t) => {
    const visit = await readyVisit()
    await service.call('PUT', '/demo/rnds', { mode })
    const refused = await visit.submit()
    t.is(refused.body.details[0].code, code)
    t.truthy(refused.body.details[0].advice)
    await service.call('PUT', '/demo/rnds', { mode: 'normal' })
    t.is((await visit.submit()).status, 200)
  })

test.serial('a record of one patient is not found under the name of another', async (t) => {
  const visit = await readyVisit()
  await visit.submit()
  const { ehrId, appointment } = visit
  const other = new URLSearchParams({ ...appointment, patient: 'joelho' })
  t.is((await service.call('GET', `/demo/rnds/${ehrId}?${other}`)).body.record, null)
  const another = new URLSearchParams({ patient: 'joelho', consultation: 'outra' })
  t.is((await service.call('GET', `/demo/rnds/${ehrId}?${another}`)).body.record, null)
  t.is((await service.call('GET', `/demo/rnds/${ehrId}/bundle?${another}`)).status, 404)
  const nobody = new URLSearchParams({ ...appointment, patient: 'ninguem' })
  t.is((await service.call('GET', `/demo/rnds/${ehrId}?${nobody}`)).status, 404)
})

test.serial('another site changes nothing', async (t) => {
  const visit = await newVisit()
  const cross = { 'sec-fetch-site': 'cross-site' }
  for (const [method, path, body] of [
    ['PUT', '', { mode: 'down' }],
    ['POST', `/${visit.ehrId}/submit`, visit.appointment],
    ['POST', `/${visit.ehrId}/replace`, visit.appointment],
    ['POST', `/${visit.ehrId}/delete`, { ...visit.appointment, reason: 'não' }],
  ] as const) {
    const refused = await service.call(method, `/demo/rnds${path}`, body, cross)
    t.is(refused.body.error, 'origin_not_allowed', path)
  }
  t.is((await service.call('GET', '/demo/rnds')).body.mode, 'normal')
})

test.serial(
  'after a restart the rehearsal has another address, and still what it was sent',
  async (t) => {
    const folder = await demoFolder(t)
    const first = await folder.start()
    await first.connected()
    const visit = await first.visit('garganta')
    await visit.review(await visit.document(CONTEXT))
    await visit.diagnose('J03.9')
    await visit.submit()
    await first.stop()

    const second = await folder.start()
    await second.connected()
    const query = new URLSearchParams(visit.appointment)
    const record = `/demo/rnds/${visit.ehrId}`
    t.is((await second.call('GET', `${record}?${query}`)).body.record.status, 'accepted')
    const removed = await second.call('POST', `${record}/delete`, {
      ...visit.appointment,
      reason: 'Teste',
    })
    t.is(removed.status, 200, JSON.stringify(removed.body))
  },
)

test.serial('what an administrator has set stays, and then nothing is sent', async (t) => {
  const folder = await demoFolder(t)
  await (await folder.start()).stop()
  await folder.administer(async ({ establishments }, organizationId) => {
    await establishments.changeEstablishment(organizationId, {
      environment: 'homologation',
      requesterId: '12345',
      authUrl: null,
      ehrUrl: null,
    })
  })

  const other = await folder.start()
  const visit = await other.visit('garganta')
  const refused = await visit.submit()
  t.is(refused.status, 503)
  t.is(refused.body.error, 'rnds_unavailable')
  t.is((await other.call('GET', '/demo/rnds')).body.mode, null)
  await other.stop()
  await folder.administer(async ({ establishments }, organizationId) => {
    const kept = await establishments.getEstablishment(organizationId)
    t.like(kept, { environment: 'homologation', requesterId: '12345', ehrUrl: null })
  })
})

test.serial(
  'a certificate that an administrator has imported stays, and then nothing is sent',
  async (t) => {
    const folder = await demoFolder(t)
    await (await folder.start()).stop()
    let imported = ''
    await folder.administer(async ({ certificates }, organizationId) => {
      const bytes = Buffer.from(await ownCertificate())
      imported = (await certificates.importCertificate(organizationId, { bytes }, null)).fingerprint
    })

    const other = await folder.start()
    const visit = await other.visit('garganta')
    t.is((await visit.submit()).body.error, 'rnds_unavailable')
    await other.stop()
    await folder.administer(async ({ certificates }, organizationId) => {
      t.is((await certificates.findCertificate(organizationId))?.fingerprint, imported)
    })
  },
)

test('the rehearsal knows every patient of the agenda, and the doctor', async (t) => {
  const dir = fileURLToPath(new URL('../../bin/tools/demo/samples', import.meta.url))
  for (const { patient } of await loadSamples(dir)) {
    const known = simulatedPeople.patients.find(({ cpf }) => cpf === patient.cpf)
    t.like(known, { name: patient.name.toUpperCase(), cns: patient.cns }, patient.name)
  }
  const doctor = simulatedPeople.practitioners.find(({ cns }) => cns === DEMO_DOCTOR.cns)
  t.truthy(doctor?.roles[DEMO_CNES])
})

async function newVisit() {
  await service.call('PUT', '/demo/rnds', { mode: 'normal' })
  return service.visit('garganta')
}

/** A visit with all that the network asks for. */
async function readyVisit() {
  const visit = await newVisit()
  await visit.review(await visit.document(CONTEXT))
  await visit.diagnose('J03.9')
  return visit
}

function texts({ body }: { body: { timeline: { text: string }[] } }): string[] {
  return body.timeline.map(({ text }) => text)
}

/** PEM, its key inside. */
async function ownCertificate(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const pem = String(privateKey.export({ type: 'pkcs1', format: 'pem' }))
  const key = forge.pki.privateKeyFromPem(pem)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000)
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000)
  const name = [{ name: 'commonName', value: 'HOSPITAL DE VERDADE' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.sign(key, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate) + pem
}
