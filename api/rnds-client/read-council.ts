/**
 * The registration with a council in a Practitioner. The network's published samples have none, and
 * its implementation guides no place for one: both places that FHIR has are looked at, in the ways
 * in which councils are written ("CRM-SP 12345", a system that ends in `crm-sp` or `crm`).
 */

import type { Council } from '../../core/rnds/network.ts'
import { isObject } from '../../core/rnds/outcome.ts'

const COUNCILS =
  'CRM COREN CRO CRP CRF CREFITO CRN CREFONO CRFA CRESS CRBM CRBIO CRMV CREF CRTR CRQ'.split(' ')
const STATES =
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ')
const LONGEST = 40

/** Null where nothing says council and number together. */
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

function objectsOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
