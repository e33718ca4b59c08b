/**
 * Stand-ins for NVIDIA's tools and for cmake, in a folder that is all of the PATH. They prove what
 * is asked, chosen and left behind; that a card computes, and faster, only a card proves.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { type SpeechRuntimeOptions, speechRuntime } from '../../ai-local/whisper/speech-runtime.ts'
import type { Log, LogFields } from '../../core/log.ts'
import { root, temporaryFolder } from './speech.ts'

/** What the tools need of the system. */
const SYSTEM_TOOLS = ['sh', 'nice', 'mkdir', 'chmod', 'cat']

export const ONE_CARD = 'NVIDIA L4, 23034, 8.9'

interface Tools {
  /** What `nvidia-smi` prints; null: it is not there. */
  cards: string | null
  /** How cmake's build for a card ends. */
  cudaBuild?: 'works' | 'fails'
  /** Left out of the folder. */
  without?: readonly string[]
}

/**
 * A machine with these tools, for tests that run one after the other: the PATH is that of the
 * process.
 */
export function cardTools(
  t: ExecutionContext,
  { cards, cudaBuild = 'works', without = [] }: Tools,
) {
  const folder = temporaryFolder(t)
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const where = execFileSync(
    'sh',
    ['-c', SYSTEM_TOOLS.map((one) => `command -v ${one}`).join(';')],
    {
      encoding: 'utf8',
    },
  )
  for (const path of where.trim().split('\n')) symlinkSync(path, join(bin, path.split('/').at(-1)!))
  const asked = join(folder, 'asked')
  const tools: Record<string, string> = {
    cmake: cmake(join(folder, 'calls'), cudaBuild),
    'g++': '',
    make: '',
    nvcc: '',
    ...(cards === null
      ? {}
      : { 'nvidia-smi': `echo asked >> ${asked}\nprintf '%s\\n' '${cards}'` }),
  }
  for (const [name, script] of Object.entries(tools))
    if (!without.includes(name))
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

  const before = process.env.PATH
  process.env.PATH = bin
  t.teardown(() => {
    process.env.PATH = before
  })
  const events: [event: string, fields: LogFields | undefined][] = []
  const note = (event: string, fields?: LogFields) => void events.push([event, fields])
  const log: Log = { debug() {}, info: note, warn: note, error: note }
  const runtimeDir = join(folder, 'runtime')
  return {
    folder,
    runtimeDir,
    events,
    runtime: (more: Partial<SpeechRuntimeOptions> = {}) =>
      speechRuntime({ runtimeDir, packagesDir: join(root, 'node_modules'), log, ...more }),
    /** The arguments of every call of cmake that configured. */
    configured: () => linesOf(join(folder, 'calls')),
    timesAsked: () => linesOf(asked).length,
  }
}

function linesOf(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}

/** Makes a program where cmake would. */
const cmake = (calls: string, cudaBuild: 'works' | 'fails') => `
case "$*" in
  --version) exit 0 ;;
  --build*) mkdir -p "$2/bin" && printf '#!/bin/sh\\n' > "$2/bin/whisper-server" && chmod 755 "$2/bin/whisper-server" ;;
  *GGML_CUDA*) echo "$*" >> ${calls}; ${cudaBuild === 'fails' ? 'echo "unsupported compiler" >&2; exit 1' : ''} ;;
  *) echo "$*" >> ${calls} ;;
esac`
