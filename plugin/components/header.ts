import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { clockTime } from '../text/figures.ts'
import { type Children, m } from '../view.ts'
import { iconButton } from './button.ts'
import { icon } from './icon.ts'

/**
 * Name, what the recorder is doing (on every tab), and the window's buttons when there is a window.
 */
export function header(model: Model, actions: Actions): Children {
  const { t, frame, nav, opening } = model
  const movable = frame.floating && frame.mode === 'normal' && !frame.sheet
  return m(
    '.header',
    movable ? moveHandlers(model) : {},
    m('.mark', { 'aria-hidden': 'true' }, icon('quote', 16)),
    m('.title', m('h1', consultationName(model) ?? t.title), status(model)),
    m('.window-buttons', [
      opening.phase === 'ready' &&
        iconButton('keyboard', t.keys.title, { onclick: () => nav.openDialog('keys') }),
      frame.floating && windowButtons(model, actions),
    ]),
  )
}

/** Whose visit is open stands where it is always seen. */
function consultationName({ opening, consultation }: Model): string | null {
  return opening.phase === 'ready' ? consultation.ehr.name : null
}

function status({ t, recorder, opening, closing }: Model): Children {
  if (closing) return m('p.status', m('span.spinner'), t.window.saving)
  if (opening.phase !== 'ready') return m('p.status', t.appName)
  const { phase } = recorder
  if (phase === 'recording' || phase === 'paused')
    return m(
      'p.status',
      m('span.dot', { class: phase, 'aria-hidden': 'true' }),
      t.recorder[phase],
      m('span.clock', clockTime(recorder.elapsedMs())),
    )
  return m('p.status', t.recorder[phase])
}

function windowButtons({ t, frame }: Model, actions: Actions): Children {
  return [
    iconButton('minus', t.window.minimize, { onclick: actions.minimize }),
    !frame.sheet &&
      (frame.mode === 'maximized'
        ? iconButton('shrink', t.window.restore, { onclick: actions.restoreWindow })
        : iconButton('expand', t.window.maximize, { onclick: actions.maximize })),
    iconButton('close', t.window.close, { onclick: actions.close }),
  ]
}

/** Drag by mouse, pen or finger; the arrow keys do the same for the keyboard. */
function moveHandlers({ frame, t }: Model) {
  return {
    class: 'movable',
    tabindex: 0,
    role: 'group',
    'aria-label': t.window.move,
    ...dragHandlers((dx, dy) => frame.moveBy(dx, dy)),
  }
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-16, 0],
  ArrowRight: [16, 0],
  ArrowUp: [0, -16],
  ArrowDown: [0, 16],
}

/** `move` gets steps in px, from a pointer or the arrow keys. */
export function dragHandlers(move: (dx: number, dy: number) => void) {
  return {
    onkeydown(event: KeyboardEvent) {
      const step = ARROWS[event.key]
      if (!step || event.target !== event.currentTarget) return
      event.preventDefault()
      move(...step)
    },
    onpointerdown(event: PointerEvent) {
      if (event.button !== 0 || (event.target as Element).closest('button')) return
      const handle = event.currentTarget as HTMLElement
      handle.setPointerCapture(event.pointerId)
      let { clientX, clientY } = event
      handle.onpointermove = (next) => {
        move(next.clientX - clientX, next.clientY - clientY)
        clientX = next.clientX
        clientY = next.clientY
      }
      handle.onpointerup = handle.onpointercancel = () => {
        handle.onpointermove = handle.onpointerup = handle.onpointercancel = null
      }
    },
  }
}
