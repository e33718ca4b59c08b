import test from 'ava'
import { silentLog } from '../../core/log.ts'
import type { ChannelFile } from '../../models/audio/channel-file.ts'
import { checkpoints } from '../../models/audio/checkpoints.ts'
import type { CommitTarget } from '../../models/audio/commit-queue.ts'

function target(recordingId: string, sync: () => Promise<void>): CommitTarget {
  return { recordingId, channel: 0, file: { sync } as ChannelFile }
}

test('no journal is removed while a file that depends on it is being flushed', async (t) => {
  let removed = 0
  const journal = {
    sizeBytes: 2,
    oldFiles: 0,
    append: async () => undefined,
    close: async () => {},
    rotate: async () => async () => void removed++,
  }
  // Not due yet for the first commit, due for the second.
  const checkpoint = checkpoints({ journal, limitBytes: 2, log: silentLog })
  let flushed = () => {}
  const closing = target('closing', () => new Promise((resolve) => (flushed = resolve)))
  const other = target('other', async () => {})
  checkpoint.committed(new Set([closing]))
  const left = checkpoint.leave(closing)
  await moment()

  journal.sizeBytes = 3
  checkpoint.committed(new Set([other]))
  await moment()
  t.is(removed, 0)

  flushed()
  await left
  checkpoint.committed(new Set([other]))
  await checkpoint.leave(other)
  t.is(removed, 1)
})

function moment() {
  return new Promise((resolve) => setImmediate(resolve))
}
