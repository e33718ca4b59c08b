/** The way from a panel to the page that records, and to the microphone's one question. */
import { askInRecordingTab, ensureRecordingTab } from './recording-tab.ts'
import { RECORDING_PORT } from './recording-words.ts'

export const MICROPHONE_ANSWERED = 'svc-microphone'

export async function connectToRecorder(): Promise<chrome.runtime.Port> {
  await ensureRecordingPage()
  return chrome.runtime.connect({ name: RECORDING_PORT })
}

async function ensureRecordingPage() {
  if (!chrome.offscreen) return ensureRecordingTab()
  if (await isThere()) return
  try {
    await chrome.offscreen.createDocument({
      url: 'recording.html',
      reasons: ['USER_MEDIA'],
      justification: 'Records the consultation, also while no panel is open.',
    })
  } catch (error) {
    // Another window's panel was first.
    if (!(await isThere())) throw error
  }
}

async function isThere(): Promise<boolean> {
  const found = await chrome.runtime.getContexts({ contextTypes: ['OFFSCREEN_DOCUMENT'] })
  return found.length > 0
}

/** Asks the doctor for the microphone, once, and starts when that is answered. */
export async function startWithMicrophone(start: () => Promise<void>): Promise<void> {
  if (!chrome.offscreen) return askInRecordingTab(start)
  await askInOwnTab()
  return start()
}

/**
 * A page without a window cannot show the browser's question: a tab of its own asks, the first
 * time.
 */
async function askInOwnTab(): Promise<void> {
  const name = 'microphone' as PermissionName
  const { state } = await navigator.permissions.query({ name })
  if (state !== 'prompt' || localStorage.getItem(MICROPHONE_ANSWERED)) return
  const answers = new BroadcastChannel(MICROPHONE_ANSWERED)
  const answered = new Promise<void>((resolve) => {
    answers.onmessage = () => resolve()
  })
  await chrome.tabs.create({ url: chrome.runtime.getURL('microphone.html') })
  await answered
  answers.close()
}
