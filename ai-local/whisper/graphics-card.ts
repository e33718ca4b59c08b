/**
 * NVIDIA cards of this machine and the compiler for them. Asked of their own tools, which come with
 * driver and toolkit: where there is no card there is no tool, and nothing is started.
 */
import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

export interface GraphicsCard {
  /** As its driver calls it: `NVIDIA L4`. */
  name: string
  /** Memory of the whole card. */
  memoryMiB: number
  /** Its generation as compilers number it: `89`. */
  architecture: string
}

/** A driver that has been asleep takes seconds. */
const ASK_LIMIT_MS = 15_000
const QUESTION = ['--query-gpu=name,memory.total,compute_cap', '--format=csv,noheader,nounits']

/** The cards that a program started here may compute on; none where the driver does not answer. */
export async function findCards(env: NodeJS.ProcessEnv = process.env): Promise<GraphicsCard[]> {
  // CUDA's own way to hide cards from programs.
  if (env.CUDA_VISIBLE_DEVICES === '' || env.CUDA_VISIBLE_DEVICES === '-1') return []
  try {
    const { stdout } = await promisify(execFile)('nvidia-smi', QUESTION, {
      env,
      timeout: ASK_LIMIT_MS,
      killSignal: 'SIGKILL',
    })
    return stdout.split('\n').flatMap(readCard)
  } catch {
    return []
  }
}

function readCard(line: string): GraphicsCard[] {
  const [name = '', memory = '', capability = ''] = line.split(',').map((part) => part.trim())
  const memoryMiB = Number(memory)
  // A card in an error state has words in place of figures.
  if (!name || !(memoryMiB > 0) || !/^\d+\.\d$/.test(capability)) return []
  return [{ name, memoryMiB, architecture: capability.replace('.', '') }]
}

/** All generations among the cards, for one program that runs on each of them. */
export function architecturesOf(cards: readonly GraphicsCard[]): string[] {
  return [...new Set(cards.map(({ architecture }) => architecture))].sort()
}

/** Where a toolkit installs itself unless it is told otherwise. */
const USUAL_FOLDER = '/usr/local/cuda'

/** The folder that holds `nvcc`; null where there is none. */
export async function findCudaCompiler(
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | null> {
  const folders = [
    ...(env.CUDA_HOME ? [join(env.CUDA_HOME, 'bin')] : []),
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
    join(USUAL_FOLDER, 'bin'),
  ]
  for (const folder of folders) {
    const isThere = await access(join(folder, 'nvcc'), constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return folder
  }
  return null
}
