/**
 * The doors that lead out of the building: webhooks, the national network, and backups made by the
 * schedule, whose folder may be another machine's. They are shut while a data folder is held: a
 * copy that was restored for a drill must tell nobody what happened months ago. What waits in its
 * outboxes stays there, and what comes is written down as always: webhooks, and records for the
 * national network, which say that they wait for an administrator. What only the network could
 * answer is refused.
 */
import { AppError } from '../errors.ts'

export interface OutgoingHold {
  since: Date
  /** `unreadable`: the note is there and cannot be read; shut doors are the safe reading. */
  because: 'restored' | 'administrator' | 'unreadable'
  /** Time of the backup; null for other reasons. */
  madeAt: Date | null
}

/** Asked before each thing that would leave, so that opening them needs no restart. */
export type FindHold = () => OutgoingHold | null

/** What waits behind shut doors. */
export interface OutgoingWaiting {
  webhooks: number
  records: number
}

/**
 * What only the world outside could answer or do, in words a doctor may read: nobody was asked, and
 * nothing was done.
 */
export function outgoingHeld(hold: OutgoingHold): AppError {
  return new AppError(
    'unavailable',
    'outgoing_held',
    `${heldInWords(hold)}: nada é enviado à RNDS nem perguntado a ela até que o administrador a libere (svcctl outgoing resume).`,
  )
}

/** pt-BR; the beginning of a sentence about what follows from it. */
export function heldInWords({ because }: Pick<OutgoingHold, 'because'>): string {
  if (because === 'restored') return 'Esta instalação é uma cópia restaurada e está isolada'
  return because === 'administrator'
    ? 'O administrador isolou esta instalação'
    : 'Esta instalação está isolada'
}

/** For administrators. */
export function holdReason({ because, madeAt }: OutgoingHold): string {
  if (because === 'restored')
    return `this is a restored copy${madeAt ? ` of ${madeAt.toISOString()}` : ''}`
  return because === 'administrator'
    ? 'an administrator held them'
    : 'the note about it cannot be read'
}
