import test from 'ava'
import { silentLog } from '../../core/log.ts'
import type { PreparedBlock } from '../../models/audio/channel-file.ts'
import { type CommitTarget, commitQueue } from '../../models/audio/commit-queue.ts'
import type { JournalEntry } from '../../models/audio/journal.ts'

const MIB = 1 << 20

function target(recordingId: string, fails = false): CommitTarget {
  const file = {
    write: async () => {
      if (fails) throw new Error('this file takes nothing')
    },
    confirm() {},
    rollBack: async () => {},
  }
  return { recordingId, channel: 0, file: file as unknown as CommitTarget['file'] }
}

/** Blocks of 64 KiB, in order. */
function block(i: number): PreparedBlock {
  return { position: i << 16, bytes: Buffer.alloc(1 << 16), samples: new Int16Array(0) }
}

/** A journal whose flushes are seen. */
function queueOf() {
  const flushes: (readonly JournalEntry[])[] = []
  const journal = {
    sizeBytes: 0,
    oldFiles: 0,
    append: async (entries: readonly JournalEntry[]) => void flushes.push(entries),
    rotate: async () => async () => {},
    close: async () => {},
  }
  return { queue: commitQueue({ journal, gatherMs: 1, onCommitted() {}, log: silentLog }), flushes }
}

test('hours of sound that come at once wait for a frame that is spoken now, in bounded flushes', async (t) => {
  const { queue, flushes } = queueOf()
  const [flood, other] = [target('flood'), target('spoken')]
  const all = Array.from({ length: 200 }, (_, i) => queue.commit(flood, block(i)))
  // Behind all that in the line.
  all.push(queue.commit(other, block(0)))
  await Promise.all(all)
  t.true(flushes[0]?.some(({ recordingId }) => recordingId === 'spoken'))
  t.true(flushes.every((one) => one.reduce((sum, { bytes }) => sum + bytes.length, 0) <= 2 * MIB))
  const positions = flushes.flat().filter(({ recordingId }) => recordingId === 'flood')
  t.deepEqual(
    positions.map(({ position }) => position >> 16),
    Array.from({ length: 200 }, (_, i) => i),
  )
})

test('what waits behind frames that failed fails with them, and nobody else does', async (t) => {
  const { queue, flushes } = queueOf()
  const [broken, other] = [target('broken', true), target('other')]
  const lost = Array.from({ length: 100 }, (_, i) => queue.commit(broken, block(i)))
  const held = Array.from({ length: 5 }, (_, i) => queue.commit(other, block(i)))
  const results = await Promise.allSettled(lost)
  t.true(results.every(({ status }) => status === 'rejected'))
  await Promise.all(held)
  await queue.drained()
  t.true(flushes.flat().every(({ recordingId }) => recordingId === 'other'))
})
