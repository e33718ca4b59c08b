import { setImmediate, setTimeout } from 'node:timers/promises'

/**
 * Between two reads of a busy process, in ms: what arrives meanwhile shares the next one. A read
 * costs more than all else that a check of a token does, and nobody notices a millisecond.
 */
const restMs = 1

/**
 * Lets everybody who asks at the same time share one read, without ever answering from a read that
 * began before the question. The first question after a rest is answered at once.
 */
export function shareRead<Fact>(read: () => Promise<Fact>): () => Promise<Fact> {
  let gathering: Promise<Fact> | undefined
  let running: Promise<Fact> | undefined
  let lastBegunAt = Number.NEGATIVE_INFINITY

  async function begin(): Promise<Fact> {
    await running?.catch(() => {})
    if (performance.now() - lastBegunAt < restMs) await setTimeout(restMs)
    else await setImmediate()
    gathering = undefined
    lastBegunAt = performance.now()
    running = read()
    return running
  }

  return () => {
    gathering ??= begin()
    return gathering
  }
}
