/**
 * Why the patient came, in the first words that a record begins with: the clause that most likely
 * tells it, and its neighbours that tell it as well. How likely that is says the sentence encoder.
 */
import type { Clause } from '../pieces/clauses.ts'
import { trimmedQuote } from './fillers.ts'
import type { Quote } from './quote.ts'
import type { SaidClause } from './said-clauses.ts'

/** Below which nobody said why. */
const LEAST = 0.2
/** Of a neighbour, beside the likeliest clause. */
const AS_WELL = 0.4
/** Sentences that a neighbour is away, at most. */
const NEAR = 2
const MOST = 3

/** A clause, and how likely it tells why the patient came (0 to 1). */
export interface LikelyComplaint {
  said: SaidClause
  likely: number
}

export function complaintOf(clauses: readonly LikelyComplaint[]): Quote[] {
  const [best] = [...clauses].sort((a, b) => b.likely - a.likely)
  if (!best || best.likely < LEAST) return []
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

/** A short sentence is told whole: "Ia pôr gelo no joelho, mas a dor não passou." */
function wholeOf(clause: Clause): Clause | undefined {
  return clause.statement.tokens.length <= SHORT ? undefined : clause
}

const SHORT = 30
