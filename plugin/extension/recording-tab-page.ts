/** What a doctor sees of the tab that records: what it is for, and what it lacks. */
import { icon } from '../components/icon.ts'
import { m, render } from '../view.ts'
import { screenRoot } from './screen-root.ts'
import { words } from './words.ts'

export async function showPage(): Promise<void> {
  const root = screenRoot(document.body)
  const permission = await navigator.permissions.query({ name: 'microphone' as PermissionName })
  const draw = () => render(root, m('main.message-screen', screenOf(permission.state)))
  permission.addEventListener('change', draw)
  draw()
}

function screenOf(state: PermissionState) {
  const { title, text, asks, blocked, blockedSteps } = words.recordingTab
  if (state === 'denied')
    return [
      m('.message-icon', icon('micOff', 26)),
      m('h1', blocked),
      m(
        'ol.steps',
        blockedSteps.map((step) => m('li', step)),
      ),
    ]
  return [
    m('.message-icon', icon('mic', 26)),
    m('h1', title),
    m('p', text),
    state === 'prompt' && m('p', asks),
  ]
}
