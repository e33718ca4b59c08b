/** Whether the browser has a newer version of this extension, and taking it. */

export type Update = 'unknown' | 'ready' | 'none'

interface ExtensionUpdate {
  readonly state: Update
  look(): Promise<void>
  /** Ends every page of the extension: not while something is recorded. */
  take(): void
}

export function extensionUpdate(changed: () => void): ExtensionUpdate {
  let state: Update = 'unknown'
  const become = (next: Update) => {
    state = next
    changed()
  }
  chrome.runtime.onUpdateAvailable.addListener(() => become('ready'))
  return {
    get state() {
      return state
    },
    async look() {
      // Firefox asks by itself, and has no word for it.
      const found = await chrome.runtime.requestUpdateCheck?.().catch(() => undefined)
      if (state !== 'ready') become(found?.status === 'update_available' ? 'ready' : 'none')
    },
    take: () => chrome.runtime.reload(),
  }
}
