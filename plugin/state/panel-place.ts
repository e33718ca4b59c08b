/**
 * Where the panel stands in the host's page. A router takes a view away without a word: what is
 * said then may be the next patient's, so it waits. Put back within a moment it belongs to this
 * visit; later it is forgotten, and the recording is paused as of then. A view that is only hidden,
 * at the same address, may be another tab of the same patient: the panel goes on where it is seen.
 */
import type { MountOptions } from '../plugin.d.ts'
import { styleHost } from '../services/host-style.ts'
import { isOnPage, isShown } from '../services/on-page.ts'

export interface PanelPlace {
  /** The page took the panel away, and it is not back. */
  readonly isAway: boolean
  /** It is where the host wanted it, and not hidden: the doctor could see it. */
  readonly isInPlace: boolean
  /** Recording must not begin. */
  readonly forbidsRecording: boolean
  /** When a recording was paused since the panel was gone; until it is dismissed or resumed. */
  readonly pausedAt: number | undefined
  /** Into this element, or as a floating window over the page. */
  put(element: HTMLElement | undefined): void
  /** Sound of the recording: handed on, held back, or forgotten. */
  pass<Sound>(sound: Sound, on: (sound: Sound) => void): void
  dismiss(): void
  check(): void
  stop(): void
}

interface Deps {
  host: HTMLElement
  element: HTMLElement | undefined
  whenRemoved: NonNullable<MountOptions['whenRemoved']>
  /** For the host's developer. */
  warn(text: string): void
  /** It is placed by another rule from here on. */
  onPlaced(floating: boolean): void
  isRecording(): boolean
  /** Whether there was something to pause. */
  pause(): boolean
  changed(): void
}

const LOOK_EVERY_MS = 500
/** A page that draws its view anew puts the panel back sooner. */
const AWAY_MS = 3000
const ABOVE_THE_PAGE = '2147483000'

export function panelPlace(deps: Deps): PanelPlace {
  const { host, whenRemoved, warn, changed } = deps
  let wasThere = false
  let awaySince: number | undefined
  let isGone = false
  // The page took it away, and it shows itself elsewhere.
  let isMoved = false
  let pausedAt: number | undefined
  // The first piece after it left began before that.
  let isFirst = true
  let held: (() => void)[] = []
  let { element } = deps
  // Where the page hid it, and to which it goes back.
  let hiddenIn: HTMLElement | undefined
  let address = location.href
  place(element)
  const timer = setInterval(check, LOOK_EVERY_MS)

  function place(target: HTMLElement | undefined) {
    const isFloating = target === undefined
    if (isFloating) host.dataset.floating = ''
    else delete host.dataset.floating
    styleHost(
      host,
      isFloating
        ? { display: 'block', position: 'fixed', 'z-index': ABOVE_THE_PAGE }
        : { ...FILLING, display: 'block', position: 'relative', 'z-index': 'auto' },
    )
    const parent = target ?? document.body
    if (host.parentNode !== parent || !isOnPage(host)) parent.append(host)
    deps.onPlaced(isFloating)
  }

  function check() {
    if (hiddenIn) return checkHidden(hiddenIn)
    if (isOnPage(host) && !isHidden()) return onThere()
    if (!wasThere) return
    if (awaySince === undefined) {
      awaySince = performance.now()
      warn('the open assistant was taken off the page: call unmount() before, or now')
    }
    if (!isGone && performance.now() - awaySince >= AWAY_MS) onGone()
  }

  /** While nothing is recorded a page may hide what it likes. */
  function isHidden(): boolean {
    return wasThere && element !== undefined && deps.isRecording() && !isShown(host)
  }

  /** In a window of its own for as long as the page, at the same address, hides its place. */
  function checkHidden(home: HTMLElement) {
    if (isOnPage(home) && isShown(home)) return put(home)
    if (whenRemoved === 'pause' && location.href !== address && deps.isRecording()) pauseUnseen()
    if (!isOnPage(host)) hiddenIn = undefined
  }

  function onThere() {
    wasThere ||= isShown(host)
    if (awaySince === undefined) return
    awaySince = undefined
    isGone = false
    isFirst = true
    const waiting = held
    held = []
    for (const handOn of waiting) handOn()
    changed()
  }

  function onGone() {
    isGone = true
    const isOnlyHidden = isOnPage(host)
    if (whenRemoved === 'keep' || (isOnlyHidden && location.href === address)) {
      warn('the assistant goes on as a floating window (hidden, or whenRemoved: keep)')
      if (isOnlyHidden) hiddenIn = element
      place(undefined)
      isMoved = true
      return onThere()
    }
    held = []
    pauseUnseen()
  }

  function pauseUnseen() {
    if (!deps.pause()) return
    pausedAt = Date.now()
    warn('the assistant is off the page: its recording is paused, the microphone let go of')
  }

  function put(next: HTMLElement | undefined) {
    element = next
    isMoved = false
    hiddenIn = undefined
    address = location.href
    place(element)
    check()
  }

  return {
    get isAway() {
      check()
      return awaySince !== undefined
    },
    get isInPlace() {
      return isOnPage(host) && !isMoved && isShown(host)
    },
    get forbidsRecording() {
      check()
      return whenRemoved === 'pause' && awaySince !== undefined
    },
    get pausedAt() {
      return pausedAt
    },
    put,
    pass(sound, on) {
      check()
      if (awaySince === undefined || whenRemoved === 'keep' || isFirst) {
        isFirst = awaySince === undefined
        return on(sound)
      }
      if (!isGone) held.push(() => on(sound))
    },
    dismiss() {
      pausedAt = undefined
      changed()
    },
    check,
    stop: () => clearInterval(timer),
  }
}

const FILLING = {
  left: 'auto',
  top: 'auto',
  right: 'auto',
  bottom: 'auto',
  width: '100%',
  height: '100%',
}
