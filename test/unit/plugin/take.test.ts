import { createHash } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import type {
  ClientMessage,
  RecordingStatement,
  ServerMessage,
} from '../../../core/contract/channel.ts'
import { decodeFrame } from '../../../core/contract/frames.ts'
import type { Outbox, StoredFrame, StoredTake } from '../../../plugin/services/outbox.ts'
import { newTake, restoreTake, type Take } from '../../../plugin/services/take.ts'

const ID = '6f1f5c1e-7f5e-4b52-9a63-0d5f5b0b7a11'

/** A server that keeps frames in order, and a line to it that can break at any message. */
function world() {
  const disk: Int16Array[] = []
  const stored = new Map<number, StoredFrame>()
  let storedTake: StoredTake | undefined
  let state: 'recording' | 'paused' | 'finished' | undefined
  let owned = false
  let connected = false
  let inbox: ServerMessage[] = []
  let statement: RecordingStatement | undefined
  let files = 0
  let ends = 0
  let take: Take

  const outbox = {
    takes: async () => (storedTake ? [storedTake] : []),
    frames: async () => [...stored.values()].sort((a, b) => a.sequence - b.sequence),
    async save(next: StoredTake, frame?: StoredFrame) {
      storedTake = structuredClone(next)
      if (frame) stored.set(frame.sequence, structuredClone(frame))
    },
    async acknowledge(_: string, nextSequence: number) {
      for (const sequence of stored.keys()) if (sequence < nextSequence) stored.delete(sequence)
    },
    async remove() {
      stored.clear()
      storedTake = undefined
    },
    close() {},
  } satisfies Outbox

  const position = () => ({
    channel: 0,
    next_sequence: disk.length,
    next_offset: disk.reduce((sum, { length }) => sum + length, 0),
  })
  const digest = () => {
    const hash = createHash('sha256')
    for (const { buffer, byteOffset, byteLength } of disk)
      hash.update(new Uint8Array(buffer, byteOffset, byteLength))
    return hash.digest('hex')
  }
  const ready = () => {
    owned = true
    if (state !== 'finished') state = 'recording'
    inbox.push({ type: 'recording.ready', recording_id: ID, state: state!, channels: [position()] })
  }

  function receive(message: ClientMessage) {
    if (message.type === 'recording.start' || message.type === 'recording.resume') return ready()
    if (!owned) throw new Error(`${message.type} before the recording was taken up`)
    if (message.type === 'recording.pause') state = 'paused'
    if (message.type === 'recording.finish') {
      const claim = message.channels[0]!
      if (claim.last_sequence >= disk.length && !message.accept_gaps && state !== 'finished')
        return inbox.push({ type: 'recording.gap', recording_id: ID, ...position() })
      state = 'finished'
      const held = digest()
      statement = {
        recording_id: ID,
        complete: held === claim.sha256,
        channels: [
          {
            channel: 0,
            held_samples: position().next_offset,
            held_ms: position().next_offset / 16,
            gaps: [],
            sha256: held,
            matches: held === claim.sha256,
          },
        ],
      }
      inbox.push({ type: 'recording.statement', ...statement })
    }
    return undefined
  }

  const deps = {
    send(message: ClientMessage) {
      if (connected) receive(message)
      return connected
    },
    sendFrame(bytes: Uint8Array<ArrayBuffer>) {
      if (!connected) return false
      const frame = decodeFrame(bytes)
      if (frame.sequence > disk.length)
        inbox.push({ type: 'recording.gap', recording_id: ID, ...position() })
      else {
        if (frame.sequence === disk.length) disk.push(frame.samples)
        inbox.push({ type: 'recording.ack', recording_id: ID, ...position() })
      }
      return true
    },
    outbox,
    async sendAsFile(pcm: Uint8Array<ArrayBuffer>[]) {
      files += pcm.length
      return true
    },
    onProgress() {},
    onStatement() {},
    onEndedElsewhere() {
      ends++
    },
    onDelivered() {},
  }

  take = newTake(ID, 'c', deps, 1)
  return {
    get take() {
      return take
    },
    disk,
    statement: () => statement,
    files: () => files,
    ends: () => ends,
    stored,
    endOnServer() {
      state = 'finished'
    },
    connect() {
      connected = true
      owned = false
      const known = state && [{ recording_id: ID, state, channels: [position()] }]
      take.onConnected(known ?? [])
    },
    /** The answers on their way are lost too. */
    drop() {
      connected = false
      inbox = []
      take.onDisconnected()
    },
    /** What the server said arrives, up to `count` messages. */
    deliver(count = Number.POSITIVE_INFINITY) {
      for (let i = 0; i < count && inbox.length > 0; i++) take.onServerMessage(inbox.shift()!)
    },
    /** The page goes away and comes back: only what was stored is left. */
    async reload() {
      connected = false
      inbox = []
      if (storedTake) take = await restoreTake(storedTake, deps)
    },
  }
}

function sound(seed: number, length = 160): Int16Array {
  return Int16Array.from({ length }, (_, i) => ((seed + 1) * (i + 7) * 2654435761) >> 16)
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant('sound' as const) },
  { weight: 4, arbitrary: fc.constant('deliver' as const) },
  fc.constantFrom(
    'drop' as const,
    'connect' as const,
    'reload' as const,
    'pause' as const,
    'go' as const,
  ),
)

test('whatever breaks on the way, the server ends with every sample, in order, and the digests agree', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
      const w = world()
      const said: number[] = []
      w.take.want('recording')
      for (const [i, what] of steps.entries()) {
        if (what === 'sound') {
          const samples = sound(i)
          said.push(...samples)
          w.take.add(samples)
        } else if (what === 'deliver') w.deliver(3)
        else if (what === 'drop') w.drop()
        else if (what === 'connect') {
          w.drop()
          w.connect()
        } else if (what === 'reload') await w.reload()
        else w.take.want(what === 'pause' ? 'paused' : 'recording')
      }
      w.take.want('finished')
      w.drop()
      w.connect()
      w.deliver()
      t.deepEqual(
        w.disk.flatMap((samples) => [...samples]),
        said,
      )
      t.true(w.statement()?.complete)
      t.is(w.stored.size, 0)
    }),
    { numRuns: 300 },
  )
})

test('a statement that was lost on the way is asked for again after a reload', async (t) => {
  const w = world()
  w.connect()
  w.deliver()
  w.take.add(sound(1))
  w.deliver()
  w.take.want('finished')
  await w.reload()
  w.connect()
  w.deliver()
  t.true(w.statement()?.complete)
  t.is(w.stored.size, 0)
})

test('what a recording that ended elsewhere no longer takes goes to the server as a file', async (t) => {
  const w = world()
  w.connect()
  w.deliver()
  w.take.add(sound(1))
  w.deliver()
  w.drop()
  w.take.add(sound(2))
  w.take.add(sound(3))
  w.endOnServer()
  w.connect()
  w.deliver()
  await Promise.resolve()
  t.is(w.files(), 2)
  t.is(w.disk.length, 1)
  t.is(w.stored.size, 0)
})

test('a refused frame ends a take once, and only while its frames are taken', async (t) => {
  const w = world()
  w.take.onEnded()
  w.connect()
  w.take.onEnded()
  t.is(w.ends(), 0)
  w.deliver()
  w.take.add(sound(1))
  w.take.onEnded()
  w.take.onEnded()
  await Promise.resolve()
  t.is(w.ends(), 1)
  t.is(w.files(), 1)
})

test('a take that knows less than the server goes on behind it: no sound shares a place', (t) => {
  const w = world()
  w.connect()
  w.deliver()
  // Sent by the page before, whose storage failed.
  w.disk.push(sound(1), sound(2))
  w.drop()
  w.connect()
  w.deliver()
  w.take.add(sound(3))
  w.deliver()
  t.deepEqual(w.disk.at(-1), sound(3))
  t.is(w.disk.length, 3)
  w.take.want('finished')
  w.deliver()
  t.false(w.statement()?.complete)
})

test('lost sound is remembered over a reload', async (t) => {
  const w = world()
  w.take.lose(400)
  w.take.add(sound(1))
  await w.reload()
  t.is(w.take.lostMs, 400)
})

test('no more than ten seconds are on the wire at once', (t) => {
  const w = world()
  for (let i = 0; i < 100; i++) w.take.add(sound(i, 4000))
  w.connect()
  w.deliver(1)
  t.is(w.disk.length, 40)
  w.deliver()
  t.is(w.disk.length, 100)
})
