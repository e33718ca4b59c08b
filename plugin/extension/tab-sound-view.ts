/**
 * The other side of a call as the panel shows it: the sound of the tab beside, which the doctor
 * clicks for, and which the page that records takes.
 */
import type { RecordingDeps } from '../state/open-recording.ts'
import type { RemoteSound } from '../state/remote-sound.ts'
import type { Order, Snapshot } from './recording-words.ts'
import { words } from './words.ts'

interface Deps {
  now(): Snapshot['remote']
  ask(order: Order): Promise<void>
  news: RecordingDeps['news']
  /** The browser gives this tab's sound only once the extension has started again. */
  onStaleTab(): void
  changed(): void
}

export function tabSoundView({ now, ask, news, onStaleTab, changed }: Deps): RemoteSound {
  let isAsking = false
  const tryTo = (order: Order) => void ask(order).catch(() => {})

  async function share() {
    const found = await streamOfTab()
    if (found === 'stale') return onStaleTab()
    if (typeof found === 'string') return news.show(words.tabSound[found], 'warning')
    await ask({ do: 'shareTab', streamId: found.id }).catch(() =>
      news.show(words.tabSound.failed, 'error'),
    )
  }

  return {
    injected: null,
    get source() {
      return now().source
    },
    get muted() {
      return now().muted
    },
    get notice() {
      return now().notice
    },
    get asking() {
      return isAsking || now().asking
    },
    // Whether it may be asked for at all is the organization's word.
    obstacle: undefined,
    // No host gives a stream here.
    inject() {},
    async share() {
      if (isAsking) return
      isAsking = true
      changed()
      await share()
      isAsking = false
      changed()
    },
    stopSharing: () => tryTo({ do: 'stopSharing' }),
    dismissNotice: () => tryTo({ do: 'dismissRemoteNotice' }),
    // The recording goes on without the panel, with all that it hears.
    close() {},
  }
}

/** From a click: the browser asks for the permission the first time. */
async function streamOfTab(): Promise<{ id: string } | 'declined' | 'closed' | 'stale' | 'failed'> {
  if (!(await chrome.permissions.request({ permissions: ['tabCapture'] }))) return 'declined'
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined) return 'closed'
  try {
    return { id: await chrome.tabCapture.getMediaStreamId({ targetTabId: tab.id }) }
  } catch (error) {
    if (!NOT_CLICKED.test(String(error))) return 'failed'
    // The address is seen only after a click on the button. One from before the permission has not
    // given the sound, and the browser passes over every later one on the same tab.
    return tab.url === undefined ? 'closed' : 'stale'
  }
}

const NOT_CLICKED = /has not been invoked/
