import type { CodedDiagnosis } from '../../fhir/clinical-record.ts'
import type { ConfirmedDiagnosis } from '../../terminology/ports.ts'
import { divide, type FieldWords, inWords } from './read-documents.ts'
import { writtenCodes } from './written-codes.ts'

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
