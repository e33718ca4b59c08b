/**
 * Whether the national network is reached, as `svcctl doctor --probe` asks it: a connection and its
 * certificate, nothing is sent.
 */
import { connect as connectPlain, isIP } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import { hostsOf } from '../../api/rnds-client/hosts.ts'
import type { Config } from '../../config/settings.ts'
import type { RndsFacts, RndsHostFacts } from '../../core/doctor/check.ts'
import { ownAuthority } from '../compose/network.ts'

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
