/**
 * When a socket is read: not while its inbox is full, nor before its pace, and that of its token,
 * allows it.
 */
import type { CallerPlace } from './callers.ts'
import { type PaceLimits, pace } from './pace.ts'

export interface PacedReader {
  /** Something of this size was read. */
  spend(bytes: number): void
  hold(why: string): void
  release(why: string): void
  /** To a token, instead of the one before, if there was one. @throws what `enter` throws */
  belongsTo(enter: () => CallerPlace): void
  close(): void
}

interface Source {
  pause(): void
  resume(): void
}

/** Shorter waits are not worth a timer: they add up to one that is. */
const SHORTEST_WAIT_MS = 5

export function pacedReader(source: Source, limits: PaceLimits): PacedReader {
  const own = pace(limits)
  const held = new Set<string>()
  let place: CallerPlace | undefined
  let timer: NodeJS.Timeout | undefined

  function hold(why: string) {
    held.add(why)
    if (held.size === 1) source.pause()
  }

  function release(why: string) {
    if (held.delete(why) && held.size === 0) source.resume()
  }

  return {
    hold,
    release,
    spend(bytes) {
      const waitMs = Math.max(own.spend(bytes), place?.pace.spend(bytes) ?? 0)
      if (waitMs < SHORTEST_WAIT_MS) return
      hold('pace')
      clearTimeout(timer)
      timer = setTimeout(() => release('pace'), waitMs)
    },
    belongsTo(enter) {
      place?.leave()
      place = undefined
      place = enter()
    },
    close() {
      clearTimeout(timer)
      place?.leave()
      place = undefined
    },
  }
}
