/**
 * Transcription by a server of the network: a real one with the released model, and scripted ones
 * that behave badly.
 */
import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import test from 'ava'
import { remoteTranscriber } from '../../ai-local/remote/remote-transcriber.ts'
import { readWavSamples } from '../../ai-local/whisper/wav.ts'
import type { Log } from '../../core/log.ts'
import { judgeHearing } from '../../core/model-file/probe-sound.ts'
import { isNotUnderstood } from '../../core/transcription/ports.ts'
import { openAiFront } from '../helpers/openai-front.ts'
import type { Script, ScriptedAnswer } from '../helpers/scripted-engine.ts'
import { scriptedVisit } from '../helpers/scripted-visit.ts'
import {
  boxModelPath,
  compiledRuntime,
  openTestVad,
  probePath,
  switchableEngine,
  transcriptionWorld,
} from '../helpers/speech.ts'

const { visit, speeches, transcribeByServer, assertHeard, requestsFor } = scriptedVisit()

test('a released model at an OpenAI-compatible address returns sentences, words and times of a voice', async (t) => {
  const runtime = await compiledRuntime(t)
  if (!runtime) return
  const { url, seen } = await openAiFront(t, boxModelPath, runtime.path)
  await using transcriber = remoteTranscriber({ baseUrl: url, model: 'whisper-1' })
  const engine = switchableEngine(transcriber)
  const world = await transcriptionWorld(t, { engine, openVad: openTestVad(t) })
  await world.service.start()
  const sound = readWavSamples(readFileSync(probePath))
  world.finish(await world.record([sound]))
  const { segments } = await world.complete()
  t.true(judgeHearing(segments.map(({ text }) => text).join(' ')).enough)
  t.is(segments.length, 2)
  t.false(segments.some(isNotUnderstood))
  for (const { text, startMs, endMs, words = [] } of segments) {
    t.true(endMs > startMs && endMs <= sound.length / 16)
    t.is(words.map(({ from, to }) => text.slice(from, to)).join(' '), text)
    t.true(words.every((word) => word.startMs >= startMs && word.endMs <= endMs))
    t.true(words.every(({ confidence }) => confidence !== null))
  }
  t.true(transcriber.givesTimes)
  t.true(seen.every(({ path }) => path === '/v1/audio/transcriptions'))
})

const understand: Script = (request) => visit.understand(request)
const textOf = (request: Parameters<Script>[0]) => ({ text: visit.understand(request).text.trim() })

const UNTIMED: Record<string, Script> = {
  'plain text alone, for verbose_json is refused': (request) =>
    request.fields.response_format === 'json' ? textOf(request) : { status: 400 },
  'text without segments': textOf,
  'text beside an empty list of segments': (request) => ({ ...textOf(request), segments: [] }),
  'a segment without times': (request) => ({ segments: [textOf(request)] }),
}

for (const [what, script] of Object.entries(UNTIMED))
  test(`a server that gives ${what} hears each speech by itself, and no window is lost`, async (t) => {
    const { segments, requests } = await transcribeByServer(t, script)
    assertHeard(t, segments)
    t.is(segments.length, visit.sentences.length)
    const accepted = requests.filter((request, at) => !('status' in Object(script(request, at))))
    // A request that was on its way when the first answer came may ask for the same speech.
    for (const speech of speeches) t.true([1, 2].includes(requestsFor(speech, accepted).length))
    t.true(accepted.length <= speeches.length + 2)
  })

test('a server that returns words without segments recognizes whole windows', async (t) => {
  const { segments, requests } = await transcribeByServer(t, (request) => {
    const { text, segments: heard } = visit.understand(request)
    const words = heard.flatMap((segment) => {
      const own = segment.text.trim().split(' ')
      const step = (segment.end! - segment.start!) / own.length
      return own.map((word, at) => ({
        word: word.replace(/[.,?]/g, ''),
        start: segment.start! + at * step,
        end: segment.start! + (at + 1) * step,
      }))
    })
    return { text: text.replace(/\n/g, ''), words }
  })
  assertHeard(t, segments)
  t.true(segments.every(({ words }) => words !== undefined))
  t.is(requests.length, 2)
})

/** What a server says in its errors, of another patient. */
const OTHER = 'Maria Aparecida tem sífilis'
const HANGS = 'does not answer'
const BAD: [what: string, answer: ScriptedAnswer][] = [
  ['is busy for long', { status: 503, body: OTHER }],
  ['answers half', { ends: 'half' }],
  [HANGS, { ends: 'hang' }],
  ['sends elsewhere', { status: 307, body: OTHER }],
  ['answers prose', OTHER],
  ['answers JSON that ends early', `{"text":"${OTHER}`],
  ['refuses one sound', { status: 400, body: `{"error":{"message":"${OTHER}"}}` }],
]

for (const [what, answer] of BAD)
  test(`a server that ${what}, and is well again, loses nothing and says nothing in the log`, async (t) => {
    const lines: string[] = []
    const write = (event: string, fields?: object) => {
      lines.push(inspect({ event, fields }, { depth: 9 }))
    }
    const log: Log = { debug: write, info: write, warn: write, error: write }
    // Each kind of trouble comes again where the product asks again at once.
    const bad = what === 'is busy for long' ? 3 : what === 'refuses one sound' ? 4 : 1
    const { segments } = await transcribeByServer(
      t,
      (request, number) => (number < bad ? answer : understand(request, number)),
      { log, ...(what === HANGS ? { timeoutMs: 4000 } : {}) },
    )
    assertHeard(t, segments)
    t.is(segments.length, visit.sentences.length)
    const said = [OTHER, ...visit.sentences.map(({ text }) => text)]
    for (const line of lines) for (const text of said) t.false(line.includes(text), line)
  })
