/** Sound that a recording held when it ended, and that its files do not have any more. */
import type { Gap, HeldChannel } from './storage.ts'

type Held = Pick<HeldChannel, 'gaps' | 'nextOffset'>

/**
 * Stretches, in order, that were held and are not found; what was a gap at the end is not lost.
 * @param held as the end of the recording stated it
 * @param found what the files have
 */
export function lostSound(held: Held, found: Held): Gap[] {
  const end = { from: found.nextOffset, to: held.nextOffset }
  const absent = end.from < end.to ? [...found.gaps, end] : found.gaps
  return held.gaps.reduce((lost, gap) => lost.flatMap((one) => without(one, gap)), absent)
}

function without(one: Gap, gap: Gap): Gap[] {
  if (gap.to <= one.from || gap.from >= one.to) return [one]
  return [
    { from: one.from, to: gap.from },
    { from: gap.to, to: one.to },
  ].filter(({ from, to }) => from < to)
}
