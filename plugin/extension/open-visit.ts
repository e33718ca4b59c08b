/** One visit in the panel: the plugin's application, with the recorder of the page that records. */

import { startApp } from '../app.ts'
import type { AppDeps } from '../host/app-contract.ts'
import { pluginHandle } from '../host/plugin-handle.ts'
import type { Remote } from '../host/remote.ts'
import { localNetwork } from '../services/local-network.ts'
import { visitToken } from './account.ts'
import { connectToRecorder, startWithMicrophone } from './recording-link.ts'
import { recordingView } from './recording-view.ts'
import type { Recorded, Visit } from './recording-words.ts'
import { followScheme } from './screen-root.ts'
import { words } from './words.ts'

interface Deps {
  visit: Visit
  type: 'IN_PERSON' | 'TELEMEDICINE'
  place: HTMLElement
  mayFill: boolean
  /** The sound of a call's tab may be taken. */
  mayCapture: boolean
  onFill: NonNullable<AppDeps['onFill']>
  onRecorded(recorded: Recorded | null): void
  onStaleTab(): void
}

export interface OpenVisit {
  /** Records, or pauses: what the doctor's key does. */
  pressRecord(): void
  /** Takes it off the panel; what is recorded goes on. */
  close(): Promise<void>
}

export function openVisit(deps: Deps): OpenVisit {
  const { visit, type, place, mayFill, mayCapture, onFill, onRecorded, onStaleTab } = deps
  const { base, ids } = visit
  // A panel that closes ends no recording: there is nothing to ask.
  const askNothing = (event: Event) => event.stopImmediatePropagation()
  addEventListener('beforeunload', askNothing)
  const record = recordingView({
    visit,
    connect: connectToRecorder,
    startWithMicrophone,
    deniedSteps: chrome.offscreen
      ? words.microphone.deniedSteps
      : words.microphone.deniedStepsOfTab,
    onRecorded,
    onStaleTab,
  })
  let app: Remote | undefined
  const remote = {
    attach(next: Remote) {
      app = next
    },
    changed() {},
  }
  const handle = pluginHandle({
    base,
    network: localNetwork({
      origin: new URL(base).origin,
      pageOrigin: location.origin,
      permissions: navigator.permissions,
    }),
    workletUrl: chrome.runtime.getURL(WORKLET_FILE),
    loadApp: async () => (given) => startApp({ ...given, remote, onFill }, record),
    warn() {},
    report: reportError,
  })
  // Both tell their failure on the screen, with a way to try again.
  handle.init({ getToken: () => visitToken(visit.id) }).catch(() => {})
  const options = {
    renderElement: place,
    darkMode: matchMedia('(prefers-color-scheme: dark)').matches,
    consultationType: type,
    enableFillEhr: mayFill,
    enableFileUpload: true,
    // Firefox has no sound of tabs, as it has no pages without a window.
    allowScreenSharing: mayCapture && chrome.offscreen !== undefined,
  }
  handle.mount({ ...ids, options }).catch(() => {})
  // The plugin takes its scheme once, from its host's page; a panel is the browser's own.
  const unfollow = followScheme((isDark) =>
    place.querySelector('[data-svc-plugin]')?.toggleAttribute('data-dark', isDark),
  )
  return {
    pressRecord() {
      if (!app?.isReady) return
      if (app.recorder().phase === 'recording') void app.pause()
      else if (app.canRecord()) void app.start()
    },
    async close() {
      unfollow()
      await handle.unmount()
      removeEventListener('beforeunload', askNothing)
    },
  }
}
