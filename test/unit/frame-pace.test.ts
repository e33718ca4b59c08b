import test from 'ava'
import { costOfFrames } from '../../api/channel/pace.ts'
import { framePace } from '../../api/v1/recordings/receive-upload.ts'

const MIB = 1 << 20

test('a backlog is taken at once, and after that no faster than anybody else can bear', (t) => {
  const waitMs = framePace(() => 0)
  t.is(waitMs('one', 16 * MIB), 0)
  t.is(waitMs('one', 4 * MIB), 1000)
  t.is(waitMs('another', 16 * MIB), 0)
})

test('tiny frames cost as much as those that the contract wants', (t) => {
  const waitMs = framePace(() => 0)
  t.true(waitMs('one', costOfFrames(200_000, 7000)) > 1000)
})

test('after a minute of silence a sender has its whole burst again', (t) => {
  let now = 0
  const waitMs = framePace(() => now)
  waitMs('one', 20 * MIB)
  now = 61_000
  t.is(waitMs('one', 16 * MIB), 0)
})
