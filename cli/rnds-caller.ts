import { AppError } from '../core/errors.ts'
import { digitsOf, isCns } from '../core/identifiers.ts'
import { holdReason, type OutgoingHold } from '../core/outgoing/hold.ts'
import type { Caller, NationalNetwork } from '../core/rnds/network.ts'
import type { Submission } from '../core/rnds/submission.ts'
import type { WaitingCause, WaitingCode } from '../core/rnds/waiting.ts'
import type { Admin } from './deps.ts'
import type { RndsAdmin } from './rnds-deps.ts'

/**
 * The practitioner on whose behalf a look-up is made: the network wants one for every call (RNDS.md
 * §3.2).
 */
export async function callerOf(
  { establishments }: Pick<RndsAdmin, 'establishments'>,
  organizationId: string,
  typed: string | undefined,
): Promise<Caller> {
  const cns = typed ?? (await establishments.getEstablishment(organizationId)).lookupCns
  if (cns && isCns(digitsOf(cns))) return { practitionerCns: digitsOf(cns) }
  throw new AppError(
    'invalid',
    'usage',
    'Say on whose behalf: --as <CNS of a practitioner>, or once: svcctl rnds profile set --lookup-cns <CNS>',
  )
}

/** The way to the network. @throws {AppError} `outgoing_held`, `rnds_unavailable` */
export function networkFor(
  { rnds, outgoing }: Pick<Admin, 'rnds' | 'outgoing'>,
  organizationId: string,
): Promise<NationalNetwork> {
  const hold = outgoing.find()
  if (!hold) return rnds.networkOf(organizationId)
  throw new AppError(
    'unavailable',
    'outgoing_held',
    `The network is not asked: nothing leaves this box (${holdReason(hold)}). See: svcctl outgoing show`,
  )
}

/** Of records on a held box: why none leaves, and what lets them. */
export const waitsBecause = (hold: OutgoingHold): string =>
  `nothing leaves this box (${holdReason(hold)}) until: svcctl outgoing resume`

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
