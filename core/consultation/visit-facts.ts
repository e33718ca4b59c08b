/**
 * What kind of visit a consultation is, in codes of the national network: an emergency room, a ward
 * and a private practice of one hospital differ (RNDS.md §7.13). The host says so when it opens the
 * consultation, or when it sends the record.
 */
import type { ErrorDetail } from '../errors.ts'
import { CODE_LISTS } from '../fhir/terms.ts'

/** By the names of the profile; the wire's are in `WIRE_NAMES`. Absent: nothing is said. */
export type VisitFacts = Partial<Record<keyof typeof WIRE_NAMES, string>>

/** null takes back what was said. */
export type VisitChange = { [Field in keyof VisitFacts]: VisitFacts[Field] | null }

/** As callers of the interface write them, and are told of them. */
export const WIRE_NAMES = {
  cbo: 'practitioner_cbo',
  modality: 'modality',
  priority: 'priority',
  admissionSource: 'origin',
  outcome: 'outcome',
  financing: 'financing',
  procedure: 'procedure',
} as const

/**
 * What is wrong with codes that are said of a visit, before anything is made of them; empty:
 * nothing.
 */
export function factFaults(told: VisitFacts): ErrorDetail[] {
  const fields = Object.keys(WIRE_NAMES) as (keyof VisitFacts)[]
  return fields.flatMap((field) => {
    const said = told[field]
    const fault = said === undefined ? null : factFault(field, said)
    return fault ? [{ field: WIRE_NAMES[field], issue: 'invalid', ...fault }] : []
  })
}

export function changedFacts(before: VisitFacts, change: VisitChange): VisitFacts {
  const fields = Object.keys(WIRE_NAMES) as (keyof VisitFacts)[]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const said = field in change ? change[field] : before[field]
      return said === undefined || said === null ? [] : [[field, said]]
    }),
  )
}

/**
 * What is said of a visit, but for what its doctor chose: that stays until the doctor changes it.
 */
export function withoutChosen<Said extends VisitChange>(
  { chosenByDoctor = [] }: ChosenByDoctor,
  said: Said,
): Said {
  const fields = Object.entries(said)
  const chosen: readonly string[] = chosenByDoctor
  return Object.fromEntries(fields.filter(([field]) => !chosen.includes(field))) as Said
}

/** The choices that replace another word in `said`, by the names of the wire. */
export function chosenInstead(
  { chosenByDoctor = [], visit }: ChosenByDoctor & { visit: VisitFacts },
  said: VisitFacts = {},
): Record<string, string> {
  const replaced = chosenByDoctor.filter(
    (field) => said[field] !== undefined && said[field] !== visit[field],
  )
  return wireFacts(Object.fromEntries(replaced.map((field) => [field, visit[field]])))
}

interface ChosenByDoctor {
  chosenByDoctor?: readonly (keyof VisitFacts)[] | undefined
}

/** By the names of the wire. */
export function wireFacts(told: VisitFacts): Record<string, string> {
  const fields = Object.keys(WIRE_NAMES) as (keyof VisitFacts)[]
  return Object.fromEntries(
    fields.flatMap((field) => {
      const said = told[field]
      return said === undefined ? [] : [[WIRE_NAMES[field], said]]
    }),
  )
}

/** null: it is in a list of the network, or looks as its table does. */
export function factFault(field: keyof VisitFacts, said: string): ErrorDetail | null {
  if (field === 'cbo') return /^\d{6}$/.test(said) ? null : { expected: 'CBO (6)' }
  if (field === 'procedure')
    return /^(\d{10}|\d{8})$/.test(said) ? null : { expected: 'SIGTAP (10), TUSS (8)' }
  const { codes } = CODE_LISTS[field]
  if (codes.has(said)) return null
  return { allowed: [...codes].map(([code, display]) => ({ code, display })) }
}
