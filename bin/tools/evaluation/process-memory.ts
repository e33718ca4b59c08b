import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 200

/**
 * Watches the memory of this process and everything it started. `peakMiB` is the most seen at one
 * moment; null where the system has no `/proc` to tell. What lives for less than a fifth of a
 * second is not seen.
 */
export function watchMemory() {
  let peak = 0
  const look = () => {
    peak = Math.max(peak, treeKiB(process.pid))
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  timer.unref()
  return {
    stop() {
      look()
      clearInterval(timer)
      return { peakMiB: peak === 0 ? null : Math.round(peak / 1024) }
    },
  }
}

/** Resident memory of a process and its descendants, in KiB; 0 without `/proc`. */
function treeKiB(root: number): number {
  const processes = listProcesses()
  const children = byParent(processes)
  const sum = (pid: number): number =>
    residentKiB(pid) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child.pid), 0)
  return processes.length === 0 ? 0 : sum(root)
}

interface Process {
  pid: number
  parent: number
}

function listProcesses(): Process[] {
  return readNames('/proc').flatMap((name): Process[] => {
    if (!/^\d+$/.test(name)) return []
    // The name in brackets may hold spaces and brackets itself: what follows the last one is
    // regular.
    const stat = readText(`/proc/${name}/stat`)
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return Number.isInteger(parent) ? [{ pid: Number(name), parent }] : []
  })
}

function byParent(processes: readonly Process[]): Map<number, Process[]> {
  const groups = new Map<number, Process[]>()
  for (const each of processes) groups.set(each.parent, [...(groups.get(each.parent) ?? []), each])
  return groups
}

function residentKiB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0)
}

/** Processes come and go while they are read. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function readNames(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
