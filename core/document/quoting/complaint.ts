/**
 * Why the patient came, in the first words that a record begins with: the clause that most likely
 * tells it, and its neighbours that tell it as well. How likely that is says the sentence encoder.
 */
import type { Clause } from '../pieces/clauses.ts'
import { trimmedQuote } from './fillers.ts'
import type { Quote } from './quote.ts'
import type { SaidClause } from './said-clauses.ts'

/** Below which nobody said why; of a few sentences too little is known. */
const LEAST = 0.1
const LEAST_OF_FEW = 0.45
const FEWEST_CLAUSES = 12
/** Of a neighbour, beside the likeliest clause. */
const AS_WELL = 0.4
/** Sentences that a neighbour is away, at most. */
const NEAR = 2
const MOST = 3

/** A clause, and how likely it tells why the patient came (0 to 1). */
export interface LikelyComplaint {
  said: SaidClause
  likely: number
  /** Filed as the story of the illness. */
  isStory: boolean
}

/** A denial alone is no complaint. */
const DENIES = /^(?:nega|nem|sem)\b/

export function complaintOf(said: readonly LikelyComplaint[]): Quote[] {
  const clauses = said.filter(({ said: { clause } }) => !DENIES.test(clause.words))
  const isFew = said.length < FEWEST_CLAUSES
  const [likeliest] = [...clauses].sort((a, b) => b.likely - a.likely)
  const isSure = likeliest && likeliest.likely >= (isFew ? LEAST_OF_FEW : LEAST)
  const best = isSure ? likeliest : isFew ? clauses.find(beginsStory) : undefined
  if (!best) return []
  const isNear = ({ said: { clause } }: LikelyComplaint) =>
    Math.abs(clause.statement.index - best.said.clause.statement.index) <= NEAR
  const chosen = clauses
    .filter((each) => each === best || (each.likely >= AS_WELL && isNear(each)))
    .sort((a, b) => (a === best ? -1 : b === best ? 1 : b.likely - a.likely))
    .slice(0, MOST)
  return clauses
    .filter((each) => chosen.includes(each))
    .flatMap(({ said: { clause } }) => trimmedQuote(clause.statement, wholeOf(clause)) ?? [])
}

/** In a few sentences, the first that the patient complains of. */
function beginsStory({ said: { role, features }, isStory }: LikelyComplaint): boolean {
  return isStory && role !== 'doctor' && !features.has('#denies')
}

/** A short sentence is told whole: "Ia pôr gelo no joelho, mas a dor não passou." */
function wholeOf(clause: Clause): Clause | undefined {
  return clause.statement.tokens.length <= SHORT ? undefined : clause
}

const SHORT = 30
