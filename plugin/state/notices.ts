/**
 * Short news for the doctor: toasts that pass by themselves, and the words a screen reader speaks.
 */
export interface Toast {
  id: number
  text: string
  tone: 'done' | 'warning' | 'error'
  action?: ToastAction | undefined
}

/** What the doctor may still do about it. */
export interface ToastAction {
  label: string
  run(): void
}

export interface Notices {
  readonly toasts: readonly Toast[]
  /** What the live region holds. */
  readonly announcement: string
  show(text: string, tone?: Toast['tone'], action?: ToastAction): void
  announce(text: string): void
  dismiss(id: number): void
  stop(): void
}

/** Long enough to reach the button by keyboard. */
const WITH_ACTION_MS = 15_000
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
    show(text, tone = 'done', action) {
      const id = ++count
      if (stopped) return
      toasts = [...toasts.slice(-1), { id, text, tone, action }]
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          dismiss(id)
        },
        action ? WITH_ACTION_MS : SHOWN_MS[tone],
      )
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
