/** The way from a panel to the page that records, and to the microphone's one question. */
import { askInRecordingTab, ensureRecordingTab } from './recording-tab.ts'
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
