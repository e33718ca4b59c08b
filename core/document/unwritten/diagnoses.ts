/**
 * Diseases that the patient has, had or may have. Denied ones, a relative's and those only asked
 * about are none.
 */

import type { DiseaseFinder } from './disease-names.ts'
import type { Fact } from './fact.ts'
import { chartText } from './fact.ts'
import { isPatients, type Said, type Visit } from './visit-reader.ts'

export function diagnosesIn({ said }: Visit, find: DiseaseFinder): Fact[] {
  return said.flatMap((one) =>
    find(one.statement.tokens, one.statement.text).flatMap(({ from, to, keys }): Fact[] => {
      if (!isPatients(one, from) || isOnlyMentioned(one, from)) return []
      const { statement } = one
      const [start, end] = [statement.tokens[from]!.start, statement.tokens[to - 1]!.end]
      return [
        {
          kind: 'diagnosis',
          keys,
          details: [],
          statement,
          start,
          end,
          text: chartText(statement, start, end),
          tells: one.role === 'doctor' ? 2 : 1,
          isDecided: one.role === 'doctor' && one.phase !== 'story',
        },
      ]
    }),
  )
}

/**
 * "Remédio pra pressão alta", "vacina da gripe", "exame de diabetes": named for what is done about
 * it, or spoken of in general.
 */
const FOR_WHAT =
  /\b(?:vacinas?|profilax\p{L}{1,12}|risco|rastre\p{L}{1,12}|preven\p{L}{1,12}|prevenir|evitar|exame|teste|sorologia|grupo|campanha|medo|trata|causa|causar|provoca|virar|dar|dar uma)(?: (?:contra|de|da|do|pra|para|com|uma?|o|a|que|ter)){0,3}$/u

function isOnlyMentioned({ statement }: Said, from: number): boolean {
  const before = statement.tokens
    .slice(Math.max(0, from - 5), from)
    .map(({ norm }) => norm)
    .join(' ')
  return FOR_WHAT.test(before)
}
