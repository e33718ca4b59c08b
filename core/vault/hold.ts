/**
 * Legal hold: while it lasts, nothing of a consultation is erased, by an administrator or by a
 * rule.
 */

import type { AuditTrail } from '../audit/ports.ts'
import { AppError } from '../errors.ts'

/** Asked before anything of a consultation is deleted. @throws {AppError} `legal_hold` */
export type RefuseWhileHeld = (consultationId: string) => Promise<void>

/** Refuses to delete sound and text under a legal hold: for doctors, hosts and administrators. */
export function refuseWhileHeld(
  isHeld: (consultationId: string) => Promise<boolean>,
): RefuseWhileHeld {
  return async (consultationId) => {
    if (await isHeld(consultationId)) throw legalHold()
  }
}

export function legalHold(): AppError {
  return new AppError(
    'conflict',
    'legal_hold',
    'Esta consulta está sob retenção legal: nada dela pode ser excluído. Fale com a administração da instituição.',
  )
}

export interface Hold {
  at: Date
  /** As the system or the administrator names whoever placed it. */
  by: string
  reason: string
}

export interface HoldStore {
  /** @returns whose consultation it is; null when there is no such */
  set(consultationId: string, hold: Hold | null): Promise<{ organizationId: string } | null>
  find(consultationId: string): Promise<Hold | null>
}

interface Deps {
  store: HoldStore
  trail: AuditTrail
  now: () => Date
}

export type ManageHolds = ReturnType<typeof manageHolds>

/** Each throws {AppError} `consultation_not_found`. */
export function manageHolds({ store, trail, now }: Deps) {
  async function set(consultationId: string, hold: Hold | null, by: string): Promise<void> {
    const found = await store.set(consultationId, hold)
    if (!found) throw consultationNotFound(consultationId)
    await trail.append({
      actor: { kind: 'administrator', id: by },
      action: hold ? 'hold.placed' : 'hold.released',
      subject: { kind: 'consultation', id: consultationId },
      organizationId: found.organizationId,
      outcome: 'success',
      requestId: null,
      facts: {},
    })
  }

  return {
    /** A second hold takes the first one's place. */
    async place(consultationId: string, { by, reason }: Omit<Hold, 'at'>): Promise<Hold> {
      const hold = { at: now(), by, reason }
      await set(consultationId, hold, by)
      return hold
    },
    release: (consultationId: string, by: string) => set(consultationId, null, by),
    find: store.find,
  }
}

export function consultationNotFound(consultationId: string): AppError {
  return new AppError(
    'not-found',
    'consultation_not_found',
    `No consultation has the id ${consultationId}, or it was erased.`,
  )
}
