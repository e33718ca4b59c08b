/**
 * Where the browser knows no pages without a window (Firefox), the page that records is a pinned
 * tab: it lives on when the sidebar closes, and the doctor sees that it is there. The EHR's page
 * stays in front of it.
 */
const PAGE = 'recording.html'
const OPENS_WITHIN_MS = 10_000

export async function ensureRecordingTab(): Promise<void> {
  if (recordingPage()) return
  await chrome.tabs.create({ url: chrome.runtime.getURL(PAGE), pinned: true, active: false })
  const untilMs = Date.now() + OPENS_WITHIN_MS
  while (!recordingPage()) {
    if (Date.now() > untilMs) throw new Error('the page that records did not open')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/**
 * The browser asks for the microphone in the tab that records, which must be seen then; the page
 * that was in front comes back with the answer.
 */
export async function askInRecordingTab(start: () => Promise<void>): Promise<void> {
  const { state } = await navigator.permissions.query({ name: 'microphone' as PermissionName })
  if (state === 'granted') return start()
  await ensureRecordingTab()
  const [front] = await chrome.tabs.query({ active: true, currentWindow: true })
  const recording = await recordingPage()?.chrome.tabs.getCurrent()
  if (recording) await chrome.tabs.update(recording.id!, { active: true })
  try {
    await start()
  } finally {
    if (recording && front) await chrome.tabs.update(front.id!, { active: true })
  }
}

function recordingPage(): (Window & { chrome: typeof chrome }) | undefined {
  const views = chrome.extension.getViews({ type: 'tab' }) as (Window & { chrome: typeof chrome })[]
  return views.find(
    ({ location, document }) =>
      location.pathname === `/${PAGE}` && document.readyState === 'complete',
  )
}
