/** What a doctor sees of the tab that records: what it is for, and what it lacks. */
import { render } from '../view.ts'
import { messagePage, screenRoot } from './screen-root.ts'
import { words } from './words.ts'

export async function showPage(): Promise<void> {
  const root = screenRoot(document.body)
  const permission = await navigator.permissions.query({ name: 'microphone' as PermissionName })
  const draw = () => render(root, messagePage(messageOf(permission.state)))
  permission.addEventListener('change', draw)
  draw()
}

function messageOf(state: PermissionState) {
  const { title, text, asks, blocked, blockedSteps } = words.recordingTab
  if (state === 'denied') return { title: blocked, isTrouble: true, steps: blockedSteps }
  return { title, text: state === 'prompt' ? `${text} ${asks}` : text }
}
