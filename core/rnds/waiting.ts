/**
 * Why a record is not in the network yet. What lies on the way is no refusal, however long it lasts
 * (docs/decisions/041): the record waits, and says for what.
 */

/** What stood in the way of the last attempt. The codes are part of the interface. */
export type WaitingCause =
  | 'profile_incomplete'
  | 'certificate_missing'
  | 'certificate_expired'
  | 'ca_unreadable'
  /** The network does not take the certificate. */
  | 'certificate_refused'
  | 'token_refused'
  /** No connection, or one that ends without an answer. */
  | 'network_unreachable'
  /** An answer that is not the network's own word on the record. */
  | 'network_failing'
  | 'network_date'
  /** This one alone gets no answer, while others of its organization do; it holds up nobody. */
  | 'record_failing'
  /** It was sent; whether it arrived is being asked. */
  | 'answer_unknown'

export type WaitingCode =
  | WaitingCause
  /** Nothing may leave this box. */
  | 'outgoing_held'
  /** One of the same patient goes first. */
  | 'earlier_record'
  /** Taken, and not tried yet. */
  | 'in_turn'

export interface Waiting {
  cause: WaitingCause
  /** Of this cause, without another between. */
  since: Date
}

const CAUSES: Record<string, WaitingCause> = {
  profile_incomplete: 'profile_incomplete',
  certificate_missing: 'certificate_missing',
  certificate_expired: 'certificate_expired',
  ca_unreadable: 'ca_unreadable',
  certificate_refused: 'certificate_refused',
  token: 'token_refused',
  connect: 'network_unreachable',
  timeout: 'network_unreachable',
  reset: 'network_unreachable',
  gateway: 'network_failing',
  transient: 'network_failing',
  rnds_unavailable: 'network_failing',
}

/** What no waiting mends. */
const FOR_ADMINISTRATORS: readonly WaitingCause[] = [
  'profile_incomplete',
  'certificate_missing',
  'certificate_expired',
  'ca_unreadable',
  'certificate_refused',
  'network_date',
  'record_failing',
]
/** After which what may pass by itself is worth a word. */
const WORTH_A_WORD_MS = 3_600_000

/** Whether the host is to be told of it now. @param toldAt when it was told last */
export function isToBeTold({ cause, since }: Waiting, toldAt: Date | null, at: Date): boolean {
  if (toldAt !== null && toldAt >= since) return false
  return FOR_ADMINISTRATORS.includes(cause) || at.getTime() - since.getTime() >= WORTH_A_WORD_MS
}

/** @param troubleCode of the last call (`NetworkTrouble`); null: it was answered */
export function causeOf(troubleCode: string | null): WaitingCause {
  return (troubleCode !== null && CAUSES[troubleCode]) || 'answer_unknown'
}

export function waitingFor(cause: WaitingCause, before: Waiting | null, at: Date): Waiting {
  return before?.cause === cause ? before : { cause, since: at }
}
