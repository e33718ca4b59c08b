import type { ConfirmedCode } from '../../core/contract/api.ts'
import type { CodeKind } from './code-list.ts'

export type ChosenDiagnosis = Pick<ConfirmedCode, 'code' | 'display' | 'principal'>

/** Diagnoses of the CID-10: exactly one is the principal one, unless there is none. */
export const diagnosisKind: CodeKind<ChosenDiagnosis> = {
  resource: 'diagnoses',
  system: 'CID10',
  begin: ({ code, display }) => ({ code, display, principal: false }),
  taken: ({ code, display, principal }) => ({ code, display, principal }),
  sent: ({ code, principal }) => ({ code, principal }),
  settled(next) {
    const principal = (next.find((one) => one.principal) ?? next[0])?.code
    return next.map((one) => ({ ...one, principal: one.code === principal }))
  },
}

export function withPrincipal(chosen: readonly ChosenDiagnosis[], code: string): ChosenDiagnosis[] {
  return chosen.map((one) => ({ ...one, principal: one.code === code }))
}

/** As doctors read it: `J069` → `J06.9`. */
export function dotted(code: string): string {
  return code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code
}
