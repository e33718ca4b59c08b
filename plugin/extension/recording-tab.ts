/**
 * Where the browser knows no pages without a window (Firefox), the page that records is a pinned
 * tab: it lives on when the sidebar closes, and the doctor sees that it is there. It is shown when
 * it opens, since the browser's question for the microphone appears in it.
 */
const PAGE = 'recording.html'
const OPENS_WITHIN_MS = 10_000

export async function ensureRecordingTab(): Promise<void> {
  if (isThere()) return
  await chrome.tabs.create({ url: chrome.runtime.getURL(PAGE), pinned: true, active: true })
  const untilMs = Date.now() + OPENS_WITHIN_MS
  while (!isThere()) {
    if (Date.now() > untilMs) throw new Error('the page that records did not open')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function isThere(): boolean {
  const views = chrome.extension.getViews({ type: 'tab' })
  return views.some(
    ({ location, document }) =>
      location.pathname === `/${PAGE}` && document.readyState === 'complete',
  )
}
