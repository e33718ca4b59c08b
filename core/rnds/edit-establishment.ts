/**
 * The profile of an establishment as an administrator edits it: every value checked before it is
 * kept, so that nothing is sent with a code that no list knows.
 */

import { type ErrorDetail, validationError } from '../errors.ts'
import { STANDARD_SPELLINGS } from '../fhir/spellings.ts'
import { CODE_LISTS, type CodeList } from '../fhir/terms.ts'
import { digitsOf, isCnes, isCns } from '../identifiers.ts'
import type {
  EncounterDefaults,
  Establishment,
  EstablishmentStore,
} from './compile-record/establishment.ts'

/** RNDS.md §2. */
export const UFS = [
  'ac',
  'al',
  'am',
  'ap',
  'ba',
  'ce',
  'df',
  'es',
  'go',
  'ma',
  'mg',
  'ms',
  'mt',
  'pa',
  'pb',
  'pe',
  'pi',
  'pr',
  'rj',
  'rn',
  'ro',
  'rr',
  'rs',
  'sc',
  'se',
  'sp',
  'to',
] as const

export const ENVIRONMENTS = ['homologation', 'production', 'simulator'] as const

/** A field as it was typed; null clears it. */
export type EstablishmentChanges = {
  [Field in TextField]?: string | null
} & {
  severalEstablishments?: boolean
  rpmEnabled?: boolean
  relEnabled?: boolean
  teleconsultationType?: boolean
  patientByCnsAlone?: boolean
}

type TextField =
  | 'cnes'
  | 'uf'
  | 'environment'
  | 'requesterId'
  | 'authUrl'
  | 'ehrUrl'
  | 'lookupCns'
  | 'loincSystem'
  | 'ucumSystem'
  | keyof EncounterDefaults

export interface ManageEstablishments {
  /** As it is, or as a new one begins. */
  getEstablishment(organizationId: string): Promise<Establishment>
  /** @throws {AppError} `validation_error`, one detail per wrong field; nothing is kept then */
  changeEstablishment(organizationId: string, changes: EstablishmentChanges): Promise<Establishment>
}

export function manageEstablishments({
  store,
}: {
  store: EstablishmentStore
}): ManageEstablishments {
  const get = async (organizationId: string) =>
    (await store.find(organizationId)) ?? newEstablishment(organizationId)

  return {
    getEstablishment: get,
    async changeEstablishment(organizationId, changes) {
      const changed = applyChanges(await get(organizationId), changes)
      await store.save(changed)
      return changed
    },
  }
}

/**
 * Homologation, where mistakes cost nothing; no codes, since none is right for every establishment.
 */
export function newEstablishment(organizationId: string): Establishment {
  return {
    organizationId,
    cnes: null,
    severalEstablishments: false,
    uf: null,
    environment: 'homologation',
    requesterId: null,
    authUrl: null,
    ehrUrl: null,
    lookupCns: null,
    defaults: {
      cbo: null,
      modality: null,
      priority: null,
      admissionSource: null,
      outcome: null,
      financing: null,
      procedure: null,
      locationName: null,
      team: null,
    },
    rpmEnabled: false,
    relEnabled: false,
    loincSystem: STANDARD_SPELLINGS.loinc,
    ucumSystem: STANDARD_SPELLINGS.ucum,
    teleconsultationType: false,
    patientByCnsAlone: false,
  }
}

/** @throws {AppError} `validation_error` */
export function applyChanges(
  establishment: Establishment,
  changes: EstablishmentChanges,
): Establishment {
  const wrong: ErrorDetail[] = []
  /** The typed value, null where it was cleared, the present one where it was not mentioned. */
  function read<Value>(field: TextField, present: Value, reader: Reader<Value>): Value | null {
    const typed = changes[field]
    if (typed === undefined) return present
    if (typed === null || typed.trim() === '') return null
    const value = reader(typed.trim())
    if (value === undefined) wrong.push({ field, issue: 'invalid' })
    return value ?? null
  }
  const { defaults } = establishment
  const code = (field: keyof typeof CODE_LISTS) =>
    read(field, defaults[field], codeOf(CODE_LISTS[field]))

  const environment = read('environment', establishment.environment, oneOf(ENVIRONMENTS))
  const changed: Establishment = {
    ...establishment,
    cnes: read('cnes', establishment.cnes, numberThat(isCnes)),
    severalEstablishments: changes.severalEstablishments ?? establishment.severalEstablishments,
    uf: read('uf', establishment.uf, (typed) => oneOf(UFS)(typed.toLowerCase())),
    environment: environment ?? 'homologation',
    requesterId: read('requesterId', establishment.requesterId, matching(/^[\w.-]{1,64}$/)),
    authUrl: read('authUrl', establishment.authUrl, secureAddress),
    ehrUrl: read('ehrUrl', establishment.ehrUrl, secureAddress),
    lookupCns: read('lookupCns', establishment.lookupCns, numberThat(isCns)),
    defaults: {
      cbo: read('cbo', defaults.cbo, numberThat(matches(/^\d{6}$/))),
      modality: code('modality'),
      priority: code('priority'),
      admissionSource: code('admissionSource'),
      outcome: code('outcome'),
      financing: code('financing'),
      procedure: read('procedure', defaults.procedure, numberThat(matches(/^(\d{10}|\d{8})$/))),
      locationName: read('locationName', defaults.locationName, matching(/^.{1,255}$/)),
      team: read('team', defaults.team, teamOf),
    },
    rpmEnabled: changes.rpmEnabled ?? establishment.rpmEnabled,
    relEnabled: changes.relEnabled ?? establishment.relEnabled,
    loincSystem:
      read('loincSystem', establishment.loincSystem, systemUrl) ?? STANDARD_SPELLINGS.loinc,
    ucumSystem: read('ucumSystem', establishment.ucumSystem, systemUrl) ?? STANDARD_SPELLINGS.ucum,
    teleconsultationType: changes.teleconsultationType ?? establishment.teleconsultationType,
    patientByCnsAlone: changes.patientByCnsAlone ?? establishment.patientByCnsAlone,
  }
  // Urgent care is never elective (RNDS ERR784).
  if (changed.defaults.modality === '06' && changed.defaults.priority === '01')
    wrong.push({ field: 'priority', issue: 'invalid', code: 'ERR784' })
  if (wrong.length > 0) throw validationError(wrong, 'The profile was not changed.')
  return changed
}

/**
 * What has to be set before anything can be sent; in the order of the form. The CNES may come with
 * the first submission (spec §4.2).
 */
export function missingFields(establishment: Establishment): TextField[] {
  const { environment, uf, requesterId, authUrl, ehrUrl, defaults } = establishment
  const missing: TextField[] = []
  if (!requesterId) missing.push('requesterId')
  if (environment === 'production' && !uf && !ehrUrl) missing.push('uf')
  if (environment === 'simulator' && !authUrl) missing.push('authUrl')
  if (environment === 'simulator' && !ehrUrl) missing.push('ehrUrl')
  for (const field of NEEDED_DEFAULTS) if (defaults[field] === null) missing.push(field)
  return missing
}

/** Without a usual occupation the practitioner's own is looked up in the network. */
const NEEDED_DEFAULTS = [
  'modality',
  'priority',
  'admissionSource',
  'outcome',
  'financing',
  'procedure',
] as const satisfies (keyof EncounterDefaults)[]

/** undefined: not allowed. */
type Reader<Value> = (typed: string) => NonNullable<Value> | undefined

const matches = (pattern: RegExp) => (text: string) => pattern.test(text)

const matching =
  (pattern: RegExp): Reader<string> =>
  (typed) =>
    pattern.test(typed) ? typed : undefined

const numberThat =
  (isRight: (digits: string) => boolean): Reader<string> =>
  (typed) => {
    const digits = digitsOf(typed)
    return isRight(digits) ? digits : undefined
  }

function oneOf<const Option extends string>(options: readonly Option[]) {
  return (typed: string) => options.find((option) => option === typed)
}

const codeOf =
  ({ codes }: CodeList): Reader<string> =>
  (typed) =>
    codes.has(typed) ? typed : undefined

/** INE: ten digits, kept and sent as a number (RNDS.md §10.5). */
function teamOf(typed: string): number | undefined {
  return /^\d{1,10}$/.test(typed) && Number(typed) > 0 ? Number(typed) : undefined
}

/** Identifies and is never fetched: kept to the letter, a slash at the end too. */
const systemUrl = matching(/^https?:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/)

/**
 * The token and the record of a patient go there: never without encryption, never with a password
 * in the address.
 */
function secureAddress(typed: string): string | undefined {
  if (!/^https:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/i.test(typed)) return undefined
  return typed.replace(/(?<!\/)\/+$/, '')
}
