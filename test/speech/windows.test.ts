/**
 * Models with a long window, two channels, and pauses: the real detector, a recognizer that says
 * what it was given.
 */
import test from 'ava'
import { isNotUnderstood, type Transcriber } from '../../core/transcription/ports.ts'
import {
  openTestVad,
  speechSamples,
  switchableEngine,
  transcriptionWorld,
  until,
} from '../helpers/speech.ts'

const SENTENCE_MS = 2500

/**
 * Says a sentence of its own for every two and a half seconds of a request: nothing of the sound
 * stays without words.
 */
function windowTranscriber(maxUtteranceMs = 28_000) {
  const asked: { ms: number; priority: string }[] = []
  const transcriber: Transcriber = {
    name: 'window',
    model: 'm',
    maxUtteranceMs,
    async recognize(samples, { priority }) {
      const ms = Math.round(samples.length / 16)
      asked.push({ ms, priority })
      const sentences = Math.max(1, Math.round(ms / SENTENCE_MS))
      return Array.from({ length: sentences }, (_, at) => ({
        startMs: Math.round((at * ms) / sentences),
        endMs: Math.round(((at + 1) * ms) / sentences),
        text: `Esta é a frase ${at + 1} de ${ms} milissegundos.`,
        confidence: 0.9,
        noSpeechProbability: 0,
      }))
    },
    async [Symbol.asyncDispose]() {},
  }
  return { transcriber, asked }
}

/** Neighbours that are alike, once. */
function inTurn<T>(values: readonly T[]): T[] {
  return values.filter((value, at) => value !== values[at - 1])
}

/**
 * The four utterances of the sample, so many times, with so many seconds of nothing behind each.
 */
function longVisit(times = 3, gapS = 10): Int16Array {
  const once = speechSamples('conversa')
  const gap = gapS * 16_000
  const all = new Int16Array(times * (once.length + gap))
  for (let i = 0; i < times; i++) all.set(once, i * (once.length + gap))
  return all
}

test('the final pass of a long-window model asks for full windows, without the silence', async (t) => {
  const { transcriber, asked } = windowTranscriber()
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const visit = longVisit()
  const recording = await world.record([visit], 30_000)
  world.finish(recording)
  const { segments } = await world.complete()

  const spoken = asked.reduce((sum, { ms }) => sum + ms, 0)
  t.true(asked.every(({ ms, priority }) => ms <= 28_000 && priority === 'final'))
  // Twelve utterances of some 5 s: three windows, where one by one would have been twelve.
  t.true(asked.length <= 3)
  t.true(spoken < visit.length / 16 - 30_000)
  t.false(segments.some(isNotUnderstood))
  t.true(segments.length >= 12, 'no sentence runs from one utterance into the next')
  const last = segments.at(-1)!
  const endOfSpeechMs = 30_000 + (visit.length / 16 - 10_000)
  t.true(last.endMs <= endOfSpeechMs && last.endMs > endOfSpeechMs - 3000)
  t.true(segments.every(({ startMs }, i) => i === 0 || startMs >= segments[i - 1]!.startMs))
})

const WRONG = 'Tomo a santana e a enala prio todos os dias de manhã'
const RIGHT = 'Tomo losartana e enalapril todos os dias de manhã'

test('badly understood speech is recognized again during the visit, and not once more at its end', async (t) => {
  const asked: { again: boolean; priority: string }[] = []
  const transcriber: Transcriber = {
    name: 'doubting',
    model: 'm',
    maxUtteranceMs: 9500,
    async recognize(samples, { priority, temperature }) {
      const again = temperature !== undefined
      asked.push({ again, priority })
      const [text, confidence] = again ? [RIGHT, 0.9] : [WRONG, 0.4]
      return [{ startMs: 0, endMs: samples.length / 16, text, confidence, noSpeechProbability: 0 }]
    },
    async [Symbol.asyncDispose]() {},
  }
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const recording = await world.record([speechSamples('conversa')])
  world.service.onAudio(recording, 0, world.sound.hold(recording.id)[0]!)
  // The last of the four ends with the recording.
  await until(() => asked.filter(({ again }) => again).length >= 3)
  t.true(asked.every(({ again, priority }) => priority === (again ? 'final' : 'live')))
  await until(async () => {
    const { segments } = await world.service.transcript(world.consultationId)
    return segments.filter(({ text }) => text === RIGHT).length >= 3
  })
  world.finish(recording)
  const { segments } = await world.complete()
  t.deepEqual(new Set(segments.map(({ text }) => text)), new Set([RIGHT]))
  t.is(segments.length, 4)
  t.is(asked.filter(({ again }) => again).length, 4)
})

test('full windows are recognized in the background while the visit goes on', async (t) => {
  const { transcriber, asked } = windowTranscriber()
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const recording = await world.record([longVisit()])
  world.service.onAudio(recording, 0, world.sound.hold(recording.id)[0]!)
  await until(() => asked.filter(({ priority }) => priority === 'final').length === 2)
  t.is(asked.filter(({ priority }) => priority === 'live').length, 12)
  world.finish(recording)
  await world.complete()
  t.is(asked.filter(({ priority }) => priority === 'final').length, 3)
})

test('live sound goes ahead of a window, until so many windows wait for the end of the visit', async (t) => {
  const { transcriber, asked } = windowTranscriber()
  let pauses = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let begun = 0
  const slow: Transcriber = {
    ...transcriber,
    async recognize(samples, options) {
      if (options.priority === 'final') {
        begun += 1
        await released
      }
      return transcriber.recognize(samples, options)
    },
    pauseFinal() {
      pauses += 1
    },
    resumeFinal() {},
  }
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(slow),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const visit = longVisit(8, 1)
  const recording = await world.record([visit])
  const hold = (seconds: number) =>
    world.service.onAudio(recording, 0, world.sound.hold(recording.id, seconds * 16_000)[0]!)
  const heardLive = () => asked.filter(({ priority }) => priority === 'live').length

  hold(40)
  await until(() => begun === 1)
  const before = heardLive()
  hold(50)
  await until(() => heardLive() > before)
  t.true(pauses > 0, 'the window stood still')

  const [liveBefore, pausesBefore] = [heardLive(), pauses]
  hold(visit.length / 16_000)
  await new Promise((resolve) => setTimeout(resolve, 2000))
  t.is(pauses, pausesBefore, 'too many windows wait')
  t.is(heardLive(), liveBefore)
  release()
  await until(() => heardLive() > liveBefore)
  world.finish(recording)
  await world.complete()
  t.is(asked.filter(({ priority }) => priority === 'final').length, 8)
})

test('both sides of a telemedicine visit keep their channel, in order of time', async (t) => {
  const { transcriber } = windowTranscriber(9500)
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const [doctor, patient] = [new Int16Array(20 * 16_000), new Int16Array(20 * 16_000)]
  doctor.set(speechSamples('fala-1'), 0)
  patient.set(speechSamples('fala-2'), 6 * 16_000)
  doctor.set(speechSamples('fala-3'), 12 * 16_000)
  const recording = await world.record([doctor, patient])
  const held = world.sound.hold(recording.id)
  world.service.onAudio(recording, 0, held[0]!)
  world.service.onAudio(recording, 1, held[1]!)
  world.finish(recording)
  const { segments } = await world.complete()
  t.deepEqual(inTurn(segments.map(({ channel }) => channel)), ['mic', 'remote', 'mic'])
  const startOf = (channel: string, afterMs = 0) =>
    segments.find((one) => one.channel === channel && one.startMs > afterMs)?.startMs ?? 0
  t.true(startOf('remote') > 6000 && startOf('mic', 7000) > 12_000)
})

test('at a pause what was begun is shown, and grows under the same id when the visit goes on', async (t) => {
  const { transcriber } = windowTranscriber(9500)
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const recording = await world.record([speechSamples('conversa')])
  const seen = async () => (await world.service.transcript(world.consultationId)).segments
  world.service.onAudio(recording, 0, world.sound.hold(recording.id, 2 * 16_000)[0]!)
  world.service.onPaused(recording)
  const shown = await until(async () => {
    const segments = await seen()
    return segments.length > 0 && segments
  })
  await until(
    () => world.news.findLast((one) => one.type === 'transcription.status')?.state === 'listening',
  )
  world.service.onAudio(recording, 0, world.sound.hold(recording.id, 5.5 * 16_000)[0]!)
  const grown = await until(async () => {
    const segments = await seen()
    return segments.at(-1)!.endMs > shown.at(-1)!.endMs && segments
  })
  t.deepEqual(
    grown.slice(0, shown.length).map(({ id }) => id),
    shown.map(({ id }) => id),
  )
  world.finish(recording)
  await world.complete()
})

test('two takes of a visit are one transcript, complete only with both', async (t) => {
  const { transcriber } = windowTranscriber(9500)
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(transcriber),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const first = await world.record([speechSamples('fala-1')])
  const second = await world.record([speechSamples('fala-2')], 5025)
  world.service.onAudio(second, 0, world.sound.hold(second.id, 16_000)[0]!)
  world.finish(first)
  await until(
    async () => (await world.jobs.listByState('transcription.final', 'done')).length === 1,
  )
  t.false((await world.service.transcript(world.consultationId)).finished)
  world.finish(second)
  const { segments } = await world.complete()
  t.deepEqual(inTurn(segments.map(({ recordingId }) => recordingId)), [first.id, second.id])
  t.true(segments.find(({ recordingId }) => recordingId === second.id)!.startMs >= 5025)
})
