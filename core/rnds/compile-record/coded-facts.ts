import type { CodedDiagnosis, PerformedProcedure } from '../../fhir/clinical-record.ts'
import type { ConfirmedDiagnosis, ConfirmedProcedure } from '../../terminology/ports.ts'
import { divide, type FieldWords, inWords } from './read-documents.ts'
import type { ConsultationFacts } from './told-facts.ts'

/**
 * Confirmed diagnoses in order of importance, each code once (ERR787, ERR788). The clinician's
 * assessment is the note of the principal one, but for items that name the code of another.
 */
export function codedDiagnoses(
  confirmed: readonly ConfirmedDiagnosis[],
  assessment: readonly FieldWords[],
): CodedDiagnosis[] {
  const inOrder = [...confirmed].sort((a, b) => Number(b.principal) - Number(a.principal))
  const [principal, ...others] = new Set(inOrder.map(({ code }) => code))
  if (principal === undefined) return []
  let left: readonly FieldWords[] = assessment
  const secondary = others.map((code): CodedDiagnosis => {
    const { meant, rest } = divide(left, ({ text }) => writtenCodes(text).includes(code))
    left = rest
    return { system: 'CID10', code, note: inWords(meant) }
  })
  return [{ system: 'CID10', code: principal, note: inWords(left) }, ...secondary]
}

/** A CID-10 code as people write it: `J06.9`, `j069`, `I10`. */
export const WRITTEN_CODE = /\b([a-z]\d{2})\.?([\dx])?\b/gi

/**
 * CID-10 codes that stand in a text, as the network writes them: `J06.9` is `J069`. Whether they
 * exist is not asked.
 */
export function writtenCodes(text: string): string[] {
  return [...text.matchAll(WRITTEN_CODE)].map(([, category = '', digit = '']) =>
    (category + digit).toUpperCase(),
  )
}

/**
 * The consultation itself and what was done in it (RNDS.md §7.2, §7.5). What the doctor confirmed
 * decides: where that names the consultation too, or a visit in urgent care, the establishment's
 * usual one is left out.
 * @param usual of the establishment's consultations: SIGTAP (10 digits) or TUSS (8); asked for only
 * where it is needed
 */
export function performedProcedures(
  confirmed: readonly ConfirmedProcedure[],
  usual: () => string,
  consultation: ConsultationFacts,
): PerformedProcedure[] {
  const done = confirmed.map(
    ({ system, code, quantity }): PerformedProcedure => ({ system, code, quantity, note: null }),
  )
  if (done.some(({ code }) => CONSULTATION.test(code))) return done
  const own = consultationProcedure(usual(), consultation)
  return done.some(({ code }) => code === own.code) ? done : [own, ...done]
}

/** SIGTAP's forms of organization 03.01.01 (consultations) and 03.01.06 (visits in urgent care). */
const CONSULTATION = /^0301(?:01|06)/

/** What SIGTAP calls the same consultation when it is held at a distance (RNDS.md §7.5, §7.12). */
const AT_A_DISTANCE = new Map([
  ['0301010030', '0301010250'],
  ['0301010064', '0301010250'],
  ['0301010048', '0301010315'],
  ['0301010072', '0301010307'],
])

function consultationProcedure(code: string, { type }: ConsultationFacts): PerformedProcedure {
  const performed = type === 'TELEMEDICINE' ? (AT_A_DISTANCE.get(code) ?? code) : code
  const system = performed.length === 10 ? 'SIGTAP' : 'TUSS'
  return { system, code: performed, quantity: 1, note: null }
}
