import { createHash } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import type {
  ClientMessage,
  RecordingStatement,
  ServerMessage,
} from '../../../core/contract/channel.ts'
import { decodeFrame } from '../../../core/contract/frames.ts'
import {
  foundTakes,
  type Outbox,
  type StoredFrame,
  type StoredTake,
} from '../../../plugin/services/outbox.ts'
import { newTake, type RemainsFile, restoreTake, type Take } from '../../../plugin/services/take.ts'

const ID = '6f1f5c1e-7f5e-4b52-9a63-0d5f5b0b7a11'

/**
 * A server that keeps frames in order, and a line to it that can break at any message; storing
 * takes a moment.
 */
function world({ channels = 1 } = {}) {
  const disks = Array.from({ length: channels }, (): Int16Array[] => [])
  const stored = new Map<string, StoredFrame>()
  let storedTake: StoredTake | undefined
  let aside: StoredTake | undefined
  let isFull = false
  let state: 'recording' | 'paused' | 'finished' | undefined
  let owned = false
  let connected = false
  let inbox: ServerMessage[] = []
  let statement: RecordingStatement | undefined
  const files: Blob[] = []
  const ids: string[] = []
  let lineIsDown = false
  let arrives = Promise.resolve()
  const lost: number[] = []
  let ends = 0
  let take: Take

  const found = () => foundTakes(storedTake ? [storedTake] : [], aside ? [aside] : [])
  const outbox = {
    takes: async () => found(),
    list: async () =>
      [...stored.values()]
        .map(({ bytes: _, ...note }) => note)
        .sort((a, b) => a.channel - b.channel || a.sequence - b.sequence),
    frames: async (_: string, channel: number, from: number, to: number) =>
      [...stored.values()]
        .filter((one) => one.channel === channel && one.sequence >= from && one.sequence < to)
        .sort((a, b) => a.sequence - b.sequence),
    async save(next: StoredTake, frames: readonly StoredFrame[] = []) {
      if (isFull) return false
      storedTake = structuredClone(next)
      for (const frame of frames)
        stored.set(`${frame.channel} ${frame.sequence}`, structuredClone(frame))
      return true
    },
    keepAside(next: StoredTake) {
      aside = structuredClone(next)
    },
    async acknowledge(_: string, channel: number, nextSequence: number) {
      for (const [key, one] of stored)
        if (one.channel === channel && one.sequence < nextSequence) stored.delete(key)
    },
    async remove() {
      stored.clear()
      storedTake = undefined
      aside = undefined
    },
    settled: async () => true,
    close() {},
  } satisfies Outbox

  const position = (channel: number) => ({
    channel,
    next_sequence: disks[channel]!.length,
    next_offset: disks[channel]!.reduce((sum, { length }) => sum + length, 0),
  })
  const positions = () => disks.map((_, channel) => position(channel))
  const digest = (channel: number) => {
    const hash = createHash('sha256')
    for (const { buffer, byteOffset, byteLength } of disks[channel]!)
      hash.update(new Uint8Array(buffer, byteOffset, byteLength))
    return hash.digest('hex')
  }
  const ready = () => {
    owned = true
    if (state !== 'finished') state = 'recording'
    inbox.push({
      type: 'recording.ready',
      recording_id: ID,
      state: state!,
      channels: positions(),
    })
  }

  function receive(message: ClientMessage) {
    if (message.type === 'recording.start' || message.type === 'recording.resume') return ready()
    if (!owned) throw new Error(`${message.type} before the recording was taken up`)
    if (message.type === 'recording.lost') lost.push(message.channels[0]!.lost_ms)
    if (message.type === 'recording.pause') state = 'paused'
    if (message.type === 'recording.finish') finish(message)
    return undefined
  }

  function finish({ channels, accept_gaps }: Extract<ClientMessage, { type: 'recording.finish' }>) {
    const missing = channels.find(
      ({ channel, last_sequence }) => last_sequence >= disks[channel]!.length,
    )
    if (missing && !accept_gaps && state !== 'finished')
      return inbox.push({ type: 'recording.gap', recording_id: ID, ...position(missing.channel) })
    state = 'finished'
    const held = channels.map(({ channel, sha256, lost_ms = 0 }) => ({
      channel,
      held_samples: position(channel).next_offset,
      gaps: [],
      lost_ms,
      held_ms: position(channel).next_offset / 16,
      sha256: digest(channel),
      matches: digest(channel) === sha256,
    }))
    const complete = held.every(({ matches }) => matches)
    statement = { recording_id: ID, complete, channels: held }
    return inbox.push({ type: 'recording.statement', ...statement })
  }

  const deps = {
    send(message: ClientMessage) {
      if (connected) receive(message)
      return connected
    },
    sendFrame(bytes: Uint8Array<ArrayBuffer>) {
      if (!connected) return false
      const { channel, sequence, samples } = decodeFrame(bytes)
      const disk = disks[channel]!
      const kept = [storedTake?.lanes[channel], aside?.lanes[channel]]
      if (!kept.some((lane) => lane && lane.nextSequence > sequence))
        throw new Error('a frame left before it was stored')
      if (sequence > disk.length)
        inbox.push({ type: 'recording.gap', recording_id: ID, ...position(channel) })
      else {
        if (sequence === disk.length) disk.push(samples)
        inbox.push({ type: 'recording.ack', recording_id: ID, ...position(channel) })
      }
      return true
    },
    outbox,
    async sendAsFile({ wav, channels: of, recordingId }: RemainsFile) {
      ids.push(recordingId)
      if (of !== channels) throw new Error('a file of other channels than the take')
      files.push(wav)
      await arrives
      return !lineIsDown
    },
    onProgress() {},
    onStatement() {},
    onEndedElsewhere() {
      ends++
    },
    onDelivered() {},
  }

  take = newTake({ id: ID, consultation: 'c', channels, startedAt: 1 }, deps)
  return {
    get take() {
      return take
    },
    disk: disks[0]!,
    disks,
    statement: () => statement,
    files,
    ids,
    /** Whether the answer to a file comes back. */
    line(isUp: boolean) {
      lineIsDown = !isUp
    },
    lost,
    ends: () => ends,
    stored,
    found: outbox.takes,
    /** The browser's storage takes no more, or does again. */
    full(yes: boolean) {
      isFull = yes
    },
    endOnServer() {
      state = 'finished'
    },
    /** @returns what lets it arrive */
    slowFile() {
      let arrive = () => {}
      arrives = new Promise((resolve) => {
        arrive = resolve
      })
      return arrive
    },
    connect() {
      connected = true
      owned = false
      const known = state && [{ recording_id: ID, state, channels: positions() }]
      take.onConnected(known ?? [])
    },
    /** The answers on their way are lost too. */
    drop() {
      connected = false
      inbox = []
      take.onDisconnected()
    },
    /** What the server said arrives, up to `count` messages, and what is to be stored is. */
    async deliver(count = Number.POSITIVE_INFINITY) {
      await rest()
      for (let i = 0; i < count && inbox.length > 0; i++) {
        take.onServerMessage(inbox.shift()!)
        await rest()
      }
    },
    /** The page goes away and comes back: only what was stored is left. */
    async reload() {
      await rest()
      connected = false
      inbox = []
      const [taken] = found()
      if (taken) take = await restoreTake(taken, deps)
    },
  }
}

/** Whatever was begun and waits for nothing but its turn is done. */
function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
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
    fc.asyncProperty(
      fc.array(step, { maxLength: 120 }),
      fc.constantFrom(1, 2),
      async (steps, channels) => {
        const w = world({ channels })
        const said: number[] = []
        const answered: number[] = []
        w.take.want('recording')
        for (const [i, what] of steps.entries()) {
          if (what === 'sound') {
            const samples = sound(i)
            const remote = sound(i + 1000)
            said.push(...samples)
            answered.push(...remote)
            w.take.add(samples, remote)
          } else if (what === 'deliver') await w.deliver(3)
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
        await w.deliver()
        t.deepEqual(
          w.disk.flatMap((samples) => [...samples]),
          said,
        )
        if (channels === 2)
          t.deepEqual(
            w.disks[1]!.flatMap((samples) => [...samples]),
            answered,
          )
        t.true(w.statement()?.complete)
        t.is(w.stored.size, 0)
      },
    ),
    { numRuns: 300 },
  )
})

test('a page that returns knows where a full storage ended the take: paused, and when', async (t) => {
  const w = world()
  w.connect()
  await w.deliver()
  w.take.want('recording')
  w.full(true)
  w.take.add(sound(1))
  w.take.want('paused')
  await rest()
  const before = Date.now()
  const [found] = await w.found()
  t.is(found?.wish, 'paused')
  t.true(found!.savedAt > 0 && found!.savedAt <= before)
})

test('a page that returns accounts for sound that a full storage did not keep, as far as it arrived', async (t) => {
  for (const arrived of [true, false]) {
    const w = world({ channels: 2 })
    w.connect()
    await w.deliver()
    w.take.add(sound(1), sound(11))
    await w.deliver()
    w.full(true)
    w.take.add(sound(2), sound(12))
    if (!arrived) w.drop()
    await w.deliver()
    await w.reload()
    w.full(false)
    w.connect()
    w.take.want('recording')
    await w.deliver()
    w.take.add(sound(3), sound(13))
    await w.deliver()
    w.take.want('finished')
    await w.deliver()
    t.is(w.statement()?.complete, true)
    t.is(w.disk.length, arrived ? 3 : 2)
    t.deepEqual(
      w.statement()?.channels.map(({ lost_ms }) => lost_ms),
      arrived ? [0, 0] : [10, 10],
    )
  }
})

test('under any fault, a full storage included, a complete recording has every sample not reported lost', async (t) => {
  let complete = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(step, fc.constantFrom('full' as const, 'ample' as const)), {
        maxLength: 120,
      }),
      async (steps) => {
        const w = world()
        const said: number[] = []
        w.take.want('recording')
        for (const [i, what] of steps.entries()) {
          if (what === 'sound') {
            // Then the sound goes to another take.
            if (!w.take.isPlaced) continue
            said.push(...sound(i))
            w.take.add(sound(i))
          } else if (what === 'deliver') await w.deliver(3)
          else if (what === 'drop') w.drop()
          else if (what === 'connect') {
            w.drop()
            w.connect()
          } else if (what === 'reload') await w.reload()
          else if (what === 'full' || what === 'ample') w.full(what === 'full')
          else w.take.want(what === 'pause' ? 'paused' : 'recording')
        }
        w.take.want('finished')
        w.drop()
        w.connect()
        await w.deliver()
        const statement = w.statement()
        if (!statement?.complete) return
        complete++
        const lost = statement.channels[0]!.lost_ms * 16
        const held = w.disk.flatMap((samples) => [...samples])
        if (held.length + lost !== said.length)
          throw new Error(`${held.length / 160} + ${lost / 160} of ${said.length / 160}`)
        if (lost === 0) t.deepEqual(held, said)
      },
    ),
    { numRuns: 300 },
  )
  t.true(complete > 100, `${complete} of 300`)
})

test('a statement that was lost on the way is asked for again after a reload', async (t) => {
  const w = world()
  w.connect()
  await w.deliver()
  w.take.add(sound(1))
  await w.deliver()
  w.take.want('finished')
  await w.reload()
  w.connect()
  await w.deliver()
  t.true(w.statement()?.complete)
  t.is(w.stored.size, 0)
})

test('sound for a recording that ended elsewhere is sent to the server as a file', async (t) => {
  const w = world()
  w.connect()
  await w.deliver()
  w.take.add(sound(1))
  await w.deliver()
  w.drop()
  w.take.add(sound(2))
  w.take.add(sound(3))
  w.endOnServer()
  w.connect()
  await w.deliver()
  await rest()
  t.deepEqual(
    w.files.map(({ size }) => size),
    [44 + 2 * 320],
  )
  t.is(w.disk.length, 1)
  t.is(w.stored.size, 0)
})

test('a file whose answer was lost is sent again under the same name after a reload, longer sound under another', async (t) => {
  const w = world()
  w.connect()
  await w.deliver()
  w.drop()
  w.take.add(sound(1))
  w.endOnServer()
  w.line(false)
  const tryAgain = async () => {
    w.connect()
    await w.deliver()
    await rest()
    await w.reload()
  }
  await tryAgain()
  await tryAgain()
  t.is(w.stored.size, 1, 'it is kept')
  w.take.add(sound(2))
  await rest()
  w.line(true)
  await tryAgain()
  t.is(w.stored.size, 0)
  const [first, second, longer] = w.ids
  t.is(second, first)
  t.not(longer, first)
  t.regex(first!, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('a connection that comes and goes while the file is on its way does not send it twice', async (t) => {
  const w = world()
  w.connect()
  await w.deliver()
  w.drop()
  w.take.add(sound(1))
  w.endOnServer()
  const arrive = w.slowFile()
  w.connect()
  await w.deliver()
  w.drop()
  w.connect()
  await w.deliver()
  t.is(w.files.length, 1)
  arrive()
  await rest()
  t.is(w.stored.size, 0)
})

test('a refused frame ends a take once, and only while its frames are taken', async (t) => {
  const w = world()
  w.take.onEnded()
  w.connect()
  w.take.onEnded()
  t.is(w.ends(), 0)
  await w.deliver()
  w.take.add(sound(1))
  w.take.onEnded()
  w.take.onEnded()
  await rest()
  t.is(w.ends(), 1)
  t.is(w.files.length, 1)
})

test('a take that knows less than the server continues after it: no two sounds share a place', async (t) => {
  const w = world()
  w.connect()
  await w.deliver()
  // Sent by the page before, whose storage failed.
  w.disk.push(sound(1), sound(2))
  w.drop()
  w.connect()
  await w.deliver()
  w.take.add(sound(3))
  await w.deliver()
  t.deepEqual(w.disk.at(-1), sound(3))
  t.is(w.disk.length, 3)
  w.take.want('finished')
  await w.deliver()
  t.false(w.statement()?.complete)
})

test('lost sound is remembered over a reload', async (t) => {
  const w = world()
  w.take.lose({ both: 400, microphone: 0, remote: 0 })
  w.take.add(sound(1))
  await w.reload()
  t.is(w.take.lostMs, 400)
})

test('lost sound is remembered and reported without waiting for the next sound', async (t) => {
  const w = world()
  w.connect()
  await w.deliver()
  w.take.lose({ both: 400, microphone: 0, remote: 0 })
  t.deepEqual(w.lost, [400])
  await w.reload()
  t.is(w.take.lostMs, 400)
})

test('no more than ten seconds are on the wire at once', async (t) => {
  const w = world()
  for (let i = 0; i < 100; i++) w.take.add(sound(i, 4000))
  await rest()
  w.connect()
  await w.deliver(1)
  t.is(w.disk.length, 40)
  await w.deliver()
  t.is(w.disk.length, 100)
})

test('sound never captured is reported during the recording, for each channel', async (t) => {
  const w = world({ channels: 2 })
  w.connect()
  await w.deliver()
  w.take.lose({ both: 100, microphone: 300, remote: 0 })
  w.take.add(sound(1))
  await w.deliver()
  t.deepEqual(w.lost, [400])
  w.take.add(sound(2))
  await w.deliver()
  t.deepEqual(w.lost, [400])
  w.take.want('finished')
  await w.deliver()
  t.deepEqual(
    w.statement()?.channels.map(({ lost_ms }) => lost_ms),
    [400, 100],
  )
})

test('a side that is silent keeps its place: both channels are equally long', async (t) => {
  const w = world({ channels: 2 })
  w.connect()
  await w.deliver()
  w.take.add(sound(1))
  w.take.add(sound(2), sound(3))
  await w.deliver()
  t.deepEqual(
    w.disks[1]!.flatMap((samples) => [...samples]),
    [...new Int16Array(160), ...sound(3)],
  )
})

test('hours without a connection are not held in memory, and all of it is sent', async (t) => {
  const w = world()
  for (let i = 0; i < 500; i++) w.take.add(sound(i))
  await w.reload()
  for (let i = 500; i < 1000; i++) w.take.add(sound(i))
  w.take.want('finished')
  await rest()
  w.connect()
  await w.deliver()
  t.is(w.disk.length, 1000)
  t.true(w.statement()?.complete)
})

test('two channels of a recording ended elsewhere become one file, in which they keep their times', async (t) => {
  const w = world({ channels: 2 })
  w.connect()
  await w.deliver()
  w.drop()
  w.take.add(Int16Array.of(1, 2), Int16Array.of(3, 4))
  w.take.add(Int16Array.of(5), Int16Array.of(6))
  w.endOnServer()
  w.connect()
  await w.deliver()
  const wav = new Int16Array(await w.files[0]!.arrayBuffer())
  t.deepEqual([...wav.subarray(22)], [1, 3, 2, 4, 5, 6])
})
