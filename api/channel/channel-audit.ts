/** What a connection does, on record: under one request id, so that its entries belong together. */
import type { Principal } from '../../core/access/principal.ts'
import type { AuditAction } from '../../core/audit/actions.ts'
import type { AuditAct, AuditFacts } from '../../core/audit/ports.ts'
import type { Consultation } from '../../core/consultation/consultation.ts'
import { isAppError } from '../../core/errors.ts'
import type { ChannelDeps } from './channel-deps.ts'

interface Deps extends Pick<ChannelDeps, 'audit'> {
  address: string | null
}

export interface Caller {
  principal: Principal
  consultation: Consultation
}

export function channelAudit({ audit, address }: Deps) {
  const requestId = audit?.newId() ?? null

  function actOf(
    action: AuditAction,
    caller: { principal: Principal | null; consultation: Consultation | null },
    rest: Pick<AuditAct, 'subject' | 'outcome'> & { facts?: AuditFacts },
  ): AuditAct {
    const { principal, consultation } = caller
    return {
      actor: { kind: 'session', id: principal?.tokenId ?? 'unknown' },
      action,
      requestId,
      subject: rest.subject,
      outcome: rest.outcome,
      organizationId: principal?.organizationId ?? null,
      facts: { address, channel: true, ...rest.facts },
      consultationId: consultation?.id ?? null,
      patientId: consultation?.externalPatientId ?? null,
      personId: principal?.doctorId ?? null,
    }
  }

  return {
    /** The transcript goes to whoever follows a consultation. */
    async followed({ principal, consultation }: Caller) {
      const subject = { kind: 'consultation', id: consultation.id }
      const caller = { principal, consultation }
      await audit?.trail.append(
        actOf('transcript.followed', caller, { subject, outcome: 'success' }),
      )
    },
    async recording(
      action: 'recording.started' | 'recording.resumed' | 'recording.finished',
      caller: Caller,
      recordingId: string,
      facts: AuditFacts = {},
    ) {
      const subject = { kind: 'recording', id: recordingId }
      await audit?.trail.append(actOf(action, caller, { subject, outcome: 'success', facts }))
    },
    /** @param caller what is known of them */
    async refused(
      error: unknown,
      caller: { principal: Principal | null; consultation: Consultation | null },
    ) {
      if (!isAppError(error) || !AS_REFUSALS.has(error.kind)) return
      const action = caller.principal ? 'access.refused' : 'authentication.refused'
      const { consultation } = caller
      const subject = consultation && { kind: 'consultation', id: consultation.id }
      const facts = { code: error.code }
      await audit?.refusals.note(
        actOf(action, caller, { subject, outcome: 'refused', facts }),
        address ?? '',
      )
    },
  }
}

const AS_REFUSALS: ReadonlySet<string> = new Set(['unauthenticated', 'forbidden', 'not-found'])
