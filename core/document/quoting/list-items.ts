/**
 * One quoted clause as list items. Requests are quoted examination by examination, always as a
 * stretch of what was said; where cutting could change the meaning (a condition, a negation, a
 * doubt) the clause stays whole. Medicines are `medication-events.ts`'s.
 */
import { EXAMS } from '../../portuguese/clinical-terms.ts'
import { classesOf } from '../../portuguese/word-classes.ts'
import type { Clause } from '../pieces/clauses.ts'
import { trimmedQuote } from './fillers.ts'
import type { FilingPlace } from './places.ts'
import { asItem, type Quote, quote } from './quote.ts'

export function listItems(section: FilingPlace, clause: Clause): Quote[] {
  const whole = trimmedQuote(clause.statement, clause)
  if (!whole) return []
  const items =
    section === 'examsRequested'
      ? exams(clause)
      : section === 'hypotheses'
        ? hypotheses(clause)
        : []
  return (items.length > 0 ? items : [whole]).map(asItem)
}

function exams(clause: Clause): Quote[] {
  const { statement, tokens } = clause
  const found: { from: number; to: number }[] = []
  for (let at = 0; at < tokens.length; ) {
    const to = examEnd(clause, at)
    if (to === undefined) at += 1
    else {
      found.push({ from: at, to })
      at = to
    }
  }
  const [first] = found
  const last = found.at(-1)
  if (!first || !last) return []
  if (/\b(?:nao|se|caso|so|talvez)\b/.test(clause.words)) return []
  // Only a plain list may be taken apart: nothing but joints between the names, nothing after the
  // last.
  const plain = tokens.every(
    (token, index) =>
      index < first.from ||
      found.some(({ from, to }) => index >= from && index < to) ||
      JOINTS.has(token.norm),
  )
  if (!plain) return []
  return found.flatMap(
    ({ from, to }) => quote(statement, tokens[from]!.start, tokens[to - 1]!.end) ?? [],
  )
}

const JOINTS = new Set('e , . ; um uma o a os as tambem mais de do da com'.split(' '))

const WHOLE_EXAM = new RegExp(`^${EXAMS.source}$`, 'u')

/** The longest known examination that begins at a token. */
function examEnd({ tokens }: Clause, at: number): number | undefined {
  for (let to = Math.min(tokens.length, at + 5); to > at; to--) {
    const words = tokens
      .slice(at, to)
      .map((token) => token.norm.toLowerCase())
      .join(' ')
    if (words === 'exame' || words === 'exames') continue
    if (WHOLE_EXAM.test(words)) return to
  }
  return undefined
}

/**
 * "A hipótese é enxaqueca": the name alone says the same under this heading. A doubt or negation is
 * kept.
 */
const CERTAIN_FRAME =
  /^(?:(?:bom|bem|entao|olha|mae|pai) )?(?:(?:a |minha |principal |primeira )*(?:hipotese|impressao)(?: diagnostica)?(?: principal)? (?:e|seria)(?: de)?(?: uma?)?|(?:o |seu |meu )?diagnostico (?:e|seria)(?: de)?|o quadro sugere|quadro sugestivo de|o quadro e de|trata se de|(?:isso (?:aqui |ai )?)?e(?: mesmo)?(?: um| uma)?) /

function hypotheses(clause: Clause): Quote[] {
  const frame = CERTAIN_FRAME.exec(clause.words)?.[0]
  if (!frame || /\b(?:nao|nem|ou|descart\w+|talvez|acho)\b/.test(clause.words)) return []
  const skip = frame.trim().split(' ').length
  const words = clause.tokens.filter((token) => token.kind !== 'mark')
  const from = words[skip]
  if (!from) return []
  const tokens = clause.tokens.slice(clause.tokens.indexOf(from))
  const name = trimmedQuote(clause.statement, { tokens, start: from.start, end: clause.end })
  const isNamed = classesOf(words.slice(skip).map(({ norm }) => norm)).has('#disease')
  return name && isNamed ? [name] : []
}
