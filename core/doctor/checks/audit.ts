import type { Check, DoctorFinding } from '../check.ts'
import { NOT_ON_THIS_DISK, takesNothing, withoutKey } from '../unwritable.ts'

const WHY = 'Who did what could not be proven any more.'
const VERIFY = 'svcctl audit verify'

/** The newest entries; `svcctl audit verify` looks at all of them. */
export const auditChain: Check = {
  id: 'audit.chain',
  title: 'audit',
  async run(host) {
    const facts = await host.audit()
    if (!facts) return { severity: 'info', what: 'There is no audit yet: the first act begins it.' }
    if (facts.failure !== null && /^database_(unreachable|url|refuses)$/.test(facts.failure))
      return { severity: 'info', what: 'Not looked at: the database does not answer.' }
    // Why, the check of the key says.
    if (facts.failure === 'master_key_closed')
      return { severity: 'info', what: 'Not looked at: the master key does not open.' }
    if (facts.failure === 'it does not open') {
      if (await takesNothing(host)) return NOT_ON_THIS_DISK
      const blind = await withoutKey(host)
      if (blind) return blind
      if ((await host.database())?.failure)
        return { severity: 'info', what: 'Not looked at: no database opens.' }
    }
    if (facts.failure !== null)
      return {
        severity: 'error',
        what: `The audit cannot be read: ${facts.failure}`,
        why: WHY,
        fix: VERIFY,
      }
    const { checked, lastSequence, firstBadSequence, head, isGuarded } = facts
    if (firstBadSequence !== null)
      return error(`Entry ${firstBadSequence} of the audit is not what was written.`)
    if (head === 'ahead')
      return error('The newest entries of the audit are gone: this machine has seen more.')
    if (head === 'altered') return error('The audit is not the one this machine has seen.')
    if (!isGuarded) return error('The database no longer refuses changes of the audit.')
    if (head === 'missing')
      return {
        severity: 'warning',
        what: 'This machine has no memory of where the audit ended (audit/head.json).',
        why: 'After a restore that is so; otherwise somebody took it away.',
        fix: VERIFY,
      }
    return { severity: 'ok', what: `${lastSequence} entries, the newest ${checked} proven` }
  },
}

function error(what: string): DoctorFinding {
  return { severity: 'error', what, why: WHY, fix: VERIFY }
}
