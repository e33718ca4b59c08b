/**
 * The line between one server and PostgreSQL, as a TCP proxy that fails as networks do: it is slow,
 * it holds everything back and delivers it later, or it loses what passes and says nothing, so that
 * connections of that time never get an answer while new ones work again afterwards.
 */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export type LineState = 'open' | 'slow' | 'held' | 'lost'

export interface DatabaseLine {
  /** Of the database, through this line. */
  url: string
  set(state: LineState): void
  close(): Promise<void>
}

const SLOW_MS = 300
/** After so long a database server with short keepalives gives a lost connection up. */
const GIVEN_UP_MS = 30_000

/** @param databaseUrl `postgres://…` with host and port */
export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const target = new URL(databaseUrl)
  let state: LineState = 'open'
  const pairs = new Set<Pair>()
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) })
    const pair = pairOf(near, far, () => state)
    pairs.add(pair)
    void pair.ended.then(() => pairs.delete(pair))
    if (state === 'lost') pair.lose()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    set(next) {
      state = next
      for (const pair of pairs) {
        if (next === 'lost') pair.lose()
        pair.pass()
      }
    },
    async close() {
      for (const pair of pairs) pair.cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

interface Pair {
  lose(): void
  /** What was held back may go on. */
  pass(): void
  cut(): void
  ended: Promise<void>
}

function pairOf(near: Socket, far: Socket, stateNow: () => LineState): Pair {
  let isLost = false
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const cut = () => {
    near.destroy()
    far.destroy()
    end()
  }
  const ways = [way(near, far), way(far, near)]

  function way(from: Socket, to: Socket) {
    const waiting: { bytes: Buffer | null; dueMs: number }[] = []
    let timer: NodeJS.Timeout | undefined
    function pass() {
      clearTimeout(timer)
      if (isLost) waiting.length = 0
      if (stateNow() === 'held') return
      for (let next = waiting[0]; next; next = waiting[0]) {
        const leftMs = next.dueMs - performance.now()
        if (leftMs > 0) {
          timer = setTimeout(pass, leftMs)
          return
        }
        waiting.shift()
        if (next.bytes) to.write(next.bytes)
        else cut()
      }
    }
    function arrive(bytes: Buffer | null) {
      if (isLost) return
      // One way is slow: there and back is this much longer.
      const delayMs = stateNow() === 'slow' && from === near ? SLOW_MS : 0
      waiting.push({ bytes, dueMs: performance.now() + delayMs })
      pass()
    }
    from.on('data', arrive)
    from.on('error', () => {})
    from.on('close', () => arrive(null))
    return pass
  }

  return {
    lose() {
      if (isLost) return
      isLost = true
      for (const pass of ways) pass()
      setTimeout(cut, GIVEN_UP_MS * 4).unref()
      setTimeout(() => far.destroy(), GIVEN_UP_MS).unref()
    },
    pass() {
      for (const pass of ways) pass()
    },
    cut,
    ended,
  }
}
