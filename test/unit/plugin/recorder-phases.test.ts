/**
 * The recorder under random schedules: a doctor who clicks, a patient who says no, another tab, a
 * server that ends things, a microphone that goes away, and answers of browser, disk and server
 * that come in any order. Whatever the schedule: sound is taken exactly while `recording` is
 * shown, nothing starts after a no or an end, and the host hears of every stretch that begins that
 * it ends.
 */
import test from 'ava'
import fc from 'fast-check'
import type { ServerMessage } from '../../../core/contract/channel.ts'
import type { Outbox, StoredTake } from '../../../plugin/services/outbox.ts'
import type { Capture } from '../../../plugin/state/capture.ts'
import { recorderState } from '../../../plugin/state/recorder.ts'
import type { RecorderPhase } from '../../../plugin/state/recorder-phases.ts'
import { recordingQueue } from '../../../plugin/state/recording-queue.ts'
import { runs } from '../../helpers/runs.ts'

/** As the panel may show them one after the other. */
const STEPS: Record<RecorderPhase, readonly RecorderPhase[]> = {
  idle: ['requesting', 'paused', 'finishing', 'finished'],
  requesting: ['recording', 'blocked', 'idle', 'paused'],
  recording: ['paused', 'finishing', 'idle'],
  paused: ['requesting', 'finishing', 'idle', 'finished'],
  blocked: ['requesting', 'finishing', 'idle', 'paused', 'finished'],
  finishing: ['finished', 'idle', 'paused'],
  finished: ['idle', 'paused', 'finishing'],
}

const ACTS = ['start', 'pause', 'finish', 'silence', 'reset', 'handOver', 'stop'] as const
const ERRORS = ['consent_refused', 'consultation_erased', 'recording_finished', 'not_found']

const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('start' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom(...ACTS.slice(1, -1)) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('stop' as const, 'erase' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('error' as const), code: fc.constantFrom(...ERRORS) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('lost' as const, 'dead' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('restore' as const), recordedMs: fc.nat(5000) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('answer' as const), which: fc.nat(9), how: fc.nat(9) }),
  },
)
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never

function world() {
  const pending: ((how: number) => void)[] = []
  const later = <T>(answer: (how: number) => T) =>
    new Promise<T>((resolve) => pending.push((how) => resolve(answer(how))))
  const phases: RecorderPhase[] = []
  const told: string[] = []
  let isOpen = false
  let isRunning = false
  /** Grows when the device is let go of: what was being opened before is not taken. */
  let releases = 0
  const release = () => {
    releases += 1
    isOpen = false
  }
  let ids = 0

  const outbox = {
    save: (_take: StoredTake) => later(() => true),
    takes: async () => [],
    settled: async () => true,
    acknowledge: async () => {},
    forget: async () => {},
    remove: async () => {},
  } as unknown as Outbox
  const capture = {
    watch: { noteInterruption() {} },
    lost: true,
    get isReady() {
      return isOpen
    },
    open() {
      const asked = releases
      return later((how) => {
        if (how === 0) return 'denied' as const
        if (asked !== releases) return 'released' as const
        isOpen = true
        return undefined
      })
    },
    start() {
      isRunning = true
    },
    stop() {
      if (!isRunning) return Promise.resolve()
      isRunning = false
      return later(() => recorder.onSamples(new Int16Array(160), undefined))
    },
    goOn: () => later((how) => (how < 5 ? undefined : { at: 0, from: 'a', to: 'b' })),
    markLost() {},
    recall() {},
    release,
    releaseLater() {},
    close: release,
  } as unknown as Capture

  const seen = () => {
    if (phases.at(-1) !== recorder.phase) phases.push(recorder.phase)
  }
  const takes = recordingQueue({
    consultationKey: 'c',
    outbox,
    channel: () => undefined,
    newId: () => `r${ids++}`,
    sendAsFile: async () => true,
    isCapturing: () => recorder.phase === 'recording',
    changed() {},
    onEmptied: () => recorder.onTakesEmptied(),
  })
  const recorder = recorderState({
    capture,
    takes,
    mayRecord: () => later((how) => how !== 0),
    isOurs: () => later((how) => how !== 0),
    changed: () => seen(),
    onStarted: () => void told.push('started'),
    onPaused: () => void told.push('paused'),
    onFinished: () => void told.push('finished'),
    onRefused() {},
    expectsRemote: () => false,
    limits: () => undefined,
    onLong() {},
    onStoppedByLimit() {},
    erase: () => later(() => {}),
    onEraseFailed() {},
    onMicrophoneChanged() {},
    onUnheard() {},
  })
  seen()

  const acts: Promise<unknown>[] = []
  return {
    recorder,
    phases,
    told,
    get isRunning() {
      return isRunning
    },
    get isOpen() {
      return isOpen
    },
    do(one: Event) {
      switch (one.do) {
        case 'answer':
          return pending.splice(one.which % (pending.length || 1), 1)[0]?.(one.how)
        case 'erase':
          return acts.push(recorder.reset({ erase: true }))
        case 'error':
          return recorder.onServerMessage({
            type: 'error',
            error: one.code,
            message: '',
          } as ServerMessage)
        case 'lost':
          return acts.push(recorder.onMicrophoneLost())
        case 'dead':
          return acts.push(recorder.onMicrophoneDead())
        case 'restore':
          return acts.push(recorder.restore({ recordedMs: one.recordedMs, finished: false }))
        default:
          return acts.push(recorder[one.do]())
      }
    },
    /** Everything that is waited for is answered, and nothing is refused. */
    async settle() {
      for (await quiet(); pending.length > 0; await quiet()) pending.shift()?.(9)
      await Promise.all(acts)
      seen()
    },
    seen,
  }
}

const quiet = async () => {
  for (let turn = 0; turn < 12; turn++) await null
}

const ENDS = new Set(['stop'])

test('whatever happens in whatever order, sound is taken exactly while recording is shown', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 40 }), async (schedule) => {
      const w = world()
      let isOver = false
      let hasNo = false
      for (const one of schedule) {
        if (one.do === 'start') hasNo = false
        if (one.do === 'silence') hasNo = true
        w.do(one)
        w.seen()
        const startedBefore = w.told.filter((what) => what === 'started').length
        await quiet()
        w.seen()
        if (isOver && w.told.filter((what) => what === 'started').length > startedBefore)
          throw new Error('it started after its end')
        isOver ||= ENDS.has(one.do) || (one.do === 'error' && one.code === 'consultation_erased')
      }
      await w.settle()
      const { phase } = w.recorder
      const story = JSON.stringify({ phases: w.phases, told: w.told })
      if (w.isRunning !== (phase === 'recording')) throw new Error(`sound and ${phase}: ${story}`)
      if (phase === 'requesting' && !isOver) throw new Error(`asks for ever: ${story}`)
      if ((hasNo || isOver) && (w.isRunning || w.isOpen)) throw new Error(`after a no: ${story}`)
      for (const [index, next] of w.phases.slice(1).entries())
        if (!STEPS[w.phases[index] as RecorderPhase].includes(next))
          throw new Error(`${w.phases[index]} → ${next}: ${story}`)
      const sound = w.told.filter((what) => what !== 'finished')
      for (const [index, what] of sound.entries())
        if (what !== (index % 2 === 0 ? 'started' : 'paused')) throw new Error(`told: ${story}`)
      if ((sound.length % 2 === 1) !== (phase === 'recording')) throw new Error(`told: ${story}`)
    }),
    { numRuns: runs(300), seed: 20261129, includeErrorInReport: true },
  )
  t.pass()
})
