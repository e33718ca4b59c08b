/**
 * A server of the network that writes, and the box's own engine for while it does not (an
 * administrator's choice, never a quiet replacement): the status, the document and its version name
 * the one that wrote. After a failure the server is left alone for a while, so that nobody waits
 * for the same silence again.
 */
import type { DocumentValue, Evidence, GeneratorStatus } from '../../contract/api.ts'
import { type AppError, isAppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type {
  DocumentGenerator,
  DocumentInput,
  GeneratedDocument,
  TextGenerator,
} from '../models/ports.ts'

export interface WritingEngine {
  generator: DocumentGenerator
  /** Its language model; the rules have none. */
  text: TextGenerator | null
}

/** The engine of this moment. */
export interface FallbackEngine {
  generator: DocumentGenerator
  current(): { version: string; text: TextGenerator | null }
}

type Writer = NonNullable<GeneratedDocument['by']>

const LEFT_ALONE_MS = 30_000

export function withFallback(
  server: WritingEngine,
  box: WritingEngine,
  { now, log }: { now: () => Date; log: Log },
): FallbackEngine {
  let failedAt: number | null = null

  function isDown(): boolean {
    return failedAt !== null && now().getTime() - failedAt < LEFT_ALONE_MS
  }

  /** @throws what is not the server's fault */
  function markDown(error: unknown, signal: AbortSignal) {
    if (signal.aborted || !isAppError(error) || error.kind !== 'unavailable') throw error
    failedAt = now().getTime()
    log.warn('generator.fallback', { error: error.code, issue: issueOf(error.details) })
  }

  const status = (): GeneratorStatus =>
    isDown() ? { ...box.generator.status, fallback: true } : server.generator.status

  const generator: DocumentGenerator = {
    get status() {
      return status()
    },
    get version() {
      return isDown() ? box.generator.version : server.generator.version
    },

    async generate(input: DocumentInput, options) {
      const told = new Map<string, string>()
      const { signal } = options
      const once = {
        ...options,
        onField(name: string, value: DocumentValue, evidence: Evidence[]) {
          const text = JSON.stringify(value)
          if (told.get(name) === text) return
          told.set(name, text)
          options.onField(name, value, evidence)
        },
      }
      if (!isDown()) {
        try {
          const document = await server.generator.generate(input, once)
          failedAt = null
          return { ...document, by: writerOf(server.generator) }
        } catch (error) {
          markDown(error, signal)
        }
      }
      const document = await box.generator.generate(input, once)
      const writer = writerOf(box.generator)
      return { ...document, by: { ...writer, status: { ...writer.status, fallback: true } } }
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([
        server.generator[Symbol.asyncDispose](),
        box.generator[Symbol.asyncDispose](),
      ])
    },
  }

  /** Tells of its failures; who asks again then is given the box's. */
  const watched = server.text && {
    ...server.text,
    generate: (...asked: Parameters<TextGenerator['generate']>) =>
      server.text!.generate(...asked).catch((error: unknown) => {
        markDown(error, asked[1].signal)
        throw error
      }),
  }

  return {
    generator,
    current: () => ({
      version: generator.version,
      text: isDown() ? box.text : watched,
    }),
  }
}

/** What a document says of who wrote it, its recipe for a replay included. */
function writerOf({ status, version, recipe }: DocumentGenerator): Writer {
  return { status, version, ...(recipe ? { recipe } : {}) }
}

function issueOf(details: readonly Record<string, unknown>[] | undefined): string | null {
  const issue = details?.[0]?.issue
  return typeof issue === 'string' ? issue : null
}

/**
 * Stands where a configured generator could not be opened: the box starts, records and transcribes,
 * and who asks for a document is told why there is none. Another generator never takes its place in
 * silence.
 */
export function unavailableGenerator(status: GeneratorStatus, reason: AppError): DocumentGenerator {
  return {
    status,
    version: 'unavailable',
    generate: () => Promise.reject(reason),
    async [Symbol.asyncDispose]() {},
  }
}

/** The same for its language model. */
export function unavailableText(model: string, reason: AppError): TextGenerator {
  return {
    model,
    generate: () => Promise.reject(reason),
    async [Symbol.asyncDispose]() {},
  }
}
