import type { Principal } from './principal.ts'

/**
 * A token need not name a doctor (spec §4.1). Who acts by such a one is whom its page says, as when
 * it opens a visit: at a change of shift each is the author of what they did (SPEC-GAPS 1.2). It
 * opens nothing more, and has no share of its own: both go by the token.
 * @param said undefined: nobody is named
 */
export function actingAs(principal: Principal, said: string | undefined): Principal {
  if (principal.doctorId !== null || said === undefined) return principal
  return { ...principal, doctorId: said }
}
