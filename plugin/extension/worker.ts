/**
 * What only the browser's worker for extensions can do: open the panel on a click, and show on the
 * button that something is recorded. It holds nothing, and may end at any time.
 */
import type { Recorded } from './recording-words.ts'
import { words } from './words.ts'

const RECORDING_RED = '#c4302b'

chrome.action.onClicked.addListener(({ windowId }) => void chrome.sidePanel.open({ windowId }))

chrome.runtime.onMessage.addListener((message) => {
  const { recorded } = message as { recorded?: Recorded | null }
  if (recorded !== undefined) void showRecorded(recorded)
})

async function showRecorded(recorded: Recorded | null) {
  await chrome.action.setBadgeBackgroundColor({ color: RECORDING_RED })
  await chrome.action.setBadgeText({ text: recorded ? badgeTime(recorded.elapsedMs) : '' })
  const title = recorded ? words.recorded(recorded.patientName) : words.title
  await chrome.action.setTitle({ title })
}

/** A badge has room for four characters. */
function badgeTime(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  return `${minutes}m`
}
