/**
 * One visit as an administrator sees it: states, times, counts and codes. No word of the patient's:
 * names of files, texts and whom it is about stay sealed.
 */
import type { AuditTrail } from '../audit/ports.ts'
import type { VisitFacts } from '../consultation/visit-facts.ts'
import type { ConsultationStatus } from '../contract/api.ts'
import type { UnusedCode } from '../input-use/unused-sentences.ts'

export interface VisitSheet {
  id: string
  organizationId: string
  /** By the host's identifier. */
  doctor: string
  status: string
  type: string
  consent: string
  /** What kind of visit it is, as the host says. */
  visit: VisitFacts
  createdAt: Date
  finishedAt: Date | null
  heldAt: Date | null
  /** What retention took away, by kind. */
  erased: { transcript: Date | null; context: Date | null; files: Date | null }
  recordings: RecordingLine[]
  files: FileLine[]
  /** What people and hosts wrote for the visit. */
  texts: TextLine[]
  documents: DocumentLine[]
  submissions: SubmissionLine[]
}

export interface RecordingLine {
  id: string
  source: string
  state: string
  channels: number
  durationMs: number
  startedAt: Date
  soundErasedAt: Date | null
  /** State of its transcription; null: not begun. */
  transcription: string | null
  use: UseLine | null
}

export interface FileLine {
  id: string
  type: string | null
  state: string
  failure: string | null
  pages: number | null
  sizeBytes: number
  createdAt: Date
  use: UseLine | null
}

export interface TextLine {
  kind: 'context' | 'background_history'
  use: UseLine
}

export interface DocumentLine {
  id: string
  template: string
  status: string
  version: number
  createdAt: Date
  reviewedAt: Date | null
  importedAt: Date | null
}

export interface SubmissionLine {
  id: string
  documentType: string
  state: string
  networkId: string | null
  submittedAt: Date
}

/** How much of an input was used, and how many parts of each kind were not. */
export interface UseLine {
  unit: string
  given: number
  used: number
  unused: { code: UnusedCode; parts: number }[]
}

/** @throws {AppError} `consultation_not_found` */
export type DescribeVisit = (consultationId: string) => Promise<VisitSheet>

interface Deps {
  describe: DescribeVisit
  trail: AuditTrail
  /** The administrator, for the trail. */
  by: string
}

/**
 * For an administrator, on record with how many parts of what was given were not used.
 * @throws {AppError} `consultation_not_found`
 */
export function showVisit({ describe, trail, by }: Deps): DescribeVisit {
  return async (consultationId) => {
    const sheet = await describe(consultationId)
    await trail.append({
      actor: { kind: 'administrator', id: by },
      action: 'consultation.opened',
      subject: { kind: 'consultation', id: consultationId },
      organizationId: sheet.organizationId,
      outcome: 'success',
      requestId: null,
      facts: unusedFacts(sheet),
    })
    return sheet
  }
}

/** `{ unused_sound_lost: 2 }`; counts and codes alone may stand in the trail. */
function unusedFacts({ recordings, files, texts }: VisitSheet): Record<string, number> {
  const facts: Record<string, number> = {}
  for (const { use } of [...recordings, ...files, ...texts])
    for (const { code, parts } of use?.unused ?? [])
      facts[`unused_${code}`] = (facts[`unused_${code}`] ?? 0) + parts
  return facts
}

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

interface ListedVisit {
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

/**
 * Which consultations an administrator means, by facts about them. No word of the patient's: a
 * patient is found by the host's identifier, and is not told.
 *
 * The newest first; with how many there are in all.
 */
export type ListVisits = (filter: VisitFilter) => Promise<{ visits: ListedVisit[]; total: number }>

/** @param beginning of an id; the newest first, at most `limit` */
export type VisitsBeginning = (
  beginning: string,
  limit: number,
) => Promise<{ id: string; createdAt: Date }[]>

interface ListDeps {
  list: ListVisits
  trail: AuditTrail
  /** The administrator, for the trail. */
  by: string
}

/** On record: who looks up a patient's visits learns that there are some. */
export function listVisitsOnRecord({ list, trail, by }: ListDeps): ListVisits {
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
