import { z } from 'zod'
import { type VisitFacts, WIRE_NAMES } from '../core/consultation/visit-facts.ts'
import { DIRECTION_MARKS, hasDirectionMark } from '../core/direction-marks.ts'
import { CODE_LISTS } from '../core/fhir/terms.ts'

/**
 * Text of a doctor or a host: anything but NUL, which no database holds. Blanks stay as they were
 * written.
 */
export const ClinicalText = z.string().refine((text) => !text.includes('\u0000'))

const longest = 255
/** Letters, digits, signs and spaces: neither control characters nor halves of a surrogate pair. */
const printable = /^[^\p{Cc}\p{Cs}]*$/u

/**
 * Text that names something in the host's system: trimmed, at most 255 characters; may be empty.
 * Without marks of direction: two that look alike would be two.
 */
export const HostText = z
  .string()
  .trim()
  .max(longest)
  .regex(printable)
  .refine((text) => !hasDirectionMark(text))

/** A name that people read: marks of direction, which pasting brings along, are left out. */
export const HostName = z
  .string()
  .overwrite((text) => text.replace(DIRECTION_MARKS, ''))
  .trim()
  .max(longest)
  .regex(printable)

/**
 * An identifier of the host's system. Whole numbers count as their digits, since some hosts number
 * their records; larger ones than a double can hold exactly are refused, or two patients would
 * become one (SPEC-GAPS 1.6).
 */
export const HostId = z.preprocess(
  (value) => (Number.isSafeInteger(value) ? String(value) : value),
  HostText.min(1),
)

/** Hosts send what they do not know as null or as nothing. */
export const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())

/** A code of the network's lists; which are allowed, the domain tells. */
const Code = orNothing(z.string().trim().max(32))

/** Of one visit, beside the other fields of a body: names as in `WIRE_NAMES`. */
export const visitFields = {
  practitioner_cbo: Code.meta({
    description: 'CBO under which the professional saw the patient, 6 digits: 225125',
  }),
  modality: listed('modality'),
  priority: listed('priority'),
  origin: listed('admissionSource'),
  outcome: listed('outcome'),
  financing: listed('financing'),
  procedure: Code.meta({ description: 'SIGTAP (10 digits) or TUSS (8): 0301010072' }),
}

/** The list’s own name and codes, in Portuguese. */
function listed(field: keyof typeof CODE_LISTS) {
  const { name, codes } = CODE_LISTS[field]
  const described = [...codes].map(([code, display]) => `${code} ${display}`).join('; ')
  return Code.meta({ description: `${name}: ${described}` })
}

/** undefined where nothing is told. */
export function readVisitFacts(
  body: z.output<z.ZodObject<typeof visitFields>>,
): VisitFacts | undefined {
  const said = Object.entries(WIRE_NAMES).flatMap(([field, name]) => {
    const code = body[name]
    return code === undefined ? [] : [[field, code]]
  })
  return said.length > 0 ? (Object.fromEntries(said) as VisitFacts) : undefined
}
