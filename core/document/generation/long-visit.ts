/**
 * Reading a visit that is longer than the model's memory: part by part, each as large as fits. How
 * large that is, the engine's own refusal tells: so many tokens for so many characters. A part that
 * still does not fit is cut again. Only when a single line is too much, or the parts would be more
 * than anybody waits for, is the visit refused.
 */
import { AppError, isAppError } from '../../errors.ts'
import type { TranscriptSegment } from '../../transcription/ports.ts'
import type { DocumentInput } from '../models/ports.ts'

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

type Sources = Omit<DocumentInput, 'template'>

type Line =
  | { of: 'history' | 'context'; text: string }
  | { of: 'file'; file: number; page: number; text: string }
  | { of: 'segment'; segment: TranscriptSegment }

/** Lines that each part shares with a neighbour, at each end that has one. */
const OVERLAP_LINES = 3
/** Largest share of a part's length, so that short parts still make progress. */
const MOST_OVERLAP = 0.25

/** Characters of everything in it, as the prompt would hold them. */
export function sizeOf(input: Sources): number {
  return linesOf(input).reduce((sum, line) => sum + lengthOf(line), 0)
}

/**
 * A visit that is longer than the model's memory, cut into parts that it can read one by one.
 * Everything that a document may rest on is one line of a list (a line of history, of context, of a
 * file's page, a segment), in the order of the prompt; a part is a stretch of it. Neighbours
 * overlap by some lines, so that a question and its answer, or a medicine and its dose, are
 * together in one of them. Every line is in at least one part.
 * @param chars that a part may have at most; a single line that is longer is a part of its own
 * @returns one or more, in the order of the prompt
 */
export function visitParts<Input extends Sources>(input: Input, chars: number): Input[] {
  const lines = linesOf(input)
  const parts: Input[] = []
  for (let from = 0; from < lines.length; ) {
    let end = from
    let length = 0
    while (end < lines.length) {
      const next = lengthOf(lines[end] as Line)
      if (end > from && length + next > chars) break
      length += next
      end += 1
    }
    parts.push(inputOf(input, lines.slice(from, end)))
    if (end >= lines.length) break
    const overlap = Math.min(OVERLAP_LINES, Math.floor((end - from) * MOST_OVERLAP))
    from = Math.max(from + 1, end - overlap)
  }
  return parts.length > 0 ? parts : [input]
}

function linesOf({ backgroundHistory, contextMarkdown, files, segments }: Sources): Line[] {
  const written = (of: 'history' | 'context', text: string) =>
    filledLines(text).map((line): Line => ({ of, text: line }))
  return [
    ...written('history', backgroundHistory ?? ''),
    ...written('context', contextMarkdown),
    ...files.flatMap(({ pages }, file) =>
      pages.flatMap((text, page) =>
        filledLines(text).map((line): Line => ({ of: 'file', file, page, text: line })),
      ),
    ),
    ...segments
      .filter(({ text }) => text.trim() !== '')
      .map((segment): Line => ({ of: 'segment', segment })),
  ]
}

function filledLines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** Quotes, the speaker and the number that the prompt puts before a line. */
const AROUND_LINE = 24

function lengthOf(line: Line): number {
  return AROUND_LINE + (line.of === 'segment' ? line.segment.text : line.text).length
}

/** Pages keep their numbers: those that are not in this part are empty. */
function inputOf<Input extends Sources>(input: Input, lines: readonly Line[]): Input {
  const textOf = (of: 'history' | 'context') =>
    lines.flatMap((line) => (line.of === of ? [line.text] : [])).join('\n')
  const files = input.files.map((file, at) => ({
    ...file,
    pages: file.pages.map((_, page) =>
      lines
        .flatMap((line) =>
          line.of === 'file' && line.file === at && line.page === page ? [line.text] : [],
        )
        .join('\n'),
    ),
  }))
  return {
    ...input,
    backgroundHistory: textOf('history') || null,
    contextMarkdown: textOf('context'),
    files: files.filter(({ pages }) => pages.some((page) => page !== '')),
    segments: lines.flatMap((line) => (line.of === 'segment' ? [line.segment] : [])),
  }
}
