/**
 * What confirming diagnoses and confirming procedures have in common: codes that exist, each once,
 * and who answers for which.
 */

import type { Consultation } from '../consultation/consultation.ts'
import { AppError, type ErrorDetail, validationError } from '../errors.ts'
import type { Log } from '../log.ts'
import type {
  Concept,
  Confirmed,
  ConfirmedDiagnosis,
  ConfirmedProcedure,
  DiagnosisStore,
  ProcedureStore,
  Terminology,
  TerminologySystem,
} from '../terminology/ports.ts'

/** The table's concepts for codes in any usual spelling; null for those that it does not hold. */
async function conceptsOf(
  terminology: Pick<Terminology, 'find'>,
  system: TerminologySystem,
  codes: readonly { code: string }[],
): Promise<(Concept | null)[]> {
  const concepts: (Concept | null)[] = []
  for (const { code } of codes) concepts.push(await terminology.find(system, code))
  return concepts
}

/** @param list the body's field: faults are told as `diagnoses.1.code` */
function codeFaults(list: string, concepts: readonly (Concept | null)[]): ErrorDetail[] {
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
function confirmation(
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
function refuseUnseen<One>(
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

export type ConfirmDiagnoses = ReturnType<typeof confirmDiagnoses>

interface Deps {
  diagnoses: DiagnosisStore
  terminology: Pick<Terminology, 'find'>
  now: () => Date
  log: Log
}

/** What the doctor chose; codes in any usual spelling. */
interface ChosenDiagnosis {
  code: string
  principal: boolean
}

/**
 * Puts the doctor's diagnoses in the place of those confirmed before; none clears them. What stays
 * as it was keeps who confirmed it and when.
 * @returns what is confirmed now, the principal one first
 * @throws {AppError} `validation_error`: `unknown_code`, `duplicate`, or `one_principal` (RNDS.md
 * §6.3: ERR787, ERR914, ERR915); `version_conflict`
 */
export function confirmDiagnoses({ diagnoses, terminology, now, log }: Deps) {
  return async (
    { id }: Pick<Consultation, 'id'>,
    {
      chosen,
      seen,
      by,
    }: {
      chosen: readonly ChosenDiagnosis[]
      /**
       * What the caller saw confirmed before; left out by callers that mean their list whatever
       * stands there.
       */
      seen?: readonly ChosenDiagnosis[] | undefined
      /** The doctor, by the host's identifier. */
      by: string
    },
  ): Promise<ConfirmedDiagnosis[]> => {
    const concepts = await conceptsOf(terminology, 'CID10', chosen)
    const faults = [...codeFaults('diagnoses', concepts), ...principalFaults(chosen)]
    if (faults.length > 0) throw validationError(faults)

    const at = now()
    const confirmed = await diagnoses.change(id, (before) => {
      const next = concepts.flatMap((concept, index): ConfirmedDiagnosis[] => {
        if (!concept) return []
        const { code, display } = concept
        const principal = chosen[index]!.principal
        const same = before.find((one) => one.code === code && one.principal === principal)
        const who = confirmation(same, { confirmedAt: at, confirmedBy: by })
        return [{ system: 'CID10', code, display, principal, ...who }]
      })
      refuseUnseen<ChosenDiagnosis>(meaning, { before, next, seen })
      return next.sort((a, b) => Number(b.principal) - Number(a.principal))
    })
    log.info('diagnoses.confirmed', { consultationId: id, count: confirmed.length })
    return confirmed
  }
}

const meaning = ({ code, principal }: ChosenDiagnosis) => `${code} ${principal}`

function principalFaults(chosen: readonly ChosenDiagnosis[]): ErrorDetail[] {
  const principals = chosen.filter(({ principal }) => principal).length
  return chosen.length > 0 && principals !== 1
    ? [{ field: 'diagnoses', issue: 'one_principal' }]
    : []
}

export type ConfirmProcedures = ReturnType<typeof confirmProcedures>

interface ProcedureDeps {
  procedures: ProcedureStore
  terminology: Pick<Terminology, 'find'>
  now: () => Date
  log: Log
}

/** What the doctor chose; codes in any usual spelling. */
interface ChosenProcedure {
  code: string
  /** How many times it was done, from 1. */
  quantity: number
}

/**
 * Puts the procedures that the doctor says were done in the place of those confirmed before; none
 * clears them. What stays as it was keeps who confirmed it and when.
 * @returns what is confirmed now, in the order given
 * @throws {AppError} `validation_error`: `unknown_code`, or `duplicate`, since quantities of one
 * code are to be summed (RNDS.md §6.3, ERR789); `version_conflict`
 */
export function confirmProcedures({ procedures, terminology, now, log }: ProcedureDeps) {
  return async (
    { id }: Pick<Consultation, 'id'>,
    {
      chosen,
      seen,
      by,
    }: {
      chosen: readonly ChosenProcedure[]
      /**
       * What the caller saw confirmed before; left out by callers that mean their list whatever
       * stands there.
       */
      seen?: readonly ChosenProcedure[] | undefined
      /** The doctor, by the host's identifier. */
      by: string
    },
  ): Promise<ConfirmedProcedure[]> => {
    const concepts = await conceptsOf(terminology, 'SIGTAP', chosen)
    const faults = codeFaults('procedures', concepts)
    if (faults.length > 0) throw validationError(faults)

    const at = now()
    const confirmed = await procedures.change(id, (before) => {
      const next = concepts.flatMap((concept, index): ConfirmedProcedure[] => {
        if (!concept) return []
        const { code, display } = concept
        const { quantity } = chosen[index]!
        const same = before.find((one) => one.code === code && one.quantity === quantity)
        const who = confirmation(same, { confirmedAt: at, confirmedBy: by })
        return [{ system: 'SIGTAP', code, display, quantity, ...who }]
      })
      refuseUnseen<ChosenProcedure>(procedureMeaning, { before, next, seen })
      return next
    })
    log.info('procedures.confirmed', { consultationId: id, count: confirmed.length })
    return confirmed
  }
}

const procedureMeaning = ({ code, quantity }: ChosenProcedure) => `${code} ${quantity}`
