import type { Principal } from '../access/principal.ts'
import type { OpenConsultation } from '../consultation/consultation.ts'
import { chosenInstead, type VisitFacts } from '../consultation/visit-facts.ts'

export type DoctorsChoices = ReturnType<typeof doctorsChoices>

/**
 * What of a call's word on a visit its doctor chose otherwise: the call is told what goes instead.
 * @returns codes by the names of the wire; empty where nothing differs
 */
export function doctorsChoices({ openConsultation }: { openConsultation: OpenConsultation }) {
  return async (
    principal: Principal,
    ehrId: string,
    said: VisitFacts | undefined,
  ): Promise<Record<string, string>> =>
    said ? chosenInstead(await openConsultation(principal, ehrId), said) : {}
}
