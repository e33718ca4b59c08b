/**
 * The page that records: without a window, or a pinned tab where the browser knows no such pages.
 * It lives as long as the browser, whatever becomes of panels, tabs and the worker.
 */

import { recordingHost } from './recording-host.ts'
import { RECORDING_PORT } from './recording-words.ts'

const host = recordingHost({
  workletUrl: chrome.runtime.getURL(WORKLET_FILE),
  onRecorded(recorded) {
    // Nobody listens while the worker is being started: the next second says it again.
    chrome.runtime.sendMessage({ recorded }).catch(() => {})
  },
})

chrome.runtime.onConnect.addListener((port) => {
  if (port.name === RECORDING_PORT) host.accept(port)
})

if (!chrome.offscreen) void import('./recording-tab-page.ts').then((page) => page.showPage())
