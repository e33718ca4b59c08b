/**
 * A session that cannot be renewed says two minutes before its end that it ends (SPEC-GAPS C27):
 * time to finish, or to have the page give a new one. With a provider there is nothing to say.
 */
export interface SessionEnd {
  /** The end is near, and nobody can renew it. */
  readonly near: boolean
  /** @param expiresAt ISO, as the server said */
  watch(expiresAt: string, renewable: () => boolean): void
  stop(): void
}

const WARN_BEFORE_MS = 120_000
/** What a timer of the browser holds. */
const LONGEST_MS = 2_000_000_000

export function sessionEnd(changed: () => void): SessionEnd {
  let near = false
  let timer: ReturnType<typeof setTimeout> | undefined

  return {
    get near() {
      return near
    },
    watch(expiresAt, renewable) {
      clearTimeout(timer)
      near = false
      const inMs = Date.parse(expiresAt) - WARN_BEFORE_MS - Date.now()
      if (Number.isNaN(inMs) || inMs > LONGEST_MS) return
      timer = setTimeout(
        () => {
          near = !renewable()
          changed()
        },
        Math.max(0, inMs),
      )
    },
    stop: () => clearTimeout(timer),
  }
}
