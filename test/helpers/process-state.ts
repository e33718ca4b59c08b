/** What the kernel says that a process does. */
import { readFileSync } from 'node:fs'

/**
 * Fields of `/proc/pid/stat` behind the name: the state first. @throws when there is no such
 * process
 */
export function statFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** By a signal; under a tracer, as in `bench egress`, the letter is a small one. */
export function isStopped(pid: number): boolean {
  return /^[Tt]$/.test(statFields(pid)[0] ?? '')
}
