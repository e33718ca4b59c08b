import type { Term } from '../../portuguese/term.ts'

/** A term in the place of a token, with what is said of the words there. */
export function inferredTermAt(
  terms: readonly Term[],
  at: number,
  term: Pick<Term, 'kind' | 'key'> & Partial<Term>,
): Term {
  const place = terms.find(({ from, to }) => at >= from && at < to)
  return {
    from: at,
    to: at + 1,
    part: place?.part ?? 0,
    denied: place?.denied ?? false,
    ...(place?.asked ? { asked: true as const } : {}),
    ...(place?.supposed ? { supposed: true as const } : {}),
    ...(place?.holder ? { holder: place.holder } : {}),
    ...(place?.time ? { time: place.time } : {}),
    ...term,
    inferred: true,
  }
}
