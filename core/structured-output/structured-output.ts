/**
 * The host's structured data of one document (spec §2.3, DESIGN §5.5): rules first, the language
 * model for what is left, everything validated before it leaves. The same document content, schema
 * and engine are answered once.
 */

import type { Consultation } from '../consultation/consultation.ts'
import type { TextGenerator } from '../document/models/ports.ts'
import type { Sources } from '../document/pieces/statements.ts'
import type { DocumentRecord, DocumentStore } from '../document/record/document-store.ts'
import type { ShareOf } from '../engine/fair-shares.ts'
import type { GenerationQueue } from '../engine/generation-queue.ts'
import { AppError, notFound } from '../errors.ts'
import type { Log } from '../log.ts'
import type { DiagnosisStore, Terminology } from '../terminology/ports.ts'
import { timeLimit } from '../time-limit.ts'
import { type AnswerLimits, askModel } from './ask-model.ts'
import type { ModelAnswer } from './check-answers.ts'
import type { DataReader } from './data-reader.ts'
import type { MaterialInput } from './material.ts'
import { type ParsedSchema, parseSchema } from './parse-schema.ts'
import {
  canonicalSchema,
  type ObjectNode,
  type Output,
  type OutputValue,
  outputObject,
} from './schema.ts'
import { sharedWork } from './shared-work.ts'
import { validateOutput } from './validate-output.ts'

/** Where an answer belongs: one per document and schema, so that an edit replaces it. */
export interface CachePlace {
  consultationId: string
  documentId: string
  /** Hex SHA-256 of the schema's canonical text. */
  schemaDigest: string
}

export interface CachedOutput {
  /**
   * Digest of everything the answer rests on. It is as telling as the text, so it is sealed with
   * the answer.
   */
  key: string
  output: Output
}

/** Answers at rest, sealed with the consultation's key; they go with their document. */
export interface StructuredOutputCache {
  find(place: CachePlace): Promise<CachedOutput | null>
  put(place: CachePlace, cached: CachedOutput): Promise<void>
}

/** Part of every answer's key: raised with every change of how schemas are filled. */
const STRUCTURED_OUTPUT_VERSION = 3

export interface StructuredOutputDeps {
  documents: Pick<DocumentStore, 'find'>
  cache: StructuredOutputCache
  /** The generator of this moment: its version, and its language model where it has one. */
  engine: () => { version: string; text: TextGenerator | null }
  queue: GenerationQueue
  /** Whose turn it is in the queue. */
  shareOf?: ShareOf | undefined
  /** What was said and written in the consultation. */
  sources(consultation: Consultation): Promise<Sources>
  diagnoses: Pick<DiagnosisStore, 'list'>
  terminology: Pick<Terminology, 'tables'>
  reader: DataReader
  sha256(text: string): string
  now: () => Date
  log: Log
  /** For the language model, without the time in the queue. */
  timeoutMs?: number
  limits?: AnswerLimits
}

export interface StructuredOutputRequest {
  schema: unknown
  /** Version of the document that the host was given. */
  version: number
}

export interface StructuredOutputAnswer {
  output: Output
  fromCache: boolean
}

export interface Waiting {
  signal: AbortSignal
  onPosition(position: number): void
}

export interface StructuredOutput {
  /** @throws {AppError} `validation_error` naming the path */
  check(schema: unknown): ParsedSchema & { digest: string }
  /**
   * @throws {AppError} `validation_error`, `version_conflict`, `document_not_ready`,
   * `structured_output_failed`, and what the engine throws; `signal.reason` when the caller leaves
   */
  answer(
    record: DocumentRecord,
    consultation: Consultation,
    request: StructuredOutputRequest,
    waiting: Waiting,
  ): Promise<StructuredOutputAnswer>
}

const DEFAULT_TIMEOUT_MS = 10 * 60_000

export function structuredOutput(deps: StructuredOutputDeps): StructuredOutput {
  const { documents, cache, engine, queue, diagnoses, terminology, reader, sha256, now, log } = deps
  const shared = sharedWork<Output>()

  function check(value: unknown) {
    const parsed = parseSchema(value)
    return { ...parsed, digest: sha256(canonicalSchema(parsed.schema)) }
  }

  /**
   * Everything that an answer rests on, but for the engine, which may change while it is worked
   * out. A diagnosis confirmed since, another table of codes, or a word of the visit that somebody
   * corrected, is another answer.
   */
  async function keysOf({ document, sources, confirmed }: MaterialInput, digest: string) {
    const codes = confirmed.map(({ code, principal }) => [code, principal])
    const table = (await terminology.tables()).find(({ system }) => system === 'CID10') ?? null
    const written = [textOf(document), document.template]
    return (engineVersion: string) => {
      const versions = [STRUCTURED_OUTPUT_VERSION, engineVersion]
      return sha256(JSON.stringify([written, sources, digest, versions, codes, table]))
    }
  }

  async function compute(
    schema: ObjectNode,
    input: MaterialInput,
    signal: AbortSignal,
    onPosition: (position: number) => void,
  ): Promise<{ output: Output; version: string }> {
    const startedAt = now().getTime()
    const filled = await reader.fill(schema, input, signal)
    const { open } = filled
    // As it is now: it may be another one a moment later.
    let used = { ...engine() }

    const share = await deps.shareOf?.(input.document.consultationId)

    function ask(text: TextGenerator): Promise<ModelAnswer[]> {
      const work = () => {
        const timeout = timeLimit(deps.timeoutMs ?? DEFAULT_TIMEOUT_MS)
        const either = AbortSignal.any([signal, timeout])
        const { limits } = deps
        return askModel(open, {
          text,
          input,
          check: (given, cut) => reader.check(input, { given, cut }, either),
          signal: either,
          ...(limits ? { limits } : {}),
        })
      }
      return queue.run(signal, onPosition, work, share)
    }

    let answers: ModelAnswer[] = []
    if (used.text && open.length > 0)
      answers = await ask(used.text).catch((error: unknown) => {
        const next = engine()
        // Another engine has taken its place by that failure, as the administrator wanted.
        if (next.version === used.version) throw error
        used = next
        return next.text ? ask(next.text) : []
      })
    const output = answers.reduce(
      (whole, { path, value }) => placed(whole, path, value),
      filled.output,
    )
    log.info('structured_output.prepared', {
      documentId: input.document.id,
      asked: used.text ? open.length : 0,
      durationMs: now().getTime() - startedAt,
    })
    return { output: validateOutput(schema, output), version: used.version }
  }

  /**
   * While it was worked out the doctor may have gone on writing: data of an older text are not
   * handed out.
   */
  async function mustBeUnchanged(record: DocumentRecord) {
    const current = await documents.find(record.id)
    if (!current) throw notFound()
    if (textOf(current) !== textOf(record)) throw versionConflict()
  }

  return {
    check,

    async answer(record, consultation, request, waiting) {
      const { schema, digest } = check(request.schema)
      if (record.status !== 'draft' && record.status !== 'reviewed')
        throw new AppError('conflict', 'document_not_ready', 'O documento ainda não foi gerado.')
      if (request.version !== record.version) throw versionConflict()

      const input: MaterialInput = {
        document: record,
        sources: await deps.sources(consultation),
        confirmed: await diagnoses.list(consultation.id),
      }
      const keyOf = await keysOf(input, digest)
      const key = keyOf(engine().version)
      const place = {
        consultationId: consultation.id,
        documentId: record.id,
        schemaDigest: digest,
      }
      const cached = await cache.find(place)
      if (cached?.key === key)
        return { output: validateOutput(schema, cached.output), fromCache: true }

      const output = await shared.run(
        `${record.id} ${key}`,
        waiting,
        async (signal, onPosition) => {
          const answer = await compute(schema, input, signal, onPosition).catch(
            (error: unknown) => {
              throw inOurWords(error, signal)
            },
          )
          await mustBeUnchanged(record)
          await cache.put(place, { key: keyOf(answer.version), output: answer.output })
          return answer.output
        },
      )
      return { output, fromCache: false }
    },
  }
}

/** What a document says: its values, what of them is shown, and which of them a person wrote. */
function textOf({ content, markdown, editedPaths }: DocumentRecord): string {
  return JSON.stringify([content, markdown, editedPaths])
}

function placed(output: Output, [name, ...rest]: string[], value: OutputValue): Output {
  return outputObject(
    Object.entries(output).map(([key, inner]) => {
      if (key !== name) return [key, inner]
      return [key, rest.length === 0 ? value : placed(inner as Output, rest, value)]
    }),
  )
}

function inOurWords(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || !(error instanceof Error) || error.name !== 'TimeoutError') return error
  return new AppError(
    'unavailable',
    'generation_timeout',
    'A preparação dos dados demorou demais e foi interrompida. Tente de novo.',
    { cause: error },
  )
}

function versionConflict(): AppError {
  return new AppError(
    'conflict',
    'version_conflict',
    'O documento foi alterado em outro lugar. Recarregue antes de enviar os dados.',
  )
}
