import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'

/**
 * Names what a native build depends on: system, architecture and the vector instructions of the
 * processor. A binary built for one processor may die with SIGILL on another, so builds are kept
 * apart by this key and a copied folder is never run on the wrong machine.
 */
export function cpuKey(cpuinfo = readCpuinfo()): string {
  const relevant = cpuInstructions(cpuinfo)
  // Without a list (not Linux) the model's name stands for it.
  const features = relevant.length > 0 ? relevant.join(' ') : (cpus()[0]?.model ?? 'unknown')
  const digest = createHash('sha256').update(features).digest('hex').slice(0, 10)
  return `${platform()}-${arch()}-${digest}`
}

/** What a program compiled for this processor may use, as Linux names it, in order. */
export function cpuInstructions(cpuinfo = readCpuinfo()): string[] {
  return flagsOf(cpuinfo)
    .filter((flag) => INSTRUCTIONS.test(flag))
    .sort()
}

/** Whether this processor has an instruction set, as Linux names it. */
export function cpuHas(flag: string, cpuinfo = readCpuinfo()): boolean {
  return flagsOf(cpuinfo).includes(flag)
}

function flagsOf(cpuinfo: string): string[] {
  return /^(?:flags|Features)\s*:\s*(.*)$/m.exec(cpuinfo)?.[1]?.split(/\s+/) ?? []
}

/** Vector and bit instructions of x86 and ARM: what `-march=native` turns into code. */
const INSTRUCTIONS =
  /^(s?sse\d?(_[12])?|sse4a|avx.*|amx.*|fma4?|f16c|bmi[12]|abm|popcnt|movbe|adx|gfni|vaes|vpclmulqdq|asimd.*|sve.*|sme.*|fphp|i8mm|bf16|neon|crc32|dotprod)$/

function readCpuinfo(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8')
  } catch {
    return ''
  }
}
