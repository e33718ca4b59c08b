// Own process: one test runs after the others.
import { request } from 'node:https'
import test from 'ava'
import fc from 'fast-check'
import type { KeptDocument } from '../../bin/tools/rnds-simulator/documents.ts'
import { FAULTS, readFault } from '../../bin/tools/rnds-simulator/faults.ts'
import { readMonthlyCode } from '../../bin/tools/rnds-simulator/judge-links.ts'
import { simulatedPeople } from '../../bin/tools/rnds-simulator/people.ts'
import { brasiliaDate } from '../../core/fhir/bundle/brasilia-time.ts'
import { buildBundle } from '../../core/fhir/bundle/build-bundle.ts'
import { prepareRules } from '../../core/fhir/profile/prepare-rules.ts'
import { checkBundle } from '../../core/fhir/rules/check-bundle.ts'
import { shippedRules } from '../../core/fhir/rules/rnds.ts'
import { EXTENSIONS, PARTIES, PROFILES, SYSTEMS } from '../../core/fhir/terms.ts'
import type { Bundle, OperationOutcome } from '../../core/fhir/types.ts'
import { isCnes, isCns, isCpf } from '../../core/identifiers.ts'
import { encounterRecord } from '../helpers/clinical-records.ts'
import { testIdentity } from '../helpers/identities.ts'
import { as, patientCpf, practitionerCns, smallBundle, startRnds } from '../helpers/rnds.ts'

test('the invented people have numbers that any check accepts', (t) => {
  const { patients, practitioners, organizations } = simulatedPeople
  for (const { cpf, cns, secondaryCns } of patients) {
    t.true(cpf === null || isCpf(cpf))
    for (const number of [cns, ...secondaryCns]) t.true(number === null || isCns(number))
  }
  for (const { cpf, cns } of practitioners) t.true(isCpf(cpf) && isCns(cns))
  for (const { cnes } of organizations) t.true(isCnes(cnes))
  const numbers = [...patients, ...practitioners].flatMap(({ cpf, cns }) => [cpf, cns])
  const known = numbers.filter((number) => number !== null)
  t.is(new Set(known).size, known.length)
})

const refuses = test.macro({
  title: (_, code: string, what: string) => `${what} is refused with ${code}`,
  async exec(t, code: string, _what: string, spoil: (bundle: Bundle, root: Root) => void) {
    const { client } = await startRnds(t, { simulator: { requesterId: '12345' } })
    const bundle = smallBundle('visit')
    spoil(bundle, bundle.entry[0]?.resource as Root)
    t.like(await client.submit(bundle, as), { kind: 'rejected', issues: [{ code }] })
  },
})
type Root = Record<string, unknown> & { meta: { profile: string[] } }
const patientIs = (value: string) => (_: Bundle, root: Root) => {
  const subject = root.subject as { identifier: { value: string } }
  subject.identifier.value = value
}
test(refuses, 'ERR924', 'a draft', (_, root) => {
  root.status = 'preliminary'
})
test(refuses, 'ERR923', 'another type of bundle', (bundle) => {
  Object.assign(bundle, { type: 'transaction' })
})
test(refuses, 'ERR922', 'a bundle that does not begin with its Composition', (_, root) => {
  Object.assign(root, { resourceType: 'Encounter' })
})
test(refuses, 'ERR887', 'a resource without profile', (_, root) => {
  root.meta.profile = []
})
test(refuses, 'ERR881', 'another requester', (bundle) => {
  bundle.identifier.system = bundle.identifier.system.replace('12345', '999')
})
test(refuses, 'ERR917', 'a bundle without identifier', (bundle) => {
  bundle.identifier.value = ''
})
test(refuses, 'ERR808', 'tomorrow', (bundle) => {
  bundle.timestamp = new Date(Date.now() + 30 * 3_600_000).toISOString()
})
test(refuses, 'ERR919', 'a reference to nothing', (_, root) => {
  root.encounter = { reference: 'urn:uuid:transient-9' }
})
test(refuses, 'ERR934', 'an inactive patient', patientIs('704894397648751'))
test(refuses, 'ERR983', 'an unknown patient', patientIs('700000000000005'))
test(refuses, 'ERR987', 'a patient without a definitive CNS', patientIs('39053344705'))
test(refuses, 'ERR897', 'another establishment', (_, root) => {
  Object.assign(root, {
    author: [{ identifier: { ...firstAuthor(root), value: '1111111' } }],
  })
})
test(refuses, 'ERR875', 'a replacement of nothing', (_, root) => {
  root.relatesTo = [{ code: 'replaces', targetReference: { reference: 'Composition/nobody' } }]
})
test(refuses, 'ERR868', 'another relation', (_, root) => {
  root.relatesTo = [{ code: 'appends', targetReference: { reference: 'Composition/x' } }]
})

test(refuses, 'ERR830', 'a time that is still to come', (bundle) => {
  bundle.timestamp = new Date(Date.now() + 60_000).toISOString()
})
test(refuses, 'ERR862', 'a prescription on its own', (_, root) => {
  Object.assign(root, { type: { coding: [{ system: SYSTEMS.documentType, code: 'RPM' }] } })
})
test(refuses, 'ERR897', 'an establishment of another credential', (_, root) => {
  Object.assign(root, { author: [{ identifier: { ...firstAuthor(root), value: '9876611' } }] })
})

const acts = (cbo: string, role: string) => (bundle: Bundle) => {
  const url = 'urn:uuid:transient-1'
  const participant = {
    extension: [
      {
        url: EXTENSIONS.occupation,
        valueCodeableConcept: { coding: [{ system: SYSTEMS.cbo, code: cbo }] },
      },
    ],
    individual: { identifier: { system: PARTIES.practitionerRole, value: role } },
  }
  const meta = { profile: [PROFILES.encounter] }
  bundle.entry.push({
    fullUrl: url,
    resource: { resourceType: 'Encounter', meta, participant: [participant] },
  })
}
test(
  refuses,
  'ERR879',
  'an occupation that nobody gave him',
  acts('225120', `${practitionerCns}-9876543`),
)
test(
  refuses,
  'ERR879',
  'an occupation of another establishment',
  acts('225124', `${practitionerCns}-9876500`),
)
test(refuses, 'ERR879', 'somebody whom it does not know', acts('225125', '700000000000005-9876543'))

test('a code is refused outside the months of its table, and an RPM is taken where it is on', async (t) => {
  const month = brasiliaDate(new Date()).slice(0, 7).replace('-', '')
  const codes = ['225125', `225125:-${Number(month) - 1}`, '225125:209901-'].map(readMonthlyCode)
  for (const code of codes) {
    if (!code) return t.fail()
    const { client } = await startRnds(t, { simulator: { months: [code] } })
    const bundle = smallBundle('visit')
    acts('225125', `${practitionerCns}-9876543`)(bundle)
    const answer = await client.submit(bundle, as)
    t.like(answer, { kind: 'rejected', issues: [{ code: 'ERR802' }] })
  }
  t.is(readMonthlyCode('225125:2026'), undefined)
  const inTime = readMonthlyCode(`225125:${month}-${month}`)
  const { client } = await startRnds(t, {
    simulator: { rpm: true, months: inTime ? [inTime] : [] },
  })
  const bundle = smallBundle('visit')
  acts('225125', `${practitionerCns}-9876543`)(bundle)
  const [root] = bundle.entry
  Object.assign(root?.resource ?? {}, {
    type: { coding: [{ system: SYSTEMS.documentType, code: 'RPM' }] },
  })
  t.is((await client.submit(bundle, as)).kind, 'accepted')
})

for (const name of ['certificate-refused', 'certificate-reset'] as const)
  test(`${name}: a certificate that TLS took is refused at the call for a token`, async (t) => {
    const { client, simulator } = await startRnds(t)
    simulator.faults.add({ name })
    t.like(await client.submit(smallBundle('visit'), as), {
      kind: 'unsent',
      trouble: { code: 'certificate_refused' },
    })
    t.deepEqual(
      simulator.calls().map(({ operation }) => operation),
      ['token'],
    )
    simulator.faults.clear()
    t.is((await client.submit(smallBundle('visit'), as)).kind, 'accepted')
  })

test('refusals have the shapes that were seen in public', async (t) => {
  const { client, simulator } = await startRnds(t, { simulator: { requesterId: '12345' } })
  const { caPem } = await testIdentity()
  const headers = { 'x-authorization-server': 'Bearer none', authorization: practitionerCns }
  const ask = { method: 'GET', ca: caPem, headers }
  const unauthorized = await read(`${simulator.ehrUrl}/api/fhir/r4/Patient?identifier=x`, ask)
  t.like(unauthorized.issue[0], { code: 'security', severity: 'error' })
  t.regex(unauthorized.issue[0]?.diagnostics ?? '', /^\(EHR-ERR882\) O token de certificado/)
  const first = await client.submit(smallBundle('visit'), as)
  const replaces = first.kind === 'accepted' ? first.networkId : ''
  await client.submit(smallBundle('visit', { replaces }), as)
  const again = await client.submit(smallBundle('visit', { replaces }), as)
  t.like(again, { kind: 'rejected', issues: [{ code: 'MSG009' }] })
})

function read(url: string, options: object): Promise<OperationOutcome> {
  return new Promise((resolve, reject) => {
    request(url, options, async (response) => {
      let text = ''
      for await (const part of response) text += part
      resolve(JSON.parse(text))
    })
      .once('error', reject)
      .end()
  })
}

function firstAuthor(root: Root): object {
  const [author] = root.author as { identifier: object }[]
  return author?.identifier ?? {}
}

test('a version can be replaced once, and only under its own identifier', async (t) => {
  const { client } = await startRnds(t)
  const first = await client.submit(smallBundle('visit'), as)
  const replaces = first.kind === 'accepted' ? first.networkId : ''
  t.like(await client.submit(smallBundle('another', { replaces }), as), {
    issues: [{ code: 'ERR872' }],
  })
  t.is((await client.submit(smallBundle('visit', { replaces }), as)).kind, 'accepted')
  t.like(await client.submit(smallBundle('visit', { replaces }), as), {
    kind: 'rejected',
    issues: [{ code: 'MSG009' }],
  })
})

test('a practitioner without a link is refused, and that is not the token’s fault', async (t) => {
  const { client, count } = await startRnds(t)
  const unlinked = { practitionerCns: '171203011720006' }
  t.like(await client.submit(smallBundle('visit'), unlinked), {
    kind: 'rejected',
    httpStatus: 403,
    issues: [{ code: 'ERR906', severity: 'error' }],
  })
  t.is(count('token'), 1)
})

test('with "anyone" whoever has a right number exists', async (t) => {
  const { client } = await startRnds(t, { simulator: { anyone: true } })
  const someone = { practitionerCns: '195748906820018' }
  t.like(await client.findPatient({ cpf: '11144477735' }, someone), { cpf: '11144477735' })
  t.is(await client.findPatient({ cpf: '11144477736' }, someone), null)
})

test('the product’s own check decides about content, with its codes', async (t) => {
  const path = 'Bundle.entry[1].resource.period'
  const finding = { severity: 'error' as const, code: 'ERR793', path, message: 'As datas diferem.' }
  const { client } = await startRnds(t, {
    simulator: {
      check: () => [
        finding,
        { ...finding, code: 'cardinality' },
        { ...finding, severity: 'warning' },
      ],
    },
  })
  const answer = await client.submit(smallBundle('visit'), as)
  t.deepEqual(answer.kind === 'rejected' ? answer.issues.map(({ code }) => code) : [], [
    'ERR793',
    'processing',
  ])
})

test('a record that the product builds is taken by the rehearsal that checks as the product does', async (t) => {
  const profiles = prepareRules(shippedRules())
  const check = (bundle: unknown) =>
    checkBundle(bundle, { profiles, today: brasiliaDate(new Date()) })
  const { client } = await startRnds(t, { simulator: { check, requesterId: '12345' } })
  const [maria] = simulatedPeople.patients
  const record = encounterRecord({
    requesterId: '12345',
    localId: 'consulta-1',
    patient: { cns: maria?.cns ?? null, cpf: patientCpf },
    practitioner: { cns: practitionerCns },
    cnes: '9876543',
  })
  const sent = await client.submit(buildBundle(record, new Date()), as)
  t.is(sent.kind, 'accepted', JSON.stringify(sent))
  const wrong = encounterRecord({ ...record, localId: 'consulta-2', procedures: [] })
  t.is((await client.submit(buildBundle(wrong, new Date()), as)).kind, 'rejected')
  const read = sent.kind === 'accepted' ? await client.readDocument(sent.networkId, as) : null
  t.false(JSON.stringify(read).includes('transient'))
})

test('documents outlive the simulator where they are kept', async (t) => {
  let kept: KeptDocument[] = []
  const saved = {
    documents: kept,
    save(documents: KeptDocument[]) {
      kept = structuredClone(documents)
    },
  }
  const before = await startRnds(t, { simulator: { saved } })
  t.is((await before.client.submit(smallBundle('visit'), as)).kind, 'accepted')
  const after = await startRnds(t, { simulator: { saved: { ...saved, documents: kept } } })
  t.is((await after.client.submit(smallBundle('visit'), as)).kind, 'duplicate')
})

test('programs of this machine switch faults on and off', async (t) => {
  const { client, simulator } = await startRnds(t)
  const { caPem } = await testIdentity()
  const switchOn = (body: unknown) =>
    call(`${simulator.ehrUrl}/simulator/faults`, 'POST', caPem, body)
  t.is(await switchOn({ name: 'gateway', operation: 'submit', times: 1 }), 204)
  t.is(await switchOn({ name: 'nonsense' }), 400)
  t.is((await client.submit(smallBundle('visit'), as)).kind, 'unknown')
  t.is((await client.submit(smallBundle('visit'), as)).kind, 'accepted')
  t.is(await switchOn({ name: 'gateway' }), 204)
  t.is(await call(`${simulator.ehrUrl}/simulator/faults`, 'DELETE', caPem), 204)
  t.deepEqual(simulator.faults.list(), [])
  t.is(await call(`${simulator.ehrUrl}/api/fhir/r4/metadata`, 'GET', caPem), 200)
  t.is(await call(`${simulator.ehrUrl}/api/fhir/r4/Nonsense`, 'GET', caPem), 400)
})

test('a fault is named in words, and nothing else is one', (t) => {
  t.deepEqual(readFault('reject:ERR793'), { name: 'reject', code: 'ERR793' })
  t.deepEqual(readFault('silent'), { name: 'silent' })
  t.is(readFault('nonsense'), undefined)
  t.is(readFault('reject:a:b'), undefined)
})

test.serial(
  'no line of the client’s log holds a number, a name, a token or an address',
  async (t) => {
    const { client, simulator, lines, certificate } = await startRnds(t, {
      client: { limits: { totalTimeoutMs: 1500 } },
    })
    const [maria] = simulatedPeople.patients
    const secrets = [patientCpf, practitionerCns, maria?.cns ?? '', 'MARIA', 'simulador.']
    secrets.push('saude.gov.br', '127.0.0.1', certificate.keyPem.slice(40, 80), 'HOSPITAL SIMULADO')
    const calls = [
      (value: string) => client.submit(smallBundle(value), as),
      (value: string) => client.findPatient({ cpf: patientCpf, cns: value }, as),
      () => client.findPatient({ cns: maria?.cns ?? '' }, as),
      () => client.findPractitioner(practitionerCns, as),
      (value: string) => client.remove(value, as),
      (value: string) => client.readDocument(value, as),
      (value: string) => client.findByLocalId({ system: value, value, documentType: 'RAC' }, as),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(null, ...FAULTS.filter((name) => name !== 'silent')),
        fc.integer({ min: 0, max: calls.length - 1 }),
        fc.string({ minLength: 8 }),
        async (name, index, value) => {
          simulator.faults.clear()
          // The network's own words may name a person: they are not for the log.
          if (name) simulator.faults.add({ name, code: `ERR906) CNS ${practitionerCns} (` })
          await calls[index]?.(value).catch((error: { code?: string }) => {
            t.is(error.code, 'rnds_unavailable')
            for (const secret of secrets) t.false(JSON.stringify(error).includes(secret))
          })
          const text = JSON.stringify(lines)
          for (const secret of [...secrets, JSON.stringify(value).slice(1, -1)])
            t.false(text.includes(secret), secret)
        },
      ),
      { numRuns: 40 },
    )
    t.true(lines.length > 20)
    for (const { event, fields } of lines) {
      t.is(event, 'rnds.call')
      for (const field of Object.keys(fields ?? {}))
        t.true(['operation', 'status', 'ms', 'codes', 'outcome', 'reason', 'code'].includes(field))
    }
  },
)

function call(url: string, method: string, ca: string, body?: unknown): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, ca }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.once('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
