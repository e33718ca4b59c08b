/**
 * How well a model puts questions with their answers into lines, by the way documents do it
 * (`piece-writer.ts`), and when that is enough.
 */

import type { WrittenLine } from '../document/notes/piece-writer.ts'
import type { Piece } from '../document/pieces/piece.ts'
import { isAppError } from '../errors.ts'
import type { PhraseFigures } from '../model-file/model-fitness.ts'
import { isRight, type PhraseCase } from './phrase-cases.ts'

/** Shares of the cases, measured beside models that are known (config/evaluation/HISTORY.md). */
const LEAST_FIRST_TRY = 0.35
const LEAST_RIGHT = 0.4
/** A line that is refused costs nothing; one that is accepted and wrong stands in a record. */
const MOST_WRONG = 0.05

export interface PhrasingDeps {
  cases: readonly PhraseCase[]
  writeLine(piece: Piece): Promise<WrittenLine>
  onCase(): void
}

export async function provePhrasing({
  cases,
  writeLine,
  onCase,
}: PhrasingDeps): Promise<PhraseFigures> {
  const figures = { cases: cases.length, firstTry: 0, right: 0, wrong: 0 }
  for (const one of cases) {
    const { question, answer, speaker } = one
    const piece = { question, answer, speaker, spans: [] }
    const { text, tries } = await writeLine(piece).catch(noLine)
    if (text !== null && tries === 1) figures.firstTry += 1
    if (text !== null) figures[isRight(text, one) ? 'right' : 'wrong'] += 1
    onCase()
  }
  return figures
}

/** An answer that was cut short is no line; an engine that ended is another matter. */
function noLine(error: unknown): Pick<WrittenLine, 'text' | 'tries'> {
  if (isAppError(error) && error.code === 'generation_failed') return { text: null, tries: 0 }
  throw error
}

export function isFitToPhrase({ cases, firstTry, right, wrong }: PhraseFigures): boolean {
  return (
    firstTry >= cases * LEAST_FIRST_TRY &&
    right >= cases * LEAST_RIGHT &&
    wrong <= cases * MOST_WRONG
  )
}
