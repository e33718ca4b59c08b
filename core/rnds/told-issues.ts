/** What the network said of a refusal, as callers may read it. */
import { adviceForCode } from './error-catalogue.ts'
import type { NetworkIssue } from './network.ts'
import { withoutPeople } from './without-people.ts'

export interface ToldIssue extends NetworkIssue {
  /** pt-BR: what to do; absent where the network's own words have to do. */
  advice?: string
}

/** Without the numbers of people: callers keep refusals in their logs. */
export function toldIssues(issues: readonly NetworkIssue[]): ToldIssue[] {
  return issues.map(({ severity, code, diagnostics }) => {
    const told = { severity, code, diagnostics: withoutPeople(diagnostics) }
    const advice = adviceForCode(code)
    return advice === undefined ? told : { ...told, advice }
  })
}
