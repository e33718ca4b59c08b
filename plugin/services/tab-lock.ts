/**
 * One tab records a consultation at a time. The second one waits and takes over when the first is closed; without Web Locks
 * (old browsers, insecure pages) there is no protection and no recorder to protect.
 */
export interface TabLock {
  readonly held: boolean
  release(): void
}

export function tabLock(name: string, onHeld: () => void): TabLock {
  const giveUp = new AbortController()
  let letGo: () => void = () => {}
  let held = false
  let released = false

  function acquired(): Promise<void> {
    if (released) return Promise.resolve()
    held = true
    onHeld()
    return new Promise((resolve) => {
      letGo = resolve
    })
  }

  if (navigator.locks)
    navigator.locks.request(name, { signal: giveUp.signal }, acquired).catch(() => {})
  else held = true

  return {
    get held() {
      return held
    },
    release() {
      released = true
      giveUp.abort()
      letGo()
    },
  }
}
