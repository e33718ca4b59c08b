/**
 * Work that would hold the event loop for too long, in slices: a generator yields where it may be
 * interrupted, and between two slices whoever else waits has a turn.
 */
export interface Slices {
  /** Milliseconds. */
  now(): number
  /** Gives the others their turn. */
  pause(): Promise<void>
}

/** Milliseconds of one slice, as long as the steps between two yields are shorter. */
const SLICE_MS = 20

export async function inSlices<T>(work: Generator<void, T>, { now, pause }: Slices): Promise<T> {
  let since = now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (now() - since < SLICE_MS) continue
    await pause()
    since = now()
  }
}

/** All of it at once. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
