/**
 * A visit that is longer than the model's memory, cut into parts that it can read one by one.
 * Everything that a document may rest on is one line of a list (a line of history, of context, of a
 * file's page, a segment), in the order of the prompt; a part is a stretch of it. Neighbours
 * overlap by some lines, so that a question and its answer, or a medicine and its dose, are
 * together in one of them. Every line is in at least one part.
 */
import type { TranscriptSegment } from '../../transcription/ports.ts'
import type { DocumentInput } from '../models/ports.ts'

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
