import type { Principal } from '../../access/principal.ts'
import { maskAsNotFound } from '../../consultation/absent-consultation.ts'
import type { OpenConsultation } from '../../consultation/consultation.ts'
import type { DocumentContent, DocumentLayout, Evidence, EvidenceSpan } from '../../contract/api.ts'
import { AppError, notFound, validationError } from '../../errors.ts'
import { filledValues, pathKey } from '../models/content.ts'
import { validateContent } from '../models/template-schema.ts'
import { carryEvidence } from './carry-evidence.ts'
import type { DocumentRecord, DocumentStore, VersionNote } from './document-store.ts'
import { tidyLayout, validateLayout } from './layout.ts'
import { renderMarkdown } from './markdown.ts'

export type EditDocument = ReturnType<typeof editDocument>
export type ReviewDocument = ReturnType<typeof reviewDocument>

/**
 * The one gate to a document: through its consultation's.
 * @throws {AppError} `not_found`
 */
export function openDocument(deps: {
  documents: Pick<DocumentStore, 'find'>
  openConsultation: OpenConsultation
}) {
  return async (principal: Principal, id: string): Promise<DocumentRecord> => {
    const record = await deps.documents.find(id)
    if (!record) throw notFound()
    await maskAsNotFound(deps.openConsultation(principal, record.consultationId), notFound)
    return record
  }
}

/** What a save of the editor holds. */
export interface DocumentEdit {
  version: number
  content: DocumentContent
  /** Left out: as it was. */
  layout?: DocumentLayout | null | undefined
  /**
   * Keeps the state before as a version of its own, where a save shortly after another would take
   * its place.
   */
  separate?: boolean | undefined
  /** Texts in the content that the doctor took from what was said, each with its source. */
  taken?: readonly TakenText[]
  by: string | null
}

/** A text that stands in the value of a path. */
export interface TakenText {
  path: string[]
  text: string
  spans: EvidenceSpan[]
}

const MINUTE_MS = 60_000
/**
 * Saves of one person that follow each other this closely are one version, which still begins anew
 * now and then.
 */
const BURST = { pauseMs: 5 * MINUTE_MS, lengthMs: 30 * MINUTE_MS }

/**
 * The doctor's edit. What was not touched keeps its evidence; what was is the doctor's own word. An
 * edited document is a draft again: nobody has reviewed this text.
 * @throws {AppError} `version_conflict`, `document_not_ready`, `validation_error` naming fields,
 * never values
 */
export function editDocument({ documents, now }: { documents: DocumentStore; now: () => Date }) {
  return async (record: DocumentRecord, edit: DocumentEdit): Promise<DocumentRecord> => {
    mustBeCurrent(record, edit.version)
    const { template } = record
    const given = edit.layout === undefined ? record.layout : edit.layout
    const faults = validateContent(template, edit.content)
    if (given) faults.push(...validateLayout(template, given))
    if (faults.length > 0) throw validationError(faults)
    const layout = given && tidyLayout(template, given)
    if (isSame([edit.content, layout], [record.content, record.layout])) return record
    const carried = withTaken(record, edit, carryEvidence(record, edit.content))
    const at = now()
    const since = (ms: number) => new Date(at.getTime() - ms)
    const after: DocumentRecord = {
      ...record,
      ...carried,
      content: edit.content,
      layout,
      markdown: renderMarkdown(template, edit.content, { layout, ...carried }),
      status: 'draft',
      editedByUser: true,
      reviewedAt: null,
      reviewedBy: null,
      version: record.version + 1,
      updatedAt: at,
    }
    const joinSince = edit.separate
      ? null
      : { begun: since(BURST.lengthMs), continued: since(BURST.pauseMs) }
    return saveDocument(documents, record, after, { kind: 'edited', by: edit.by, joinSince })
  }
}

/** A taken text is the doctor's own, as any edit, and its sentence has its source all the same. */
function withTaken<Carried extends { evidence: Evidence[] }>(
  { template }: Pick<DocumentRecord, 'template'>,
  { content, taken = [] }: DocumentEdit,
  carried: Carried,
): Carried {
  const values = filledValues(template, content)
  const evidence = [...carried.evidence]
  for (const { path, text, spans } of taken) {
    const value = values.find((one) => pathKey(one.path) === pathKey(path))
    const start = value?.text.lastIndexOf(text) ?? -1
    if (start < 0) continue
    const part = { start, end: start + text.length, verdict: 'supported' as const, spans }
    const at = evidence.findIndex((one) => pathKey(one.path) === pathKey(path))
    const known = at < 0 ? { path, verdict: 'not_found' as const, spans: [] } : evidence[at]!
    evidence.splice(at < 0 ? evidence.length : at, at < 0 ? 0 : 1, {
      ...known,
      parts: [...(known.parts ?? []), part],
    })
  }
  return { ...carried, evidence }
}

/**
 * The doctor stands for this text from now on. Reviewing it again changes nothing.
 * @param version what the doctor has seen; left out by callers that only just read it
 * @throws {AppError} `version_conflict`, `document_not_ready`
 */
export function reviewDocument({ documents, now }: { documents: DocumentStore; now: () => Date }) {
  return async (
    record: DocumentRecord,
    { reviewedBy, version = record.version }: { reviewedBy: string | null; version?: number },
  ): Promise<DocumentRecord> => {
    mustBeCurrent(record, version)
    if (record.status === 'reviewed') return record
    const after: DocumentRecord = {
      ...record,
      status: 'reviewed',
      reviewedAt: now(),
      reviewedBy,
      version: record.version + 1,
      updatedAt: now(),
    }
    const note: VersionNote = { kind: 'reviewed', by: reviewedBy, joinSince: null }
    return saveDocument(documents, record, after, note)
  }
}

/** @throws {AppError} `version_conflict`, `document_not_ready` */
export function mustBeCurrent(record: DocumentRecord, version: number) {
  if (record.status !== 'draft' && record.status !== 'reviewed')
    throw new AppError('conflict', 'document_not_ready', 'O documento ainda não foi gerado.')
  if (version !== record.version) throw versionConflict()
}

/** @throws {AppError} `version_conflict` */
export async function saveDocument(
  documents: DocumentStore,
  before: DocumentRecord,
  after: DocumentRecord,
  note: VersionNote,
): Promise<DocumentRecord> {
  if (!(await documents.update(after, before.version, note))) throw versionConflict()
  return after
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** @returns what to throw when the stored version is another */
export function versionConflict(): AppError {
  return new AppError(
    'conflict',
    'version_conflict',
    'O documento foi alterado em outro lugar. Recarregue antes de salvar.',
  )
}
