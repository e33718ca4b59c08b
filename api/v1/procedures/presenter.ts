import type { SuggestedProcedures } from '../../../core/coding/suggest-procedures.ts'
import type { ProceduresBody } from '../../../core/contract/api.ts'
import type { ConfirmedProcedure } from '../../../core/terminology/ports.ts'

/** Suggestions that are confirmed already are suggestions no more. */
export function presentProcedures(
  { suggestions, origin }: SuggestedProcedures,
  confirmed: readonly ConfirmedProcedure[],
): ProceduresBody {
  const taken = new Set(confirmed.map(({ code }) => code))
  return {
    suggestions: suggestions.filter(({ code }) => !taken.has(code)),
    confirmed: confirmed.map(({ code, display, quantity, confirmedAt }) => ({
      code,
      display,
      quantity,
      confirmed_at: confirmedAt.toISOString(),
    })),
    origin,
  }
}
