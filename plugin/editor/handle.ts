/**
 * The handle at the left of the block under the pointer (SPEC-GAPS 2.10), and what happens when it
 * is dragged: a line shows where the block would go, and only where it may. Pointer events, so that
 * fingers and pens work too. Whoever uses the keyboard has Alt+Shift+arrows and the toolbar
 * instead, so the handle is for pointers only.
 */
import type { Node } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { element, iconOf } from './elements.ts'
import { schema } from './schema.ts'
import { gapsFor, moveUnit, type Unit, unitAt } from './units.ts'

interface Deps {
  view: EditorView
  /** Positioned; holds the text, the handle and the line. */
  frame: HTMLElement
  label: string
  isShown(section: Node): boolean
  onMoved(): void
}

interface Drag {
  unit: Unit
  startY: number
  /** It moved far enough to mean it. */
  isMoving: boolean
  gap: number | undefined
}

const MEANT_PX = 4
/** So near to the edge of what is scrolled, it scrolls. */
const EDGE_PX = 36
const SCROLL_STEP_PX = 12

export function dragHandle({ view, frame, label, isShown, onMoved }: Deps) {
  const handle = element('div', { class: 'drag-handle', title: label, 'aria-hidden': 'true' })
  handle.append(iconOf('grip', 14))
  handle.hidden = true
  const line = element('div', { class: 'drop-line', 'aria-hidden': 'true' })
  line.hidden = true
  frame.append(handle, line)
  let unit: Unit | undefined
  let drag: Drag | undefined
  let scrolling: ReturnType<typeof setInterval> | undefined

  function onHover(event: PointerEvent) {
    if (drag || view.composing) return
    if (handle.contains(event.target as HTMLElement)) return
    show(unitUnder(event))
  }

  /** By height: the pointer may be left of the words, on its way to the handle. */
  function unitUnder(event: PointerEvent): Unit | undefined {
    const target = event.target as HTMLElement
    const head = target.closest?.('.field-head')
    if (head) return sectionOf(head)
    const box = view.dom.getBoundingClientRect()
    const left = Math.min(Math.max(event.clientX, box.left + 48), box.right - 4)
    const found = view.posAtCoords({ left, top: event.clientY })
    if (!found) return undefined
    const at = found.inside >= 0 ? found.inside + 1 : found.pos
    return unitAt(
      view.state.doc.resolve(Math.min(Math.max(found.pos, at), view.state.doc.content.size)),
    )
  }

  function sectionOf(head: Element): Unit | undefined {
    const name = head.closest<HTMLElement>('.field')?.dataset.field
    let found: Unit | undefined
    view.state.doc.forEach((node, pos) => {
      if (node.attrs.name === name) found = { node, pos }
    })
    return found
  }

  function show(next: Unit | undefined) {
    unit = next
    const dom = next && view.nodeDOM(next.pos)
    const isOnScreen = dom instanceof HTMLElement && dom.offsetParent !== null
    handle.hidden = !isOnScreen
    if (!isOnScreen) return
    const box = dom.getBoundingClientRect()
    const around = frame.getBoundingClientRect()
    const inset = next?.node.type === schema.nodes.section ? 9 : 2
    handle.style.transform = `translateY(${Math.round(box.top - around.top + inset)}px)`
    handle.dataset.unit = next?.node.type.name ?? ''
  }

  function onDown(event: PointerEvent) {
    if (!unit || event.button !== 0) return
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    drag = { unit, startY: event.clientY, isMoving: false, gap: undefined }
    view.root.addEventListener('keydown', onKey, true)
  }

  function onMove(event: PointerEvent) {
    if (!drag) return
    if (!drag.isMoving && Math.abs(event.clientY - drag.startY) < MEANT_PX) return
    if (!drag.isMoving) {
      drag.isMoving = true
      frame.classList.add('dragging')
      domOf(drag.unit)?.classList.add('dragged')
    }
    drag.gap = nearestGap(drag.unit, event.clientY)
    scrollNear(event.clientY)
  }

  function nearestGap(dragged: Unit, y: number): number | undefined {
    const around = frame.getBoundingClientRect()
    let best: { gap: number; top: number; distance: number } | undefined
    for (const gap of gapsFor(view.state.doc, dragged, isShown)) {
      const top = heightOf(gap)
      if (top === undefined) continue
      const distance = Math.abs(top - y)
      if (!best || distance < best.distance) best = { gap, top, distance }
    }
    line.hidden = !best
    if (best) line.style.transform = `translateY(${Math.round(best.top - around.top)}px)`
    return best?.gap
  }

  /**
   * The middle between what is before and behind the gap; undefined where nothing is on the screen.
   */
  function heightOf(gap: number): number | undefined {
    const $gap = view.state.doc.resolve(gap)
    const behind = boxOf(gap)
    const before = $gap.nodeBefore && boxOf(gap - $gap.nodeBefore.nodeSize)
    if (behind && before) return (behind.top + before.bottom) / 2
    return behind?.top ?? before?.bottom
  }

  function boxOf(pos: number): DOMRect | undefined {
    const dom = view.nodeDOM(pos)
    return dom instanceof HTMLElement && dom.offsetParent ? dom.getBoundingClientRect() : undefined
  }

  function scrollNear(y: number) {
    clearInterval(scrolling)
    const scroller = frame.closest('.document-scroll')
    if (!scroller) return
    const box = scroller.getBoundingClientRect()
    const step =
      y < box.top + EDGE_PX ? -SCROLL_STEP_PX : y > box.bottom - EDGE_PX ? SCROLL_STEP_PX : 0
    if (step === 0) return
    scrolling = setInterval(() => {
      scroller.scrollBy(0, step)
      if (drag) drag.gap = nearestGap(drag.unit, y)
    }, 16)
  }

  function onUp() {
    const dropped = drag
    stop()
    if (!dropped?.isMoving || dropped.gap === undefined) return
    const tr = moveUnit(view.state, dropped.unit, dropped.gap)
    if (!tr) return
    view.dispatch(tr)
    view.focus()
    onMoved()
  }

  function stop() {
    clearInterval(scrolling)
    if (drag) domOf(drag.unit)?.classList.remove('dragged')
    drag = undefined
    line.hidden = true
    frame.classList.remove('dragging')
    view.root.removeEventListener('keydown', onKey, true)
  }

  function onKey(event: Event) {
    if ((event as KeyboardEvent).key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    stop()
  }

  function domOf({ pos }: Unit): HTMLElement | undefined {
    const dom = view.nodeDOM(pos)
    return dom instanceof HTMLElement ? dom : undefined
  }

  frame.addEventListener('pointermove', onHover)
  frame.addEventListener('pointerleave', () => {
    if (!drag) handle.hidden = true
  })
  handle.addEventListener('pointerdown', onDown)
  handle.addEventListener('pointermove', onMove)
  handle.addEventListener('pointerup', onUp)
  handle.addEventListener('pointercancel', stop)

  return {
    /** The text changed: what the handle stood beside may be elsewhere. */
    forget() {
      if (!drag) handle.hidden = true
    },
    stop,
  }
}
