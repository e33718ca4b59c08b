import type { OutgoingHold } from '../core/outgoing/hold.ts'
import type { Submission } from '../core/rnds/submission.ts'
import type { WaitingCause, WaitingCode } from '../core/rnds/waiting.ts'

/** Acts by which an administrator lets a waiting record go. */
export const WAITING_CAUSES: Record<WaitingCause, string> = {
  profile_incomplete: 'the connection is not set up: svcctl rnds profile show',
  certificate_missing: 'there is no certificate: svcctl rnds cert import',
  certificate_expired: 'the certificate expired: svcctl rnds cert import',
  certificate_refused:
    'the network does not take the certificate: is it the one that was credentialed? svcctl rnds cert show',
  ca_unreadable: 'the file of rndsCaFile cannot be read, or holds no certificate',
  token_refused:
    'the network does not take the access it gave: are establishment and environment those of the credential? svcctl rnds profile show',
  network_unreachable: 'the network is out of reach; it goes out when it is back',
  network_failing: 'the network has failures; it goes out when it is back',
  record_failing: 'the network answers others and not this one: see svcctl rnds show ID',
  network_date: 'the network has another date: is the clock of this machine right?',
  answer_unknown: 'it was sent, and whether it arrived is being asked',
}

/** For lists: what a record waits for; null when it does not. */
export function waitingCode(
  { state, waiting }: Pick<Submission, 'state' | 'waiting'>,
  held: OutgoingHold | null,
): WaitingCode | null {
  if (state !== 'pending') return null
  return held ? 'outgoing_held' : (waiting?.cause ?? 'in_turn')
}
