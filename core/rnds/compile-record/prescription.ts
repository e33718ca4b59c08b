import type { PrescribedItem } from '../../fhir/clinical-record.ts'
import { fold } from '../../portuguese/tokens.ts'
import { divide, type FieldWords, textsOf } from './read-documents.ts'

/** An item that ends a treatment orders nothing. */
const ENDS =
  /^(?:suspend|suspens[oa]s?\b|interromp|par(?:ar|e|ou)\b|retir(?:ar|e|ou|ad[oa])\b|descontinu|evit(?:ar|e|ad[oa])\b|contraindicad|nao\b|sem\b|nenhum)/

/**
 * The same behind the medicine: "Losartana 50 mg: suspensa", "AAS (manter)". "Por 5 dias e
 * suspender" is how it is taken.
 */
const SAID_BEHIND =
  /[\s:(\u2013-](?:suspens[oa]s?|suspender|suspend[ae]|suspendid[oa]s?|descontinuad[oa]s?|interrompid[oa]s?|retirad[oa]s?|parar|nao usar|mant(?:er|id[oa]s?|enho|em))\s*[).]*$/
const COURSE = /\b(?:e|depois|apos|entao|por|durante|ate|se)\b/

/** Nor does one that lets it go on: "Pode continuar com a losartana", "Mantida metformina". */
const GOES_ON =
  /^(?:(?:pode|deve|vai|vamos|oriento|orientad[oa]|recomendo)\s+(?:a\s+)?)?(?:continu(?:ar|e|a|amos|ando|idade)|mant(?:er|em|enho|emos|ida?s?|idos?|enha)|segu(?:ir|e|imos|indo) (?:com|em uso|usando)|permanec(?:er|e)|em uso (?:de|continuo)|ja (?:em uso|usa|faz uso)|faz uso)\b/
/** Unless it changes something, or is written out anew. */
const ANEW =
  /\b(?:aument|reduz|diminu|ajust|alter|troc|substitu|acrescent|associ|adicion|inici|introduz|renov|receit|nova? prescri|prescrev|prescrit|passar? (?:a|para)|para \d)/

/**
 * Prescribed items in the doctor's words, as unstructured prescriptions: no code of a medicine is
 * certain enough to be chosen from them. What ends a treatment, or lets it go on as it is, was
 * ordered by nobody today and is left over for the plan: a MedicationRequest is dated with the
 * encounter (`authoredOn`, RNDS.md §8.3), and would be a second order of the same medicine.
 */
export function readPrescription(
  fields: readonly FieldWords[],
  prescribedAt: string,
): { items: PrescribedItem[]; notOrdered: FieldWords[] } {
  const { meant: notOrdered, rest } = divide(fields, ({ text }) => ordersNothing(fold(text).trim()))
  return {
    items: textsOf(rest).map((text) => ({ text, medication: null, prescribedAt })),
    notOrdered,
  }
}

function ordersNothing(words: string): boolean {
  const isSaidBehind = SAID_BEHIND.test(words) && !COURSE.test(words)
  return ENDS.test(words) || ((GOES_ON.test(words) || isSaidBehind) && !ANEW.test(words))
}
