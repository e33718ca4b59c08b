/**
 * Sessions of the page for administration. They live in the memory of the service: a restart ends
 * them, as `svcctl admin close` does.
 */
import { AppError } from '../errors.ts'
import type { AdminDoor } from './code.ts'
import { readCode } from './code.ts'

/** Without a request of the administrator's; what the page asks by itself does not count. */
export const IDLE_MS = 15 * 60_000
const LONGEST_MS = 8 * 3_600_000
/** More at once end the oldest. */
const MOST = 5

export interface AdminSession {
  /** The account that asked for the code. */
  by: string
  /** When it ends, if nothing more is done. */
  until: Date
}

export interface AdminSessions {
  /**
   * Spends the code.
   * @returns the secret that the browser keeps
   * @throws {AppError} `admin_code_refused`
   */
  enter(typed: string): Promise<{ secret: string; session: AdminSession }>
  /** @param byHand whether it is the administrator who asks, and not the page by itself */
  find(secret: string, byHand: boolean): AdminSession | null
  leave(secret: string): void
}

interface Deps {
  door: AdminDoor
  /** 256 random bits as text that a cookie can hold. */
  newSecret: () => string
  /** Hex, SHA-256. */
  digest: (text: string) => string
  now: () => Date
}

interface Kept {
  by: string
  beganMs: number
  usedMs: number
  closedBy: string | null
}

export function adminSessions({ door, newSecret, digest, now }: Deps): AdminSessions {
  const kept = new Map<string, Kept>()
  const endMs = ({ beganMs, usedMs }: Kept) => Math.min(usedMs + IDLE_MS, beganMs + LONGEST_MS)

  function prune() {
    const at = now().getTime()
    const mark = door.closedBy()
    for (const [hash, one] of kept) if (one.closedBy !== mark || at >= endMs(one)) kept.delete(hash)
  }

  const present = (one: Kept) => ({ by: one.by, until: new Date(endMs(one)) })

  return {
    async enter(typed) {
      const code = readCode(typed)
      const found = door.findCode()
      const hash = code === null ? null : digest(code)
      // Only digests are compared, and an attempt reveals nothing about the next.
      if (hash === null || !found || found.hash !== hash || found.until <= now()) throw refused()
      if (!(await door.takeCode(hash))) throw refused()
      prune()
      const [oldest] = kept.keys()
      if (kept.size >= MOST && oldest !== undefined) kept.delete(oldest)
      const secret = newSecret()
      const at = now().getTime()
      const one: Kept = { by: found.by, beganMs: at, usedMs: at, closedBy: door.closedBy() }
      kept.set(digest(secret), one)
      return { secret, session: present(one) }
    },

    find(secret, byHand) {
      prune()
      const one = kept.get(digest(secret))
      if (!one) return null
      if (byHand) one.usedMs = now().getTime()
      return present(one)
    },

    leave: (secret) => void kept.delete(digest(secret)),
  }
}

function refused(): AppError {
  return new AppError(
    'unauthenticated',
    'admin_code_refused',
    'Este código não vale: ele serve uma vez, por cinco minutos. Peça outro no servidor: svcctl admin open',
  )
}
