/** Short news for the doctor: toasts that pass by themselves, and the words a screen reader speaks. */
export interface Toast {
  id: number
  text: string
  tone: 'done' | 'warning' | 'error'
}

export interface Notices {
  readonly toasts: readonly Toast[]
  /** What the live region holds. */
  readonly announcement: string
  show(text: string, tone?: Toast['tone']): void
  announce(text: string): void
  dismiss(id: number): void
  stop(): void
}

const SHOWN_MS = { done: 3500, warning: 7000, error: 9000 }

export function notices(changed: () => void): Notices {
  let toasts: Toast[] = []
  let announcement = ''
  let count = 0
  let stopped = false
  const timers = new Set<ReturnType<typeof setTimeout>>()

  function dismiss(id: number) {
    toasts = toasts.filter((toast) => toast.id !== id)
    changed()
  }

  function announce(text: string) {
    // The same words twice are silence for a screen reader; a trailing space makes them new.
    announcement = text === announcement ? `${text} ` : text
    changed()
  }

  return {
    get toasts() {
      return toasts
    },
    get announcement() {
      return announcement
    },
    show(text, tone = 'done') {
      const id = ++count
      if (stopped) return
      toasts = [...toasts.slice(-1), { id, text, tone }]
      const timer = setTimeout(() => {
        timers.delete(timer)
        dismiss(id)
      }, SHOWN_MS[tone])
      timers.add(timer)
      announce(text)
    },
    announce,
    dismiss,
    stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
