/**
 * What confirming diagnoses and confirming procedures have in common: codes that exist, each once,
 * and who answers for which.
 */
import { AppError, type ErrorDetail } from '../errors.ts'
import type { Concept, Confirmed, Terminology, TerminologySystem } from '../terminology/ports.ts'

/** The table's concepts for codes in any usual spelling; null for those that it does not hold. */
export async function conceptsOf(
  terminology: Pick<Terminology, 'find'>,
  system: TerminologySystem,
  codes: readonly { code: string }[],
): Promise<(Concept | null)[]> {
  const concepts: (Concept | null)[] = []
  for (const { code } of codes) concepts.push(await terminology.find(system, code))
  return concepts
}

/** @param list the body's field: faults are told as `diagnoses.1.code` */
export function codeFaults(list: string, concepts: readonly (Concept | null)[]): ErrorDetail[] {
  const codes = concepts.map((concept) => concept?.code)
  return codes.flatMap((code, index): ErrorDetail[] => {
    const field = `${list}.${index}.code`
    if (code === undefined) return [{ field, issue: 'unknown_code' }]
    return codes.indexOf(code) < index ? [{ field, issue: 'duplicate' }] : []
  })
}

/**
 * Who confirmed it and when: as before where it stays as it was, so that a later look tells who
 * answers for which code.
 */
export function confirmation(
  same: Confirmed | undefined,
  now: Pick<Confirmed, 'confirmedAt' | 'confirmedBy'>,
): Pick<Confirmed, 'confirmedAt' | 'confirmedBy'> {
  const { confirmedAt, confirmedBy } = same ?? now
  return { confirmedAt, confirmedBy }
}

/**
 * Two screens hold the list: what one of them has not seen it must not overwrite. The same list
 * once more is no change, as after an answer that was lost.
 * @param seen what the caller had before its change; undefined: it does not say
 * @param key what two entries have in common that mean the same
 * @throws {AppError} `version_conflict`
 */
export function refuseUnseen<One>(
  key: (one: One) => string,
  {
    before,
    next,
    seen,
  }: { before: readonly One[]; next: readonly One[]; seen: readonly One[] | undefined },
) {
  const isBefore = (list: readonly One[]) =>
    list.map(key).sort().join() === before.map(key).sort().join()
  if (seen === undefined || isBefore(seen) || isBefore(next)) return
  throw new AppError(
    'conflict',
    'version_conflict',
    'A lista foi alterada em outro lugar. Confira-a e repita a mudança.',
  )
}
