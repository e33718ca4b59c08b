import test from 'ava'
import { sendWindow } from '../../../plugin/services/channel-buffer.ts'

const frame = (sequence: number) => ({
  sequence,
  samples: 4000,
  bytes: new Uint8Array(1),
  mayLeave: true,
})

function filled(capacity: number, count: number) {
  const window = sendWindow(capacity)
  for (let i = 0; i < count; i++) window.add(frame(i))
  return window
}

test('frames leave in order, as many as there is room for', (t) => {
  const window = filled(2, 3)
  t.is(window.next()?.sequence, 0)
  t.is(window.next()?.sequence, 1)
  t.is(window.next(), undefined)
  window.acknowledged(1)
  t.is(window.next()?.sequence, 2)
})

test('a repeated or late confirmation changes nothing', (t) => {
  const window = filled(4, 3)
  window.next()
  window.next()
  window.acknowledged(2)
  window.acknowledged(1)
  t.is(window.pending, 1)
  t.is(window.next()?.sequence, 2)
})

test('after a rewind everything not confirmed is sent again', (t) => {
  const window = filled(4, 3)
  for (let i = 0; i < 3; i++) window.next()
  t.true(window.rewind(1))
  t.is(window.unsent, 2)
  t.is(window.next()?.sequence, 1)
})

test('frames that were confirmed once cannot be sent again', (t) => {
  const window = filled(4, 3)
  window.acknowledged(2)
  t.false(window.rewind(1))
})

test('a frame leaves when it is stored, and not before', (t) => {
  const window = sendWindow(4)
  window.add({ ...frame(0), mayLeave: false })
  t.is(window.next(), undefined)
  window.settle(0, true)
  t.is(window.next()?.sequence, 0)
})

test('frames stored far beyond the window leave the memory, and are loaded when their turn comes', (t) => {
  const window = filled(2, 8)
  for (let i = 0; i < 8; i++) window.settle(i, i !== 6)
  t.is(window.missing(), undefined)
  window.acknowledged(4)
  t.is(window.next(), undefined)
  t.deepEqual(window.missing(), { from: 4, to: 6 })
  for (const sequence of [4, 5]) window.fill(sequence, new Uint8Array(1))
  t.is(window.next()?.sequence, 4)
  t.is(window.next()?.sequence, 5)
  window.acknowledged(6)
  // It could not be stored, so it had to stay.
  t.is(window.next()?.sequence, 6)
  t.is(window.pendingSamples, 8000)
})
