import test from 'ava'
import fc from 'fast-check'
import { judgeFrame } from '../../core/recording/judge-frame.ts'
import type { FrameFacts, Gap } from '../../core/recording/storage.ts'

const NO_LIMIT = Number.MAX_SAFE_INTEGER

/** A channel in memory that follows the verdicts, as the recorder and the store do together. */
function channel() {
  const held: FrameFacts[] = []
  const gaps: Gap[] = []
  const next = () => {
    const last = held.at(-1)
    return { nextSequence: held.length, nextOffset: last ? last.offset + last.count : 0 }
  }
  return {
    held,
    gaps,
    next,
    receive(frame: FrameFacts & { sequence: number }) {
      const verdict = judgeFrame(next(), frame, held[frame.sequence], NO_LIMIT)
      if (verdict.kind === 'take') {
        if (verdict.gap) gaps.push(verdict.gap)
        const { sequence: _, ...facts } = frame
        held.push(facts)
      }
      return verdict.kind
    },
  }
}

const lengths = fc.array(fc.integer({ min: 1, max: 16_000 }), { minLength: 1, maxLength: 40 })

function framesOf(counts: number[]) {
  let offset = 0
  return counts.map((count, sequence) => {
    const frame = { sequence, offset, count, checksum: (sequence * 7919 + count) >>> 0 }
    offset += count
    return frame
  })
}

test('whatever a network repeats, drops or reorders, asking again from the answer holds every frame once, in order', (t) => {
  const delivery = fc.array(fc.nat(60), { maxLength: 400 })
  fc.assert(
    fc.property(lengths, delivery, (counts, picks) => {
      const frames = framesOf(counts)
      const server = channel()
      for (const pick of picks) {
        const frame = frames[pick % frames.length]!
        const before = server.next().nextSequence
        const kind = server.receive(frame)
        const expected =
          frame.sequence === before ? 'take' : frame.sequence < before ? 'duplicate' : 'missing'
        if (kind !== expected) return false
      }
      for (const frame of frames.slice(server.next().nextSequence)) server.receive(frame)
      return server.held.length === frames.length && server.gaps.length === 0
    }),
  )
  t.pass()
})

test('a held frame is never replaced: other sound under its sequence is a conflict', (t) => {
  const change = fc.constantFrom('offset', 'count', 'checksum')
  fc.assert(
    fc.property(lengths, fc.nat(), change, (counts, pick, field) => {
      const frames = framesOf(counts)
      const server = channel()
      for (const frame of frames) server.receive(frame)
      const held = structuredClone(server.held)
      const frame = frames[pick % frames.length]!
      const kind = server.receive({ ...frame, [field as 'offset']: frame[field as 'offset'] + 1 })
      return kind === 'conflict' && JSON.stringify(held) === JSON.stringify(server.held)
    }),
  )
  t.pass()
})

test('sound lost for good is declared by a later offset and stated as exactly that gap', (t) => {
  const server = channel()
  server.receive({ sequence: 0, offset: 0, count: 1600, checksum: 1 })
  t.is(server.receive({ sequence: 1, offset: 4800, count: 1600, checksum: 2 }), 'take')
  t.deepEqual(server.gaps, [{ from: 1600, to: 4800 }])
  t.deepEqual(server.next(), { nextSequence: 2, nextOffset: 6400 })
})

test('a frame that overlaps what is held is a conflict', (t) => {
  const server = channel()
  server.receive({ sequence: 0, offset: 0, count: 1600, checksum: 1 })
  t.is(server.receive({ sequence: 1, offset: 1599, count: 1600, checksum: 2 }), 'conflict')
})

test('a channel ends where its limit is', (t) => {
  const next = { nextSequence: 1, nextOffset: 1600 }
  const frame = { sequence: 1, offset: 1600, count: 1600, checksum: 1 }
  t.is(judgeFrame(next, frame, undefined, 3199).kind, 'too_long')
  t.is(judgeFrame(next, frame, undefined, 3200).kind, 'take')
})
