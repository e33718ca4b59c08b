/**
 * The floating window (SPEC-GAPS 2.13): 400 × 640 px at the bottom right, moved, resized, minimised
 * to a pill, maximised; the browser remembers its place. On a page narrower than 640 px it is a
 * sheet over the whole page.
 */
import { styleHost } from '../services/host-style.ts'
import type { Preferences } from '../services/preferences.ts'

export type FrameMode = 'normal' | 'minimized' | 'maximized'

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface WindowFrame {
  readonly mode: FrameMode
  /** False when the host gave an element to fill. */
  readonly floating: boolean
  readonly sheet: boolean
  minimize(): void
  maximize(): void
  restore(): void
  /** In px of the viewport. */
  moveBy(dx: number, dy: number): void
  resizeBy(dw: number, dh: number): void
  /** Keeps it inside the page, after the page changed its size. */
  fit(): void
  /** It floats from here on, or fills the element that it was put into. */
  setFloating(floats: boolean): void
  stop(): void
}

interface Deps {
  host: HTMLElement
  preferences: Preferences
  changed(): void
}

type Place = Partial<Record<'left' | 'top' | 'right' | 'bottom' | 'width' | 'height', string>>

const SIZE = { width: 400, height: 640 }
const SMALLEST = { width: 340, height: 420 }
const MARGIN = 16
const SHEET_BELOW = 640

export function windowFrame({ host, preferences, changed }: Deps): WindowFrame {
  let floating = false
  let mode: FrameMode = 'normal'
  /**
   * Where the doctor put it; until then it keeps to the corner. A page that is small for a while
   * takes nothing of it away.
   */
  let chosen = preferences.get<Box>('window')
  function bottomRight(): Box {
    const height = Math.min(SIZE.height, innerHeight - 2 * MARGIN)
    return {
      ...SIZE,
      height,
      left: innerWidth - SIZE.width - MARGIN,
      top: innerHeight - height - MARGIN,
    }
  }

  function isSheet() {
    return floating && innerWidth < SHEET_BELOW
  }

  function fit() {
    apply()
    changed()
  }

  function seen(): Box {
    return inside(chosen ?? bottomRight())
  }

  function inside({ left, top, width, height }: Box): Box {
    const w = Math.min(Math.max(width, SMALLEST.width), innerWidth - 2 * MARGIN)
    const h = Math.min(Math.max(height, SMALLEST.height), innerHeight - 2 * MARGIN)
    return {
      width: w,
      height: h,
      left: Math.min(Math.max(left, 0), innerWidth - w),
      top: Math.min(Math.max(top, 0), innerHeight - h),
    }
  }

  function apply() {
    if (!floating) return
    if (mode === 'minimized')
      return place({ right: px(MARGIN), bottom: px(MARGIN), width: 'auto', height: 'auto' })
    if (mode === 'maximized' || isSheet()) {
      const inset = px(isSheet() ? 0 : MARGIN)
      return place({ left: inset, top: inset, right: inset, bottom: inset })
    }
    const { left, top, width, height } = seen()
    place({ left: px(left), top: px(top), width: px(width), height: px(height) })
  }

  function place({ left = 'auto', top = 'auto', right = 'auto', bottom = 'auto', ...size }: Place) {
    const { width = 'auto', height = 'auto' } = size
    styleHost(host, { left, top, right, bottom, width, height })
  }

  function setMode(next: FrameMode) {
    mode = next
    apply()
    changed()
  }

  function change(by: Partial<Box>) {
    const { left, top, width, height } = seen()
    chosen = inside({
      left: left + (by.left ?? 0),
      top: top + (by.top ?? 0),
      width: width + (by.width ?? 0),
      height: height + (by.height ?? 0),
    })
    apply()
    preferences.set('window', chosen)
  }

  return {
    get mode() {
      return mode
    },
    get floating() {
      return floating
    },
    get sheet() {
      return isSheet()
    },
    minimize: () => setMode('minimized'),
    maximize: () => setMode('maximized'),
    restore: () => setMode('normal'),
    moveBy: (dx, dy) => change({ left: dx, top: dy }),
    resizeBy: (dw, dh) => change({ width: dw, height: dh }),
    fit,
    setFloating(floats) {
      if (floating === floats) return
      floating = floats
      if (floats) globalThis.addEventListener('resize', fit)
      else globalThis.removeEventListener('resize', fit)
      mode = 'normal'
      apply()
      changed()
    },
    stop: () => globalThis.removeEventListener('resize', fit),
  }
}

function px(value: number): string {
  return `${value}px`
}
