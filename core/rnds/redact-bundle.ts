/**
 * A bundle that may be shown to people who have no business with its patient: its form and its
 * codes stay, numbers of people, names, addresses and all free text are blotted out.
 */
import { isObject } from './outcome.ts'

const BLOT = '•••'

/**
 * What people write in words, where a name may stand, and elements that are about a person. Below
 * them nothing stays.
 */
const PERSONAL: ReadonlySet<string> = new Set([
  'address',
  'birthDate',
  'contact',
  'display',
  'div',
  'family',
  'given',
  'name',
  'note',
  'patientInstruction',
  'photo',
  'telecom',
  'text',
  'valueAddress',
  'valueContactPoint',
  'valueHumanName',
  'valueMarkdown',
  'valueString',
])

/** @returns a copy */
export function redactBundle(value: unknown): unknown {
  if (typeof value === 'string') return withoutPeople(value)
  if (Array.isArray(value)) return value.map(redactBundle)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      PERSONAL.has(key) ? blotted(inner) : redactBundle(inner),
    ]),
  )
}

/** The form stays, of what was written nothing does. */
function blotted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(blotted)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, blotted(inner)]))
  return typeof value === 'string' ? BLOT : value
}

/**
 * The network's words may cite whom it refuses: CPF and CNS, typed in any way, are blotted out.
 * Codes and times stay.
 */
export function withoutPeople(text: string): string {
  return text.replace(/(?<![\da-z])\d(?:[\s.-]?\d){10,14}(?![\da-z])/gi, (typed) =>
    '•'.repeat(typed.length),
  )
}
