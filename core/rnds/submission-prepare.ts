import { validationError } from '../errors.ts'
import { brasiliaDate } from '../fhir/bundle/brasilia-time.ts'
import type { ProfileFinding } from '../fhir/finding.ts'
import { contentDigest, type Digest } from './content-digest.ts'
import type { KnownPatients } from './known-patients.ts'
import type {
  BundleBuilder,
  CheckBundle,
  CompileRecord,
  CompileRequest,
  FindProfiles,
  NewSubmission,
} from './ports.ts'
import type { Submission } from './submission.ts'

export interface PrepareDeps {
  compile: CompileRecord
  builder: Pick<BundleBuilder, 'build'>
  profiles: FindProfiles
  check: CheckBundle
  /** Absent where nobody is looked up. */
  patients?: Pick<KnownPatients, 'find'>
  digest: Digest
  newId: () => string
}

/** What a record would say, before anything of it is stored. */
export interface Prepared {
  digest: string
  /** @throws {AppError} `validation_error`, one detail per finding that the network would refuse */
  seal(replaces: Submission['replaces']): Promise<NewSubmission>
}

/** Compiles a record. @throws {AppError} as the compiler does */
export async function prepare(deps: PrepareDeps, request: CompileRequest): Promise<Prepared> {
  const record = await deps.compile(request)
  const { consultation, documentType, patient, practitionerCns, cnes, localId, at } = request
  const digest = contentDigest(record, deps.digest)
  return {
    digest,
    async seal(replaces) {
      const profiles = await deps.profiles(documentType, brasiliaDate(at))
      const bundle = await deps.builder.build(record, at, profiles.rules)
      const known = deps.patients?.find(consultation.organizationId, patient)
      const { spellings } = record
      mustPass(await deps.check(bundle, { spellings, ...(known && { patient: known }) }))
      return {
        id: `rnds_${deps.newId()}`,
        organizationId: consultation.organizationId,
        consultationId: consultation.id,
        documentType,
        state: 'pending',
        localId,
        networkId: null,
        replaces,
        patient,
        practitionerCns,
        cnes,
        told: request.told ?? null,
        occupation:
          record.documentType === 'RAC'
            ? { code: record.encounter.cbo, ...record.occupation }
            : null,
        profiles: profiles.name,
        digest,
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
    },
  }
}

function mustPass(findings: readonly ProfileFinding[]) {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  const details = errors.map(({ path, code, message }) => ({ field: path, issue: code, message }))
  throw validationError(details, 'O registro não seria aceito pela RNDS. Corrija o que se indica.')
}
