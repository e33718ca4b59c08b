import type { Principal } from '../../access/principal.ts'
import type { OpenConsultation } from '../../consultation/consultation.ts'
import { maskAsNotFound } from '../../consultation/open-consultation.ts'
import { AppError, notFound } from '../../errors.ts'
import type { RefuseWhileHeld } from '../../vault/hold.ts'
import type { DocumentRecord, DocumentStore } from './document-store.ts'

export type DeleteDocument = ReturnType<typeof deleteDocument>
export type UndeleteDocument = ReturnType<typeof undeleteDocument>

/** How long a deletion can be taken back. */
export const UNDO_MS = 10 * 60_000

interface Deps {
  documents: DocumentStore
  /**
   * When records of this consultation went to the national network that stand there or are on their
   * way; empty for none.
   */
  submittedAt(consultationId: string): Promise<Date[]>
  refuseWhileHeld: RefuseWhileHeld
  now: () => Date
}

/**
 * Takes the document out of sight; within `UNDO_MS` it can be brought back.
 * @returns until when
 * @throws {AppError} `legal_hold`, `document_submitted` for one that the national network holds,
 * `document_not_ready` while it is written
 */
export function deleteDocument({ documents, submittedAt, refuseWhileHeld, now }: Deps) {
  return async (record: DocumentRecord, by: string | null): Promise<Date> => {
    await refuseWhileHeld(record.consultationId)
    if (record.status === 'generating')
      throw new AppError('conflict', 'document_not_ready', 'O documento ainda está sendo gerado.')
    if (await wasSubmitted(record))
      throw new AppError(
        'conflict',
        'document_submitted',
        'Este documento faz parte de um registro enviado à RNDS e não pode ser excluído.',
      )
    const at = now()
    if (!(await documents.remove(record.id, { at, by }))) throw notFound()
    return new Date(at.getTime() + UNDO_MS)
  }

  /** A record takes in what was reviewed before it was sent, also when that was edited since. */
  async function wasSubmitted({ id, consultationId, reviewedAt }: DocumentRecord) {
    const sent = await submittedAt(consultationId)
    if (sent.length === 0) return false
    const reviews = (await documents.listVersions(id)).filter(({ kind }) => kind === 'reviewed')
    const times = [
      ...reviews.map(({ createdAt }) => createdAt),
      ...(reviewedAt ? [reviewedAt] : []),
    ]
    return times.some((reviewed) => sent.some((moment) => moment >= reviewed))
  }
}

/**
 * Brings back what was deleted a moment ago, through the same gate as everything else.
 * @throws {AppError} `not_found`, also when it is too late
 */
export function undeleteDocument(deps: {
  documents: DocumentStore
  openConsultation: OpenConsultation
  now: () => Date
}) {
  const { documents, openConsultation, now } = deps
  return async (principal: Principal, id: string): Promise<DocumentRecord> => {
    const since = new Date(now().getTime() - UNDO_MS)
    const record = await documents.findRemoved(id, since)
    if (!record) throw notFound()
    await maskAsNotFound(openConsultation(principal, record.consultationId), notFound)
    if (!(await documents.putBack(id, since))) throw notFound()
    return record
  }
}
