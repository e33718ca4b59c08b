import type { Measurement } from '../../fhir/clinical-record.ts'
import { nameKey } from './field-roles.ts'
import { divide, type FieldWords } from './read-documents.ts'

interface Kind {
  /** LOINC. */
  code: string
  /** As documents write the unit, folded, and as UCUM does. */
  units: Record<string, string>
}

const LENGTH = { cm: 'cm' }

/** The measures a RAC has codes for, by their key in the documents (RNDS.md §7.6). */
const KINDS = new Map<string, Kind>([
  ['pa sistolica', { code: '8480-6', units: { mmhg: 'mm[Hg]' } }],
  ['pa diastolica', { code: '8462-4', units: { mmhg: 'mm[Hg]' } }],
  ['peso', { code: '29463-7', units: { kg: 'kg', g: 'g' } }],
  ['altura', { code: '8302-2', units: { m: 'm', cm: 'cm' } }],
  ['circunferencia abdominal', { code: '8280-0', units: LENGTH }],
  ['perimetro cefalico', { code: '9843-4', units: LENGTH }],
])

/**
 * Measures as coded observations, where the network has a code and the words are one number and its
 * unit. Everything else, such as temperature, rates and saturation, is left over as words (RNDS.md
 * §7.6). Of a measure told twice the later one counts.
 */
export function readMeasurements(fields: readonly FieldWords[]): {
  coded: Measurement[]
  rest: FieldWords[]
} {
  const { meant, rest } = divide(fields, (entry) => readMeasure(entry) !== null)
  const coded = new Map<string, Measurement>()
  for (const entry of meant.flatMap(({ entries }) => entries)) {
    const measured = readMeasure(entry)
    if (measured) coded.set(measured.code, measured)
  }
  return { coded: [...coded.values()], rest }
}

/** Two decimals at most: "3.250 g" could be three grams or three kilograms. */
const VALUE = /^(\d{1,5})(?:[.,](\d{1,2}))?\s*([a-z]+)$/

function readMeasure({ key, text }: FieldWords['entries'][number]): Measurement | null {
  const kind = KINDS.get(nameKey(key ?? ''))
  const [, whole, decimals = '0', written = ''] = VALUE.exec(nameKey(text)) ?? []
  if (!kind || whole === undefined || !Object.hasOwn(kind.units, written)) return null
  const value = Number(`${whole}.${decimals}`)
  return value > 0 ? { code: kind.code, value, unit: kind.units[written]! } : null
}
