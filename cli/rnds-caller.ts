import { AppError } from '../core/errors.ts'
import { digitsOf, isCns } from '../core/identifiers.ts'
import { holdReason, type OutgoingHold } from '../core/outgoing/hold.ts'
import type { Caller, NationalNetwork } from '../core/rnds/network.ts'
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
