/**
 * Quotations as lines of a record: numbers as a chart writes them, the patient's first person as
 * the third where that is sure; and beside each what was said, as a question with its answer, for
 * whoever can say it better.
 */
import { normalizeText } from '../../transcription/normalize/normalize-text.ts'
import type { DraftLine } from '../notes/draft.ts'
import { isDictated } from '../pieces/dictated.ts'
import type { Piece, Teller } from '../pieces/piece.ts'
import type { Role } from '../pieces/speaker-role.ts'
import type { Statement } from '../pieces/statements.ts'
import { inChart } from './in-chart.ts'
import type { Quote } from './quote.ts'
import { patientsOwn, recorded } from './third-person.ts'

export interface LineWriter {
  /** As a sentence of a text. */
  asLine(quote: Quote): DraftLine
  /** As an item of a list. */
  asItem(quote: Quote): DraftLine
}

/** @param roles by statement */
export function lineWriter(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  patientIsChild: boolean,
): LineWriter {
  const tellsOfItself = patientsOwn(statements, roles, patientIsChild)

  /** The statement that says it: of a question with its answer, the answer. */
  const toldAt = ({ asked, text, index }: Quote) =>
    asked?.answer ?? (text.includes('?') ? index + 1 : index)

  function tellerOf(at: number): Teller | null {
    if (roles[at] === 'doctor') return 'doctor'
    if (tellsOfItself.has(at)) return 'patient'
    const isOfChild = patientIsChild && roles[at] === 'patient'
    return isOfChild || statements[at]?.speaker === 'companion' ? 'companion' : null
  }

  function pieceOf(quote: Quote): Piece | null {
    const at = toldAt(quote)
    const statement = statements[at]
    if (quote.origin !== 'speech' || !statement || isDictated(statement)) return null
    const { asked, answers, text, spans } = quote
    const question = asked?.text ?? answers?.text ?? null
    const answer = asked ? text.slice(asked.text.length).replace(/^[;\s]+/, '') : text
    return {
      question: question && normalizeText(question).text,
      answer: normalizeText(answer).text,
      speaker: tellerOf(at),
      spans: [...(answers?.spans ?? []), ...spans],
    }
  }

  function lineOf(quote: Quote, text: string): DraftLine {
    const isSpoken = quote.origin === 'speech'
    return { text, spans: quote.spans, isSpoken, piece: pieceOf(quote) }
  }

  return {
    asLine(quote) {
      const inRecord = inChart(quote)
      return lineOf(quote, (tellsOfItself.has(toldAt(quote)) ? recorded(inRecord) : inRecord).text)
    },
    asItem: (quote) => lineOf(quote, inChart(quote).text),
  }
}
