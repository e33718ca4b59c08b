/**
 * The endpoints with nothing replaced between them and the simulator: reviewed documents are
 * compiled, the bundle is checked and sent over mutual TLS.
 */
import type { ExecutionContext } from 'ava'
import type { SimulatedPeople } from '../../bin/tools/rnds-simulator/people.ts'
import type { DocumentRecord } from '../../core/document/record/document-store.ts'
import { buildBundle, restamp } from '../../core/fhir/bundle/build-bundle.ts'
import type { ReviewedDocument } from '../../core/rnds/compile-record/read-documents.ts'
import { knownRoles } from '../../core/rnds/known-roles.ts'
import type { FindProfiles } from '../../core/rnds/ports.ts'
import type { ProfessionalStore } from '../../core/rnds/professional.ts'
import {
  recordMaking,
  submissionCheck,
  submissionCompile,
} from '../../core/rnds/submission-compile.ts'
import type { ConfirmedDiagnosis } from '../../core/terminology/ports.ts'
import { professionalStore, roleStore } from '../../models/rnds/professionals.ts'
import { builtInProfiles } from './built-in-profiles.ts'
import { confirmed, establishment, reviewed } from './network-consultations.ts'
import { patientCpf, practitionerCns, startRnds } from './rnds.ts'
import { startNetworkServer } from './rnds-server.ts'

export const CNES = '9876543'
export const SUBMIT = { patient_cpf: patientCpf, practitioner_cns: practitionerCns, cnes: CNES }
export const REPLACE = { practitioner_cns: practitionerCns }
export const DELETE = { practitioner_cns: practitionerCns, reason: 'Paciente errado' }

interface ChainOptions {
  people?: SimulatedPeople
  /** In place of those of the product, whatever the day. */
  profiles?: FindProfiles
  /** What is not as usual. */
  profile?: Parameters<typeof establishment>[0]
}

export async function startChain(
  t: ExecutionContext,
  { people, profiles = builtInProfiles, profile: own = {} }: ChainOptions = {},
) {
  let aheadMs = 0
  const { simulator, client, count } = await startRnds(t, {
    simulator: {
      now: () => new Date(Date.now() + aheadMs),
      ...(people && { people }),
    },
  })
  const made: { store?: ProfessionalStore } = {}
  const keep = (store: ProfessionalStore) => {
    made.store = store
    return store
  }
  const documents = new Map<string, ReviewedDocument[]>()
  const diagnoses = new Map<string, ConfirmedDiagnosis[]>()
  const builder = { build: buildBundle, restamp }
  const making = recordMaking({ find: async () => null, tables: async () => [] })
  const { organizationId: _, ...profile } = establishment({
    cnes: null,
    requesterId: '12345',
    lookupCns: practitionerCns,
    relEnabled: true,
    defaults: { cbo: '225125' },
    ...own,
  })
  const server = await startNetworkServer(t, {
    network: client,
    establishment: profile,
    builder,
    patienceMs: 10_000,
    making: ({ now, database: { sequelize }, sealer, index }) => ({
      builder,
      profiles,
      check: submissionCheck({
        profiles,
        check: making.check,
        now,
      }),
      compile: submissionCompile({
        documents: { list: async (id) => (documents.get(id) ?? []) as DocumentRecord[] },
        diagnoses: { list: async (id) => diagnoses.get(id) ?? [] },
        procedures: { list: async () => [] },
        professionals: keep(professionalStore(sequelize, sealer)),
        roles: knownRoles({
          networkOf: async () => client,
          terminology: { find: async () => null },
          store: roleStore(sequelize, sealer, index),
          now,
        }),
        profiles,
        make: making.compile,
      }),
    }),
  })
  return {
    server,
    simulator,
    count,
    professionals: () => made.store as ProfessionalStore,
    /** Moves the clock, the network's too. */
    pass(ms: number) {
      aheadMs += ms
      server.pass(ms)
    },
    async visit() {
      const visit = await server.visit()
      const says = (complaint: string, field?: string) =>
        documents.set(visit.ehrId, [
          reviewed(
            'anamnesis',
            field
              ? { [field]: [complaint] }
              : { 'Queixa Principal': complaint, Orientações: ['Repouso.'] },
            { createdAt: server.now() },
          ),
        ])
      says('Tosse há três dias.')
      diagnoses.set(visit.ehrId, [confirmed('J069')])
      return {
        ...visit,
        says,
        diagnoses: (list: ConfirmedDiagnosis[]) => diagnoses.set(visit.ehrId, list),
        unreview: () => documents.set(visit.ehrId, []),
        submit: (body: object = SUBMIT) => visit.submit(body),
        replace: (told: object = {}) => visit.replace({ ...REPLACE, ...told }),
        remove: (told: object = {}) => visit.remove({ ...DELETE, ...told }),
      }
    },
  }
}
