import { z } from 'zod'
import { type VisitFacts, WIRE_NAMES } from '../core/consultation/visit-facts.ts'
import { CODE_LISTS } from '../core/fhir/terms.ts'

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
