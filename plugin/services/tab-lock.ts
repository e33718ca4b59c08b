/**
 * One tab records a consultation at a time. The second one waits and takes over when the first is closed; without Web Locks
 * (old browsers, insecure pages) there is no protection and no recorder to protect.
 */
export interface TabLock {
  release(): void
}

/** `onHeld` is told once, never before this has returned. */
export function tabLock(name: string, onHeld: () => void): TabLock {
  const giveUp = new AbortController()
  let letGo: () => void = () => {}
  let released = false

  function acquired(): Promise<void> {
    if (released) return Promise.resolve()
    onHeld()
    return new Promise((resolve) => {
      letGo = resolve
    })
  }

  if (navigator.locks)
    navigator.locks.request(name, { signal: giveUp.signal }, acquired).catch(() => {})
  else queueMicrotask(acquired)

  return {
    release() {
      released = true
      giveUp.abort()
      letGo()
    },
  }
}
