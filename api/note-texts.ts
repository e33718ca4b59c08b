import { useFacts } from '../core/visit-use/use-facts.ts'
import type { ApiState } from './context.ts'

/** Into the audit: how many texts were handed over, and what of them was not used. */
export function noteTexts(ctx: { state: ApiState }, uses: Parameters<typeof useFacts>[0]): void {
  if (uses.length > 0) ctx.state.auditFacts = { ...ctx.state.auditFacts, ...useFacts(uses) }
}
