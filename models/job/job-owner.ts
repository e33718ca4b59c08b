import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/**
 * Under which name this process holds leases: machine, process, and a word that no later process
 * repeats.
 */
export function jobOwner(): string {
  return `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
}

/**
 * Whether the holder of a lease is known to be gone: a process of this machine that no longer runs,
 * or an earlier life of this very process id. Holders on other machines are never judged: their
 * leases run out.
 */
export function isOwnerGone(owner: string, self: string): boolean {
  const [host, pid] = owner.split(':')
  if (owner === self || host !== hostname()) return false
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
