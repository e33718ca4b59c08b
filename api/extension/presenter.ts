import type { Credential } from '../../core/access/access.ts'
import type { DeviceSession } from '../../core/access/device-sessions.ts'
import type { IssuedToken } from '../../core/access/issue-token.ts'
import type { Consultation } from '../../core/consultation/consultation.ts'
import type {
  ExtensionOrganization,
  ExtensionSession,
  ExtensionVisit,
  ListedExtensionVisit,
} from '../../core/contract/extension.ts'

export function presentSession(session: DeviceSession, now: Date): ExtensionSession {
  return {
    refresh_token: session.refreshToken,
    access_token: session.access.token,
    expires_in: secondsTo(session.access, now),
    doctor: presentDoctor(session.credential),
    organization: presentOrganization(session.credential),
  }
}

export function presentDoctor({ user }: Credential) {
  return { id: user?.id ?? '', name: user?.name ?? '' }
}

export function presentOrganization({ organization }: Credential): ExtensionOrganization {
  const { id, name, extension } = organization
  const { enabled, fill, capture, lockMinutes } = extension
  return { id, name, extension: { enabled, fill, capture, lock_minutes: lockMinutes } }
}

export function presentVisit(
  { consultation, token }: { consultation: Consultation; token: IssuedToken },
  doctorId: string,
  now: Date,
): ExtensionVisit {
  return {
    id: consultation.id,
    consultation_id: consultation.externalConsultationId,
    patient: patientOf(consultation),
    doctor: { id: doctorId },
    type: consultation.type,
    auth_token: token.token,
    expires_in: secondsTo(token, now),
  }
}

export function presentListed(consultation: Consultation): ListedExtensionVisit {
  return {
    id: consultation.id,
    consultation_id: consultation.externalConsultationId,
    patient: patientOf(consultation),
    type: consultation.type,
    state: consultation.status,
    recorded_ms: consultation.recordedMs,
    started_at: consultation.createdAt.toISOString(),
  }
}

function patientOf({ externalPatientId: id, name }: Consultation) {
  return { id, name }
}

function secondsTo({ expiresAt }: IssuedToken, now: Date): number {
  return Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000))
}
