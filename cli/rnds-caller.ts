import { AppError } from '../core/errors.ts'
import { isCns } from '../core/identifiers/cns.ts'
import { digitsOf } from '../core/identifiers/digits.ts'
import type { Caller } from '../core/rnds/network.ts'
import type { RndsAdmin } from './rnds-deps.ts'

/** The practitioner on whose behalf a look-up is made: the network wants one for every call (RNDS.md §3.2). */
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
