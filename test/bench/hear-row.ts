/**
 * One row of the speech material through the product and through the bare recognizer of the same
 * build, model and threads.
 */
import { readFile } from 'node:fs/promises'
import type { ExecutionContext } from 'ava'
import { startServerChild } from '../../ai-local/whisper/server-child.ts'
import { lastingConnection, postForm } from '../../ai-local/whisper/socket-http.ts'
import { readVerboseJson } from '../../ai-local/whisper/verbose-json.ts'
import { encodeWav } from '../../ai-local/whisper/wav.ts'
import { silentLog } from '../../core/log.ts'
import { isNotUnderstood, type Transcriber } from '../../core/transcription/ports.ts'
import {
  boxModelPath,
  openTestVad,
  switchableEngine,
  transcriptionWorld,
} from '../helpers/speech.ts'
import { type HearingScore, scoreHearing } from './hearing-score.ts'
import type { SpeechMaterial } from './speech-material.ts'

interface Heard extends HearingScore {
  wallMs: number
}

export async function hearRow(
  t: ExecutionContext,
  material: SpeechMaterial,
  name: string,
  { binary, threads, engine }: { binary: string; threads: number; engine: Transcriber },
) {
  const { channels, turns } = await soundOf(material, name)
  const product = await hearWithProduct(t, engine, channels, turns)
  // The bare recognizer hears one channel.
  const bare = channels.length === 1 ? await hearBare(binary, threads, channels[0]!, turns) : null
  return {
    seconds: Math.round(channels[0]!.length / 16_000),
    product,
    bare,
    ...(bare
      ? {
          wordErrorsToBare: Number((product.wordErrorRate - bare.wordErrorRate).toFixed(3)),
          wallToBare: Number((product.wallMs / bare.wallMs).toFixed(2)),
        }
      : {}),
  }
}

export async function soundOf(material: SpeechMaterial, name: string) {
  const { wavPath, channels: count, turns } = await material.get(name)
  const file = await readFile(wavPath)
  const all = new Int16Array(file.buffer, file.byteOffset + 44, (file.length - 44) >> 1)
  const channels = Array.from({ length: count }, (_, channel) =>
    all.filter((_, i) => i % count === channel),
  )
  return { channels, turns }
}

type Turns = Awaited<ReturnType<typeof soundOf>>['turns']

async function hearWithProduct(
  t: ExecutionContext,
  engine: Transcriber,
  channels: Int16Array[],
  turns: Turns,
): Promise<Heard & { notUnderstood: number; requests: number }> {
  let requests = 0
  const counted: Transcriber = {
    ...engine,
    recognize(...request) {
      requests++
      return engine.recognize(...request)
    },
    async [Symbol.asyncDispose]() {},
  }
  const world = await transcriptionWorld(t, {
    engine: switchableEngine(counted),
    openVad: openTestVad(t),
  })
  await world.service.start()
  const recording = await world.record(channels)
  const begun = performance.now()
  world.finish(recording)
  const segments = await finished(world)
  const wallMs = Math.round(performance.now() - begun)
  await world.service.close()
  const understood = segments.filter((segment) => !isNotUnderstood(segment))
  return {
    ...scoreHearing(turns, understood),
    notUnderstood: segments.length - understood.length,
    requests,
    wallMs,
  }
}

/** A transcript with stretches that were not understood is finished, and never complete. */
async function finished({
  jobs,
  service,
  consultationId,
}: Awaited<ReturnType<typeof transcriptionWorld>>) {
  for (;;) {
    const rows = await jobs.listOfConsultation(consultationId)
    if (rows.length > 0 && rows.every(({ state }) => state === 'done'))
      return (await service.transcript(consultationId)).segments
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function hearBare(
  binary: string,
  threads: number,
  samples: Int16Array,
  turns: Turns,
): Promise<Heard> {
  const signal = new AbortController().signal
  const child = await startServerChild({
    binary,
    modelPath: boxModelPath,
    threads,
    language: 'pt',
    log: silentLog,
    signal,
  })
  const agent = lastingConnection()
  const begun = performance.now()
  const { body } = await postForm({
    socketPath: child.socketPath,
    path: '/inference',
    fields: { response_format: 'verbose_json', temperature: '0', language: 'pt' },
    agent,
    signal,
    wav: encodeWav(samples),
  })
  const wallMs = Math.round(performance.now() - begun)
  agent.destroy()
  await child.kill()
  return { ...scoreHearing(turns, readVerboseJson(JSON.parse(body), samples.length / 16)), wallMs }
}
