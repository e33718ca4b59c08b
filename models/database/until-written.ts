import type { ReadCommits } from './sqlite-commits.ts'

/**
 * A fact is asked for anew after so long, in ms, whatever the commits say: a file system may keep
 * them from us.
 */
const LONGEST_MS = 1000

/**
 * A fact of the database that is read again only when something was written since. What is told is
 * never older than the question. Where a fact changed although nothing seemed written, what the
 * file system shows is not believed any more.
 */
export function untilWritten<Fact>(
  read: () => Promise<Fact>,
  readCommits: ReadCommits,
): () => Promise<Fact> {
  let last: { fact: Fact; commits: Buffer; atMs: number } | null = null
  let isBelieved = true

  return async () => {
    // Before the fact: what is written between the two looks like written after both.
    const commits = isBelieved ? readCommits() : null
    const before = last
    const isSame = before !== null && (commits?.equals(before.commits) ?? false)
    if (isSame && performance.now() - before.atMs < LONGEST_MS) return before.fact
    const fact = await read()
    if (isSame && fact !== before.fact) isBelieved = false
    last = commits && isBelieved ? { fact, commits, atMs: performance.now() } : null
    return fact
  }
}
