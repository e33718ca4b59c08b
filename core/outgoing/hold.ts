/**
 * The doors that lead out of the building: webhooks, the national network, and backups made by the schedule, whose folder may be another
 * machine's. They are shut while a data folder is held: a copy that was restored for a drill must tell nobody what happened months ago.
 * What waits in its outboxes stays there, webhooks are written down as always, and a new record for the national network is refused, so
 * that nobody believes it is on its way.
 */

export interface OutgoingHold {
  since: Date
  /** `unreadable`: the note is there and cannot be read; shut doors are the safe reading. */
  because: 'restored' | 'administrator' | 'unreadable'
  /** Of the backup; null for other reasons. */
  madeAt: Date | null
}

/** Asked before each thing that would leave, so that opening them needs no restart. */
export type FindHold = () => OutgoingHold | null

/** What waits behind shut doors. */
export interface OutgoingWaiting {
  webhooks: number
  records: number
}

/** For people. */
export function holdReason({ because, madeAt }: OutgoingHold): string {
  if (because === 'restored')
    return `this is a restored copy${madeAt ? ` of ${madeAt.toISOString()}` : ''}`
  return because === 'administrator'
    ? 'an administrator held them'
    : 'the note about it cannot be read'
}
