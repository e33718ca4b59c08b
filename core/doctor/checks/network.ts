import type { Check, DoctorHost } from '../check.ts'
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
        what: `An organization (${without.id}) has no allowed origins.`,
        why: 'Only pages of this machine can load the plugin for it.',
        fix: `svcctl org origins add https://ehr.hospital.example --org ${without.id}`,
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
        fix: `svcctl org origins remove ${quoted(loose.origin)} --org ${loose.id}`,
      }
    const plain = listed.find(
      ({ origin }) => origin.startsWith('http:') && !isLoopback(new URL(origin).hostname),
    )
    if (plain)
      return {
        severity: 'warning',
        what: `The allowed origin ${plain.origin} is not encrypted.`,
        why: 'Browsers give no microphone to such a page.',
        fix: `svcctl org origins remove ${quoted(plain.origin)} --org ${plain.id}`,
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
