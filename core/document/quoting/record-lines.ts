/**
 * Quotations as lines of a record: numbers as a chart writes them, the patient's first person as
 * the third where that is sure; and beside each what was said, as a question with its answer, for
 * whoever can say it better.
 */
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import type { DraftLine } from '../notes/draft.ts'
import { chartWords } from '../pieces/chart-words.ts'
import { isDictated } from '../pieces/dictated.ts'
import type { Piece, Teller } from '../pieces/piece.ts'
import type { Role } from '../pieces/speaker-role.ts'
import type { Statement } from '../pieces/statements.ts'
import { addressCutter, calledNames } from './address.ts'
import { inChart } from './in-chart.ts'
import type { Quote } from './quote.ts'
import { patientsOwn, recorded } from './third-person.ts'

export interface LineWriter {
  /** As a sentence of a text or an item of a list. */
  write(quote: Quote): DraftLine
}

/** @param roles by statement */
export function lineWriter(
  statements: readonly Statement[],
  roles: readonly (Role | null)[],
  patientIsChild: boolean,
  findMedications: MedicationFinder,
): LineWriter {
  const withoutAddress = addressCutter(calledNames(statements, findMedications))
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
      question: question && chartWords(question),
      answer: chartWords(answer),
      speaker: tellerOf(at),
      spans: [...(answers?.spans ?? []), ...spans],
    }
  }

  function lineOf(quote: Quote, text: string): DraftLine {
    const isSpoken = quote.origin === 'speech'
    return { text, spans: quote.spans, isSpoken, piece: pieceOf(quote) }
  }

  return {
    write(quote) {
      const { text } = inChart(quote)
      const at = toldAt(quote)
      if (roles[at] === 'doctor') return lineOf(quote, withoutAddress(text))
      return lineOf(quote, tellsOfItself.has(at) ? recorded({ ...quote, text }).text : text)
    },
  }
}
