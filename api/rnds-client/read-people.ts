/**
 * From the network's resources about people and places to ours (RNDS.md §4.6 to 4.8). What is not
 * shaped as documented counts as absent.
 */
import { LOOKUPS } from '../../core/fhir/terms.ts'
import type {
  Council,
  NetworkPatient,
  NetworkPractitioner,
  NetworkRole,
  NetworkVersion,
} from '../../core/rnds/network.ts'
import { isObject } from '../../core/rnds/outcome.ts'

/** The resources of a searchset, or the resource itself. undefined: neither. */
export function resourcesOf(body: unknown, type: string): Record<string, unknown>[] | undefined {
  if (!isObject(body)) return undefined
  if (body.resourceType === type) return [body]
  if (body.resourceType !== 'Bundle') return undefined
  return objectsOf(body.entry)
    .map(({ resource }) => resource)
    .filter(isObject)
    .filter(({ resourceType }) => resourceType === type)
}

/** By CPF alone where there is no CNS: documents name patients by it. null without either. */
export function readPatient(resource: Record<string, unknown>): NetworkPatient | null {
  const cns = officialCns(resource) ?? null
  const cpf = identifierOf(resource, LOOKUPS.cpf) ?? null
  if (!cns && !cpf) return null
  return {
    cpf,
    cns,
    name: nameOf(resource),
    birthDate: textOf(resource.birthDate) ?? null,
    // `deceasedBoolean` says that, and not when (RNDS.md §4.6).
    deathDate: textOf(resource.deceasedDateTime)?.slice(0, 10) ?? null,
    gender: textOf(resource.gender) ?? null,
    active: resource.active !== false,
  }
}

export function readPractitioner(resource: Record<string, unknown>): NetworkPractitioner | null {
  const cns = officialCns(resource)
  if (!cns) return null
  return {
    cns,
    cpf: identifierOf(resource, LOOKUPS.cpf) ?? null,
    name: nameOf(resource),
    council: readCouncil(resource),
  }
}

export function readRole(
  resource: Record<string, unknown>,
  who: { cns: string; cnes: string },
): NetworkRole {
  const codes = objectsOf(resource.code)
    .flatMap(({ coding }) => objectsOf(coding))
    .filter(({ system }) => system === LOOKUPS.cbo)
    .map(({ code }) => textOf(code) ?? '')
    .filter((code) => /^\d{6}$/.test(code))
  return { ...who, cbo: [...new Set(codes)] }
}

/** The answer of `/api/identifier` (RNDS.md §4.4). undefined: not such an answer. */
export function readVersions(body: unknown): NetworkVersion[] | undefined {
  if (!Array.isArray(body)) return undefined
  return body.filter(isObject).flatMap(({ id, status, relatesTo }) => {
    const networkId = textOf(id)
    if (!networkId || (status !== 'final' && status !== 'entered-in-error')) return []
    const replaces = objectsOf(relatesTo)
      .filter(({ code }) => code === 'replaces')
      .map(({ targetReference }) => (isObject(targetReference) ? textOf(targetReference.id) : null))
      .filter((target) => typeof target === 'string')
    return [{ networkId, status, replaces }]
  })
}

/** The official number among older ones; the id is the definitive one where nothing is marked. */
function officialCns(resource: Record<string, unknown>): string | undefined {
  const numbers = identifiersOf(resource, LOOKUPS.cns)
  const official = numbers.find(({ use }) => use === 'official') ?? numbers.find(({ use }) => !use)
  return [textOf(official?.value), textOf(resource.id)].find((text) => /^\d{15}$/.test(text ?? ''))
}

function identifierOf(resource: Record<string, unknown>, system: string): string | undefined {
  return textOf(identifiersOf(resource, system)[0]?.value)
}

function identifiersOf(resource: Record<string, unknown>, system: string) {
  return objectsOf(resource.identifier).filter((identifier) => identifier.system === system)
}

function nameOf(resource: Record<string, unknown>): string {
  const names = objectsOf(resource.name)
  const name = names.find(({ use }) => use === 'official') ?? names[0]
  return textOf(name?.text) ?? ''
}

function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

const COUNCILS =
  'CRM COREN CRO CRP CRF CREFITO CRN CREFONO CRFA CRESS CRBM CRBIO CRMV CREF CRTR CRQ'.split(' ')
const STATES =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')
const LONGEST = 40

/**
 * The registration with a council in a Practitioner. The network's published samples have none, and
 * its implementation guides no place for one: both places that FHIR has are looked at, in the ways
 * in which councils are written ("CRM-SP 12345", a system that ends in `crm-sp` or `crm`).
 *
 * Null where nothing says council and number together.
 */
export function readCouncil(resource: Record<string, unknown>): Council | null {
  const places = [
    ...objectsOf(resource.identifier),
    ...objectsOf(resource.qualification).flatMap(({ identifier }) => objectsOf(identifier)),
  ]
  for (const place of places) {
    const found = councilOf(place)
    if (found) return found
  }
  return null
}

function councilOf({ system, value, type }: Record<string, unknown>): Council | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null
  const kind = isObject(type) && typeof type.text === 'string' ? type.text : ''
  const place = typeof system === 'string' ? (system.split('/').at(-1) ?? '') : ''
  const words = [place, kind, value].flatMap((text) => text.toUpperCase().split(/[^A-Z0-9]+/))
  const name = COUNCILS.find((council) => words.includes(council))
  // Points may stand within it: `99.887`.
  const number = value.replaceAll('.', '').match(/\d+/g)?.at(-1)
  if (!name || !number) return null
  return { name, number, state: STATES.find((state) => words.includes(state)) ?? null }
}
