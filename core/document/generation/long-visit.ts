/**
 * Reading a visit that is longer than the model's memory: part by part, each as large as fits. How
 * large that is, the engine's own refusal tells: so many tokens for so many characters. A part that
 * still does not fit is cut again. Only when a single line is too much, or the parts would be more
 * than anybody waits for, is the visit refused.
 */
import { AppError, isAppError } from '../../errors.ts'
import type { DocumentInput } from '../models/ports.ts'
import { sizeOf, visitParts } from './visit-parts.ts'

/** What an engine says of a prompt that it cannot hold. */
export interface PromptSize {
  tokens: number
  limit: number
  error: AppError
}

const MOST_PARTS = 40
/** Share of the memory for the prompt: the rest is for the answer. */
const PROMPT_SHARE = 0.7
/** A first guess from an engine that told no figures. */
const UNKNOWN_SHARE = 0.5
/** Estimated low, a part costs a little time; estimated high, it is refused and cut again. */
const CAUTION = 0.85

/** @returns null for any other error */
export function tooLong(error: unknown): PromptSize | null {
  if (!isAppError(error) || error.code !== 'prompt_too_long') return null
  const { tokens, limit } = error.details?.[0] ?? {}
  return { tokens: Number(tokens) || 0, limit: Number(limit) || 0, error }
}

/**
 * @param ask one part; throws `prompt_too_long` for one that is too long
 * @returns the answers in the order of the parts; every line of the visit was in one of them
 * @throws {AppError} `transcript_too_long`, and whatever else `ask` throws
 */
export async function readInParts<Answer>(
  input: DocumentInput,
  size: PromptSize,
  ask: (part: DocumentInput) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const waiting = cut(input, size)
  for (let part = waiting.shift(); part; part = waiting.shift()) {
    try {
      answers.push(await ask(part))
    } catch (error) {
      const still = tooLong(error)
      if (!still) throw error
      const smaller = cut(part, still)
      if (smaller.length < 2) throw refused(still)
      waiting.unshift(...smaller)
    }
    if (answers.length + waiting.length > MOST_PARTS) throw refused(size)
  }
  return answers
}

function cut(input: DocumentInput, { tokens, limit }: PromptSize): DocumentInput[] {
  const chars = sizeOf(input)
  const share =
    tokens > limit && limit > 0 ? (limit * PROMPT_SHARE * CAUTION) / tokens : UNKNOWN_SHARE
  return visitParts(input, Math.floor(chars * Math.min(share, UNKNOWN_SHARE)))
}

/**
 * Leaving out a part of what was said without anybody noticing is the one thing that must not
 * happen.
 */
function refused({ error, tokens, limit }: PromptSize): AppError {
  return new AppError(
    'rejected',
    'transcript_too_long',
    'A consulta é longa demais para o modelo de linguagem instalado. Peça ao administrador um modelo com mais memória de contexto.',
    { cause: error, details: [{ tokens, limit }] },
  )
}
