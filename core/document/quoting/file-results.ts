/**
 * Results of examinations out of uploaded reports, quoted line by line with page and place (DESIGN
 * §5.3): a name, a value and its unit, or a name and an outcome in so many words. Everything else
 * in a file (who, where, methods, reference values, another doctor's prescription) is left where it
 * is: nobody said it today.
 */

import { EXAMS, mentions } from '../../portuguese/clinical-terms.ts'
import { isInstruction } from '../../portuguese/noise.ts'
import { wordsOf } from '../pieces/clauses.ts'
import type { Statement } from '../pieces/statements.ts'
import type { Filed } from './file-clause.ts'
import { asItem, quote } from './quote.ts'

/**
 * Units in which only laboratories measure. A number off a picture may be marked as not sure
 * (core/file/unsure-marks.ts): it is quoted with its mark, as are the marks of notes.
 */
const LABORATORY_VALUE =
  /\d[⁰¹²³⁴-⁹]{0,3}(?: [HLA*]| \(incerto\)| \(\d\))?\s*(?:(?:[munpµμ]?g|[munpµμ]?mol|m?eq|[munpµμ]?u?ui|u|kui|milh(?:ões|oes)|mil)\s*\/\s*(?:d?l|ml|24\s*h|mm[3³]|[µμ]l)|\/\s*(?:mm[3³]|[µμ]l|campo)|mm\s*\/\s*h|ml\s*\/\s*min|fl\b|pg\b)/i
/** Of an examination that is known by name. */
const VALUE = /\d[⁰¹²³⁴-⁹]{0,3}(?: [HLA*]| \(incerto\)| \(\d\))?\s*(?:%|(?:mm\s*hg|bpm|cm|mm)\b)/i
const OUTCOME =
  /\b(?:(?:nao )?reagente|negativ[oa]|positiv[oa]|(?:nao )?detectad[oa]|ausentes?|presentes?|normal|normais|alterad[oa]s?|sem alteracoes)\b/
/** About the measurement, not its result. */
const ABOUT =
  /^(?:valor(?:es)?|faixa|intervalo|nivel|meta)s? (?:de |do )?(?:referencia|normal\w*|esperad\w+|desej\w+)|^(?:metodo|material|nota|observac\w+|referencias?|limites?|coleta\w*|crianca\w*|adult\w+|homen\w*|mulher\w*|gestante\w*)\b/
/** Longer than any row of a table: prose, which is not taken apart here. */
const MOST_CHARACTERS = 200

export function fileResults(statements: readonly Statement[]): Filed[] {
  return statements.flatMap((statement): Filed[] => {
    if (statement.origin !== 'file' || statement.question) return []
    const text = isResult(statement) ? quote(statement) : undefined
    return text ? [{ section: 'examResults', text, items: [asItem(text)] }] : []
  })
}

function isResult({ text, tokens }: Statement): boolean {
  const words = wordsOf(tokens).toLowerCase()
  if (text.length > MOST_CHARACTERS || !/^[^\d]*\p{L}{2}/u.test(text)) return false
  if (ABOUT.test(words) || isInstruction(words)) return false
  if (LABORATORY_VALUE.test(text)) return true
  return mentions(words, EXAMS) && (VALUE.test(text) || OUTCOME.test(words))
}
