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
