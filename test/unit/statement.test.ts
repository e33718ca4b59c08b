import test from 'ava'
import { lacksFrames, makeStatement } from '../../core/recording/statement.ts'
import type { HeldChannel } from '../../core/recording/storage.ts'

const SHA = 'a'.repeat(64)
const held: HeldChannel = {
  channel: 0,
  nextSequence: 10,
  nextOffset: 16_000,
  heldSamples: 16_000,
  gaps: [],
  sha256: SHA,
}
const claim = { channel: 0, lastSequence: 9, samples: 16_000, sha256: SHA }

test('a statement is complete when everything sent is held and the digests agree', (t) => {
  const statement = makeStatement('r', [held], [claim])
  t.true(statement.complete)
  t.deepEqual(statement.channels, [
    {
      channel: 0,
      held_samples: 16_000,
      held_ms: 1000,
      gaps: [],
      sha256: SHA,
      matches: true,
      lost_ms: 0,
    },
  ])
})

test('a gap is stated in milliseconds and is never called complete', (t) => {
  const statement = makeStatement(
    'r',
    [{ ...held, heldSamples: 14_400, gaps: [{ from: 1600, to: 3200 }] }],
    [claim],
  )
  t.false(statement.complete)
  t.deepEqual(statement.channels[0]?.gaps, [{ from_ms: 100, to_ms: 200 }])
})

test('a missing end is a gap like any other', (t) => {
  const statement = makeStatement('r', [held], [{ ...claim, lastSequence: 11, samples: 19_200 }])
  t.deepEqual(statement.channels[0]?.gaps, [{ from_ms: 1000, to_ms: 1200 }])
  t.false(statement.channels[0]?.matches)
})

test('a recording that was left open is not called complete', (t) => {
  t.false(makeStatement('r', [held], null).complete)
})

test('a second channel that the client says nothing about must be empty', (t) => {
  const second = { ...held, channel: 1 }
  const empty = { ...second, nextSequence: 0, nextOffset: 0, heldSamples: 0 }
  t.false(makeStatement('r', [held, second], [claim]).complete)
  t.true(makeStatement('r', [held, empty], [claim]).complete)
})

test('the statement holds the most uncaptured sound that the client reported, now or earlier', (t) => {
  const lost = (told: number[], lostMs?: number) =>
    makeStatement('r', [held], [{ ...claim, lostMs }], told).channels[0]?.lost_ms
  t.is(lost([400]), 400)
  t.is(lost([400], 900), 900)
  t.is(lost([900], 400), 900)
  t.true(makeStatement('r', [held], [claim], [400]).complete)
})

test('frames are missing when the client sent a later one or reached further', (t) => {
  t.false(lacksFrames(held, [claim]))
  t.true(lacksFrames(held, [{ ...claim, lastSequence: 10 }]))
  t.true(lacksFrames(held, [{ ...claim, samples: 16_001 }]))
  t.false(lacksFrames(held, []))
})
