import { statfsSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { BoxFacts } from '../core/model-file/advise-models.ts'
import {
  availableMiB,
  containerMemory,
  type ReadSystemFile,
  readSystemFile,
} from './free-memory.ts'

/** What this machine, or the container on it, has for models. */
export function boxFacts(dataDir: string, read: ReadSystemFile = readSystemFile): BoxFacts {
  const flags = /^flags\s*:\s*(.*)$/m.exec(read('/proc/cpuinfo') ?? '')?.[1]?.split(/\s+/)
  const { limitMiB } = containerMemory(read)
  const totalMiB = totalmem() / 1024 / 1024
  return {
    cores: Math.max(1, Math.floor(Math.min(availableParallelism(), quotaCores(read)))),
    memoryMiB: Math.round(Math.min(totalMiB, limitMiB ?? totalMiB)),
    availableMiB: availableMiB(read),
    container: limitMiB !== null && limitMiB < totalMiB,
    // Other processors than x86 have vectors of their own, always.
    avx2: flags === undefined || flags.includes('avx2'),
    avx512: flags?.includes('avx512f') ?? false,
    freeDiskBytes: freeBytes(dataDir),
  }
}

/** Processor time that the container may take, in cores; infinite without a limit. */
function quotaCores(read: ReadSystemFile): number {
  const [quota, period] = (read('/sys/fs/cgroup/cpu.max') ?? '').trim().split(' ')
  const cores = Number(quota) / Number(period)
  return cores > 0 ? cores : Number.POSITIVE_INFINITY
}

function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  } catch {
    return path === '/' || path === '.' ? 0 : freeBytes(dirname(path))
  }
}
