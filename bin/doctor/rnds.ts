/**
 * Whether the national network is reached, as `svcctl doctor --probe` asks it: a connection and its
 * certificate, nothing is sent.
 */
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { hostsOf } from '../../api/rnds-client/hosts.ts'
import type { Config } from '../../config/settings.ts'
import type {
  RndsAccessFacts,
  RndsDefinitionsFacts,
  RndsFacts,
  RndsHostFacts,
} from '../../core/doctor/check.ts'
import { isAppError } from '../../core/errors.ts'
import { brasiliaDate } from '../../core/fhir/bundle/brasilia-time.ts'
import { silentLog } from '../../core/log.ts'
import { type ManageCertificates, requesterOfAnother } from '../../core/rnds/certificate.ts'
import { BUILT_IN, inForce, nameOf, packageId } from '../../core/rnds/profile-package.ts'
import { shelfWarnings } from '../../core/rnds/profile-shelf.ts'
import { outgoingHold } from '../../models/outgoing-hold.ts'
import { openAccess } from '../compose/access.ts'
import { composeNetwork, ownAuthority } from '../compose/network.ts'
import type { Platform } from '../platform.ts'
import { definitionsFolder } from '../rnds-definitions.ts'

const LONGEST_MS = 5000

/**
 * Where there is a proxy, reaching it is all that is tried: what lies behind it cannot be
 * seen from here
 */
export async function rndsHosts(
  facts: readonly RndsFacts[],
  { rndsProxy: proxy, rndsCaFile }: Pick<Config, 'rndsProxy' | 'rndsCaFile'>,
): Promise<RndsHostFacts[]> {
  const ca = await ownAuthority(rndsCaFile).catch(() => null)
  const asked = facts.flatMap(({ organizationId, establishment }) => {
    const hosts = establishment && hostsOf(establishment)
    if (!hosts) return []
    const isRehearsal = establishment.environment === 'simulator'
    const urls = isRehearsal || proxy === null ? [hosts.authUrl, hosts.ehrUrl] : [proxy]
    return urls.map((url) => ({ organizationId, url: new URL(url), isRehearsal }))
  })
  return Promise.all(
    asked.map(async ({ organizationId, url, isRehearsal }) => ({
      organizationId,
      host: url.host,
      issue: await issueOf(url, isRehearsal, ca),
    })),
  )
}

function issueOf(
  { protocol, hostname, port }: URL,
  isRehearsal: boolean,
  ca: string | null,
): Promise<string | null> {
  const host = hostname.replace(/[[\]]/g, '')
  const isSecure = protocol === 'https:'
  const to = { host, port: Number(port || (isSecure ? 443 : 80)), timeout: LONGEST_MS }
  return new Promise((resolve) => {
    const tell = (issue: string | null) => {
      socket.destroy()
      resolve(issue)
    }
    const socket = isSecure
      ? // A rehearsal signs for itself.
        connectSecure(
          // An address is no name that may be asked for.
          {
            ...to,
            ...(isIP(host) === 0 && { servername: host }),
            ...(ca !== null && { ca }),
            rejectUnauthorized: !isRehearsal,
          },
          () => tell(null),
        )
      : connectPlain(to, () => tell(null))
    socket.once('timeout', () => tell('timeout'))
    socket.once('error', ({ code }: NodeJS.ErrnoException) => tell(code ?? 'tls_failed'))
  })
}

/** The network's profiles as they lie in the data folder. */
export async function rndsDefinitions(
  dataDir: string,
  now: () => Date,
): Promise<RndsDefinitionsFacts> {
  const nothing = { inForce: '', ahead: [], unused: [] }
  try {
    const shelf = await definitionsFolder(dataDir, now).find()
    const { ahead, unused } = shelfWarnings(shelf, now())
    return {
      issue: null,
      inForce: nameOf('RAC', inForce(shelf, 'RAC', brasiliaDate(now()))),
      ahead: ahead.map(({ name, version, from }) => ({
        id: version === null ? BUILT_IN : packageId({ name, version }),
        from,
      })),
      unused: unused.map(({ newest, inUse }) => ({ newest: packageId(newest), inUse })),
    }
  } catch (error) {
    if (isAppError(error)) return { issue: error.code, ...nothing }
    throw error
  }
}

/**
 * Whether the national network lets each organization in, as `svcctl doctor --probe` asks it: a
 * token with the certificate in use, and one look-up with the token. Nothing is sent.
 */
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
