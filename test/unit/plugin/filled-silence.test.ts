import test from 'ava'
import fc from 'fast-check'
import { filledSilence } from '../../../plugin/worklet/channel-capture.ts'

const RATE_HZ = 48_000
const BLOCK = 128
const BLOCK_MS = (BLOCK * 1000) / RATE_HZ

const sound = () => new Float32Array(BLOCK).fill(0.01)
const silence = () => new Float32Array(BLOCK)

test('zeros after a late call stand for lost sound', (t) => {
  const find = filledSilence(RATE_HZ)
  let filled = 0
  for (let i = 0; i < 100; i++) filled += find(sound(), i * BLOCK_MS)
  t.is(filled, 0)
  const lateMs = 100 * BLOCK_MS + 1000
  // What was still queued, then what had to be made up, then sound again: all at once, as a browser
  // catches up.
  for (let i = 0; i < 20; i++) filled += find(sound(), lateMs)
  for (let i = 0; i < 350; i++) filled += find(silence(), lateMs + 10)
  for (let i = 0; i < 100; i++) filled += find(sound(), lateMs + 10 + i * BLOCK_MS)
  t.is(filled, 350 * BLOCK)
})

test('a microphone that is switched off by hand is silent, not lost', (t) => {
  const find = filledSilence(RATE_HZ)
  for (let i = 0; i < 10_000; i++) t.is(find(silence(), i * BLOCK_MS), 0)
})

test('never more is lost than time passed between the calls', (t) => {
  const calls = fc.array(
    fc.record({ afterMs: fc.integer({ min: 0, max: 400 }), isSilent: fc.boolean() }),
    { maxLength: 500 },
  )
  fc.assert(
    fc.property(calls, (all) => {
      const find = filledSilence(RATE_HZ)
      let nowMs = 0
      let filled = 0
      for (const { afterMs, isSilent } of all) {
        nowMs += afterMs
        filled += find(isSilent ? silence() : sound(), nowMs)
      }
      t.true((filled * 1000) / RATE_HZ <= nowMs + BLOCK_MS)
    }),
  )
})
