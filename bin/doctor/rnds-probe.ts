/**
 * Whether the national network lets each organization in, as `svcctl doctor --probe` asks it: a
 * token with the certificate in use, and one look-up with the token. Nothing is sent.
 */
import type { Config } from '../../config/settings.ts'
import type { RndsAccessFacts, RndsFacts } from '../../core/doctor/check.ts'
import { isAppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { type ManageCertificates, requesterOfAnother } from '../../core/rnds/certificate.ts'
import { outgoingHold } from '../../models/outgoing-hold.ts'
import { openAccess } from '../compose/access.ts'
import { composeNetwork } from '../compose/network.ts'
import type { Platform } from '../platform.ts'

export async function rndsAccess(
  facts: readonly RndsFacts[],
  config: Config,
  platform: Platform,
): Promise<RndsAccessFacts[]> {
  const asked = facts.filter((one) => one.establishment && one.certificateUntil)
  if (asked.length === 0) return []
  const { database, sealer } = await openAccess(config, platform, silentLog, { make: false })
  try {
    const { networkOf, certificates } = composeNetwork({
      config,
      platform,
      sequelize: database.sequelize,
      sealer,
      findHold: outgoingHold(config.dataDir),
      log: silentLog,
    })
    const ask = async ({ organizationId, establishment }: RndsFacts) => {
      const lookupCns = establishment?.lookupCns ?? null
      const otherCnpj = await compared(certificates, organizationId, establishment)
      try {
        const network = await networkOf(organizationId)
        const trouble = await network.askAccess()
        if (trouble) return { organizationId, lookedUp: false, issue: trouble.code }
        if (!lookupCns) return { organizationId, lookedUp: false, issue: null, otherCnpj }
        const found = await network.findPractitioner(lookupCns, { practitionerCns: lookupCns })
        const issue = found ? null : 'practitioner_not_found'
        return { organizationId, lookedUp: true, issue, otherCnpj }
      } catch (error) {
        if (!isAppError(error)) throw error
        const code = error.details?.[0]?.code
        return {
          organizationId,
          lookedUp: false,
          issue: typeof code === 'string' ? code : error.code,
        }
      }
    }
    return await Promise.all(asked.map(ask))
  } finally {
    await database.close()
  }
}

async function compared(
  { findCertificate }: Pick<ManageCertificates, 'findCertificate'>,
  organizationId: string,
  establishment: RndsFacts['establishment'],
): Promise<RndsAccessFacts['otherCnpj']> {
  const facts = await findCertificate(organizationId)
  const requester = facts && establishment ? requesterOfAnother(facts, establishment) : null
  return facts?.cnpj && requester ? { certificate: facts.cnpj, requester } : undefined
}
