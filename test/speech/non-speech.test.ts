import test, { type ExecutionContext } from 'ava'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'
import {
  compiledRuntime,
  demoModel,
  liveOptions,
  openTestVad,
  speechSamples,
  switchableEngine,
  transcriptionWorld,
} from '../helpers/speech.ts'
import { NOISES } from '../helpers/speech-noise.ts'

/** The real engine with the demonstration model; null where it cannot be compiled. */
async function demoServer(t: ExecutionContext) {
  const runtime = await compiledRuntime(t)
  if (!runtime) return null
  const server = whisperServer({
    binary: runtime.path,
    model: await demoModel(),
    threads: 1,
    log: silentLog,
  })
  t.teardown(() => server[Symbol.asyncDispose]())
  return server
}

/** The whole of transcription over it, started. */
async function hearingWorld(t: ExecutionContext) {
  const server = await demoServer(t)
  if (!server) return null
  const engine = switchableEngine(server)
  const world = await transcriptionWorld(t, { engine, openVad: openTestVad(t) })
  await world.service.start()
  return world
}

const staysSilent = test.macro({
  title: (_, name) => `${name} yields no text`,
  async exec(t, name: string) {
    const world = await hearingWorld(t)
    if (!world) return
    world.finish(await world.record([NOISES[name]!(20)]))
    const { segments } = await world.complete()
    t.is(segments.length, 0)
  },
})

for (const name of Object.keys(NOISES)) test(staysSilent, name)

test('without voice activity detection the same engine invents a sentence: the wall is needed', async (t) => {
  const server = await demoServer(t)
  if (!server) return
  const noise = NOISES['pink noise, like an air conditioner']!(6)
  const pieces = await server.recognize(noise, liveOptions())
  t.true(pieces.map(({ text }) => text).join('').length > 0)
})

test('words in a noisy room are found between the noise, and only they', async (t) => {
  const world = await hearingWorld(t)
  if (!world) return
  const room = NOISES['the quiet of a room']!(20)
  const said = speechSamples('fala-1')
  const at = 10 * 16_000
  said.forEach((sample, i) => {
    room[at + i] = Math.max(-32_768, Math.min(32_767, room[at + i]! + sample))
  })
  world.finish(await world.record([room]))
  const { segments } = await world.complete()
  t.deepEqual(
    segments.map(({ text }) => text),
    ['Bom dia, como vai a senhora?', 'O que trouxe a senhora aqui hoje?'],
  )
  t.true(segments[0]!.startMs >= 9700 && segments[0]!.startMs <= 10_700)
  const lengthMs = said.length / 16
  for (const { text, words = [], startMs, endMs } of segments) {
    t.deepEqual(
      words.map(({ from, to }) => text.slice(from, to)),
      text.split(' '),
    )
    t.true(words.every((word) => word.startMs >= startMs && word.endMs <= endMs))
    t.true(endMs <= 10_200 + lengthMs)
    t.true(words.every((word, i) => i === 0 || word.startMs >= words[i - 1]!.startMs))
  }
})
