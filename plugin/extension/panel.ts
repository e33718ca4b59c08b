/** The panel of one window. */
import { render } from '../view.ts'
import { panelState } from './panel-state.ts'
import { screenRoot } from './screen-root.ts'
import { panelScreen } from './screens.ts'

const root = screenRoot(document.querySelector<HTMLElement>('#screen')!)
const state = panelState(document.querySelector<HTMLElement>('#visit')!, changed)
let frame: number | undefined

function changed() {
  if (frame !== undefined) return
  frame = requestAnimationFrame(() => {
    frame = undefined
    render(root, panelScreen(state), changed)
  })
}

// One key takes back what was inserted last, while that is offered.
addEventListener('keydown', (event) => {
  if (!state.told?.undo || !event.altKey || event.key.toLowerCase() !== 'z') return
  event.preventDefault()
  void state.undo()
})
for (const kind of ['pointerdown', 'keydown', 'wheel', 'input'])
  addEventListener(kind, state.touch, { capture: true, passive: true })
void state.start()
