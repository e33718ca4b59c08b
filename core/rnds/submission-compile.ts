import type { ConsultationStore } from '../consultation/ports.ts'
import type { DocumentStore } from '../document/record/document-store.ts'
import { AppError, notFound, validationError } from '../errors.ts'
import { brasiliaDate } from '../fhir/bundle/brasilia-time.ts'
import { buildBundle } from '../fhir/bundle/build-bundle.ts'
import type { NetworkDocumentType, PatientNumbers } from '../fhir/clinical-record.ts'
import type { KnowsCode } from '../fhir/profile/run.ts'
import { checkBundle } from '../fhir/rules/check-bundle.ts'
import { only } from '../fhir/spellings.ts'
import { SYSTEMS } from '../fhir/terms.ts'
import type { Bundle, ProfileFinding } from '../fhir/types.ts'
import type {
  DiagnosisStore,
  ProcedureStore,
  Terminology,
  TerminologySystem,
} from '../terminology/ports.ts'
import { systems } from '../terminology/systems.ts'
import { compileRecord } from './compile-record/compile-record.ts'
import { type EstablishmentStore, rememberedCnes } from './compile-record/establishment.ts'
import { factsOfVisit } from './compile-record/told-facts.ts'
import type { KnownRoles } from './known-roles.ts'
import { isObject } from './outcome.ts'
import type {
  BundleBuilder,
  CheckBundle,
  CompileRecord,
  CompileRequest,
  FindProfiles,
  RecordMaking,
} from './ports.ts'
import type { ProfessionalStore } from './professional.ts'
import { ROOTS, typeOfBundle } from './profile-package.ts'

interface Deps {
  documents: Pick<DocumentStore, 'list'>
  diagnoses: Pick<DiagnosisStore, 'list'>
  procedures: Pick<ProcedureStore, 'list'>
  roles: KnownRoles
  professionals: Pick<ProfessionalStore, 'findByCns'>
  profiles: FindProfiles
  make: RecordMaking['compile']
}

/** Gathers what a consultation's record is made of, and compiles it. */
export function submissionCompile({
  documents,
  diagnoses,
  procedures,
  roles,
  professionals,
  profiles,
  make,
}: Deps): CompileRecord {
  return async (request) => {
    const { consultation, establishment, documentType, at, earlier, wasRefused, ...numbers } =
      request
    const isOfAnother =
      request.replaces !== null && earlier?.practitionerCns !== request.practitionerCns
    const told = factsOfVisit(consultation.visit, request.told, { isOfAnother })
    const { organizationId } = establishment
    const { practitionerCns, cnes } = request
    const place = { organizationId, practitionerCns, cnes }
    const known =
      documentType === 'RAC'
        ? await roles.find(place, { cbo: told.cbo, isRefused: wasRefused })
        : null
    const own = await professionals.findByCns(organizationId, practitionerCns)
    const { rules } = await profiles(documentType, brasiliaDate(at))
    return make({
      documentType,
      hasProfile: rules.profiles.has(ROOTS[documentType]),
      request: { ...numbers, told, toldBy: request.told?.cbo === undefined ? 'visit' : 'call' },
      establishment,
      consultation,
      documents: await documents.list(consultation.id),
      diagnoses: await diagnoses.list(consultation.id),
      procedures: await procedures.list(consultation.id),
      role: known?.choices ?? null,
      earlierCbo: earlierOccupation(request),
      ownCbo: own?.cbo ?? null,
      now: at,
    })
  }
}

/**
 * The occupation in what was made of the visit before: the same content must say the same while the
 * network cannot be asked. Null of another practitioner or establishment.
 */
function earlierOccupation({ earlier, practitionerCns, cnes }: CompileRequest): string | null {
  if (earlier?.practitionerCns !== practitionerCns || earlier.cnes !== cnes) return null
  for (const { resource } of earlier.bundle.entry) {
    const code = resource.resourceType === 'Encounter' && occupationIn(resource)
    if (code) return code
  }
  return null
}

function occupationIn(value: unknown): string | null {
  if (!isObject(value) && !Array.isArray(value)) return null
  if (isObject(value) && value.system === SYSTEMS.cbo && typeof value.code === 'string')
    return value.code
  for (const inner of Object.values(value)) {
    const code = occupationIn(inner)
    if (code) return code
  }
  return null
}

type Codes = Pick<Terminology, 'find' | 'tables'>

interface CheckDeps {
  profiles: FindProfiles
  check: RecordMaking['check']
  now: () => Date
}

/**
 * The pre-flight check with the tables of codes that are here: what the network would refuse today
 * (DESIGN §5.6).
 */
export function submissionCheck({ profiles, check, now }: CheckDeps): CheckBundle {
  return async (bundle, { today = brasiliaDate(now()), ...known }) => {
    const { rules } = await profiles(typeOfBundle(bundle), today)
    return check(bundle, { ...known, rules, today })
  }
}

async function checkByCodes(
  codes: Codes,
  bundle: unknown,
  { rules, spellings, patient, today }: Parameters<RecordMaking['check']>[1],
): Promise<ProfileFinding[]> {
  return checkBundle(bundle, {
    profiles: rules,
    knows: await knownCodes(codes, bundle),
    today,
    spellings: only(spellings),
    ...(patient && { patient }),
  })
}

/**
 * The check asks one code at a time and cannot wait: all that the bundle names are looked up
 * before.
 */
async function knownCodes(terminology: Codes, bundle: unknown): Promise<KnowsCode> {
  const tables = await terminology.tables()
  const known = new Map<string, boolean | undefined>()
  for (const { system, code } of codingsIn(bundle)) {
    const table = tableOf(system)
    const key = `${system} ${code}`
    if (!table || known.has(key)) continue
    const isThere = (await terminology.find(table, code)) !== null
    // The built-in set holds common codes only: what it lacks may still exist.
    const isWhole = tables.some((one) => one.system === table && one.origin === 'imported')
    known.set(key, isThere || (isWhole ? false : undefined))
  }
  return (system, code) => known.get(`${system} ${code}`)
}

function tableOf(systemUrl: string): TerminologySystem | undefined {
  const name = systemUrl.slice(systemUrl.lastIndexOf('/') + 1)
  const names = Object.entries(systems) as [TerminologySystem, { codeSystem: string }][]
  return names.find(([, { codeSystem }]) => codeSystem === name)?.[0]
}

function* codingsIn(value: unknown): Generator<{ system: string; code: string }> {
  if (typeof value !== 'object' || value === null) return
  const { system, code } = value as { system?: unknown; code?: unknown }
  if (typeof system === 'string' && typeof code === 'string') yield { system, code }
  for (const inner of Object.values(value)) yield* codingsIn(inner)
}

/** Records made in the thread that asks: of commands, and of what a thread of their own does. */
export function recordMaking(codes: Pick<Terminology, 'find' | 'tables'>): RecordMaking {
  return {
    compile: async (input) => compileRecord(input),
    build: async (record, at, rules) => buildBundle(record, at, rules),
    check: (bundle, known) => checkByCodes(codes, bundle, known),
  }
}

interface PreflightDeps {
  consultations: Pick<ConsultationStore, 'find'>
  establishments: Pick<EstablishmentStore, 'find'>
  compile: CompileRecord
  builder: Pick<BundleBuilder, 'build'>
  profiles: FindProfiles
  check: CheckBundle
  now: () => Date
  newId: () => string
}

interface PreflightRequest {
  organizationId: string
  consultationId: string
  documentType: NetworkDocumentType
  patient: PatientNumbers
  practitionerCns: string
  cnes: string | null
}

export type Preflight = ReturnType<typeof preflight>

/**
 * For the operator: what the network would say of a consultation's record, were it sent now.
 * Nothing is sent, nothing is stored.
 * @throws {AppError} `not_found`, `validation_error` and what else keeps it from being compiled
 */
export function preflight(deps: PreflightDeps) {
  return async (
    request: PreflightRequest,
  ): Promise<{ bundle: Bundle; findings: ProfileFinding[] }> => {
    const { organizationId, consultationId, cnes: given, ...rest } = request
    const consultation = await deps.consultations.find(organizationId, consultationId)
    if (!consultation) throw notFound(`The organization has no consultation ${consultationId}.`)
    const establishment = await deps.establishments.find(organizationId)
    if (!establishment)
      throw new AppError(
        'not-found',
        'not_found',
        'The organization has no profile for the network. See: svcctl rnds profile set --help',
      )
    const cnes = given ?? rememberedCnes(establishment)
    if (!cnes) throw validationError([{ field: 'cnes', issue: 'required' }])

    const at = deps.now()
    const record = await deps.compile({
      ...rest,
      consultation,
      establishment,
      cnes,
      localId: deps.newId(),
      replaces: null,
      at,
    })
    const { rules } = await deps.profiles(rest.documentType, brasiliaDate(at))
    const bundle = await deps.builder.build(record, at, rules)
    return { bundle, findings: await deps.check(bundle, { spellings: record.spellings }) }
  }
}
