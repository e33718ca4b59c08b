import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { silentLog } from '../../core/log.ts'
import { engineCrashed, engineUnavailable } from '../../core/transcription/ports.ts'
import type { LocatedRuntime } from './build-runtime.ts'
import { cpuHas } from './cpu-key.ts'
import { saysCard, startServerChild } from './server-child.ts'
import { postForm } from './socket-http.ts'
import { readWavSamples } from './wav.ts'
import { transcribeWithMain } from './whisper-main.ts'

export interface SpeedProbe {
  audioMs: number
  /** Starting the program and loading the model; null where every call loads it again. */
  loadMs: number | null
  wallMs: number
  /** Sound per time: 10 means ten seconds of sound in one second. */
  timesRealTime: number
  /** What was written of the clip. */
  text: string
  /**
   * False when the processor has AVX2 and the build does not use it: ten to twenty times slower.
   */
  usesProcessor: boolean
  /** It was computed on a graphics card. */
  usedCard: boolean
}

export interface ProbeOptions {
  modelPath: string
  /** PCM16 mono 16 kHz WAV of a few seconds. */
  clipPath: string
  threads?: number
  /** On the processor, whatever the runtime was built for. */
  withoutCard?: boolean
  signal?: AbortSignal
}

/**
 * Runs the real program on real sound, twice: the second run is measured. @throws {AppError}
 * `engine_unavailable`, `engine_crashed`
 */
export async function measureSpeed(
  runtime: LocatedRuntime,
  {
    modelPath,
    clipPath,
    threads = availableParallelism(),
    withoutCard = false,
    signal = new AbortController().signal,
  }: ProbeOptions,
): Promise<SpeedProbe> {
  const wav = await readFile(clipPath)
  const samples = readWavSamples(wav)
  const audioMs = Math.round(samples.length / 16)
  const measure = runtime.kind === 'whisper-server' ? probeServer : probeMain
  const { loadMs, wallMs, text, output } = await measure(runtime.path, {
    modelPath,
    samples,
    wav,
    threads,
    withoutCard: withoutCard && runtime.card !== null,
    signal,
  })
  return {
    audioMs,
    loadMs,
    wallMs,
    timesRealTime: Math.round((audioMs / wallMs) * 10) / 10,
    text,
    usesProcessor: !cpuHas('avx2') || /\bAVX2 = 1\b/.test(output),
    usedCard: saysCard(output),
  }
}

interface Measurement {
  modelPath: string
  samples: Int16Array
  wav: Buffer
  threads: number
  withoutCard: boolean
  signal: AbortSignal
}

const Answer = z.object({ text: z.string() })

async function probeServer(
  binary: string,
  { modelPath, wav, threads, withoutCard, signal }: Measurement,
) {
  let output = ''
  const started = performance.now()
  const child = await startServerChild({
    binary,
    modelPath,
    threads,
    language: 'pt',
    withoutCard,
    log: silentLog,
    signal,
    onOutput: (text) => {
      output += text
    },
  }).catch((cause: unknown) => {
    throw engineUnavailable(cause)
  })
  const loadMs = Math.round(performance.now() - started)
  try {
    const { socketPath, agent } = child
    const ask = () => postForm({ socketPath, path: '/inference', fields: {}, wav, agent, signal })
    await ask()
    const asked = performance.now()
    const { status, body } = await ask()
    if (status !== 200) throw new Error(`status ${status}`)
    const wallMs = Math.max(1, Math.round(performance.now() - asked))
    return { loadMs, wallMs, text: Answer.parse(JSON.parse(body)).text, output }
  } catch (cause) {
    throw engineCrashed(cause)
  } finally {
    await child.kill()
  }
}

async function probeMain(binary: string, { modelPath, samples, threads, signal }: Measurement) {
  const ask = () =>
    transcribeWithMain({ binary, modelPath, samples, threads, language: 'pt', signal })
  await ask()
  const asked = performance.now()
  const { pieces, output } = await ask()
  const wallMs = Math.max(1, Math.round(performance.now() - asked))
  return { loadMs: null, wallMs, text: pieces.map(({ text }) => text).join(' '), output }
}
