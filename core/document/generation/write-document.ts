/**
 * Writing a document of a consultation (DESIGN §5.3): what can be refused is refused before
 * anything is promised; then the document exists as a row, so that a crash leaves a trace and not a
 * riddle, and everything that happens is told as an event. It is written from what stands when its
 * turn comes. Generating again makes a new document: the old one is somebody's record.
 */

import type { Consultation } from '../../consultation/consultation.ts'
import type { ConsultationStore } from '../../consultation/ports.ts'
import type { GenerationEvent } from '../../contract/api.ts'
import type { RequireOpen } from '../../drain/drain.ts'
import type { ShareOf } from '../../engine/fair-shares.ts'
import type { GenerationQueue } from '../../engine/generation-queue.ts'
import { AppError, isAppError, notFound } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { RequireQuota, RequireRoom } from '../../storage-room.ts'
import { timeLimit } from '../../time-limit.ts'
import type { TranscriptSegment } from '../../transcription/ports.ts'
import { type IsWord, withUnsureWords } from '../evidence/unsure-words.ts'
import { hasContent } from '../models/content.ts'
import type { DocumentGenerator, DocumentInput, Template } from '../models/ports.ts'
import { type WrittenTexts, withQuotedWords } from '../pieces/clean-sources.ts'
import { readableSources } from '../pieces/visit-budget.ts'
import type {
  DocumentOriginStore,
  DocumentRecord,
  DocumentStore,
} from '../record/document-store.ts'
import { type FooterPlace, renderMarkdown } from '../record/markdown.ts'
import { presentDocument } from '../record/present-document.ts'
import type { ListUnwritten } from '../unwritten/take-unwritten.ts'

export interface WriteDocumentDeps {
  documents: DocumentStore
  templates: { find(doctor: Consultation, id: string): Promise<Template | null> }
  /** The generator of this moment: it may change while the server runs. */
  generator: () => DocumentGenerator
  queue: GenerationQueue
  /** Final segments where there was a final pass, else live ones, in order of time. */
  transcript(consultationId: string): Promise<{ segments: TranscriptSegment[] }>
  /** What people wrote for it, as it stands; null when it is gone. */
  textsOf: ConsultationStore['textsOf']
  files?: (consultationId: string) => Promise<DocumentInput['files']>
  /** Whose turn it is in the queue. */
  shareOf?: ShareOf | undefined
  /** Where what a document was written from is kept, for its replay. */
  origins?: { store: Pick<DocumentOriginStore, 'keep'>; productVersion: string }
  /** Whether the disk takes what a document was written from. */
  requireRoom?: RequireRoom | undefined
  /** Whether a visit may begin. */
  requireOpen?: RequireOpen | undefined
  /** Whether the visit and its organization may have more of it. */
  requireQuota?: RequireQuota | undefined
  /** Where the document says that AI helped; nowhere unless said. */
  footer?: FooterPlace
  /** Which heard words are words: what is none is told with its value. Asked for each document. */
  words?: (() => Promise<IsWord>) | undefined
  /** What was said and is not in it. */
  unwritten?: ListUnwritten
  newId: () => string
  now: () => Date
  log: Log
  /** For one document, without the time in the queue. */
  timeoutMs?: number
}

export interface PreparedDocument {
  id: string
  /** Generates, and tells everything that happens, `done` or `failed` last. Never throws. */
  run(options: { signal: AbortSignal; onEvent(event: GenerationEvent): void }): Promise<void>
}

export interface WriteDocument {
  /**
   * @throws {AppError} `not_found` (template), `no_content`, `storage_full`, `draining`,
   * `document_quota_exceeded`; nothing was written then
   */
  prepare(consultation: Consultation, templateId: string): Promise<PreparedDocument>
}

const DEFAULT_TIMEOUT_MS = 30 * 60_000

interface Gathered {
  /** What generators may read. */
  input: DocumentInput
  written: WrittenTexts
}

export function writeDocument(deps: WriteDocumentDeps): WriteDocument {
  const { documents, templates, transcript, newId, now, log } = deps
  const words = deps.words ?? (async () => () => true)

  /**
   * As everything stands now. @throws {AppError} `no_content`
   */
  async function gather(consultationId: string, template: Template): Promise<Gathered> {
    const { segments } = await transcript(consultationId)
    const written = await deps.textsOf(consultationId)
    const input = readableSources({
      template,
      segments,
      contextMarkdown: written?.contextMarkdown ?? '',
      backgroundHistory: written?.backgroundHistory ?? null,
      files: (await deps.files?.(consultationId)) ?? [],
    })
    if (written && hasContent(input)) return { input, written }
    throw new AppError(
      'rejected',
      'no_content',
      'Ainda não há conteúdo nesta consulta: grave, escreva no contexto ou anexe um arquivo.',
    )
  }

  async function store(record: DocumentRecord): Promise<DocumentRecord> {
    const next = { ...record, version: record.version + 1, updatedAt: now() }
    const note = { kind: 'generated', by: null, joinSince: null } as const
    const isWritten = next.status === 'draft'
    if (!(await documents.update(next, record.version, isWritten ? note : undefined)))
      throw new AppError('conflict', 'version_conflict', 'O documento foi alterado em outro lugar.')
    return next
  }

  /** The document stands, whatever becomes of the list beside it. */
  async function unwrittenOf(record: DocumentRecord) {
    return deps.unwritten?.(record).catch((err: unknown) => {
      log.error('document.unwritten_not_listed', { documentId: record.id, err })
      return undefined
    })
  }

  async function generate(
    record: DocumentRecord,
    { input, written }: Gathered,
    generator: DocumentGenerator,
    signal: AbortSignal,
    onEvent: (event: GenerationEvent) => void,
  ): Promise<DocumentRecord> {
    const { template } = input
    // A field is told again where another engine had to begin anew.
    const fieldsDone = new Set<string>()
    const tellProgress = () =>
      onEvent({
        type: 'progress',
        fields_done: fieldsDone.size,
        fields_total: template.fields.length,
      })
    tellProgress()
    const isWord = await words()
    const generated = await generator.generate(input, {
      signal,
      visit: record.consultationId,
      onField(name, value, evidence) {
        fieldsDone.add(name)
        onEvent({
          type: 'field',
          name,
          value,
          evidence: withUnsureWords(evidence, input.segments, isWord),
        })
        tellProgress()
      },
    })
    const { content, contradictions, by, textsCut } = generated
    const evidence = withUnsureWords(generated.evidence, input.segments, isWord)
    const markdown = renderMarkdown(template, content)
    const source = by ? sourceOf(by) : record.source
    await deps.origins?.store.keep(
      {
        documentId: record.id,
        consultationId: record.consultationId,
        input,
        content,
        contradictions,
        source,
        recipe: (by ?? generator).recipe ?? {},
        ...(textsCut === undefined ? {} : { textsCut }),
        timeLimitMs: deps.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        productVersion: deps.origins.productVersion,
      },
      now(),
    )
    return store({
      ...record,
      status: 'draft',
      source,
      content,
      ...withQuotedWords({ evidence, contradictions }, written),
      markdown,
    })
  }

  return {
    async prepare(consultation, templateId) {
      const template = await templates.find(consultation, templateId)
      if (!template) throw notFound('Modelo de documento não encontrado.')
      await gather(consultation.id, template)
      deps.requireOpen?.([{ from: consultation.createdAt, until: null }])
      deps.requireRoom?.()
      await deps.requireQuota?.(consultation.id)
      const id = newId()

      return {
        id,
        async run({ signal, onEvent }) {
          const generator = deps.generator()
          const record = newRecord(id, consultation.id, template, generator, now())
          const startedAt = now().getTime()
          try {
            await documents.create(record)
            onEvent({ type: 'started', document_id: id, generator: generator.status })
            const share = await deps.shareOf?.(consultation.id)
            const finished = await deps.queue.run(
              signal,
              (position) => onEvent({ type: 'queued', position }),
              async () => {
                // While it waited, more was said, a doctor corrected what had been heard, or it was
                // erased.
                const gathered = await gather(consultation.id, template)
                const timeout = timeLimit(deps.timeoutMs ?? DEFAULT_TIMEOUT_MS)
                const either = AbortSignal.any([signal, timeout])
                // While it waited, another model may have taken the place of the one it was to be
                // written by.
                const writer = deps.generator()
                const writing = { ...record, source: sourceOf(writer) }
                return generate(writing, gathered, writer, either, onEvent)
              },
              share,
            )
            log.info('document.written', {
              documentId: id,
              template: template.id,
              generator: generator.status.kind,
              durationMs: now().getTime() - startedAt,
            })
            const unwritten = await unwrittenOf(finished)
            onEvent({ type: 'done', document: presentDocument(finished, deps.footer, unwritten) })
          } catch (error) {
            const failure = failureOf(error, signal)
            const issue = issueOf(error)
            const fields = {
              documentId: id,
              error: failure.error,
              ...(issue === undefined ? {} : { issue }),
            }
            if (failure.error === 'internal_error')
              log.error('document.failed', { ...fields, err: error })
            else log.warn('document.failed', fields)
            await store({ ...record, status: 'failed', failure }).catch((err: unknown) =>
              log.error('document.failure_not_stored', { documentId: id, err }),
            )
            onEvent({ type: 'failed', document_id: id, ...failure })
          }
        },
      }
    },
  }
}

function newRecord(
  id: string,
  consultationId: string,
  template: Template,
  generator: DocumentGenerator,
  at: Date,
): DocumentRecord {
  return {
    id,
    consultationId,
    template,
    status: 'generating',
    content: {},
    layout: null,
    markdown: '',
    evidence: [],
    contradictions: [],
    source: sourceOf(generator),
    editedPaths: [],
    editedByUser: false,
    failure: null,
    reviewedAt: null,
    reviewedBy: null,
    version: 1,
    createdAt: at,
    updatedAt: at,
  }
}

function sourceOf({ status, version }: Pick<DocumentGenerator, 'status' | 'version'>) {
  const source = { generator: status.kind, model: status.model, version }
  return status.unproven ? { ...source, unproven: true as const } : source
}

function failureOf(error: unknown, signal: AbortSignal): { error: string; message: string } {
  if (signal.aborted) return { error: 'canceled', message: 'A geração foi cancelada.' }
  if (isAppError(error)) return { error: error.code, message: error.message }
  if (error instanceof Error && error.name === 'TimeoutError')
    return {
      error: 'generation_timeout',
      message: 'A geração demorou demais e foi interrompida. Tente de novo.',
    }
  return { error: 'internal_error', message: 'Erro interno. Tente de novo.' }
}

/** What an engine says of itself, a code: `answer_too_long` is the token limit. */
function issueOf(error: unknown): string | undefined {
  const [detail] = isAppError(error) ? (error.details ?? []) : []
  return detail &&
    typeof detail === 'object' &&
    'issue' in detail &&
    typeof detail.issue === 'string'
    ? detail.issue
    : undefined
}
