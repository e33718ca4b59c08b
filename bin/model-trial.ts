/**
 * A model tried with the real engine before it is taken into use, for commands: a server that runs
 * tries it by itself.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkFormat } from '../ai-local/llama/inspect-model.ts'
import { llamaTextGenerator } from '../ai-local/llama/llama-text-generator.ts'
import { readSpeechModel } from '../ai-local/whisper/speech-model.ts'
import { speechRuntime } from '../ai-local/whisper/speech-runtime.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import type { JsonSchema } from '../core/document/models/ports.ts'
import { computeGate } from '../core/engine/compute-gate.ts'
import { AppError, isAppError } from '../core/errors.ts'
import { silentLog } from '../core/log.ts'
import type { CardFacts } from '../core/model-file/model-fit.ts'
import { judgeHearing } from '../core/model-file/probe-sound.ts'
import type { ModelTrial } from '../core/model-file/use-model.ts'
import { timeLimit } from '../core/time-limit.ts'
import type { Platform } from './platform.ts'
import { probeSoundPath } from './speech-files.ts'

/** For one short answer of a language model on a slow machine. */
const TIMEOUT_MS = 5 * 60_000

/** @throws {AppError} `model_probe_failed`, `model_does_not_hear` */
export async function tryModel(
  config: Config,
  platform: Platform,
  { kind, path, withoutCard }: { kind: 'speech' | 'text'; path: string; withoutCard?: boolean },
  signal: AbortSignal,
): Promise<ModelTrial> {
  const limited = AbortSignal.any([signal, timeLimit(TIMEOUT_MS)])
  try {
    return kind === 'speech'
      ? await hear(config, platform, { modelPath: path, withoutCard }, limited)
      : await write(config, platform, path, limited)
  } catch (cause) {
    signal.throwIfAborted()
    if (isAppError(cause) && cause.code === 'model_does_not_hear') throw cause
    throw new AppError(
      'unavailable',
      'model_probe_failed',
      `The model was tried and does not work here (${cause instanceof AppError ? cause.code : 'it did not load'}). Nothing was changed.`,
      { cause },
    )
  }
}

/** The NVIDIA card of this machine and what becomes of it; null: there is none. */
export function speechCard(config: Config, platform: Platform): Promise<CardFacts | null> {
  return runtimeOf(config, platform).card()
}

function runtimeOf(config: Config, { installRoot }: Platform) {
  return speechRuntime({
    runtimeDir: config.runtimeDir,
    preparedDir: dataFolder(config.dataDir).prepared,
    packagesDir: join(installRoot, 'node_modules'),
    ...(config.speechBinary ? { binary: config.speechBinary } : {}),
    gpu: config.speechGpu,
    log: silentLog,
  })
}

async function hear(
  config: Config,
  platform: Platform,
  { modelPath, withoutCard = false }: { modelPath: string; withoutCard?: boolean | undefined },
  signal: AbortSignal,
): Promise<ModelTrial> {
  const runtime = runtimeOf(config, platform)
  await readSpeechModel(modelPath)
  const located = await runtime.locate()
  if (!located) return { tried: false, figure: null, hearing: null }
  const { timesRealTime, text } = await runtime.probe(located, {
    modelPath,
    clipPath: probeSoundPath(platform),
    threads: config.engineThreads || availableParallelism(),
    withoutCard,
    signal,
  })
  const hearing = judgeHearing(text)
  if (!hearing.enough)
    throw new AppError(
      'rejected',
      'model_does_not_hear',
      `The model was tried with a clear voice and wrote ${hearing.heard} of its ${hearing.said} words. Nothing was changed.`,
    )
  return { tried: true, figure: { unit: 'times real time', value: timesRealTime }, hearing }
}

/** A short answer under a grammar, as documents are written: proves the model, and times it. */
async function write(
  config: Config,
  platform: Platform,
  path: string,
  signal: AbortSignal,
): Promise<ModelTrial> {
  await checkFormat(path)
  await using text = llamaTextGenerator({
    model: { path, sha256: null, name: 'trial' },
    childPath: fileURLToPath(platform.built('llama-child.js')),
    gate: computeGate(),
    log: silentLog,
    contextTokens: 2048,
    threads: config.engineThreads,
    keptStateBytes: 0,
  })
  await text.load(signal)
  const startedAt = performance.now()
  await text.generate(
    { system: 'Responda em JSON.', user: 'Escreva uma frase curta sobre dor de cabeça.' },
    { schema: SENTENCE, maxTokens: 128, signal },
  )
  const usage = text.lastUsage()
  const seconds = (performance.now() - startedAt - (usage?.firstTokenMs ?? 0)) / 1000
  const perSecond = usage && seconds > 0 ? Math.round((usage.sampledTokens / seconds) * 10) / 10 : 0
  return {
    tried: true,
    figure: perSecond > 0 ? { unit: 'tokens a second', value: perSecond } : null,
    hearing: null,
  }
}

const SENTENCE: JsonSchema = {
  type: 'object',
  properties: { frase: { type: 'string', minLength: 20, maxLength: 60 } },
  required: ['frase'],
  additionalProperties: false,
}
