/** Whether this extension and the appliance that it found still understand one another. */
import type { ExtensionService } from '../../core/contract/extension.ts'

/** The oldest appliance that this extension works with. */
const OLDEST_SERVICE = '0.1.0'

export type Fit = 'fits' | 'extension_old' | 'service_old'

export function fitOf(own: string, { version }: Pick<ExtensionService, 'version'>): Fit {
  if (isBefore(own, version.extension_min)) return 'extension_old'
  return isBefore(version.product, OLDEST_SERVICE) ? 'service_old' : 'fits'
}

/** By the numbers; what stands behind a hyphen does not count. */
export function isBefore(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}

function numbersOf(version: string): number[] {
  const [plain = ''] = version.split('-', 1)
  return plain.split('.').map((part) => Number.parseInt(part, 10) || 0)
}

export type Update = 'unknown' | 'ready' | 'none'

interface ExtensionUpdate {
  readonly state: Update
  look(): Promise<void>
  /** Ends every page of the extension: not while something is recorded. */
  take(): void
}

/** Whether the browser has a newer version of this extension, and taking it. */
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
