/**
 * Which consultations an administrator means, by facts about them. No word of the patient's: a
 * patient is found by the host's identifier, and is not told.
 */
import type { AuditTrail } from '../audit/ports.ts'
import type { ConsultationStatus } from '../contract/api.ts'

export interface VisitFilter {
  organizationId?: string | undefined
  /** By the host's identifier; needs an organization, whose identifiers they are. */
  patientId?: string | undefined
  /** By the host's identifier. */
  doctorId?: string | undefined
  status?: ConsultationStatus | undefined
  /** Prepared at this time or later. */
  since?: Date | undefined
  /** Prepared before this time. */
  until?: Date | undefined
  /** At most so many, the newest. */
  limit: number
}

export interface ListedVisit {
  id: string
  organizationId: string
  /** By the host's identifier; null where nothing opens it any more. */
  doctor: string | null
  status: string
  type: string
  /** When it was prepared. */
  createdAt: Date
  recordedMs: number
  heldAt: Date | null
}

/** The newest first; with how many there are in all. */
export type ListVisits = (filter: VisitFilter) => Promise<{ visits: ListedVisit[]; total: number }>

/** @param beginning of an id; the newest first, at most `limit` */
export type VisitsBeginning = (
  beginning: string,
  limit: number,
) => Promise<{ id: string; createdAt: Date }[]>

interface Deps {
  list: ListVisits
  trail: AuditTrail
  /** The administrator, for the trail. */
  by: string
}

/** On record: who looks up a patient's visits learns that there are some. */
export function listVisitsOnRecord({ list, trail, by }: Deps): ListVisits {
  return async (filter) => {
    const found = await list(filter)
    const { organizationId = null, patientId } = filter
    await trail.append({
      actor: { kind: 'administrator', id: by },
      action: 'consultation.listed',
      subject: null,
      organizationId,
      ...(patientId !== undefined && { patientId }),
      outcome: 'success',
      requestId: null,
      facts: { listed: found.visits.length, total: found.total },
    })
    return found
  }
}
