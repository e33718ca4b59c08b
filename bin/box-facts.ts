import { readFileSync, statfsSync } from 'node:fs'
import { availableParallelism, freemem, totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { BoxFacts } from '../core/model-file/advise-models.ts'

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

const MIB = 1024 * 1024

/** Files of the system, as they are named below `/`. */
export type ReadSystemFile = (path: string) => string | null

function readSystemFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/**
 * Memory that can still be had without swapping, in MiB: what the system has to give, or what the
 * container may still take where that is less (cgroup v2 and v1).
 */
export function availableMiB(read: ReadSystemFile = readSystemFile): number {
  const kib = Number(/^MemAvailable:\s+(\d+) kB$/m.exec(read('/proc/meminfo') ?? '')?.[1])
  const system = kib > 0 ? kib / 1024 : freemem() / MIB
  const { limitMiB, usedMiB } = containerMemory(read)
  return Math.floor(limitMiB === null ? system : Math.min(system, limitMiB - usedMiB))
}

/** What the container may use in all; null: as much as the machine has. */
function containerMemory(read: ReadSystemFile = readSystemFile) {
  const number = (path: string) => {
    const text = read(path)?.trim()
    const value = text && /^\d+$/.test(text) ? Number(text) / MIB : null
    // Version 1 writes "no limit" as the largest number of pages there is.
    return value !== null && value < 1e9 ? value : null
  }
  for (const { limit, used, stat } of PLACES) {
    const limitMiB = number(limit)
    if (limitMiB === null) continue
    // Cached files are counted as used, and given back when memory is wanted.
    const cached =
      Number(/^(?:total_)?inactive_file (\d+)$/m.exec(read(stat) ?? '')?.[1] ?? 0) / MIB
    return { limitMiB, usedMiB: Math.max(0, (number(used) ?? 0) - cached) }
  }
  return { limitMiB: null, usedMiB: 0 }
}

const PLACES = [
  {
    limit: '/sys/fs/cgroup/memory.max',
    used: '/sys/fs/cgroup/memory.current',
    stat: '/sys/fs/cgroup/memory.stat',
  },
  {
    limit: '/sys/fs/cgroup/memory/memory.limit_in_bytes',
    used: '/sys/fs/cgroup/memory/memory.usage_in_bytes',
    stat: '/sys/fs/cgroup/memory/memory.stat',
  },
]
