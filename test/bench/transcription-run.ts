/** One transcription, measured: by the bare runtime, or through the service. */
import { performance } from 'node:perf_hooks'
import type { ExecutionContext } from 'ava'
import { startServerChild } from '../../ai-local/whisper/server-child.ts'
import { lastingConnection, postForm } from '../../ai-local/whisper/socket-http.ts'
import type { SpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { readVerboseJson } from '../../ai-local/whisper/verbose-json.ts'
import { encodeWav } from '../../ai-local/whisper/wav.ts'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import type { ConsultationNews } from '../../core/consultation/feed.ts'
import { silentLog } from '../../core/log.ts'
import { channelScan } from '../../core/transcription/channel-scan.ts'
import type { Transcriber } from '../../core/transcription/ports.ts'
import {
  openTestVad,
  switchableEngine,
  transcriptionWorld,
  until,
  words,
} from '../helpers/speech.ts'
import { cpuOf, peakOf } from './process-meter.ts'

export interface Measured {
  wallMs: number
  /** Peak of the engine's process. */
  engineKb: number
  /** What the service's own process grew by; 0 for the bare runtime. */
  serviceKb: number
  /** Of what is said, how many words came out. */
  words: number
  /** Processor time of the engine's process, from its first request on. */
  cpuMs: number
  /**
   * Of it, for what was heard a second time (second-look.ts); 0 for the bare runtime, which hears
   * everything once.
   */
  secondLookMs: number
}

export interface Setting {
  binary: string
  model: SpeechModel
  threads: number
}

export async function runBare(
  requests: Int16Array[],
  { binary, model, threads }: Setting,
): Promise<Measured> {
  const signal = new AbortController().signal
  const child = await startServerChild({
    binary,
    modelPath: model.path,
    threads,
    language: 'pt',
    log: silentLog,
    signal,
  })
  const agent = lastingConnection()
  const { socketPath } = child
  const fields = { response_format: 'verbose_json', temperature: '0' }
  let heard = 0
  const idle = cpuOf(child.pid)
  const begin = performance.now()
  for (const samples of requests) {
    const { status, body } = await postForm({
      socketPath,
      path: '/inference',
      fields,
      agent,
      signal,
      wav: encodeWav(samples),
    })
    if (status !== 200) throw new Error(`the bare runtime answered ${status}`)
    for (const { text } of readVerboseJson(JSON.parse(body), samples.length / 16))
      heard += countWords(text)
  }
  const wallMs = performance.now() - begin
  const engineKb = peakOf(child.pid)
  const cpuMs = cpuOf(child.pid) - idle
  agent.destroy()
  await child.kill()
  return { wallMs, engineKb, serviceKb: 0, words: heard, cpuMs, secondLookMs: 0 }
}

export function countWords(text: string): number {
  return words(text).split(' ').length
}

/** What the detector finds in the sound, utterance by utterance. */
export async function cutUtterances(
  t: ExecutionContext,
  sound: Int16Array,
  maxUtteranceMs: number,
): Promise<Int16Array[]> {
  const read = async (_: string, _channel: number, from: number, to: number) =>
    sound.slice(from, to)
  const openVad = openTestVad(t)
  const scan = channelScan({
    audio: { read },
    openVad,
    recordingId: '',
    channel: 0,
    maxUtteranceMs,
  })
  const found = await scan.advance(sound.length, new AbortController().signal)
  found.push(...scan.end(sound.length))
  scan.dispose()
  return found.map(({ from, to }) => sound.slice(from, to))
}

/** An uploaded recording: nothing is known of it before its end. */
export async function runService(
  t: ExecutionContext,
  sound: Int16Array,
  setting: Setting,
): Promise<Measured> {
  const server = whisperServer({ ...setting, log: silentLog })
  await server.warmUp()
  const counted = countingLooks(server, () => cpuOf(server.pid() ?? 0))
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(counted.transcriber),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const recording = await world.record([sound])
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 20)
  const begin = performance.now()
  world.finish(recording)
  await told(world.news)
  const wallMs = performance.now() - begin
  clearInterval(watch)
  const engineKb = peakOf(server.pid() ?? 0)
  const { segments } = await world.service.transcript(world.consultationId)
  await world.service.close()
  await server[Symbol.asyncDispose]()
  const said = segments.reduce((sum, { text }) => sum + countWords(text), 0)
  const serviceKb = Math.round((peak - before) / 1024)
  return { wallMs, engineKb, serviceKb, words: said, ...counted.cpu }
}

/**
 * The engine with a meter: requests come one at a time, and only second looks name a temperature.
 */
function countingLooks(own: Transcriber, cpuNowMs: () => number) {
  const cpu = { cpuMs: 0, secondLookMs: 0 }
  const transcriber: Transcriber = {
    ...own,
    async recognize(samples, how) {
      const before = cpuNowMs()
      const pieces = await own.recognize(samples, how)
      const spentMs = cpuNowMs() - before
      cpu.cpuMs += spentMs
      if (how.temperature !== undefined) cpu.secondLookMs += spentMs
      return pieces
    },
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  }
  return { cpu, transcriber }
}

/** By the same news a doctor's page gets. */
export async function told(news: readonly ConsultationNews[]) {
  await until(() =>
    news.some(
      (one) =>
        one.type === 'transcription.status' && ['complete', 'incomplete'].includes(one.state),
    ),
  )
}
