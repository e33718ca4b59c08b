/**
 * The endpoints of `/v1` over a socket and SQLite. The national side is the model in memory and a
 * record one line of text, unless a test brings its own.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { ExecutionContext } from 'ava'
import type { AppOptions } from '../../api/app.ts'
import { visitRoutes } from '../../api/v1/visit/routes.ts'
import { networkRoutes } from '../../api/v1-network/routes.ts'
import { AppError } from '../../core/errors.ts'
import type { ClinicalRecord } from '../../core/fhir/clinical-record.ts'
import type { ProfileFinding } from '../../core/fhir/types.ts'
import { type OutgoingHold, outgoingHeld } from '../../core/outgoing/hold.ts'
import type { Establishment } from '../../core/rnds/compile-record/establishment.ts'
import { deleteRecord } from '../../core/rnds/delete-record.ts'
import { type Outbox, outbox } from '../../core/rnds/deliver-outbox.ts'
import { knownPatients } from '../../core/rnds/known-patients.ts'
import { doctorsChoices } from '../../core/rnds/known-roles.ts'
import type { NationalNetwork } from '../../core/rnds/network.ts'
import type { SubmissionStore } from '../../core/rnds/ports.ts'
import { replaceRecord } from '../../core/rnds/replace-record.ts'
import type { DeskDeps } from '../../core/rnds/submission-desk.ts'
import { findPatient, findPractitioner } from '../../core/rnds/submission-lookups.ts'
import { recordStatus, whyWaiting } from '../../core/rnds/submission-status.ts'
import { submitRecord } from '../../core/rnds/submit-record.ts'
import { type ReviewVisit, reviewVisit } from '../../core/rnds/visit-review.ts'
import { professionalStore } from '../../models/rnds/professionals.ts'
import { submissionStore } from '../../models/rnds/submissions.ts'
import { type ConsultationSeal, consultationSeal } from '../../models/vault/consultation-seal.ts'
import type { World } from './access-world.ts'
import { builtInProfiles } from './built-in-profiles.ts'
import { type Fate, modelNetwork } from './rnds-model-network.ts'
import { CPF, contentOfBundle, ESTABLISHMENT, lineBuilder, PRACTITIONER } from './rnds-office.ts'
import { type Called, startServer, type TestServer } from './server.ts'

export const SUBMIT = { patient_cpf: CPF, practitioner_cns: PRACTITIONER, cnes: '2337991' }
export const REPLACE = { practitioner_cns: PRACTITIONER }
export const DELETE = { practitioner_cns: PRACTITIONER, reason: 'Paciente errado' }

export interface NetworkServer extends TestServer {
  /** What happens to the next calls, one each; the last one stays. */
  fates: Fate[]
  /** What the reviewed document of a consultation says; the network refuses what is "bad". */
  content: Map<string, string>
  /** Of the pre-flight check. */
  findings: ProfileFinding[]
  /** By organization, as far as they differ from the test's. */
  establishments: Map<string, Establishment>
  /** Null: everything may leave. */
  setHold(hold: OutgoingHold | null): void
  national: ReturnType<typeof modelNetwork>
  store: SubmissionStore
  outbox: Outbox
  /** Moves the clock. */
  pass(ms: number): void
  /** Does all that is due. */
  work(): Promise<void>
  /** A session and a consultation of its own. */
  visit(): Promise<Visit>
}

export interface Visit {
  token: string
  ehrId: string
  organizationId: string
  /** As the host's backend opens it again, with its key. */
  prepare(facts: object): Promise<Called>
  submit(body?: object, headers?: Record<string, string>): Promise<Called>
  /** `query` with its question mark. */
  status(query?: string): Promise<Called>
  replace(body?: object): Promise<Called>
  remove(body?: object): Promise<Called>
}

export interface NetworkServerOptions {
  /** False: no certificate. */
  isConfigured?: boolean
  /** In place of the model's own. */
  network?: Partial<NationalNetwork>
  establishment?: Partial<Establishment>
  /** How records are made, in place of one line. */
  making?: (
    world: World,
    seal: ConsultationSeal,
  ) => Partial<Pick<DeskDeps, 'compile' | 'builder' | 'check' | 'profiles'>>
  builder?: typeof lineBuilder
  patienceMs?: number
  app?: Partial<AppOptions>
  now?: () => Date
}

export async function startNetworkServer(
  t: ExecutionContext,
  options: NetworkServerOptions = {},
): Promise<NetworkServer> {
  const { isConfigured = true, builder = lineBuilder, patienceMs = 20_000, app = {} } = options
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const fates: Fate[] = ['answered']
  const content = new Map<string, string>()
  const findings: ProfileFinding[] = []
  const establishments = new Map<string, Establishment>()
  const national = modelNetwork({
    nowMs: () => now().getTime(),
    fate: () => (fates.length > 1 ? fates.shift() : fates[0]) ?? 'answered',
    refuses: (bundle) => contentOfBundle(bundle).includes('bad'),
  })
  const network: NationalNetwork = { ...national.network, ...options.network }
  const made: {
    store?: SubmissionStore
    box?: Outbox
    visit?: ReviewVisit
    hold: OutgoingHold | null
  } = { hold: null }
  const networkOf = async () => {
    if (!isConfigured) throw new AppError('unavailable', 'rnds_unavailable', 'Sem certificado.')
    if (made.hold) throw outgoingHeld(made.hold)
    return network
  }
  const owner = randomUUID()

  const server = await startServer(t, {
    now,
    app,
    apiRouters: () => [
      {
        router: visitRoutes({
          read: (...asked) => (made.visit as ReviewVisit).read(...asked),
          change: (...asked) => (made.visit as ReviewVisit).change(...asked),
        }),
      },
    ],
    networkRouters(world) {
      const seal = consultationSeal(memoryKeys())
      const store = submissionStore({ sequelize: world.database.sequelize, seal, now })
      const box = outbox({
        store,
        networkOf,
        builder,
        now,
        elapsedMs: () => performance.now() + aheadMs,
        newId: randomUUID,
        owner,
        isOwnerGone: (other) => other !== owner,
        isHeld: () => made.hold !== null,
        log: world.log,
      })
      made.store = store
      made.box = box
      const establishmentOf = {
        find: async (organizationId: string) =>
          establishments.get(organizationId) ?? {
            ...ESTABLISHMENT,
            organizationId,
            ...options.establishment,
          },
        async save(establishment: Establishment) {
          establishments.set(establishment.organizationId, establishment)
        },
      }
      const patients = knownPatients({ now })
      const desk: DeskDeps = {
        store,
        outbox: box,
        establishments: establishmentOf,
        networkOf,
        index: world.index,
        findHold: () => made.hold,
        openConsultation: world.consultations.openConsultation,
        patchConsultation: world.consultations.patchConsultation,
        compile: async ({ consultation, patient, practitionerCns, cnes, documentType, ...rest }) =>
          ({
            documentType,
            patient,
            practitionerCns,
            cnes,
            localId: rest.localId,
            replaces: rest.replaces,
            generatedAt: rest.at.toISOString(),
            encounter: { cbo: '225125' },
            occupation: { from: 'network', isConfirmed: true },
            content: content.get(consultation.id) ?? 'tosse',
          }) as unknown as ClinicalRecord,
        builder,
        profiles: builtInProfiles,
        check: async () => findings,
        digest: (text) => createHash('sha256').update(text).digest('hex'),
        newId: randomUUID,
        now,
        patienceMs,
        patients,
        ...options.making?.(world, seal),
      }
      const terminology = {
        find: async (_: string, code: string) =>
          code === '225125' ? { system: 'CBO' as const, code, display: 'Médico clínico' } : null,
      }
      const people = {
        establishments: establishmentOf,
        networkOf,
        terminology,
        patients,
        professionals: professionalStore(world.database.sequelize, world.sealer),
        log: world.log,
      }
      const why = whyWaiting({ store, findHold: () => made.hold })
      made.visit = reviewVisit({ ...desk, terminology, whyWaiting: why })
      return [
        {
          router: networkRoutes({
            submitRecord: submitRecord(desk),
            recordStatus: recordStatus(desk),
            replaceRecord: replaceRecord(desk),
            deleteRecord: deleteRecord(desk),
            findPatient: findPatient(people),
            findPractitioner: findPractitioner(people),
            whyWaiting: why,
            doctorsChoices: doctorsChoices(desk),
          }),
        },
      ]
    },
  })
  const store = made.store as SubmissionStore
  const box = made.box as Outbox
  t.teardown(() => box.close())

  return {
    ...server,
    fates,
    content,
    findings,
    establishments,
    setHold(hold) {
      made.hold = hold
    },
    national,
    store,
    outbox: box,
    pass(ms) {
      aheadMs += ms
      national.land()
    },
    async work() {
      for (;;) {
        const id = await store.nextDue()
        if (!id) return
        // Behind shut doors it is due for ever.
        if (!(await box.deliver(id)) && made.hold) return
      }
    },
    async visit() {
      const { secret } = await server.buildApiKey()
      const token = await server.buildSession({ secret })
      const { organizationId } = await server.access.authenticate(token)
      const madeAtMs = aheadMs
      // A token does not live as long as an outage.
      const valid = () => (aheadMs === madeAtMs ? token : server.buildSession({ secret }))
      const ehr = await server.buildConsultation(token)
      const { id: ehrId, consultation_id, doctor_id, patient_id } = ehr
      const call = async (method: string, path: string, body?: object, headers = {}) =>
        server.call(method, `/v1/ehrs/${ehrId}/rnds${path}`, {
          token: await valid(),
          headers,
          ...(body && { body }),
        })
      return {
        token,
        ehrId,
        organizationId,
        prepare: (facts) =>
          server.call('PUT', '/integration/ehrs', {
            headers: { 'x-svc-token': secret },
            body: { consultation_id, doctor_id, patient_id, ...facts },
          }),
        submit: (body = SUBMIT, headers) => call('POST', '/submit', body, headers),
        status: (query = '') => call('GET', `/status${query}`),
        replace: (body = REPLACE) => call('PUT', '/replace', body),
        remove: (body = DELETE) => call('DELETE', '', body),
      }
    },
  }
}

/** Keys that live as long as the test. */
function memoryKeys() {
  const keys = new Map<string, Uint8Array>()
  return {
    async keyFor(consultationId: string) {
      const key = keys.get(consultationId) ?? randomBytes(32)
      keys.set(consultationId, key)
      return key
    },
    findKey: async (consultationId: string) => keys.get(consultationId) ?? null,
  }
}
