import test from 'ava'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'
import {
  compiledRuntime,
  demoModel,
  openTestVad,
  SCRIPT,
  speechSamples,
  switchableEngine,
  transcriptionWorld,
  until,
  words,
} from '../helpers/speech.ts'

const WHOLE = Object.values(SCRIPT).join(' ')

test('a conversation is transcribed word for word, live and final', async (t) => {
  const runtime = await compiledRuntime(t)
  if (!runtime) return
  const server = whisperServer({
    binary: runtime.path,
    model: await demoModel(),
    threads: 2,
    log: silentLog,
  })
  t.teardown(() => server[Symbol.asyncDispose]())
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(server),
    openVad: openTestVad(t),
  })
  const { service, sound, consultationId, news } = world
  await service.start()
  const recording = await world.record([speechSamples('conversa')], 60_000)

  for (let held = 8000; held < 24 * 16_000; held += 8000) {
    const [now = 0] = sound.hold(recording.id, held)
    service.onAudio(recording, 0, now)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const live = await until(async () => {
    const { segments } = await service.transcript(consultationId)
    return segments.length >= 3 ? segments : null
  })
  t.true(live.every(({ final }) => !final))
  t.true(words(WHOLE).startsWith(words(live.map(({ text }) => text).join(' '))))

  world.finish(recording)
  const { segments } = await world.complete()
  t.is(words(segments.map(({ text }) => text).join(' ')), words(WHOLE))
  t.true(segments.every(({ final }) => final))
  t.deepEqual(
    segments.map(({ sequence }) => sequence),
    segments.map((_, i) => i),
  )
  // On the consultation's timeline: this take began after a minute.
  t.true(
    segments.every(({ startMs, endMs }) => startMs >= 60_000 && endMs > startMs && endMs <= 84_000),
  )
  await until(() =>
    news.some(
      (one) =>
        one.type === 'transcription.status' && ['complete', 'incomplete'].includes(one.state),
    ),
  )
  t.true(news.some(({ type }) => type === 'transcription.replaced'))
})
