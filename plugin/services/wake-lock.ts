/**
 * Keeps the screen on while recording: a phone that sleeps stops the microphone. Browsers without
 * it just go on.
 */
export interface WakeLock {
  hold(): void
  release(): void
}

export function wakeLock(): WakeLock {
  let wanted = false
  let sentinel: WakeLockSentinel | undefined
  let asking = 0

  async function acquire() {
    if (!wanted || document.visibilityState !== 'visible') return
    const mine = ++asking
    try {
      const granted = await navigator.wakeLock?.request('screen')
      if (wanted && mine === asking) sentinel = granted
      else await granted?.release()
    } catch {
      // Low battery or no permission: not a reason to stop anything.
    }
  }

  return {
    hold() {
      if (wanted) return
      wanted = true
      // The browser drops the lock whenever the tab is hidden.
      document.addEventListener('visibilitychange', acquire)
      void acquire()
    },
    release() {
      wanted = false
      document.removeEventListener('visibilitychange', acquire)
      sentinel?.release().catch(() => {})
      sentinel = undefined
    },
  }
}
