/**
 * Frames of another address than the tab's own. The browser asks the doctor for each address, after
 * a click; it is given back when the doctor leaves the visit or the panel ends.
 */
export interface FrameAccess {
  /** From a click, before anything else is waited for: Firefox takes no later question. */
  ask(address: string): Promise<boolean>
  giveBack(): void
}

export function frameAccess(): FrameAccess {
  const asked = new Set<string>()
  return {
    async ask(address) {
      const pattern = patternOf(address)
      asked.add(pattern)
      return chrome.permissions.request({ origins: [pattern] }).catch(() => false)
    },
    giveBack() {
      // Without waiting for anything: the panel may be about to end.
      for (const pattern of asked) give(pattern)
      asked.clear()
    },
  }
}

export function hasAddress(address: string): Promise<boolean> {
  return chrome.permissions.contains({ origins: [patternOf(address)] })
}

/** What a panel that ended without a word still had. */
export async function giveAllBack() {
  const { origins } = await chrome.permissions.getAll()
  for (const pattern of origins) give(pattern)
}

/** What an administrator or a developer gave for good is not given back. */
function give(pattern: string) {
  chrome.permissions.remove({ origins: [pattern] }).catch(() => {})
}

/** Firefox knows no ports here; the frame's own address is compared with the whole. */
function patternOf(address: string): string {
  const { protocol, hostname } = new URL(address)
  return `${protocol}//${hostname}/*`
}
