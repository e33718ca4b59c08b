/**
 * An engine that fails, is never sure, or hears nothing, over whisper-server's real protocol: what
 * it said once is kept, what stays without words is marked at its time, and the number of second
 * looks has a limit.
 */
import test from 'ava'
import { NOT_UNDERSTOOD, type TranscriptSegment } from '../../core/transcription/ports.ts'
import type { Script, ScriptedAnswer, ScriptedRequest } from '../helpers/scripted-engine.ts'
import { scriptedVisit } from '../helpers/scripted-visit.ts'
import { until } from '../helpers/speech.ts'
import { answerOf, segmentOf } from '../helpers/spoken-visit.ts'

const { visit, speeches, openWorld, transcribe, assertHeard, spanOf, requestsFor } = scriptedVisit()

const understand: Script = (request) => visit.understand(request)
const nothing: Script = ({ samples }) => answerOf([], samples.length)
/** The same text whatever is heard. */
const saying =
  (text: string): Script =>
  ({ samples }) =>
    answerOf([segmentOf(text, 0.2, samples.length / 16_000 - 0.2)], samples.length)

const HANGS = 'no answer'
const FAILURES: [what: string, answer: ScriptedAnswer][] = [
  ['status 500', { status: 500, body: '{"error":"failed"}' }],
  ['prose', 'Estou com dor de cabeça.'],
  ['JSON without a transcript', { note: 'Estou com dor de cabeça.' }],
  ['JSON that ends early', '{"text":"Estou com dor de'],
  ['half an answer', { ends: 'half' }],
  ['a crash', { ends: 'crash' }],
  [HANGS, { ends: 'hang' }],
]

for (const [what, answer] of FAILURES)
  test(`after ${what} the engine is started again and nothing is lost`, async (t) => {
    const { segments, requests } = await transcribe(
      t,
      (request, number) => (number === 0 ? answer : understand(request, number)),
      what === HANGS ? { limitMs: () => 5000 } : {},
    )
    assertHeard(t, segments)
    t.is(segments.length, visit.sentences.length)
    // The window that failed is asked for again, nothing else is.
    if (what !== HANGS) t.is(requests.length, 3)
  })

function assertMarked(
  t: Parameters<typeof assertHeard>[0],
  segments: readonly TranscriptSegment[],
  speech: number,
) {
  const { startMs, endMs } = spanOf(speech)
  const own = segments.filter((one) => one.startMs < endMs && one.endMs > startMs)
  t.deepEqual(
    own.map(({ text }) => text),
    [NOT_UNDERSTOOD],
  )
  t.true(Math.abs(own[0]!.startMs - startMs) < 500 && Math.abs(own[0]!.endMs - endMs) < 1000)
}

/**
 * With the requests for a speech by itself: a piece over a whole window cannot be placed, so each
 * speech is asked for once more.
 */
const UNHEARD: [what: string, most: number, script: Script][] = [
  ['nothing at all', 2, nothing],
  ['a loop', 3, saying('Tomo um remédio. '.repeat(20).trim())],
  ['credits', 3, saying('Legendas pela comunidade Amara.org')],
  ['a label of sound', 3, saying('[Música]')],
  ['another language', 3, saying('Thank you for what you have been doing, and what they said.')],
]

for (const [what, most, script] of UNHEARD)
  test(`where the engine always answers ${what}, each speech is marked as not understood`, async (t) => {
    const { segments, requests } = await transcribe(t, script)
    t.is(segments.length, speeches.length)
    for (const speech of speeches) {
      assertMarked(t, segments, speech)
      t.true(requestsFor(speech, requests).length <= most)
    }
  })

test('one speech without words is marked, the others are not touched', async (t) => {
  const { startMs, endMs } = spanOf(2)
  const isHeard = (segment: { start?: number }, { samples }: ScriptedRequest) => {
    const at = segment.start! * 16_000
    const home = visit.stretchesOf(samples).findLast((stretch) => stretch.at <= at)!
    const ms = (home.from + at - home.at) / 16
    return ms < startMs - 200 || ms > endMs
  }
  const { segments, requests } = await transcribe(t, (request) => {
    const { segments: heard } = visit.understand(request)
    return answerOf(
      heard.filter((segment) => isHeard(segment, request)),
      request.samples.length,
    )
  })
  assertHeard(t, segments, (speech) => speech !== 2)
  assertMarked(t, segments, 2)
  t.is(segments.length, visit.sentences.length - 1)
  t.deepEqual(
    speeches.map((speech) => requestsFor(speech, requests).length),
    speeches.map((speech) => (speech === 2 ? 2 : 0)),
  )
})

test('low confidence alone lets at most a quarter of the speech, and twenty seconds, be recognized again', async (t) => {
  const { segments, requests } = await transcribe(t, (request) => {
    const answer = visit.understand(request)
    return answerOf(
      answer.segments.map((segment) => ({
        ...segment,
        words: segment.words!.map((word) => ({ ...word, probability: 0.45 })),
      })),
      request.samples.length,
    )
  })
  assertHeard(t, segments)
  const msOf = (some: readonly ScriptedRequest[]) =>
    some.reduce((sum, { samples }) => sum + samples.length / 16, 0)
  const again = speeches.flatMap((speech) => requestsFor(speech, requests))
  const whole = requests.filter((request) => !again.includes(request))
  t.true(again.length > 0)
  t.true(msOf(again) <= 20_000 + 0.25 * msOf(whole))
})

/** Live text of the whole visit, then its end. */
async function liveThenFinal(t: Parameters<typeof openWorld>[0], script: Script) {
  const { world, requests } = await openWorld(t, script)
  const recording = await world.record([visit.sound])
  world.service.onAudio(recording, 0, world.sound.hold(recording.id)[0]!)
  await until(() => requests.filter(({ isLive }) => isLive).length >= speeches.length)
  await until(async () => {
    const status = await world.service.transcriptionStatus(world.consultationId)
    return status.behind_ms === 0
  })
  const live = (await world.service.transcript(world.consultationId)).segments
  world.finish(recording)
  const { segments } = await world.complete()
  return { live, segments, requests }
}

for (const [what, script] of [
  ['nothing', nothing],
  ['a short invention', saying('Obrigado.')],
  ['another, longer one', saying('E aí, tudo bem?')],
  ['a loop', saying('Tomo um remédio. '.repeat(20).trim())],
] as const)
  test(`${what} in the final pass does not take the place of longer live text`, async (t) => {
    const { live, segments } = await liveThenFinal(t, (request, number) =>
      request.isLive ? understand(request, number) : script(request, number),
    )
    assertHeard(t, live)
    assertHeard(t, segments)
    t.is(segments.length, visit.sentences.length)
    t.true(segments.every(({ final }) => final))
  })

test('speech missed by the first live pass is found by its second look, and by the final pass', async (t) => {
  const { live, segments } = await liveThenFinal(t, (request, number) =>
    request.isLive ? nothing(request, number) : understand(request, number),
  )
  t.true(live.length > 0)
  assertHeard(t, segments)
})
