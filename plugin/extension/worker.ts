/**
 * What only the browser's worker for extensions can do: open the panel on a click or a key, pass
 * the key for recording on, and show on the button that something is recorded. It holds nothing,
 * and may end at any time.
 */
import { isPanelLocked } from './idle-lock.ts'
import { RECORD_COMMAND, type RecordKey } from './record-key.ts'
import type { Recorded } from './recording-words.ts'
import { words } from './words.ts'

const RECORDING_RED = '#c4302b'

chrome.action.onClicked.addListener(({ windowId }) => openPanel(windowId))

chrome.commands.onCommand.addListener((command, tab) => {
  if (command !== RECORD_COMMAND || !tab) return
  const { windowId } = tab
  // At once: a browser opens it for the key itself, and for nothing that comes later.
  openPanel(windowId)
  chrome.runtime.sendMessage({ recordKey: { windowId } } satisfies RecordKey).catch(() => {})
})

chrome.runtime.onMessage.addListener((message) => {
  const { recorded } = message as { recorded?: Recorded | null }
  if (recorded !== undefined) void showRecorded(recorded)
})

function openPanel(windowId: number) {
  // Firefox has a sidebar, and one in all windows.
  if (chrome.sidebarAction) void chrome.sidebarAction.open()
  else void chrome.sidePanel.open({ windowId })
}

async function showRecorded(recorded: Recorded | null) {
  await chrome.action.setBadgeBackgroundColor({ color: RECORDING_RED })
  await chrome.action.setBadgeText({ text: recorded ? badgeTime(recorded.elapsedMs) : '' })
  // On a locked panel nobody reads whose visit it is, nor in the button's hint.
  const isNamed = recorded && !(await isPanelLocked())
  const title = isNamed ? words.recorded(recorded.patientName) : words.title
  await chrome.action.setTitle({ title })
}

/** A badge has room for four characters. */
function badgeTime(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
  return `${minutes}m`
}
