/** Settings and work in hand that are allowed, and should not stay so. */

import { holdReason, type OutgoingWaiting } from '../../outgoing/hold.ts'
import type { WaitingCause } from '../../rnds/waiting.ts'
import type { Check } from '../check.ts'
import { workOf } from '../work-of.ts'
import { isLoopback } from './network.ts'

/** A maintenance that is over, and nobody said so. */
export const draining: Check = {
  id: 'service.draining',
  title: 'visits',
  async run(host) {
    const drain = host.draining()
    if (!drain) return { severity: 'ok', what: 'may begin' }
    return {
      severity: 'warning',
      what: `No visit begins since ${drain.since.toISOString()}: svcctl drain.`,
      why: 'Right before a maintenance; doctors cannot record until it ends. A restart ends it, too.',
      fix: 'svcctl resume',
    }
  },
}

/** A server that ended without a word is missing where doctors were sent to it. */
export const nodes: Check = {
  id: 'service.nodes',
  title: 'nodes',
  async run(host) {
    const found = await host.nodes()
    if (!found) return { severity: 'ok', what: 'one server serves' }
    const named = (alive: boolean) => found.filter((node) => node.alive === alive)
    const living = named(true).map(({ address }) => address)
    const silent = named(false).map(({ address }) => address)
    const versions = new Set(named(true).map(({ version }) => version))
    if (silent.length > 0)
      return {
        severity: 'warning',
        what: `No word from ${silent.join(', ')}; ${living.length} others serve.`,
        why: 'Their recordings go on at the others. A balancer that still sends doctors there makes them wait.',
        fix: 'systemctl start svc   # on that machine',
      }
    if (versions.size > 1)
      return {
        severity: 'warning',
        what: `The servers are of several versions: ${[...versions].join(', ')}.`,
        why: 'Side by side they serve while each is upgraded in turn, and no longer.',
        fix: 'svcctl upgrade   # on each machine, its server stopped',
      }
    return { severity: 'ok', what: `${living.length} serve` }
  },
}

/** A restored copy that took over and was never told so keeps everything to itself. */
export const outgoingHeld: Check = {
  id: 'outgoing.held',
  title: 'outgoing',
  async run(host) {
    const held = await host.outgoing()
    if (!held) return { severity: 'ok', what: 'open' }
    const { hold, waiting } = held
    const waits = waiting
      ? ` ${waiting.webhooks} webhooks and ${waiting.records} records wait.`
      : ''
    return {
      severity: 'warning',
      what: `Nothing leaves this box since ${hold.since.toISOString()}: ${holdReason(hold)}.${waits}`,
      why: 'No webhook, no record of the national network, no backup by the schedule. Right for a drill; wrong where it takes the place of the other machine.',
      fix: 'svcctl outgoing resume',
    }
  },
}

export const demonstration: Check = {
  id: 'network.demo',
  title: 'demonstration',
  async run({ settings: { demo, host } }) {
    if (!demo || isLoopback(host))
      return { severity: 'ok', what: demo ? 'on this machine only' : 'off' }
    return {
      severity: 'error',
      what: 'The sample EHR is served to the network.',
      why: 'Whoever opens /demo gets a token without signing in.',
      fix: 'svcctl config set demo false',
    }
  },
}

export const reverseProxy: Check = {
  id: 'network.proxy',
  title: 'reverse proxy',
  async run({ settings: { publicUrl, trustedProxies, tlsCertificateFile } }) {
    const isBehind = publicUrl.startsWith('https:') && tlsCertificateFile === null
    if (isBehind && trustedProxies === 0)
      return {
        severity: 'warning',
        what: 'A proxy stands in front, and its X-Forwarded-For is not believed.',
        why: 'All callers look like one: limits of requests hit everybody at once.',
        fix: 'svcctl config set trustedProxies 1',
      }
    if (!isBehind && trustedProxies > 0)
      return {
        severity: 'warning',
        what: 'X-Forwarded-For is believed, and no proxy stands in front.',
        why: 'A caller can pretend to be somebody else and so escape the limits.',
        fix: 'svcctl config set trustedProxies 0',
      }
    return { severity: 'ok', what: isBehind ? 'believed' : 'none' }
  },
}

export const hostKeys: Check = {
  id: 'access.keys',
  title: 'keys of hosts',
  async run(host) {
    const facts = await workOf(host)
    if (!facts) return { severity: 'info', what: 'Not looked at: no database that is up to date.' }
    if (facts.activeKeys > 0) return { severity: 'ok', what: `${facts.activeKeys} in use` }
    if ((await host.organizations()).length === 0)
      return { severity: 'info', what: 'None yet: the first is made with the first organization.' }
    return {
      severity: host.settings.demo ? 'info' : 'warning',
      what: 'There is no key for an EHR.',
      why: 'No host can get a token, so nobody can use the plugin.',
      fix: 'svcctl key create --name EHR',
    }
  },
}

export const failedTexts: Check = {
  id: 'speech.failed',
  title: 'final texts',
  async run(host) {
    const facts = await workOf(host)
    if (!facts) return { severity: 'info', what: 'Not looked at: no database that is up to date.' }
    if (facts.failedTexts === 0) return { severity: 'ok', what: 'none given up' }
    return {
      severity: 'warning',
      what: `${facts.failedTexts} final texts were given up; their sound is kept.`,
      why: 'Doctors see the live text of those visits only.',
      fix: 'journalctl -u svc -o cat | grep job.attempt_failed   # why; upload the sound again to try anew',
    }
  },
}

const LONGEST_WAIT_H = 24

export const waitingRecords: Check = {
  id: 'rnds.waiting',
  title: 'records on their way',
  async run(host) {
    const facts = await workOf(host)
    const hours = facts?.oldestPendingRecordH ?? null
    const held = hours === null ? null : await host.outgoing()
    // No fault of the network's, and nothing that retrying would help.
    if (held)
      return {
        severity: 'info',
        what: `${recordsOf(held.waiting)} because nothing leaves this box since ${held.hold.since.toISOString()} (${holdReason(held.hold)}), the oldest for ${hours} h; what waits goes out after svcctl outgoing resume.`,
      }
    const [hindered] = (facts?.waitingRecords ?? []).filter(({ cause }) => cause in HINDRANCES)
    const mend = hindered && HINDRANCES[hindered.cause]
    if (mend)
      return {
        severity: 'error',
        what: `${counted(hindered.records)} for the national network: ${hindered.cause}, since ${hindered.since.toISOString()}.`,
        why: 'Nothing is lost, and nothing is sent before that is mended.',
        fix: mend,
      }
    if (hours === null || hours < LONGEST_WAIT_H)
      return { severity: 'ok', what: hours === null ? 'none' : `the oldest for ${hours} h` }
    return {
      severity: 'warning',
      what: `A record has been waiting for the national network for ${hours} hours.`,
      why: 'The network, the certificate or the profile may be at fault; it is sent when they work.',
      fix: 'svcctl rnds list --state pending',
    }
  },
}

/** Causes that no waiting mends. */
const HINDRANCES: Partial<Record<WaitingCause, string>> = {
  profile_incomplete: 'svcctl rnds profile show',
  certificate_missing: 'svcctl rnds cert import certificado.pfx',
  certificate_expired: 'svcctl rnds cert import certificado.pfx   # the new one',
  certificate_refused: 'svcctl rnds cert show   # is it the one that was credentialed?',
  ca_unreadable: 'svcctl config set rndsCaFile ca.pem   # and restart',
  token_refused: 'svcctl rnds profile show   # establishment and environment of the credential?',
  network_date: 'timedatectl   # is the clock right?',
}

const counted = (records: number) => (records === 1 ? '1 record waits' : `${records} records wait`)

function recordsOf(waiting: OutgoingWaiting | null): string {
  return waiting ? counted(waiting.records) : 'Records wait'
}
