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
 * that was in front comes back with the answer. A no that was given before is taken back beside
 * that tab's address, and it says how: the start waits until it is, or the doctor goes elsewhere.
 */
export async function askInRecordingTab(start: () => Promise<void>): Promise<void> {
  if ((await microphoneOf(window)).state === 'granted') return start()
  await ensureRecordingTab()
  const [front] = await chrome.tabs.query({ active: true, currentWindow: true })
  const page = recordingPage()
  const recording = await page?.chrome.tabs.getCurrent()
  if (!page || !recording) return start()
  await chrome.tabs.update(recording.id!, { active: true })
  try {
    const permission = await microphoneOf(page)
    if (permission.state === 'denied') await changedOrLeft(permission, recording)
    await start()
  } finally {
    const [seen] = await chrome.tabs.query({ active: true, currentWindow: true })
    if (front && seen?.id === recording.id) await chrome.tabs.update(front.id!, { active: true })
  }
}

/** As that page has it: a browser may have answered for one tab alone. */
function microphoneOf({ navigator }: Window): Promise<PermissionStatus> {
  return navigator.permissions.query({ name: 'microphone' as PermissionName })
}

/** Another tab is in front too when the one that records is closed. */
function changedOrLeft(permission: PermissionStatus, recording: chrome.tabs.Tab): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      permission.removeEventListener('change', end)
      chrome.tabs.onActivated.removeListener(look)
      resolve()
    }
    const look = ({ tabId, windowId }: chrome.tabs.Activated) => {
      if (windowId === recording.windowId && tabId !== recording.id) end()
    }
    permission.addEventListener('change', end)
    chrome.tabs.onActivated.addListener(look)
  })
}

function recordingPage(): (Window & { chrome: typeof chrome }) | undefined {
  const views = chrome.extension.getViews({ type: 'tab' }) as (Window & { chrome: typeof chrome })[]
  return views.find(
    ({ location, document }) =>
      location.pathname === `/${PAGE}` && document.readyState === 'complete',
  )
}
