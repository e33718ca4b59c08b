import { fold } from '../../document/extractors/tokens.ts'
import type { PrescribedItem } from '../../fhir/clinical-record.ts'
import { divide, type FieldWords, textsOf } from './read-documents.ts'

/** An item that ends a treatment orders nothing. */
const ENDS =
  /^(?:suspend|suspens[oa]s?\b|interromp|par(?:ar|e|ou)\b|retir(?:ar|e|ou|ad[oa])\b|descontinu|nao\b|sem\b|nenhum)/

/**
 * Prescribed items in the doctor's words, as unstructured prescriptions: no code of a medicine is certain enough to be chosen from
 * them. What ends a treatment is left over for the plan.
 */
export function readPrescription(
  fields: readonly FieldWords[],
  prescribedAt: string,
): { items: PrescribedItem[]; ended: FieldWords[] } {
  const { meant: ended, rest } = divide(fields, ({ text }) => ENDS.test(fold(text)))
  return {
    items: textsOf(rest).map((text) => ({ text, medication: null, prescribedAt })),
    ended,
  }
}
