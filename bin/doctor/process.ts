/** What Linux tells of this process and its machine, for `svcctl doctor`. */
import { readFile, statfs } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { ProcessFacts } from '../../core/doctor/check.ts'

/** null where there is no /proc. */
export async function processFacts(): Promise<ProcessFacts | null> {
  const limits = await textOf('/proc/self/limits')
  if (limits === null) return null
  const [processors, swaps, accounts, sharedMemory] = await Promise.all([
    textOf('/proc/cpuinfo'),
    textOf('/proc/swaps'),
    textOf('/etc/passwd'),
    statfs('/dev/shm').catch(() => null),
  ])
  return {
    model: cpus()[0]?.model.trim() ?? process.arch,
    vectorUnits: hasVectorUnits(processors ?? ''),
    isRoot: process.getuid?.() === 0,
    hasServiceAccount: /^svc:/m.test(accounts ?? ''),
    openFiles: limitOf(limits, 'Max open files'),
    dumpsMemory: limitOf(limits, 'Max core file size') !== 0,
    plainSwap: await plainOnes(swaps ?? ''),
    sharedMemoryMiB:
      sharedMemory && Math.floor((sharedMemory.bavail * sharedMemory.bsize) / 1024 / 1024),
  }
}

/** x86 with AVX2 and FMA, or 64-bit ARM with NEON. */
function hasVectorUnits(cpuinfo: string): boolean {
  const flags = new Set(/^(?:flags|Features)\s*:(.*)$/m.exec(cpuinfo)?.[1]?.trim().split(/\s+/))
  return (flags.has('avx2') && flags.has('fma')) || flags.has('asimd')
}

/** The soft limit; null: none. */
function limitOf(limits: string, name: string): number | null {
  const value = new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(limits)?.[1]
  return value === undefined || value === 'unlimited' ? null : Number(value)
}

/** Swap on a disk that is neither memory (zram) nor under dm-crypt. */
async function plainOnes(swaps: string): Promise<string[]> {
  const names = swaps
    .split('\n')
    .slice(1)
    .flatMap((line) => line.split(/\s+/)[0] || [])
  const plain = await Promise.all(
    names.map(async (name) => {
      const device = name.split('/').at(-1) ?? ''
      if (device.startsWith('zram')) return false
      return !(await textOf(`/sys/block/${device}/dm/uuid`))?.startsWith('CRYPT-')
    }),
  )
  return names.filter((_, index) => plain[index])
}

function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null)
}
