/**
 * Connections that said who they are: how many there are, how many each token has, and what all of
 * a token's are read at together.
 */
import { AppError } from '../../core/errors.ts'
import { type Pace, type PaceLimits, pace } from './pace.ts'

export interface Callers {
  isFull(): boolean
  /** @throws {AppError} `rate_limited` when there is no room, for anybody or for this token */
  enter(tokenId: string): CallerPlace
}

export interface CallerPlace {
  pace: Pace
  leave(): void
}

interface CallerLimits {
  most: number
  mostOfOneToken: number
  /** Of all channels of one token together. */
  pace: PaceLimits
}

export function callers(limits: CallerLimits): Callers {
  const tokens = new Map<string, { count: number; pace: Pace }>()
  let count = 0
  const isFull = () => count >= limits.most

  return {
    isFull,
    enter(tokenId) {
      const token = tokens.get(tokenId) ?? { count: 0, pace: pace(limits.pace) }
      if (isFull()) throw noRoom('service')
      if (token.count >= limits.mostOfOneToken) throw noRoom('token')
      tokens.set(tokenId, token)
      token.count++
      count++
      return {
        pace: token.pace,
        leave() {
          count--
          token.count--
          if (token.count === 0) tokens.delete(tokenId)
        },
      }
    },
  }
}

function noRoom(scope: 'service' | 'token'): AppError {
  return new AppError(
    'busy',
    'rate_limited',
    'Há conexões demais abertas. Feche outras janelas ou tente de novo em instantes.',
    { details: [{ limit: 'channels', scope }] },
  )
}

/**
 * Connections that have not said who they are. Anybody can open those, so they have places of their
 * own, and when all are taken the one that has been silent longest goes, of the address that has
 * most: whoever says hello at once, as a plugin does, gets in beside any number that say nothing.
 */
interface Strangers {
  /** @returns what to call when it is known, or gone; calling it again does nothing */
  enter(address: string, hangUp: () => void): () => void
}

export interface StrangerLimits {
  most: number
  /** Of one address: a whole hospital may come back at once behind one. */
  mostOfOneAddress: number
}

interface Stranger {
  hangUp(): void
}

export function strangers({ most, mostOfOneAddress }: StrangerLimits): Strangers {
  const byAddress = new Map<string, Set<Stranger>>()
  let count = 0

  function remove(address: string, stranger: Stranger) {
    const there = byAddress.get(address)
    if (!there?.delete(stranger)) return
    count--
    if (there.size === 0) byAddress.delete(address)
  }

  function hangUpOldest(address: string) {
    const [oldest] = byAddress.get(address) ?? []
    if (!oldest) return
    remove(address, oldest)
    oldest.hangUp()
  }

  function fullest(): string {
    let found = ''
    for (const [address, { size }] of byAddress)
      if (size > (byAddress.get(found)?.size ?? 0)) found = address
    return found
  }

  return {
    enter(address, hangUp) {
      const stranger = { hangUp }
      if ((byAddress.get(address)?.size ?? 0) >= mostOfOneAddress) hangUpOldest(address)
      else if (count >= most) hangUpOldest(fullest())
      const there = byAddress.get(address) ?? new Set()
      byAddress.set(address, there.add(stranger))
      count++
      return () => remove(address, stranger)
    },
  }
}
