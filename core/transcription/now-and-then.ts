export interface NowAndThen {
  /** Something changed: told now, or at the end of the interval that began with the last telling. */
  changed(id: string): void
  /** Told now, whatever was told before. */
  urgent(id: string): void
  close(): void
}

/** Tells about many things, each at most once an interval; the last change is never swallowed. */
export function nowAndThen(intervalMs: number, tell: (id: string) => void): NowAndThen {
  /** Things told about within the interval, and whether they changed since. */
  const resting = new Map<string, { timer: ReturnType<typeof setTimeout>; changed: boolean }>()

  function tellNow(id: string) {
    clearTimeout(resting.get(id)?.timer)
    const timer = setTimeout(() => {
      const changed = resting.get(id)?.changed
      resting.delete(id)
      if (changed) tellNow(id)
    }, intervalMs)
    timer.unref?.()
    resting.set(id, { timer, changed: false })
    tell(id)
  }

  return {
    changed(id) {
      const rest = resting.get(id)
      if (rest) rest.changed = true
      else tellNow(id)
    },
    urgent: tellNow,
    close() {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}
