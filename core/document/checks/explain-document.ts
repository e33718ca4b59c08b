/**
 * Why the lines of a stored document stand, are marked or are missing. What is kept of a document
 * is its values, what the doctor is shown of them, and what it was written from; the rest (terms,
 * shares, the check that objects, what was said and not written) follows from these and is computed
 * anew, with the checks of this release.
 */
import type { EvidenceSpan } from '../../contract/api.ts'
import { AppError } from '../../errors.ts'
import type { Claim } from '../evidence/claim.ts'
import { ENOUGH } from '../evidence/coverage.ts'
import { evidenceIndex, tells } from '../evidence/evidence.ts'
import type { Source } from '../evidence/sources.ts'
import { measureOfKey } from '../measures/deterministic-values.ts'
import { type FilledValue, filledValues, pathKey } from '../models/content.ts'
import type { DocumentInput, Template } from '../models/ports.ts'
import type {
  DocumentOrigin,
  DocumentOriginStore,
  DocumentRecord,
  DocumentStore,
} from '../record/document-store.ts'
import { unwrittenReader } from '../unwritten/unwritten.ts'
import type { ClaimPlace } from './check.ts'
import { findDisagreement } from './check-claim.ts'
import { askedText, placeOf, valueChecker } from './checks.ts'
import type {
  DocumentExplanation,
  LineExplanation,
  Stretch,
  UnwrittenFact,
  ValueExplanation,
  WithdrawnValue,
} from './explanation.ts'

interface LineSetting {
  sources: readonly Source[]
  place: ClaimPlace
  toStretch(span: EvidenceSpan): Stretch
}

/** What the checks make of one sentence, with what they usually keep to themselves. */
function explainLine(claim: Claim, { sources, place, toStretch }: LineSetting): LineExplanation {
  const objection = findDisagreement(claim, sources, place)
  const terms = claim.terms.filter(({ kind }) => kind !== 'idle')
  const missing = claim.missing.map(({ term }) => term)
  const words = (some: typeof terms) => some.map(claim.wordsOf)
  return {
    text: claim.text,
    verdict: objection ? 'contradicted' : claim.supported ? 'supported' : 'not_found',
    objection,
    isQuotation: claim.verbatim,
    share: claim.coverage,
    threshold: ENOUGH,
    found: words(terms.filter((term) => !missing.includes(term))),
    missing: words(missing),
    required: words(claim.missing.flatMap(({ term, isRequired }) => (isRequired ? [term] : []))),
    sources: claim.spans.map(toStretch),
    nearest: claim.nearest.map(toStretch),
  }
}

/** The words that spans show, in what a document was written from. */
function stretchReader(input: DocumentInput): (span: EvidenceSpan) => Stretch {
  const segments = new Map(input.segments.map((segment) => [segment.id, segment]))
  const files = new Map(input.files.map((file) => [file.id, file]))
  const untimed = { startMs: null, endMs: null, speaker: null }
  return (span) => {
    switch (span.source) {
      case 'segment': {
        const segment = segments.get(span.segment_id)
        return {
          source: 'transcript',
          startMs: span.start_ms,
          endMs: span.end_ms,
          speaker: segment?.speaker ?? null,
          words: segment?.text.slice(span.start, span.end) ?? '',
        }
      }
      case 'file': {
        const page = files.get(span.file_id)?.pages[(span.page ?? 1) - 1] ?? ''
        return { source: 'file', ...untimed, words: page.slice(span.start, span.end) }
      }
      case 'derived':
        return { source: 'derived', ...untimed, words: span.from.join(', ') }
      default: {
        const text = span.source === 'context' ? input.contextMarkdown : input.backgroundHistory
        const words = span.words ?? (text ?? '').slice(span.start, span.end)
        return { source: span.source, ...untimed, words }
      }
    }
  }
}

export interface ExplainDeps {
  documents: Pick<DocumentStore, 'find'>
  origins: Pick<DocumentOriginStore, 'find'>
  /** Whether there ever was one of this id. */
  wasAsked(documentId: string): Promise<boolean>
  productVersion: string
}

/**
 * @param field of the document, or a key of one of its fields; without, all of it
 * @throws {AppError} `document_not_found`, `document_gone`, `explain_not_stored`, `field_not_found`
 */
export type ExplainDocument = (documentId: string, field?: string) => Promise<DocumentExplanation>

export function explainDocument({
  documents,
  origins,
  wasAsked,
  productVersion,
}: ExplainDeps): ExplainDocument {
  return async (documentId, field) => {
    const record = await documents.find(documentId)
    if (!record) throw (await wasAsked(documentId)) ? gone() : notFound()
    const origin = await origins.find(documentId)
    if (!origin) throw notStored()
    const isAsked = pathFilter(record.template, field)
    return {
      documentId,
      status: record.status,
      source: record.source,
      template: { id: record.template.id, version: record.template.version },
      productVersion: { written: origin.productVersion, now: productVersion },
      ...explained(record, origin, isAsked),
    }
  }
}

type PathFilter = (path: readonly string[]) => boolean

function explained(record: DocumentRecord, origin: DocumentOrigin, isAsked: PathFilter) {
  const { input } = origin
  const { template } = record
  const index = evidenceIndex(input)
  const check = valueChecker(input, index)
  const toStretch = stretchReader(input)
  const values = filledValues(template, record.content).filter(({ path }) => isAsked(path))
  const edited = new Set(record.editedPaths.map(pathKey))
  const written = new Map(
    filledValues(template, origin.content).map(({ path, text }) => [pathKey(path), text]),
  )

  function explainValue({ path, text }: FilledValue): ValueExplanation {
    const place = placeOf(fieldOf(template, path))
    const found = record.evidence.find((one) => pathKey(one.path) === pathKey(path))
    const isEdited = edited.has(pathKey(path))
    const before = written.get(pathKey(path)) ?? null
    return {
      path,
      text,
      writer: isEdited ? 'person' : record.source.generator,
      before: isEdited && before !== text ? before : null,
      onRecord: found ? { verdict: found.verdict, reason: found.reason } : null,
      sources: (found?.spans ?? []).map(toStretch),
      isMeasurement: measureOfKey(path[1] ?? '') !== undefined,
      lines: index
        .claims(askedText(path, text))
        .filter(tells)
        .map((claim) => explainLine(claim, { sources: index.sources, place, toStretch })),
    }
  }

  function explainWithdrawn(one: DocumentRecord['contradictions'][number]): WithdrawnValue {
    const [objection] = check({ path: one.path, text: one.value }).withdrawn
    return {
      path: one.path,
      value: one.value,
      reason: one.reason,
      check: objection?.check ?? null,
      sources: one.spans.map(toStretch),
    }
  }

  return {
    values: values.map(explainValue),
    withdrawn: record.contradictions.filter(({ path }) => isAsked(path)).map(explainWithdrawn),
    removedByPeople: removedFrom(record, origin).filter(({ path }) => isAsked(path)),
    unwritten: unwrittenIn(record, origin).filter(({ field }) => isAsked(field ?? [])),
    empty: emptyIn(record).filter(isAsked),
  }
}

function fieldOf(template: Template, [name]: readonly string[]) {
  return template.fields.find((field) => field.name === name)!
}

/**
 * Lines that are gone: for a changed value its new line tells it; a list item that only moved is
 * still there.
 */
function removedFrom({ template, content, editedPaths }: DocumentRecord, origin: DocumentOrigin) {
  const now = filledValues(template, content)
  const edited = new Set(editedPaths.map(pathKey))
  return filledValues(template, origin.content).filter(
    ({ path, text }) =>
      !edited.has(pathKey(path)) &&
      !now.some((one) => one.path[0] === path[0] && one.text === text),
  )
}

function unwrittenIn(record: DocumentRecord, { input }: DocumentOrigin): UnwrittenFact[] {
  const speakers = new Map(input.segments.map(({ id, speaker }) => [id, speaker]))
  const dismissed = new Set(record.dismissed)
  return unwrittenReader()
    .list(input, record)
    .map((item) => {
      const { id, kind, text, quote, start_ms, field, segment_id } = item
      return {
        kind,
        text,
        quote,
        start_ms,
        field,
        speaker: speakers.get(segment_id ?? '') ?? null,
        isDismissed: dismissed.has(id),
      }
    })
}

function emptyIn({ template, content }: DocumentRecord): string[][] {
  const filled = filledValues(template, content).map(({ path }) => path)
  return template.fields.flatMap(({ name, keys }) => {
    const own = filled.filter((path) => path[0] === name)
    if (own.length === 0) return [[name]]
    return (keys ?? [])
      .filter((key) => own.every((path) => path[1] !== key))
      .map((key) => [name, key])
  })
}

/** @throws {AppError} `field_not_found` */
function pathFilter({ fields }: Template, field: string | undefined): PathFilter {
  if (field === undefined) return () => true
  const wanted = field.trim().toLowerCase()
  const isWanted = (name: string | undefined) => name?.toLowerCase() === wanted
  if (fields.some(({ name }) => isWanted(name))) return ([name]) => isWanted(name)
  if (fields.some(({ keys = [] }) => keys.some(isWanted))) return ([, key]) => isWanted(key)
  throw new AppError(
    'not-found',
    'field_not_found',
    `This document has no such field. It has: ${fields.map(({ name }) => name).join(', ')}.`,
  )
}

function notFound(): AppError {
  return new AppError('not-found', 'document_not_found', 'There is no document of this id.')
}

function gone(): AppError {
  return new AppError(
    'not-found',
    'document_gone',
    'This document was deleted, or erased with its consultation. What may still be told of it: svcctl doc show.',
  )
}

function notStored(): AppError {
  return new AppError(
    'not-found',
    'explain_not_stored',
    'What this document was written from is not stored: its writing failed, it is from before that was kept, or its transcript was erased when its time was over.',
  )
}
