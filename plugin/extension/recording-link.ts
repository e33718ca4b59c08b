/** The way from a panel to the page that records, and to the microphone's one question. */
import { RECORDING_PORT } from './recording-words.ts'

export const MICROPHONE_ANSWERED = 'svc-microphone'
const MICROPHONE_PAGE = '/microphone.html'

/** What the doctor answered on the page that asks. */
export type MicrophoneAnswer = 'yes' | 'no'

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
 * time. A panel has no address beside which a no could be taken back: that tab has one, and says
 * so; the start goes on once it is, or the tab is closed.
 */
async function askInOwnTab(): Promise<void> {
  const name = 'microphone' as PermissionName
  const permission = await navigator.permissions.query({ name })
  const { state } = permission
  if (state === 'granted') return
  if (state === 'prompt' && localStorage.getItem(MICROPHONE_ANSWERED)) return
  const answers = new BroadcastChannel(MICROPHONE_ANSWERED)
  const answered = new Promise<void>((resolve) => {
    answers.onmessage = ({ data }: MessageEvent<MicrophoneAnswer>) => {
      if (state === 'prompt' || data === 'yes') resolve()
    }
    if (state === 'denied') permission.onchange = () => resolve()
  })
  const closing = tabClosing()
  const asking = await showMicrophonePage()
  await Promise.race([answered, closing.until(asking)])
  closing.end()
  answers.close()
  permission.onchange = null
}

/** Hears of tabs that close from now on, of one that is not known yet too. */
function tabClosing() {
  const gone = new Set<number | undefined>()
  let look = () => {}
  const hear = (tabId: number) => {
    gone.add(tabId)
    look()
  }
  chrome.tabs.onRemoved.addListener(hear)
  return {
    until: (tabId: number | undefined) =>
      new Promise<void>((resolve) => {
        look = () => gone.has(tabId) && resolve()
        look()
      }),
    end: () => chrome.tabs.onRemoved.removeListener(hear),
  }
}

/** @returns the tab that asks */
async function showMicrophonePage(): Promise<number | undefined> {
  const views = chrome.extension.getViews({ type: 'tab' }) as (Window & { chrome: typeof chrome })[]
  const view = views.find(({ location }) => location.pathname === MICROPHONE_PAGE)
  const tab = await view?.chrome.tabs.getCurrent()
  if (tab?.id === undefined)
    return (await chrome.tabs.create({ url: chrome.runtime.getURL(MICROPHONE_PAGE) })).id
  await chrome.tabs.update(tab.id, { active: true })
  return tab.id
}

/**
 * Where the browser knows no pages without a window (Firefox), the page that records is a pinned
 * tab: it lives on when the sidebar closes, and the doctor sees that it is there. The EHR's page
 * stays in front of it.
 */
const PAGE = 'recording.html'
const OPENS_WITHIN_MS = 10_000

async function ensureRecordingTab(): Promise<void> {
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
async function askInRecordingTab(start: () => Promise<void>): Promise<void> {
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
