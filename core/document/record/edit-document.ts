import type { Principal } from '../../access/principal.ts'
import type { OpenConsultation } from '../../consultation/consultation.ts'
import { maskAsNotFound } from '../../consultation/open-consultation.ts'
import type {
  DocumentContent,
  DocumentLayout,
  Evidence,
  EvidencePart,
  EvidenceSpan,
} from '../../contract/api.ts'
import { keptParts } from '../../contract/kept-parts.ts'
import { AppError, notFound, validationError } from '../../errors.ts'
import { type FilledValue, filledValues, pathKey } from '../models/content.ts'
import { validateContent } from '../models/template-schema.ts'
import type { DocumentRecord, DocumentStore, VersionNote } from './document-store.ts'
import { renderMarkdown, tidyLayout, validateLayout } from './markdown.ts'

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
async function saveDocument(
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

export type RestoreVersion = ReturnType<typeof restoreVersion>

/**
 * An earlier state becomes the document again, with the evidence it had then; what was there stays
 * in the history. It is a draft: nobody has reviewed it now.
 * @throws {AppError} `not_found` (the version), `version_conflict`, `document_not_ready`
 */
export function restoreVersion({ documents, now }: { documents: DocumentStore; now: () => Date }) {
  return async (
    record: DocumentRecord,
    { number, version, by }: { number: number; version: number; by: string | null },
  ): Promise<DocumentRecord> => {
    mustBeCurrent(record, version)
    const kept = await documents.findVersion(record.id, number)
    if (!kept) throw notFound('Esta versão do documento não existe.')
    const { content, layout, markdown, evidence, contradictions, editedPaths, editedByUser } = kept
    const after: DocumentRecord = {
      ...record,
      content,
      layout,
      markdown,
      evidence,
      contradictions,
      editedPaths,
      editedByUser,
      status: 'draft',
      reviewedAt: null,
      reviewedBy: null,
      version: record.version + 1,
      updatedAt: now(),
    }
    return saveDocument(documents, record, after, { kind: 'restored', by, joinSince: null })
  }
}

/**
 * What is still proven after a person changed a document: values that stayed, and only those.
 *
 * Evidence follows a value whose text is unchanged, also when an item of a list moved. A changed
 * value has no source but the person: it is in `editedPaths`, and of its evidence remain the
 * sentences that stayed word for word. What was computed from a value that changed is no longer
 * supported.
 */
export function carryEvidence(
  record: Pick<DocumentRecord, 'template' | 'content' | 'evidence' | 'editedPaths'>,
  content: DocumentContent,
): Pick<DocumentRecord, 'evidence' | 'editedPaths'> {
  const before = filledValues(record.template, record.content)
  const evidence: Evidence[] = []
  const editedPaths: string[][] = []
  const wasEdited = new Set(record.editedPaths.map(pathKey))
  const after = filledValues(record.template, content)
  const changed = new Set(goneFrom(before, after))

  for (const value of after) {
    const origin = originOf(value, before)
    const isEdited = !origin || wasEdited.has(pathKey(origin.path))
    if (isEdited) editedPaths.push(value.path)
    if (!origin) changed.add(dotted(value.path))
    const from = origin ?? before.find(({ path }) => pathKey(path) === pathKey(value.path))
    const known = from && record.evidence.find(({ path }) => pathKey(path) === pathKey(from.path))
    if (!known) continue
    if (!isEdited) evidence.push({ ...known, path: value.path })
    else
      evidence.push(...ofKeptSentences(value, keptParts(from.text, value.text, known.parts ?? [])))
  }
  return { editedPaths, evidence: evidence.map((one) => withoutStaleSources(one, changed)) }
}

function ofKeptSentences({ path }: FilledValue, parts: EvidencePart[]): Evidence[] {
  return parts.length > 0 ? [{ path, verdict: 'not_found', spans: [], parts }] : []
}

/** The unchanged value it comes from: at its own place, or moved within its list. */
function originOf(value: FilledValue, before: FilledValue[]): FilledValue | undefined {
  const isSame = (one: FilledValue) => one.text === value.text
  const here = before.find((one) => isSame(one) && pathKey(one.path) === pathKey(value.path))
  if (here || !isListItem(value.path)) return here
  return before.find((one) => isSame(one) && isListItem(one.path) && one.path[0] === value.path[0])
}

function isListItem(path: string[]): boolean {
  return path.length === 2 && /^\d+$/.test(path[1] ?? '')
}

function goneFrom(before: FilledValue[], after: FilledValue[]): string[] {
  const present = new Set(after.map(({ path }) => dotted(path)))
  return before.map(({ path }) => dotted(path)).filter((name) => !present.has(name))
}

function withoutStaleSources(one: Evidence, changed: Set<string>): Evidence {
  const isStale = one.spans.some(
    (span) => span.source === 'derived' && span.from.some((name) => changed.has(name)),
  )
  return isStale ? { ...one, verdict: 'not_found', spans: [] } : one
}

/** As `derived` evidence names its sources. */
function dotted(path: string[]): string {
  return path.join('.')
}
