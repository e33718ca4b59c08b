/**
 * An entry of "said and not written" goes into the document, or is dismissed. Taking it in is an
 * edit of the doctor's, with its source; a dismissal changes no word, so that a reviewed document
 * stays reviewed, and is kept with the document.
 */
import type { DocumentContent, DocumentValue, EvidenceSpan } from '../../contract/api.ts'
import { notFound, validationError } from '../../errors.ts'
import type { TranscriptSegment } from '../../transcription/ports.ts'
import type { Template } from '../models/ports.ts'
import type { Sources } from '../pieces/statements.ts'
import { withinBudget } from '../pieces/visit-budget.ts'
import type { DocumentRecord, DocumentStore } from '../record/document-store.ts'
import {
  type EditDocument,
  mustBeCurrent,
  type TakenText,
  versionConflict,
} from '../record/edit-document.ts'
import type { FieldPlace, Unwritten } from './unwritten.ts'

export type TakeUnwritten = ReturnType<typeof takeUnwritten>
export type DismissUnwritten = ReturnType<typeof dismissUnwritten>

interface Chosen {
  /** Id of the entry. */
  id: string
  version: number
}

/**
 * @throws {AppError} `not_found` when it is not on the list, `validation_error` when there is no
 * such field or none is suggested and   none was chosen; `version_conflict`, `document_not_ready`
 */
export function takeUnwritten(deps: { list: ListUnwritten; editDocument: EditDocument }) {
  return async (
    record: DocumentRecord,
    { id, version, path, by }: Chosen & { path: string[] | undefined; by: string | null },
  ): Promise<DocumentRecord> => {
    mustBeCurrent(record, version)
    const item = await entryOf(deps.list, record, id)
    const places = path ? [{ path, text: item.text }] : item.places
    if (places.length === 0) throw validationError([{ field: 'path', issue: 'required' }])
    let { content } = record
    const taken: TakenText[] = []
    for (const place of places) {
      const added = withAdded(record.template, content, place)
      content = added.content
      taken.push({ path: added.path, text: added.text, spans: item.spans })
    }
    return deps.editDocument(record, { version, content, taken, by })
  }
}

/**
 * @throws {AppError} `not_found` when it is not on the list; `version_conflict`,
 * `document_not_ready`
 */
export function dismissUnwritten({
  list,
  documents,
  now,
}: {
  list: ListUnwritten
  documents: Pick<DocumentStore, 'update'>
  now: () => Date
}) {
  return async (record: DocumentRecord, { id, version }: Chosen): Promise<DocumentRecord> => {
    mustBeCurrent(record, version)
    await entryOf(list, record, id)
    const after: DocumentRecord = {
      ...record,
      dismissed: [...(record.dismissed ?? []), id],
      version: record.version + 1,
      updatedAt: now(),
    }
    if (!(await documents.update(after, record.version))) throw versionConflict()
    return after
  }
}

async function entryOf(
  list: ListUnwritten,
  record: DocumentRecord,
  id: string,
): Promise<Unwritten> {
  const item = (await list(record)).find((one) => one.id === id)
  if (!item) throw notFound('Esta informação já está no documento ou não foi dita.')
  return item
}

/** The value with a text more: an item of a list, a sentence of a text, what a key holds. */
function withAdded(
  { fields }: Pick<Template, 'fields'>,
  content: DocumentContent,
  { path: [name = '', key], text }: FieldPlace,
): { content: DocumentContent; path: string[]; text: string } {
  const field = fields.find((one) => one.name === name)
  const isKey = field?.type === 'dict'
  if (!field || (isKey ? !field.keys?.includes(key ?? '') : key !== undefined))
    throw validationError([{ field: 'path', issue: 'unknown' }])
  const value = content[name] ?? null
  const put = (next: DocumentValue) => ({ ...content, [name]: next })
  if (field.type === 'string[]') {
    const items = Array.isArray(value) ? value : []
    return { content: put([...items, text]), path: [name, String(items.length)], text }
  }
  if (!isKey) {
    const before = typeof value === 'string' ? ended(value) : null
    const sentence = `${text}.`
    const whole = before === null ? sentence : `${before} ${sentence}`
    return { content: put(whole), path: [name], text: sentence }
  }
  const entries = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {}
  const before = entries[key!] ?? null
  const all = Object.fromEntries((field.keys ?? []).map((each) => [each, entries[each] ?? null]))
  const next = { ...all, [key!]: before === null ? text : `${before}; ${text}` }
  return { content: put(next), path: [name, key!], text }
}

function ended(text: string): string {
  const own = text.trimEnd()
  return /[.!?…;:]$/.test(own) ? own : `${own}.`
}

export interface ListUnwrittenDeps {
  transcript(consultationId: string): Promise<{ segments: TranscriptSegment[] }>
  textsOf(consultationId: string): Promise<{ contextMarkdown: string } | null>
  /**
   * Reads both (`unwrittenReader`), apart from the thread that acknowledges sound.
   * @throws {AppError} `reading_timeout`, `reading_failed`
   */
  read(sources: Sources, document: DocumentRecord): Promise<Unwritten[]>
}

export type ListUnwritten = (record: DocumentRecord) => Promise<Unwritten[]>

/**
 * What the visit says by now and the document does not, without what the doctor dismissed; none of
 * a document that is not there yet.
 */
export function listUnwritten({ transcript, textsOf, read }: ListUnwrittenDeps): ListUnwritten {
  return async (record) => {
    const { status, consultationId, dismissed = [] } = record
    if (status !== 'draft' && status !== 'reviewed') return []
    const { segments } = await transcript(consultationId)
    const contextMarkdown = (await textsOf(consultationId))?.contextMarkdown ?? ''
    const sources = { segments, contextMarkdown, backgroundHistory: null, files: [] }
    const items = await read(withinBudget(sources).sources, record)
    return items
      .filter(({ id }) => !dismissed.includes(id))
      .map((item) => ({ ...item, spans: item.spans.map((span) => quoted(span, contextMarkdown)) }))
  }
}

/** People go on writing in the context: a place in it keeps its words. */
function quoted(span: EvidenceSpan, context: string): EvidenceSpan {
  return span.source === 'context' ? { ...span, words: context.slice(span.start, span.end) } : span
}
