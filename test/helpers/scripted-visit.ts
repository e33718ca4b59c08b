/**
 * A visit that the scripted engine hears, through the whole of transcription, and what must be true
 * of its transcript.
 */
import type { ExecutionContext } from 'ava'
import { remoteSpeechEngine } from '../../ai-local/remote/remote-speech-engine.ts'
import type { WhisperServerOptions } from '../../ai-local/whisper/whisper-server.ts'
import { silentLog } from '../../core/log.ts'
import type { TranscriptSegment } from '../../core/transcription/ports.ts'
import { rememberedVad } from './remembered-vad.ts'
import {
  type Script,
  type ScriptedRequest,
  scriptedEngine,
  scriptedServer,
} from './scripted-engine.ts'
import { switchableEngine, transcriptionWorld, words } from './speech.ts'
import { spokenVisit } from './spoken-visit.ts'

const SPEECHES = ['fala-1', 'fala-2', 'fala-3', 'fala-4', 'fala-1', 'fala-2', 'fala-3'] as const

/**
 * Of the times of the sentences, which are estimates, and those of the voice that the detector
 * finds.
 */
const TIME_SLACK_MS = 1000

/** For all tests of a file: the detector listens to the visit once. */
export function scriptedVisit() {
  const visit = spokenVisit(SPEECHES)
  const openVad = rememberedVad(visit.sound)

  async function openWorld(
    t: ExecutionContext,
    script: Script,
    options: Partial<WhisperServerOptions> = {},
  ) {
    const { transcriber, requests } = await scriptedEngine(t, script, options)
    const engine = switchableEngine(transcriber)
    const world = await transcriptionWorld(t, { engine, openVad })
    await world.service.start()
    return { world, requests }
  }

  /** The same with the script as a server of the network, whose life the product watches. */
  async function transcribeByServer(
    t: ExecutionContext,
    script: Script,
    { log = silentLog, timeoutMs = 60_000 } = {},
  ) {
    const { url, requests } = await scriptedServer(t, script)
    const server = () => ({ baseUrl: `${url}/v1`, model: 'm', timeoutMs })
    const engine = remoteSpeechEngine({ server, log, askAgainMs: 50 })
    t.teardown(() => engine.close())
    const world = await transcriptionWorld(t, { engine, openVad, log })
    await world.service.start()
    engine.start()
    world.finish(await world.record([visit.sound]))
    const { segments } = await world.complete()
    return { segments, requests }
  }

  /** The final transcript of the visit, uploaded as a whole. */
  async function transcribe(...[t, script, options]: Parameters<typeof openWorld>) {
    const { world, requests } = await openWorld(t, script, options)
    world.finish(await world.record([visit.sound]))
    const { segments } = await world.complete()
    return { segments, requests }
  }

  /**
   * Every sentence of these speeches is a segment at its time, its words within it; all segments
   * are in order.
   */
  function assertHeard(
    t: ExecutionContext,
    segments: readonly TranscriptSegment[],
    isHeard: (speech: number) => boolean = () => true,
  ) {
    for (const { text, from, to } of visit.sentences.filter(({ speech }) => isHeard(speech))) {
      const found = segments.find(
        (segment) =>
          words(segment.text) === words(text) &&
          Math.abs(segment.startMs - from / 16) < TIME_SLACK_MS &&
          Math.abs(segment.endMs - to / 16) < TIME_SLACK_MS,
      )
      t.truthy(found, `${text} at ${Math.round(from / 16)} ms`)
      for (const word of found?.words ?? [])
        t.true(word.startMs >= found!.startMs && word.endMs <= found!.endMs)
    }
    const starts = segments.map(({ startMs }) => startMs)
    t.deepEqual(
      starts,
      starts.toSorted((a, b) => a - b),
    )
  }

  /** From the first word of a speech to its last, in ms. */
  function spanOf(speech: number) {
    const own = visit.sentences.filter((sentence) => sentence.speech === speech)
    return { startMs: own[0]!.from / 16, endMs: own.at(-1)!.to / 16 }
  }

  /** Requests of the final pass for one speech by itself. */
  function requestsFor(speech: number, requests: readonly ScriptedRequest[]) {
    const { startMs, endMs } = spanOf(speech)
    const middle = 8 * (startMs + endMs)
    return requests.filter(({ samples, isLive }) => {
      const [only, ...others] = visit.stretchesOf(samples)
      return !isLive && others.length === 0 && only!.from < middle && only!.to > middle
    })
  }

  return {
    visit,
    speeches: SPEECHES.map((_, speech) => speech),
    openWorld,
    transcribe,
    transcribeByServer,
    assertHeard,
    spanOf,
    requestsFor,
  }
}
