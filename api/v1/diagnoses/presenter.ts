import type { DiagnosisSuggestion } from '../../../core/coding/suggest-diagnoses.ts'
import type { DiagnosesBody } from '../../../core/contract/api.ts'
import type { ConfirmedDiagnosis } from '../../../core/terminology/ports.ts'

/** Suggestions that are confirmed already are suggestions no more. */
export function presentDiagnoses(
  suggestions: readonly DiagnosisSuggestion[],
  confirmed: readonly ConfirmedDiagnosis[],
): DiagnosesBody {
  const taken = new Set(confirmed.map(({ code }) => code))
  return {
    suggestions: suggestions.filter(({ code }) => !taken.has(code)),
    confirmed: confirmed.map(({ code, display, principal, confirmedAt }) => ({
      code,
      display,
      principal,
      confirmed_at: confirmedAt.toISOString(),
    })),
  }
}
