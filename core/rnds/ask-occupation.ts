import type { Reach } from '../access/principal.ts'
import type { PatchConsultation } from '../consultation/patch-consultation.ts'
import { WIRE_NAMES } from '../consultation/visit-facts.ts'
import { type Choice, isAppError } from '../errors.ts'

/**
 * What `work` comes to. Where it is refused since one occupation of several has to be chosen, these
 * are kept with the consultation: its doctor is shown them, whoever sends the record.
 */
export async function askingOccupation<Result>(
  { patchConsultation }: { patchConsultation: PatchConsultation },
  reach: Reach,
  ehrId: string,
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const choices = choicesIn(error)
    if (choices)
      // The refusal is what the caller has to hear.
      await patchConsultation(reach, ehrId, { occupationChoices: choices }).catch(() => {})
    throw error
  }
}

function choicesIn(error: unknown): string[] | null {
  const details = isAppError(error) ? (error.details ?? []) : []
  const known = details.find(({ field }) => field === WIRE_NAMES.cbo)?.known
  if (!Array.isArray(known)) return null
  return (known as readonly Choice[]).map(({ code }) => code)
}
