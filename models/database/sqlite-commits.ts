/**
 * Whether anybody has written to a SQLite database since the last look, for a fraction of what a
 * statement costs: no thread, no lock.
 *
 * Every commit of every process changes the header of the shared memory's file (`-shm`,
 * sqlite.org/walformat.html §2.1) before it is answered: counters, and a checksum over the whole
 * log. SQLite itself knows by these bytes whether what it remembers still holds. Here they are only
 * compared.
 */
import { fstatSync, openSync, readSync, statSync } from 'node:fs'

/** The header stands there twice. */
const HEADER_BYTES = 96
/** The format, in the machine's own order of bytes: the only one there is. */
const VERSION = 3_007_000

/** Reads the header as it is now; null where there is none to be believed. */
type ReadCommits = () => Buffer | null

/**
 * Of a database that this process has open, in WAL mode; it is asked no longer than that.
 * @param path of the database
 */
export function sqliteCommits(path: string): ReadCommits {
  const descriptor = descriptorOf(`${path}-shm`)
  if (descriptor === null) return () => null
  const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
  return () => {
    const header = Buffer.allocUnsafe(HEADER_BYTES)
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null
    const version = isLittleEndian ? header.readUInt32LE(0) : header.readUInt32BE(0)
    return version === VERSION ? header : null
  }
}

/**
 * By device and inode, and never closed: with the first handle of a file that a process closes, all
 * locks end that it holds on that file, SQLite's too. A process has one database, or few.
 */
const descriptors = new Map<string, number>()

function descriptorOf(file: string): number | null {
  const there = statSync(file, { throwIfNoEntry: false, bigint: true })
  if (!there) return null
  const known = descriptors.get(`${there.dev}:${there.ino}`)
  if (known !== undefined) return known
  const descriptor = openSync(file, 'r')
  const { dev, ino } = fstatSync(descriptor, { bigint: true })
  descriptors.set(`${dev}:${ino}`, descriptor)
  return descriptor
}

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
