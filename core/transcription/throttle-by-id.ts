export interface ThrottleById {
  /** Reports a change now, or at the end of the interval that began with the last report. */
  changed(id: string): void
  /** Reports now, whatever was reported before. */
  flush(id: string): void
  close(): void
}

/** Reports changes of many things, each at most once an interval; the last change is never lost. */
export function throttleById(intervalMs: number, notify: (id: string) => void): ThrottleById {
  /** Things reported within the interval, and whether they changed since. */
  const resting = new Map<string, { timer: ReturnType<typeof setTimeout>; changed: boolean }>()

  function report(id: string) {
    clearTimeout(resting.get(id)?.timer)
    const timer = setTimeout(() => {
      const changed = resting.get(id)?.changed
      resting.delete(id)
      if (changed) report(id)
    }, intervalMs)
    timer.unref?.()
    resting.set(id, { timer, changed: false })
    notify(id)
  }

  return {
    changed(id) {
      const rest = resting.get(id)
      if (rest) rest.changed = true
      else report(id)
    },
    flush: report,
    close() {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}
