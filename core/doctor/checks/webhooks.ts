import type { Check, DoctorFinding, DoctorHost, WebhookHealth } from '../check.ts'
import { quoted } from '../quoted.ts'

const HOUR_MS = 3_600_000
/**
 * Two of the waits between attempts are shorter; a receiver that was restarted is there again by
 * then.
 */
const TOLERATED_MS = 2 * HOUR_MS

/** Every address that is told of events: can it be told, and does it hear? */
export const webhookDelivery: Check = {
  id: 'webhook.delivery',
  title: 'webhooks',
  async run(host) {
    const facts = await host.database()
    if (!facts || facts.failure !== null || facts.pending.length > 0)
      return { severity: 'info', what: 'Not looked at: no database that is up to date.' }
    const all = await host.webhooks()
    if (all.length === 0) return { severity: 'ok', what: 'none' }
    const faults = all.flatMap((one) => faultOf(one, host) ?? [])
    const worst = faults.find(({ severity }) => severity === 'error') ?? faults[0]
    if (!worst) return { severity: 'ok', what: `${all.length} told` }
    const others = faults.length - 1
    return others === 0 ? worst : { ...worst, what: `${worst.what} (and ${others} more)` }
  },
}

/** Null: nothing is the matter with it. */
function faultOf(one: WebhookHealth, host: DoctorHost): DoctorFinding | null {
  const { name, settings, state, disabledBecause } = one
  const ref = quoted(name)
  if (!settings)
    return {
      severity: 'error',
      what: `The address and the secret of webhook ${name} do not open under this master key.`,
      why: 'It is told nothing, and nobody can say where it led.',
      fix: `svcctl webhook remove ${one.id}   # then webhook add, and the new secret to its receiver`,
    }
  if (!settings.hasSecret)
    return {
      severity: 'error',
      what: `Webhook ${name} has no secret.`,
      why: 'Nothing that is sent there is signed: a receiver that checks refuses it.',
      fix: `svcctl webhook rotate ${ref} --overlap-hours 0`,
    }
  if (state === 'disabled') return disabled(ref, name, disabledBecause)
  return unreachable(one, ref) ?? failing(one, ref, host.now())
}

function disabled(
  ref: string,
  name: string,
  because: WebhookHealth['disabledBecause'],
): DoctorFinding {
  const isGone = because === 'gone'
  return {
    severity: isGone ? 'error' : 'warning',
    what: isGone
      ? `Webhook ${name} answered that it is gone (410), and is told nothing any more.`
      : `Webhook ${name} is disabled.`,
    why: 'What happens meanwhile is not kept for it.',
    fix: `svcctl webhook enable ${ref}`,
  }
}

function unreachable(
  { name, address, allowedNetworks }: WebhookHealth,
  ref: string,
): DoctorFinding | null {
  switch (address?.verdict) {
    case 'address_not_allowed':
      return {
        severity: 'error',
        what: `Webhook ${name} leads to ${address.addresses.join(', ')}, which the settings do not allow.`,
        why: 'Every attempt is refused on this machine, before anything is sent.',
        fix: `svcctl config set webhookNetworks ${[allowedNetworks, ...address.addresses].filter(Boolean).join(',')}   # only if that is your EHR; then restart the service`,
      }
    case 'http_not_allowed':
      return {
        severity: 'error',
        what: `Webhook ${name} is plain HTTP, which the settings do not allow.`,
        why: 'Every attempt is refused on this machine, before anything is sent.',
        fix: `svcctl webhook remove ${ref}   # then webhook add with its https address`,
      }
    case 'unresolved':
      return {
        severity: 'warning',
        what: `The name that webhook ${name} leads to is not known here.`,
        why: 'Nothing arrives until it is; what is due waits, and is given up after three days.',
        fix: `svcctl webhook test ${ref}`,
      }
    default:
      return null
  }
}

function failing(
  { name, failed, failingSince, issue }: WebhookHealth,
  ref: string,
  now: Date,
): DoctorFinding | null {
  const forMs = failingSince ? now.getTime() - failingSince.getTime() : 0
  if (forMs >= TOLERATED_MS)
    return {
      severity: 'error',
      what: `Webhook ${name} has not taken anything for ${Math.floor(forMs / HOUR_MS)} h (${issue ?? 'no answer'}).`,
      why: 'The EHR is not told that documents are ready.',
      fix: `svcctl webhook test ${ref}`,
    }
  if (failed > 0)
    return {
      severity: 'warning',
      what: `${failed} messages to webhook ${name} were given up, and are kept.`,
      why: 'The EHR was never told of these.',
      fix: `svcctl webhook retry --failed-of ${ref}`,
    }
  return null
}
