import type { DocumentRecord } from '../../document/record/document-store.ts'
import { fold } from '../../portuguese/tokens.ts'
import { type FieldRole, fieldRole, isLocalKey } from './field-roles.ts'

export type ReviewedDocument = Pick<
  DocumentRecord,
  'template' | 'content' | 'status' | 'createdAt' | 'reviewedAt'
>

/** One filled field of a reviewed document. */
export interface FieldWords {
  name: string
  /** A text, the items of a list, or the entries of a dict with their keys; never empty. */
  entries: { key: string | null; text: string }[]
}

export type WordsByRole = Readonly<Record<FieldRole, readonly FieldWords[]>>

/**
 * What reviewed documents say, by what it is for. Of several documents of one model only the one
 * reviewed last counts: it is the doctor's last word, also where an older one was corrected.
 * Different models stand together, the older first; the same words under the same name are said
 * once. What was contradicted is null in a document and so never comes here.
 *
 * A paper (a prescription, a referral) is written from the same visit as the record, and either may
 * have been put right: beside each other they would order a medicine twice. A paper counts only for
 * fields that no record fills.
 * @param papersFirst the other way round, where the paper is what is sent
 */
export function readDocuments(
  documents: readonly ReviewedDocument[],
  { papersFirst = false } = {},
): WordsByRole {
  const words = noWords()
  const said = new Set<string>()
  const filled = { records: new Set<string>(), papers: new Set<string>() }

  function read({ template, content }: ReviewedDocument, isPaper: boolean) {
    const [ours, theirs] = isPaper
      ? [filled.papers, filled.records]
      : [filled.records, filled.papers]
    const taken = new Set([...theirs, ...(isPaper ? ours : [])])
    for (const { name, keys } of template.fields) {
      const role = fieldRole(name)
      const subject = role === 'prescription' ? role : fold(name)
      if (role === null || taken.has(subject)) continue
      const entries = entriesOf(content[name] ?? null, keys ?? []).filter(({ key, text }) => {
        const saying = JSON.stringify([name, key, text])
        return !said.has(saying) && said.add(saying)
      })
      if (entries.length === 0) continue
      words[role].push({ name, entries })
      ours.add(subject)
    }
  }

  const last = lastOfEachModel(documents)
  const records = last.filter(({ template }) => template.group !== 'document')
  const papers = last
    .filter(({ template }) => template.group === 'document')
    .sort((one, other) => reviewed(other) - reviewed(one))
  const readPapers = () => {
    for (const paper of papers) read(paper, true)
  }
  if (papersFirst) readPapers()
  for (const record of records) read(record, false)
  if (!papersFirst) readPapers()
  return words
}

/**
 * The entries that are meant and those that are not, with their fields' names; fields without
 * entries go.
 */
export function divide(
  fields: readonly FieldWords[],
  isMeant: (entry: FieldWords['entries'][number]) => boolean,
): { meant: FieldWords[]; rest: FieldWords[] } {
  const keep = (wanted: boolean) =>
    fields
      .map(({ name, entries }) => ({
        name,
        entries: entries.filter((entry) => isMeant(entry) === wanted),
      }))
      .filter(({ entries }) => entries.length > 0)
  return { meant: keep(true), rest: keep(false) }
}

/** The texts of all fields, each once. */
export function textsOf(fields: readonly FieldWords[]): string[] {
  return [...new Set(fields.flatMap(({ entries }) => entries.map(({ text }) => text)))]
}

/** Fields as one text: a single text alone, anything more by name. @returns null for none */
export function inWords(fields: readonly FieldWords[]): string | null {
  const [entry, ...more] = fields.flatMap(({ entries }) => entries)
  return entry && entry.key === null && more.length === 0 ? entry.text : namedWords(fields)
}

/**
 * Fields as one text, a line each with its name, where different things stand together. @returns
 * null for none
 */
export function namedWords(fields: readonly FieldWords[]): string | null {
  const lines = fields.map(({ name, entries }) => `${name}: ${entries.map(entryText).join('; ')}`)
  return lines.length > 0 ? lines.join('\n') : null
}

function entryText({ key, text }: FieldWords['entries'][number]): string {
  return key === null ? text : `${key}: ${text}`
}

function lastOfEachModel(documents: readonly ReviewedDocument[]): ReviewedDocument[] {
  const inTime = [...documents].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  const last = new Map<string, ReviewedDocument>()
  for (const document of inTime) {
    const other = last.get(document.template.id)
    if (!other || reviewed(other) <= reviewed(document)) last.set(document.template.id, document)
  }
  return inTime.filter((document) => last.get(document.template.id) === document)
}

function reviewed({ reviewedAt, createdAt }: ReviewedDocument): number {
  return (reviewedAt ?? createdAt).getTime()
}

function entriesOf(
  value: ReviewedDocument['content'][string],
  keys: readonly string[],
): FieldWords['entries'] {
  if (value === null) return []
  const entries =
    typeof value === 'string'
      ? [{ key: null, text: value }]
      : Array.isArray(value)
        ? value.map((text) => ({ key: null, text }))
        : keys.filter((key) => !isLocalKey(key)).map((key) => ({ key, text: value[key] ?? '' }))
  return entries
    .map(({ key, text }) => ({ key, text: cleaned(text) }))
    .filter(({ text }) => text !== '')
}

/**
 * FHIR's strings take no control characters but tab and line ends
 * (https://hl7.org/fhir/R4/datatypes.html#string).
 */
function cleaned(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').trim()
}

function noWords(): Record<FieldRole, FieldWords[]> {
  return {
    reason: [],
    assessment: [],
    prescription: [],
    plan: [],
    certificate: [],
    allergies: [],
    measurements: [],
    other: [],
    local: [],
  }
}
