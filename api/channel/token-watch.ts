/**
 * The token of a connection over time. A connection outlives the moment its token was checked, so
 * it is checked again now and then: a revoked one ends the connection at once. One that expires
 * during a recording does not cost sound: frames are taken for a while longer, the client is told,
 * and a new `hello` on the same connection puts things right.
 */
import type { Authenticate, Principal } from '../../core/access/principal.ts'
import { isAppError } from '../../core/errors.ts'
import type { ChannelLimits } from './channel-deps.ts'

interface Deps {
  authenticate: Authenticate
  limits: ChannelLimits
  now: () => Date
  isRecording(): boolean
  /** It no longer opens anything. */
  onLost(error: unknown): void
  /** Expired; said once for a token. */
  onExpired(error: unknown): void
}

export interface TokenWatch {
  /** From now on it is this one. @throws {AppError} as `Authenticate` */
  use(token: string | undefined): Promise<Principal>
  /** The caller as of now. @throws {AppError} as `Authenticate` */
  principal(): Promise<Principal>
  stop(): void
}

export function tokenWatch(deps: Deps): TokenWatch {
  const { authenticate, limits, now } = deps
  let token: string | undefined
  let expiredSince: number | null = null
  const timer = setInterval(() => void recheck(), limits.recheckTokenMs)

  async function recheck() {
    if (token === undefined) return
    const checked = token
    try {
      await authenticate(checked)
    } catch (error) {
      if (checked !== token) return // renewed meanwhile
      if (!isAppError(error) || error.kind === 'unavailable') return // not the token's fault: looked at again
      if (error.code === 'token_expired' && deps.isRecording()) return tolerate(error)
      deps.onLost(error)
    }
  }

  function tolerate(error: unknown) {
    if (expiredSince === null) {
      expiredSince = now().getTime()
      deps.onExpired(error)
    } else if (now().getTime() - expiredSince > limits.expiredGraceMs) deps.onLost(error)
  }

  return {
    async use(next) {
      const principal = await authenticate(next)
      token = next
      expiredSince = null
      return principal
    },
    principal: () => authenticate(token),
    stop: () => clearInterval(timer),
  }
}
