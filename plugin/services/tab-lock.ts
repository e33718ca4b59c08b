/**
 * One tab records a consultation at a time. The second one waits and takes over when the first is
 * closed, or at once when its doctor says so. Without Web Locks (old browsers), or where they are
 * refused with the rest of the storage, there is no protection, and recording goes on.
 */
export interface TabLock {
  /** Takes it from whoever has it. */
  steal(): void
  release(): void
}

interface Deps {
  /** Told once, never before this has returned. */
  onHeld(): void
  /** Another tab took it. */
  onLost(): void
}

export function tabLock(name: string, { onHeld, onLost }: Deps): TabLock {
  let giveUp = new AbortController()
  let letGo: () => void = () => {}
  let released = false
  let held = false

  function acquired(): Promise<void> {
    if (released) return Promise.resolve()
    held = true
    onHeld()
    return new Promise((resolve) => {
      letGo = resolve
    })
  }

  function request(options: LockOptions) {
    navigator.locks.request(name, options, acquired).catch((error: unknown) => {
      if (released) return
      if (!held) {
        // What was given up was aborted; anything else is no tab's, but the browser's refusal.
        if (!(error instanceof DOMException && error.name === 'AbortError')) void acquired()
        return
      }
      held = false
      onLost()
    })
  }

  if (navigator.locks) request({ signal: giveUp.signal })
  else queueMicrotask(acquired)

  return {
    steal() {
      if (held || released || !navigator.locks) return
      giveUp.abort()
      giveUp = new AbortController()
      request({ steal: true })
    },
    release() {
      released = true
      giveUp.abort()
      letGo()
    },
  }
}
