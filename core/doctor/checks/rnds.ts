import { HOSPITAL_STAY } from '../../rnds/compile-record/told-facts.ts'
import { missingFields } from '../../rnds/edit-establishment.ts'
import type { Check, DoctorFinding, DoctorHost, RndsFacts } from '../check.ts'
import { orgFlag } from '../org-flag.ts'

const DAY_MS = 86_400_000
/** A new certificate takes days: somebody has to go to the authority. */
const SOON_DAYS = 30
const URGENT_DAYS = 7

export const rndsCertificate: Check = {
  id: 'rnds.certificate',
  title: 'RNDS certificate',
  async run(host) {
    const facts = await lookedAt(host)
    if (!facts) return notYet
    const held = facts.flatMap(({ organizationId, certificateUntil }) =>
      certificateUntil ? [{ organizationId, until: certificateUntil }] : [],
    )
    const [first] = held.sort((a, b) => a.until.getTime() - b.until.getTime())
    if (!first)
      return {
        severity: 'info',
        what: 'No certificate yet: nothing can be sent to the national network.',
        why: 'It has to be an A1 of ICP-Brasil, a file: the key of an A3 never leaves its card or token.',
        fix: 'svcctl rnds cert import certificado.pfx',
      }
    const { organizationId, until } = first
    const days = Math.floor((until.getTime() - host.now().getTime()) / DAY_MS)
    const fix = `svcctl rnds cert import certificado.pfx${await orgFlag(host, organizationId)}   # the new one`
    const day = until.toISOString().slice(0, 10)
    if (until <= host.now())
      return {
        severity: 'error',
        what: `The certificate expired on ${day}.`,
        why: 'The national network refuses it: nothing is sent.',
        fix,
      }
    if (days < SOON_DAYS)
      return {
        severity: days < URGENT_DAYS ? 'error' : 'warning',
        what: `The certificate expires on ${day}, in ${days} days.`,
        why: 'Without a new one nothing will be sent to the national network from then on.',
        fix,
      }
    return { severity: 'ok', what: `until ${day}` }
  },
}

export const rndsProfile: Check = {
  id: 'rnds.profile',
  title: 'RNDS profile',
  async run(host) {
    const facts = await lookedAt(host)
    if (!facts) return notYet
    const used = facts.flatMap(({ organizationId, establishment }) =>
      establishment ? [{ organizationId, missing: missingFields(establishment) }] : [],
    )
    const incomplete = used.find(({ missing }) => missing.length > 0)
    if (incomplete)
      return {
        severity: 'warning',
        what: `The establishment’s profile is incomplete: ${incomplete.missing.join(', ')}.`,
        why: 'Records that need these codes are not sent to the national network.',
        fix: `svcctl rnds profile set${await orgFlag(host, incomplete.organizationId)}`,
      }
    const ward = facts.find(
      ({ establishment }) => establishment?.defaults.modality === HOSPITAL_STAY,
    )
    if (ward)
      return {
        severity: 'warning',
        what: 'The usual modality is 04, hospital stays: visits are not sent.',
        why: 'The record of a stay is the discharge summary (Sumário de Alta), which is not composed here.',
        fix: `svcctl rnds profile set --modality 07${await orgFlag(host, ward.organizationId)}   # or what is usual: svcctl rnds profile set --help`,
      }
    if (used.length > 0) return { severity: 'ok', what: 'complete' }
    return {
      severity: 'info',
      what: 'No profile yet: the national network is not used.',
      fix: 'svcctl rnds profile set',
    }
  },
}

/** Before the network says it: a change that is ahead, and a version that lies here unused. */
export const rndsDefinitions: Check = {
  id: 'rnds.definitions',
  title: 'RNDS definitions',
  async run(host) {
    const found = await host.rndsDefinitions()
    if (found.issue !== null)
      return {
        severity: 'error',
        what: `The imported definitions of the network cannot be read (${found.issue}).`,
        why: 'Nothing is sent to the national network without them.',
        fix: 'svcctl rnds definitions remove   # then import the packages again',
      }
    const { unused, ahead, inForce } = found
    const [first] = unused
    if (first)
      return {
        severity: 'warning',
        what: `${first.newest} lies here; in force is ${first.inUse}.`,
        why: 'The network refuses records that are made by profiles of the past.',
        fix: `svcctl rnds definitions diff ${first.inUse} ${first.newest}   # then: use ${first.newest} --from DAY`,
      }
    if (ahead.length > 0)
      return {
        severity: 'info',
        what: `The network’s profiles change: ${ahead.map(({ id, from }) => `${id} from ${from} on`).join(', ')}.`,
      }
    return { severity: 'ok', what: inForce }
  },
}

/**
 * Only where a profile names a network, and only when it is asked for: otherwise nothing is called.
 */
export const rndsHosts: Check = {
  id: 'rnds.hosts',
  title: 'RNDS hosts',
  probe: true,
  async run(host) {
    const facts = await lookedAt(host)
    if (!facts) return notYet
    if (facts.every(({ establishment }) => establishment === null))
      return { severity: 'ok', what: 'not used, not called' }
    const hosts = await host.rndsHosts()
    const silent = hosts.find(({ issue }) => issue !== null)
    if (silent)
      return {
        severity: 'warning',
        what: `${silent.host} is not reached (${silent.issue}).`,
        why: 'Records wait, and are sent when it is; doctors are not held up.',
        fix: `curl -sv -o /dev/null https://${silent.host}   # from this machine; then the firewall, the name server, or rndsProxy`,
      }
    return { severity: 'ok', what: hosts.map(({ host: name }) => name).join(', ') || 'none named' }
  },
}

/** The first thing that goes wrong in reality: the hosts answer, and let nobody in. */
export const rndsAccess: Check = {
  id: 'rnds.access',
  title: 'RNDS access',
  probe: true,
  async run(host) {
    const facts = await lookedAt(host)
    if (!facts) return notYet
    const asked = await host.rndsAccess()
    const shut = asked.find(({ issue }) => issue !== null)
    if (shut) return shutOut(shut.issue ?? '', await orgFlag(host, shut.organizationId))
    const foreign = asked.find(({ otherCnpj }) => otherCnpj !== undefined)
    if (foreign?.otherCnpj)
      return {
        severity: 'warning',
        what: `The certificate is of CNPJ ${foreign.otherCnpj.certificate}, the requester’s id of CNPJ ${foreign.otherCnpj.requester}.`,
        why: 'The network lets us in, but records are taken only under the certificate that was credentialed.',
        fix: `svcctl rnds cert show${await orgFlag(host, foreign.organizationId)}   # then compare with the credential in the portal of the RNDS`,
      }
    const blind = asked.find(({ lookedUp }) => !lookedUp)
    if (blind)
      return {
        severity: 'warning',
        what: 'The network gave a token; nobody was looked up with it.',
        why: 'Look-ups need a practitioner on whose behalf they are made.',
        fix: `svcctl rnds profile set --lookup-cns CNS${await orgFlag(host, blind.organizationId)}`,
      }
    return {
      severity: 'ok',
      what: asked.length > 0 ? 'a token, and one look-up' : 'not used, not called',
    }
  },
}

function shutOut(issue: string, flag: string): DoctorFinding {
  if (issue === 'outgoing_held')
    return { severity: 'info', what: 'Not asked: nothing leaves this box.' }
  if (issue === 'certificate_refused')
    return {
      severity: 'error',
      what: 'The network does not take the certificate (certificate_refused).',
      why: 'Records wait until it does. It has to be the one that was credentialed, of ICP-Brasil, and for this environment.',
      fix: `svcctl rnds cert show${flag}   # then compare with the credential in the portal of the RNDS`,
    }
  if (issue === 'practitioner_not_found')
    return {
      severity: 'warning',
      what: 'The network lets us in, and does not know the practitioner of the look-ups.',
      why: 'Patients and practitioners cannot be looked up.',
      fix: `svcctl rnds profile set --lookup-cns CNS${flag}`,
    }
  return {
    severity: 'warning',
    what: `The network gives no access (${issue}).`,
    why: 'Records wait, and are sent when it does.',
    fix: `svcctl rnds profile show${flag}`,
  }
}

const notYet: DoctorFinding = {
  severity: 'info',
  what: 'Not looked at: no database that is up to date.',
}

async function lookedAt(host: DoctorHost): Promise<RndsFacts[] | null> {
  const facts = await host.database()
  if (!facts || facts.failure !== null || facts.pending.length > 0) return null
  return host.rnds()
}
