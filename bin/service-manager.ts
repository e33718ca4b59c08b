/**
 * Tells systemd when the service is ready, and at intervals that it goes on (`sd_notify`). Node
 * opens no datagram sockets of Unix: `systemd-notify`, a part of systemd, sends for it. The unit
 * allows that (`NotifyAccess=all`).
 */
import { execFile } from 'node:child_process'
import type { Log } from '../core/log.ts'

export interface ServiceManager {
  ready(): void
  /** Says no more that it goes on: what ends has the time that the unit gives it. */
  close(): void
}

interface Deps {
  /** What it was started with. The socket's name is taken out: child processes say nothing. */
  env: NodeJS.ProcessEnv
  pid: number
  log: Log
}

/** It waits until systemd has read it; a systemd that is busy is no reason to wait for ever. */
const LONGEST_MS = 30_000

/** Where nothing asks to be told, nothing is said. */
export function serviceManager({ env, pid, log }: Deps): ServiceManager {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC, WATCHDOG_PID } = env
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete env[name]
  if (!socket) return { ready() {}, close() {} }

  const isWatched = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === pid
  const limitMs = isWatched ? Number(WATCHDOG_USEC ?? 0) / 1000 : 0
  let timer: ReturnType<typeof setInterval> | undefined
  let isSending = false

  function send(state: string) {
    if (isSending) return
    isSending = true
    const options = { env: { ...env, NOTIFY_SOCKET: socket }, timeout: LONGEST_MS }
    execFile('systemd-notify', [state], options, (err) => {
      isSending = false
      if (err) log.warn('service_manager.not_told', { state, err })
    })
  }

  return {
    ready() {
      send('READY=1')
      // Thrice in the time: one that is lost ends nothing.
      if (limitMs > 0) timer = setInterval(send, limitMs / 3, 'WATCHDOG=1')
    },
    close: () => clearInterval(timer),
  }
}
