/**
 * Quotations as lines of a record: numbers as a chart writes them, the patient's first person as
 * the third where that is sure; and beside each what was said, as a question with its answer, for
 * whoever can say it better.
 */
import type { MedicationFinder } from '../medicines/medication-mentions.ts'
import type { DraftLine } from '../notes/draft.ts'
import { chartWords } from '../pieces/chart-words.ts'
import { isDictated } from '../pieces/dictated.ts'
import type { Piece, Role, Teller } from '../pieces/piece.ts'
import type { Statement } from '../pieces/statements.ts'
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

/**
 * What was said with its numbers and units as a chart writes them and as the transcript shows them
 * ("115 por 75" after "pressão" → "115/75"). Its spans stay those of the words. What was written,
 * before the visit or in a file, stays as it was written.
 */
function inChart<Q extends { text: string; origin: Statement['origin'] }>(quote: Q): Q {
  return quote.origin === 'speech' ? { ...quote, text: chartWords(quote.text) } : quote
}

/** Between commas, or behind "dona" and "seu": "Oi, Sandra.", "Conta pra mim, Cláudia." */
const CALLED = /(?:, |\b(?:[Ss]eu|[Dd]ona) )(\p{Lu}\p{Ll}{2,})(?=[,.!?])/gu
/** What is said to somebody begins so. */
const TELLS =
  '(?:é|isso|isto|você|a senhora|o senhor|ele|ela|olha|vou|vamos|eu|a gente|então|esse|essa|seu|sua|pelo|pela|não|acho|parece)'
const ALWAYS = 'mãe|mamãe|pai|papai|vó|vovó|vô|vovô'

/**
 * Whom a doctor speaks to: "Sandra, é psoríase", "mãe, é uma crise de asma". The name is no part of
 * what is written.
 *
 * Names that somebody is called by in the visit; no medicine's.
 */
function calledNames(statements: readonly Statement[], find: MedicationFinder): string[] {
  const names = statements.flatMap((statement) => {
    if (statement.origin !== 'speech') return []
    const medicines = new Set(find(statement.tokens).map(({ name }) => name))
    return [...statement.text.matchAll(CALLED)]
      .map(([, name]) => name!)
      .filter((name) => !medicines.has(name.toLowerCase()))
  })
  return [...new Set(names)]
}

/** Cuts whom it is said to off the beginning of a doctor's words. */
function addressCutter(names: readonly string[]): (text: string) => string {
  const address = new RegExp(
    `^(?:${['(?!)', ...names].join('|')}), |^(?:${ALWAYS}), (?=${TELLS}(?![\\p{L}]))`,
    'iu',
  )
  return (text) => text.replace(address, '')
}
