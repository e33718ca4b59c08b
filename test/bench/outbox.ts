/**
 * The outbox full: records in real SQLite, and a network over TLS, in another process, that takes
 * `OUTBOX_PER_SECOND` and goes away on the way: connections refused, then 503, then slow. How long
 * it took, how many calls, whether all arrived once and in order, and what it cost in memory.
 */
import { fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { QueryTypes } from 'sequelize'
import { readCertificateFile } from '../../api/rnds-client/certificate-file.ts'
import { rndsClient } from '../../api/rnds-client/rnds-client.ts'
import { CLIENT_PASSWORD } from '../../bin/tools/rnds-simulator/certificates.ts'
import { buildBundle, restamp } from '../../core/fhir/bundle/build-bundle.ts'
import type { Bundle } from '../../core/fhir/types.ts'
import { silentLog } from '../../core/log.ts'
import { outbox } from '../../core/rnds/deliver-outbox.ts'
import type { NewSubmission, SubmissionStore } from '../../core/rnds/ports.ts'
import { submissionStore } from '../../models/rnds/submissions.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { openWorld, type World } from '../helpers/access-world.ts'
import { fullEncounterRecord } from '../helpers/clinical-records.ts'
import { testIdentity } from '../helpers/identities.ts'
import { count, median, percentile, teardowns, tellProgress } from './figures.ts'
import type { NetworkReady, NetworkReport, Weather } from './outbox-network.ts'

const VISITS_OF_A_PATIENT = 2
const TYPES = ['RAC', 'RPM'] as const
/** Of the queue, when the weather changes; and how long it stays so. */
const CHANGES: { at: number; weather: Weather; seconds: number }[] = [
  { at: 0.3, weather: 'away', seconds: 20 },
  { at: 0.5, weather: 'failing', seconds: 20 },
  { at: 0.7, weather: 'slow', seconds: 20 },
]

export async function benchOutbox() {
  const records = count('OUTBOX_RECORDS', 10_000)
  const perSecond = count('OUTBOX_PER_SECOND', 200)
  const after = teardowns()
  try {
    const network = await startNetwork(after, perSecond)
    const world = await openWorld(after)
    const store = await filled(world, records)
    const box = await openBox(world, store, network)
    after.teardown(() => box.close())
    const bytesBefore = rss()
    const startMs = performance.now()
    await box.start()
    const seen = await watch(store, network, records)
    const seconds = (performance.now() - startMs) / 1000
    const { calls, taken } = await network.report()
    const attempts = await world.database.sequelize.query<{ n: number }>(
      'SELECT COUNT(*) AS n FROM rnds_attempts GROUP BY submission_id',
      { type: QueryTypes.SELECT },
    )
    const each = attempts.map(({ n }) => n)
    return {
      records,
      perSecond,
      seconds: round(seconds),
      arrived: new Set(taken).size,
      twice: taken.length - new Set(taken).size,
      visitsOutOfOrder: outOfOrder(taken, ([patient, visit]) => `${patient} ${visit}`),
      patientsOutOfOrder: outOfOrder(taken, ([patient]) => String(patient)),
      calls,
      attemptsEach: { p50: median(each), p99: percentile(each, 0.99), most: Math.max(...each) },
      rssMiB: { before: mib(bytesBefore), ...seen.rssMiB },
      lookMs: seen.lookMs,
    }
  } finally {
    await after.run()
  }
}

/** Patients whose records were not taken in the order in which they were handed over. */
function outOfOrder(taken: readonly string[], groupOf: (parts: string[]) => string): number {
  const last = new Map<string, string>()
  const wrong = new Set<string>()
  for (const name of taken) {
    const group = groupOf(name.split('-'))
    if ((last.get(group) ?? '') > name) wrong.add(group)
    last.set(group, name)
  }
  return wrong.size
}

/** Until all have arrived; changes the weather on the way. */
async function watch(store: SubmissionStore, network: Network, records: number) {
  const rssMiB = { quarter: 0, highest: 0, end: 0 }
  const looks: number[] = []
  const changes = [...CHANGES]
  for (;;) {
    const startMs = performance.now()
    await store.nextDue()
    await store.nextDueInMs()
    looks.push(performance.now() - startMs)
    const { pending } = await store.countByState()
    const done = 1 - pending / records
    rssMiB.highest = Math.max(rssMiB.highest, mib(rss()))
    if (done >= 0.25 && rssMiB.quarter === 0) rssMiB.quarter = mib(rss())
    if (pending === 0) break
    const next = changes[0]
    if (next && done >= next.at) {
      changes.shift()
      tellProgress(`outbox: the network is ${next.weather}`, records - pending, records)
      await network.change(next.weather)
      await sleep(next.seconds * 1000)
      const left = (await store.countByState()).pending
      await network.change('fair')
      tellProgress('outbox: it is back', records - left, records)
    }
    await sleep(500)
  }
  rssMiB.end = mib(rss())
  return { rssMiB, lookMs: { p50: round(median(looks)), p95: round(percentile(looks, 0.95)) } }
}

interface Network extends NetworkReady {
  change(weather: Weather): Promise<void>
  report(): Promise<NetworkReport>
}

async function startNetwork(
  after: ReturnType<typeof teardowns>,
  perSecond: number,
): Promise<Network> {
  const path = fileURLToPath(new URL('outbox-network.ts', import.meta.url))
  const child = fork(path, [String(perSecond)], { execArgv: ['--import=tsx'] })
  after.teardown(() => child.disconnect())
  const [ready] = (await once(child, 'message')) as [NetworkReady]
  async function ask(what: Weather | 'report') {
    child.send(what)
    const [answer] = await once(child, 'message')
    return answer
  }
  return {
    ...ready,
    async change(weather) {
      await ask(weather)
    },
    report: () => ask('report'),
  }
}

/** Records of patients with two visits each and two types a visit, in the order of their ids. */
async function filled(world: World, records: number): Promise<SubmissionStore> {
  const { sequelize } = world.database
  const seal = consultationSeal(world.vault)
  const store = submissionStore({ sequelize, seal })
  const organization = await world.access.createOrganization({ name: 'Hospital' })
  const { secret } = await world.access.createKey({
    organizationId: organization.id,
    kind: 'api_key',
    name: 'EHR',
  })
  const { token } = await world.access.issueSessionToken(
    await world.access.authenticateKey(secret),
    {},
  )
  const principal = await world.access.authenticate(token)
  const bundle = buildBundle(fullEncounterRecord(), new Date())
  const visits = Math.ceil(records / TYPES.length)
  const patients = Math.ceil(visits / VISITS_OF_A_PATIENT)
  let made = 0
  // Everybody's first visit before anybody's second, as in a hospital.
  for (let visit = 0; visit < visits; visit++) {
    const ids = {
      consultationId: `c${visit}`,
      doctorId: 'd',
      patientId: `p${visit % patients}`,
      type: 'IN_PERSON' as const,
    }
    const { consultation } = await world.consultations.openByExternalId(principal, ids)
    const name = `${number(visit % patients)}-${Math.floor(visit / patients)}`
    for (const [index, documentType] of TYPES.entries()) {
      if (made === records) break
      made += 1
      const localId = `${name}-${index}`
      await store.create(
        record(
          { organizationId: organization.id, consultationId: consultation.id },
          { localId, documentType },
          bundle,
        ),
        [],
      )
    }
    if (visit % 1000 === 999) tellProgress('outbox: filled', made, records)
  }
  return store
}

function record(
  place: Pick<NewSubmission, 'organizationId' | 'consultationId'>,
  names: Pick<NewSubmission, 'localId' | 'documentType'>,
  pattern: Bundle,
): NewSubmission {
  const at = new Date()
  const bundle = structuredClone(pattern)
  bundle.identifier.value = names.localId
  const [root] = bundle.entry
  const type = root?.resource.type as { coding: { code: string }[] }
  if (type.coding[0]) type.coding[0].code = names.documentType
  return {
    id: `rnds_${randomUUID()}`,
    ...place,
    ...names,
    state: 'pending',
    networkId: null,
    replaces: null,
    patient: { cpf: '52998224725', cns: null },
    practitionerCns: '195748906820018',
    cnes: '2337991',
    told: null,
    occupation: null,
    profiles: null,
    digest: randomBytes(16).toString('hex'),
    bundle,
    issues: [],
    submittedAt: at,
    updatedAt: at,
    failedAttempts: 0,
    waiting: null,
    dueAt: at,
    waitingToldAt: null,
    answerHeaders: null,
    inDoubtSince: null,
    deletion: null,
    lease: null,
  }
}

async function openBox(
  { newId }: World,
  store: SubmissionStore,
  { authUrl, ehrUrl }: NetworkReady,
) {
  const identity = await testIdentity()
  const now = () => new Date()
  const client = rndsClient({
    hosts: { authUrl, ehrUrl },
    certificate: readCertificateFile({ bytes: identity.clientPfx }, CLIENT_PASSWORD),
    caPem: identity.caPem,
    userAgent: 'svc/bench',
    now,
    log: silentLog,
  })
  return outbox({
    store,
    networkOf: async () => client,
    builder: { restamp },
    now,
    elapsedMs: () => performance.now(),
    newId,
    owner: randomUUID(),
    isOwnerGone: () => false,
    isHeld: () => false,
    log: silentLog,
  })
}

const rss = () => process.memoryUsage.rss()
const mib = (bytes: number) => Math.round(bytes / 2 ** 20)
const round = (value: number) => Math.round(value * 10) / 10
const number = (value: number) => String(value).padStart(6, '0')
