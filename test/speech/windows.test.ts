/** Models with a long window, two channels, and pauses: the real detector, a recognizer that says what it was given. */
import test from 'ava'
import type { Transcriber } from '../../core/transcription/ports.ts'
import {
  openTestVad,
  speechSamples,
  switchableEngine,
  transcriptionWorld,
  until,
} from '../helpers/speech.ts'

/** Names each stretch between two and a half hundred ms of near-silence by its length: tells how sound was spliced. */
function windowTranscriber(maxUtteranceMs = 28_000) {
  const asked: { ms: number; priority: string }[] = []
  const transcriber: Transcriber = {
    ...{ name: 'window', model: 'm', maxUtteranceMs },
    async recognize(samples, { priority }) {
      const ms = Math.round(samples.length / 16)
      asked.push({ ms, priority })
      return [
        {
          startMs: 200,
          endMs: 1200,
          text: `primeira de ${ms}`,
          confidence: 0.9,
          noSpeechProbability: 0,
        },
        {
          startMs: ms - 1200,
          endMs: ms - 200,
          text: `última de ${ms}`,
          confidence: 0.9,
          noSpeechProbability: 0,
        },
      ]
    },
    async [Symbol.asyncDispose]() {},
  }
  return { transcriber, asked }
}

/** The four utterances of the sample, three times, each time after ten more seconds of nothing. */
function longVisit(): Int16Array {
  const once = speechSamples('conversa')
  const gap = 10 * 16_000
  const all = new Int16Array(3 * (once.length + gap))
  for (let i = 0; i < 3; i++) all.set(once, i * (once.length + gap))
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
  t.is(segments.length, 2 * asked.length)
  const last = segments.at(-1)!
  const endOfSpeechMs = 30_000 + (visit.length / 16 - 10_000)
  t.true(last.endMs <= endOfSpeechMs && last.endMs > endOfSpeechMs - 3000)
  t.true(segments.every(({ startMs }, i) => i === 0 || startMs >= segments[i - 1]!.startMs))
})

test('what was understood badly is heard again while the visit goes on, and not once more at its end', async (t) => {
  const asked: { again: boolean; priority: string }[] = []
  const transcriber: Transcriber = {
    ...{ name: 'doubting', model: 'm', maxUtteranceMs: 9500 },
    async recognize(samples, { priority, temperature }) {
      const again = temperature !== undefined
      asked.push({ again, priority })
      const [text, confidence] = again ? ['Tomo losartana.', 0.9] : ['Tomo a santana.', 0.4]
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
  const shown = await world.service.transcript(world.consultationId)
  t.true(shown.segments.every(({ text }) => text === 'Tomo a santana.'))
  world.finish(recording)
  const { segments } = await world.complete()
  t.deepEqual(new Set(segments.map(({ text }) => text)), new Set(['Tomo losartana.']))
  t.is(segments.length, 4)
  t.is(asked.length, 8)
})

test('full windows are recognized behind the live text while the visit goes on', async (t) => {
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
  t.deepEqual(
    segments.map(({ channel }) => channel),
    ['mic', 'mic', 'remote', 'remote', 'mic', 'mic'],
  )
  t.true(segments[2]!.startMs > 6000 && segments[4]!.startMs > 12_000)
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
    return segments.length === 2 && segments
  })
  await until(
    () => world.news.findLast((one) => one.type === 'transcription.status')?.state === 'listening',
  )
  world.service.onAudio(recording, 0, world.sound.hold(recording.id, 5.5 * 16_000)[0]!)
  const grown = await until(async () => {
    const segments = await seen()
    return segments[1]!.endMs > shown[1]!.endMs && segments
  })
  t.deepEqual(
    grown.map(({ id }) => id),
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
  t.false((await world.service.transcript(world.consultationId)).complete)
  world.finish(second)
  const { segments } = await world.complete()
  t.deepEqual(
    segments.map(({ recordingId }) => recordingId),
    [first.id, first.id, second.id, second.id],
  )
  t.true(segments[2]!.startMs >= 5025)
})
