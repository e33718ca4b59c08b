import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/**
 * Under which name this process holds leases: machine, process, and a word that no later process
 * repeats.
 */
export function jobOwner(): string {
  return `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
}

/** Under which name a process holds leases, and which holders it knows to be gone. */
export interface JobHolder {
  owner: string
  isOwnerGone(owner: string): boolean
}

/** @param nodeId one of several servers, whose claims name it (models/node/claims.ts) */
export function jobHolder(nodeId: string | null = null): JobHolder {
  const owner = nodeId ?? jobOwner()
  return { owner, isOwnerGone: (other) => isOwnerGone(other, owner) }
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
