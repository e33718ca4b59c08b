/** What a host is told of the recorder, with a disk that stores when the test lets it. */
import test from 'ava'
import type { Outbox, StoredTake } from '../../../plugin/services/outbox.ts'
import type { Capture } from '../../../plugin/state/capture.ts'
import { recorderState } from '../../../plugin/state/recorder.ts'
import { recordingQueue } from '../../../plugin/state/recording-queue.ts'

function world({ isOurs = async () => true } = {}) {
  let stored: StoredTake | undefined
  const held: (() => void)[] = []
  let isSlow = false
  let last: Promise<boolean> = Promise.resolve(true)
  const told: { event: string; wish: StoredTake['wish'] | undefined; offset: number }[] = []
  let isReleased = false

  const outbox = {
    save(take: StoredTake) {
      const taken = structuredClone(take)
      const turn = isSlow ? new Promise<void>((resolve) => held.push(resolve)) : Promise.resolve()
      last = turn.then(() => {
        stored = taken
        return true
      })
      return last
    },
    takes: async () => [],
    settled: () => last,
    acknowledge: async () => {},
  } as unknown as Outbox

  const capture = {
    isReady: true,
    start() {},
    /** The last samples come with the end. */
    async stop() {
      recorder.onSamples(new Int16Array(1600), undefined)
    },
    recall() {},
    release() {
      isReleased = true
    },
    releaseLater() {},
  } as unknown as Capture

  const tell = (event: string) => () =>
    void told.push({ event, wish: stored?.wish, offset: stored?.lanes[0]?.nextOffset ?? 0 })
  const takes = recordingQueue({
    consultationKey: 'c',
    outbox,
    channel: () => undefined,
    newId: () => 'r',
    sendAsFile: async () => true,
    isCapturing: () => recorder.phase === 'recording',
    changed() {},
    onEmptied: () => recorder.onTakesEmptied(),
  })
  const recorder = recorderState({
    capture,
    takes,
    mayRecord: async () => true,
    isOurs,
    changed() {},
    onStarted: tell('started'),
    onPaused: tell('paused'),
    onFinished: tell('finished'),
    onRefused() {},
    expectsRemote: () => false,
    limits: () => undefined,
    onLong() {},
    onStoppedByLimit() {},
    erase: async () => {},
    onEraseFailed() {},
    onMicrophoneChanged() {},
    onUnheard() {},
  })

  return {
    recorder,
    told,
    get isReleased() {
      return isReleased
    },
    slowDown() {
      isSlow = true
    },
    /** Writes are stored one by one, as they were asked for, until there are none. */
    async store() {
      await idle()
      for (let next = held.shift(); next; next = held.shift()) {
        next()
        await idle()
      }
    },
  }
}

const idle = () => new Promise((resolve) => setTimeout(resolve))

for (const [what, wish, act] of [
  ['a pause', 'paused', 'pause'],
  ['the end of a recording', 'finished', 'finish'],
  ['a pause for another tab', 'paused', 'handOver'],
  ['a pause since the patient said no', 'paused', 'silence'],
] as const)
  test(`${what} is told when its last samples and what is wanted of them are stored`, async (t) => {
    const w = world()
    await w.recorder.start()
    w.slowDown()
    const acted = w.recorder[act]()
    await idle()
    t.deepEqual(
      w.told.map(({ event }) => event),
      ['started'],
    )
    await w.store()
    await acted
    t.deepEqual(w.told.at(-1), { event: 'paused', wish, offset: 1600 })
  })

test('the microphone is let go of at the no of a patient, however slow the disk', async (t) => {
  const w = world()
  await w.recorder.start()
  w.slowDown()
  const silenced = w.recorder.silence()
  await idle()
  t.true(w.isReleased)
  await w.store()
  await silenced
  t.is(w.recorder.phase, 'paused')
})

for (const act of ['finish', 'reset'] as const)
  test(`${act} of what another tab records waits until that is known, and then does nothing`, async (t) => {
    let tell: (ours: boolean) => void = () => {}
    const w = world({
      isOurs: () =>
        new Promise((resolve) => {
          tell = resolve
        }),
    })
    await w.recorder.restore({ recordedMs: 5000, finished: false })
    const acted = w.recorder[act]()
    await idle()
    t.is(w.recorder.phase, 'paused')
    tell(false)
    await acted
    t.is(w.recorder.phase, 'paused')
    t.is(w.recorder.elapsedMs(), 5000)
    const again = w.recorder[act]()
    tell(true)
    await again
    t.is(w.recorder.phase, act === 'finish' ? 'finished' : 'paused')
    if (act === 'reset') t.is(w.recorder.elapsedMs(), 0)
  })
