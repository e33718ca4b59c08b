import type { Reach } from '../access/principal.ts'
import type { PatchConsultation } from '../consultation/patch.ts'
import { WIRE_NAMES } from '../consultation/visit-facts.ts'
import { type Choice, isAppError, validationError } from '../errors.ts'
import { brasiliaDate } from '../fhir/bundle/brasilia-time.ts'
import type { ClinicalRecord } from '../fhir/clinical-record.ts'
import type { ProfileFinding } from '../fhir/types.ts'
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

/**
 * What `work` comes to. Where it is refused since one occupation of several has to be chosen, these
 * are kept with the consultation: its doctor is shown them, whoever sends the record.
 */
export async function askingOccupation<Result>(
  { patchConsultation }: { patchConsultation: PatchConsultation },
  reach: Reach,
  ehrId: string,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const choices = choicesIn(error)
    if (choices)
      // The refusal is what the caller has to hear.
      await patchConsultation(reach, ehrId, { occupationChoices: choices }).catch(() => {})
    throw error
  }
}

function choicesIn(error: unknown): string[] | null {
  const details = isAppError(error) ? (error.details ?? []) : []
  const known = details.find(({ field }) => field === WIRE_NAMES.cbo)?.known
  if (!Array.isArray(known)) return null
  return (known as readonly Choice[]).map(({ code }) => code)
}

/** SHA-256 of text, in hex. */
type Digest = (text: string) => string

/**
 * What a record says, as one comparable text: without when it was generated, which version it is
 * and how code systems are spelled, so that the same consultation sent twice is recognized.
 */
export function contentDigest(record: ClinicalRecord, digest: Digest): string {
  const {
    generatedAt: _time,
    localId: _version,
    replaces: _previous,
    spellings: _spellings,
    ...content
  } = record
  // The same occupation, whoever said it.
  if ('occupation' in content) Reflect.deleteProperty(content, 'occupation')
  return digest(canonical(content))
}

/** JSON with the keys of every object in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner,
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function byKey([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0
}
