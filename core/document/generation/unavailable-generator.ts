import type { GeneratorStatus } from '../../contract/api.ts'
import type { AppError } from '../../errors.ts'
import type { DocumentGenerator, TextGenerator } from '../models/ports.ts'

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
