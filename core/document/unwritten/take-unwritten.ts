/**
 * An entry of "said and not written" goes into the document, or is dismissed. Taking it in is an
 * edit of the doctor's, with its source; a dismissal changes no word, so that a reviewed document
 * stays reviewed, and is kept with the document.
 */
import type { DocumentContent, DocumentValue } from '../../contract/api.ts'
import { notFound, validationError } from '../../errors.ts'
import type { Template } from '../models/ports.ts'
import type { DocumentRecord, DocumentStore } from '../record/document-store.ts'
import {
  type EditDocument,
  mustBeCurrent,
  type TakenText,
  versionConflict,
} from '../record/edit-document.ts'
import type { ListUnwritten } from './list-unwritten.ts'
import type { FieldPlace } from './places.ts'
import type { Unwritten } from './unwritten.ts'

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
