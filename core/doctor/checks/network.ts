import type { Check, DoctorFinding, DoctorHost, PublicProbeFacts } from '../check.ts'
import { orgFlag } from '../org-flag.ts'
import { quoted } from '../quoted.ts'

export const port: Check = {
  id: 'network.port',
  title: 'port',
  async run(host) {
    const { host: address, port: number } = host.settings
    const user = await host.portUser()
    if (user === 'us')
      return { severity: 'ok', what: `this service answers on ${address}:${number}` }
    if (user === 'us-elsewhere')
      return {
        severity: 'ok',
        what: 'this service answers at another address than the settings here name: it was started with flags or variables of its own (svcctl status shows it)',
      }
    if (user === 'nobody') return { severity: 'ok', what: `${address}:${number} is free` }
    if (user === 'elsewhere')
      return {
        severity: 'error',
        what: `No network card of this machine has the address ${address}.`,
        why: 'The service cannot start there.',
        fix: 'svcctl config set host 0.0.0.0   # every network card; ip -brief address shows what each has',
      }
    return {
      severity: 'error',
      what: `Another program uses ${address}:${number}.`,
      why: 'The service cannot start there.',
      fix: `svcctl config set port ${number < 65_535 ? number + 1 : 8081}`,
    }
  },
}

export const publicUrl: Check = {
  id: 'network.public-url',
  title: 'public address',
  async run(host) {
    const { publicUrl: text, host: address } = host.settings
    const { protocol, hostname } = new URL(text)
    const local = isLoopback(hostname)
    const outsider = local && isLoopback(address) && (await pageOfAnotherMachine(host))
    if (outsider)
      return {
        severity: 'warning',
        what: `Pages of ${outsider} are allowed, and it answers on this machine only (${address}).`,
        why: 'No doctor’s browser reaches it.',
        fix: 'svcctl config set publicUrl https://svc.hospital.example trustedProxies 1   # for a reverse proxy on this machine; without one: host 0.0.0.0 publicUrl … tlsCertificateFile … tlsKeyFile …; then restart the service',
      }
    if (local && !isLoopback(address))
      return {
        severity: 'warning',
        what: `It listens for the network (${address}), but calls itself ${text}.`,
        why: 'Browsers on other computers cannot open that.',
        fix: `svcctl config set publicUrl https://svc.hospital.example${behindProxy(host)}`,
      }
    if (protocol === 'http:' && !local)
      return {
        severity: 'error',
        what: `${text} is not encrypted.`,
        why: 'Browsers give no microphone to pages without https, and the network could listen.',
        fix: `svcctl config set publicUrl https://${hostname}${behindProxy(host)}   # for a reverse proxy in front; or tlsCertificateFile and tlsKeyFile`,
      }
    return { severity: 'ok', what: text }
  },
}

/** An origin that was allowed; null for none, and for a box that is there to be tried. */
async function pageOfAnotherMachine(host: DoctorHost): Promise<string | null> {
  const facts = await host.database()
  if (host.settings.demo || !facts || facts.failure !== null || facts.pending.length > 0)
    return null
  const active = (await host.organizations()).filter(({ status }) => status === 'active')
  const isElsewhere = (origin: string) =>
    URL.canParse(origin) && !isLoopback(new URL(origin).hostname)
  return active.flatMap(({ allowedOrigins: list }) => list).find(isElsewhere) ?? null
}

/** Without a certificate of its own a proxy speaks HTTPS, and is to be believed. */
function behindProxy({ settings: { tlsCertificateFile, trustedProxies } }: DoctorHost): string {
  return tlsCertificateFile === null && trustedProxies === 0 ? ' trustedProxies 1' : ''
}

export const allowedOrigins: Check = {
  id: 'access.origins',
  title: 'allowed origins',
  async run(host) {
    const facts = await host.database()
    if (!facts || facts.failure !== null || facts.pending.length > 0)
      return { severity: 'info', what: 'Not looked at: no database that is up to date.' }
    const active = (await host.organizations()).filter(({ status }) => status === 'active')
    if (active.length === 0)
      return {
        severity: host.settings.demo ? 'info' : 'warning',
        what: 'There is no organization yet.',
        why: 'Nobody can use the service.',
        fix: 'svcctl init',
      }
    const without = active.find(({ allowedOrigins: list }) => list.length === 0)
    if (without)
      return {
        severity: host.settings.demo ? 'info' : 'warning',
        what: `The organization ${without.name} has no allowed origins.`,
        why: 'Only pages of this machine can load the plugin for it.',
        fix: `svcctl org origins add https://ehr.hospital.example${await orgFlag(host, without.id)}`,
      }
    const listed = active.flatMap(({ id, allowedOrigins: list }) =>
      list.map((origin) => ({ id, origin })),
    )
    const loose = listed.find(({ origin }) => !URL.canParse(origin) || origin.includes('*'))
    if (loose)
      return {
        severity: 'error',
        what: `The allowed origin ${loose.origin} names no page.`,
        why: 'Origins are compared letter by letter: a pattern lets nobody in, or in another program everybody.',
        fix: `svcctl org origins remove ${quoted(loose.origin)}${await orgFlag(host, loose.id)}`,
      }
    const plain = listed.find(
      ({ origin }) => origin.startsWith('http:') && !isLoopback(new URL(origin).hostname),
    )
    if (plain)
      return {
        severity: 'warning',
        what: `The allowed origin ${plain.origin} is not encrypted.`,
        why: 'Browsers give no microphone to such a page.',
        fix: `svcctl org origins remove ${quoted(plain.origin)}${await orgFlag(host, plain.id)}`,
      }
    return {
      severity: 'ok',
      what: active.length === 1 ? 'listed' : `listed, for all ${active.length} organizations`,
    }
  },
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host) || host.endsWith('.localhost')
}

/**
 * Local Network Access: browsers ask each doctor before a page of a public address reaches an
 * appliance of a private one, and where a doctor said no, the assistant is dead. Told from the box,
 * before anybody is asked.
 */
export const localNetwork: Check = {
  id: 'access.local-network',
  title: 'pages of the internet',
  async run(host) {
    const facts = await host.database()
    if (!facts || facts.failure !== null || facts.pending.length > 0)
      return { severity: 'info', what: 'Not looked at: no database that is up to date.' }
    const { publicUrl, localNetworkOrigins: rolledOut } = host.settings
    const { hostname } = new URL(publicUrl)
    if (isLoopback(hostname)) return { severity: 'ok', what: 'none; it is reached here only' }
    // A name may lead to this machine itself, on this machine.
    const named = await host.addressSpace(hostname)
    const box = named === null || named === 'loopback' ? host.ownSpace() : named
    if (box === 'public') return { severity: 'ok', what: 'the appliance has a public address' }

    const active = (await host.organizations()).filter(({ status }) => status === 'active')
    const asked = await Promise.all(
      active
        .flatMap(({ id, allowedOrigins }) => allowedOrigins.map((origin) => ({ id, origin })))
        .filter(({ origin }) => URL.canParse(origin) && !rolledOut.includes(origin))
        .map(async (one) => ({
          ...one,
          space: await host.addressSpace(new URL(one.origin).hostname),
        })),
    )
    const outside = asked.filter(({ space }) => space === 'public')
    const [first] = outside
    if (first) {
      const more = outside.length > 1 ? ` (and ${outside.length - 1} more)` : ''
      const list = [...rolledOut, ...outside.map(({ origin }) => origin)].join(',')
      const org = await orgFlag(host, first.id)
      return {
        severity: 'warning',
        what: `${first.origin}${more} is a page of the internet, the appliance has a private address.`,
        why: 'Chrome and Edge ask every doctor before it may reach this box; who says no has no assistant.',
        fix: `svcctl host policy${org}   # for all computers; once they have it: svcctl config set localNetworkOrigins ${quoted(list)}`,
      }
    }
    const unknown = asked.filter(({ space }) => space === null)
    if (unknown[0])
      return {
        severity: 'info',
        what: `Where ${unknown[0].origin} is, no name server tells here. On the internet, browsers ask each doctor first: svcctl host policy`,
      }
    return { severity: 'ok', what: 'none that browsers ask about' }
  },
}

const FILES = 'working files for nginx, Apache and Caddy: config/operations/proxy'

/** A page, a large body and the channel, the way that browsers take. */
export const publicProbe: Check = {
  id: 'network.way-in',
  title: 'way in for browsers',
  probe: true,
  async run(host) {
    return told(await host.publicProbe())
  },
}

function told({ url, issue, status, sentMiB }: PublicProbeFacts): DoctorFinding {
  switch (issue) {
    case null:
      return { severity: 'ok', what: `${sentMiB} MiB and the channel pass through ${url}` }
    case 'not_running':
      return { severity: 'info', what: 'Not tried: the service does not run.' }
    case 'not_us':
      return {
        severity: 'error',
        what: `${url} is answered by something else (status ${status}).`,
        why: 'Browsers find the service there, or nowhere.',
        fix: `svcctl config set publicUrl https://svc.hospital.example   # as the proxy serves it, its path included; ${FILES}`,
      }
    case 'body':
      return {
        severity: 'error',
        what: `The proxy in front refuses ${sentMiB} MiB (status ${status}).`,
        why: 'Files and recordings do not arrive, and doctors see a network that seems to fail.',
        fix: `grep -rn client_max_body_size /etc/nginx   # nginx takes 1 MiB unless told: client_max_body_size 0; Apache: LimitRequestBody 0; ${FILES}`,
      }
    case 'channel':
      return {
        severity: 'error',
        what: `The proxy in front passes no WebSocket on (status ${status}).`,
        why: 'Nothing can be recorded.',
        fix: `grep -rn Upgrade /etc/nginx   # nginx: proxy_http_version 1.1 and the headers Upgrade and Connection; Apache: upgrade=websocket; ${FILES}`,
      }
    default:
      return {
        severity: 'warning',
        what: `${url} is not reached from here (${issue}).`,
        why: 'Browsers may reach it all the same, where only this machine is kept from it.',
        fix: `curl -kv ${quoted(`${url}/healthz`)}`,
      }
  }
}
