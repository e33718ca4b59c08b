/**
 * The panel's lock: after some time without a touch it shows nothing until the doctor's PIN opens
 * it. Recording goes on, since it happens in another page. All panels of a browser are locked and
 * opened together, and a browser that was closed comes back locked.
 *
 * Of the PIN a slow digest is kept, under a key that no script can read out: who copies what is
 * kept cannot try PINs elsewhere. After five wrong ones the device has ended.
 */
import type { ExtensionLockAct } from '../../core/contract/extension.ts'
import { AccountError, request } from './account.ts'
import { keep, kept } from './kept.ts'
import { hasPin, isPin, newPin } from './pin.ts'

export interface IdleLock {
  /** Nothing of a patient is shown. */
  readonly isLocked: boolean
  /** A PIN is asked for, and there is none yet. */
  readonly needsPin: boolean
  readonly triesLeft: number
  /** There is a PIN that opens it again. */
  readonly canLock: boolean
  /** @param minutes as the organization has it; 0: never locked */
  start(minutes: number): Promise<void>
  /** Somebody is there. */
  touch(): void
  setPin(pin: string): Promise<void>
  /** @returns whether it was the PIN; after the last try it has `triesLeft` 0 */
  open(pin: string): Promise<boolean>
  lock(): Promise<void>
  /** Nobody is signed in any more. */
  forget(): Promise<void>
}

interface Deps {
  changed(): void
  tell(act: LockAct): void
}

type LockAct = ExtensionLockAct['act']

/** In `chrome.storage.session`: gone when the browser is closed. */
interface Shared {
  activeAt: number
  isLocked: boolean
  minutes: number
}

const MOST_TRIES = 5
const SHARED = 'lock'
const TRIES = 'svc-extension-pin'
const LOOK_EVERY_MS = 1000
const NOTE_EVERY_MS = 5000

export function idleLock({ changed, tell }: Deps): IdleLock {
  const others = new BroadcastChannel('svc-lock')
  let isLocked = false
  let needsPin = false
  let minutes = 0
  let wrong = 0
  let notedAt = 0
  let timer: ReturnType<typeof setInterval> | undefined
  others.onmessage = () => void look()

  async function share(next: Partial<Shared>) {
    const before = await shared()
    const now: Shared = { activeAt: Date.now(), isLocked, minutes, ...before, ...next }
    await chrome.storage.session.set({ [SHARED]: now })
    others.postMessage('look')
  }

  function become(next: boolean) {
    if (next === isLocked) return
    isLocked = next
    changed()
  }

  async function look() {
    const before = needsPin
    needsPin = minutes > 0 && !(await hasPin())
    if (needsPin !== before) changed()
    if (minutes === 0 || needsPin) return become(false)
    const now = await shared()
    wrong = (await kept<number>('pin-wrong')) ?? 0
    if (!now || now.isLocked) return become(true)
    if (isOver(now)) return lock()
    become(false)
  }

  async function lock() {
    if (minutes === 0 || needsPin || isLocked) return
    become(true)
    // Of several windows one tells.
    await navigator.locks.request(TRIES, async () => {
      if ((await shared())?.isLocked) return
      await share({ isLocked: true })
      tell('locked')
    })
  }

  return {
    get isLocked() {
      return isLocked
    },
    get needsPin() {
      return needsPin
    },
    get canLock() {
      return minutes > 0 && !needsPin
    },
    get triesLeft() {
      return MOST_TRIES - wrong
    },
    async start(asked) {
      minutes = asked
      clearInterval(timer)
      await look()
      if (minutes > 0) timer = setInterval(() => void look(), LOOK_EVERY_MS)
    },
    touch() {
      if (isLocked || minutes === 0 || Date.now() - notedAt < NOTE_EVERY_MS) return
      notedAt = Date.now()
      // What comes back after the time is over was not there: it finds it locked.
      void shared().then((now) => {
        if (now && !now.isLocked && !isOver(now)) return share({ activeAt: Date.now() })
      })
    },
    async setPin(pin) {
      await newPin(pin)
      await keep('pin-wrong', 0)
      needsPin = false
      await share({ isLocked: false, activeAt: Date.now(), minutes })
      tell('pin_set')
      changed()
    },
    open: (pin) =>
      navigator.locks.request(TRIES, async () => {
        // Counted before it is looked at: a page that is closed meanwhile has used its try.
        const tries = ((await kept<number>('pin-wrong')) ?? 0) + 1
        await keep('pin-wrong', tries)
        if (tries > MOST_TRIES || !(await isPin(pin))) {
          // Only now: a look that had begun before may have brought the count of before.
          wrong = tries
          tell(tries >= MOST_TRIES ? 'pin_exhausted' : 'pin_wrong')
          changed()
          return false
        }
        wrong = 0
        await keep('pin-wrong', 0)
        await share({ isLocked: false, activeAt: Date.now(), minutes })
        become(false)
        tell('opened')
        return true
      }),
    lock,
    async forget() {
      minutes = 0
      clearInterval(timer)
      await chrome.storage.session.remove(SHARED)
      become(false)
      others.postMessage('look')
    },
  }
}

/** For the button's title, where no panel needs to be open. */
export async function isPanelLocked(): Promise<boolean> {
  const now = await shared()
  if (now) return now.minutes > 0 && (now.isLocked || isOver(now))
  return hasPin()
}

function isOver({ activeAt, minutes }: Shared): boolean {
  // A clock that was set back has told nothing either.
  return Math.abs(Date.now() - activeAt) > minutes * 60_000
}

async function shared(): Promise<Shared | undefined> {
  return (await chrome.storage.session.get(SHARED))[SHARED] as Shared | undefined
}

const NAME = 'lock-acts'
const LOCK = 'svc-extension-lock-acts'
const MOST = 200

/**
 * What happened to the lock, told to the appliance for its audit; kept while that is away.
 *
 * Resolves when it was told, or is kept for later.
 */
export function tellLockAct(act: LockAct): Promise<void> {
  return navigator.locks.request(LOCK, async () => {
    const waiting = (await kept<ExtensionLockAct[]>(NAME)) ?? []
    waiting.push({ act, at: new Date().toISOString() })
    await keep(NAME, waiting.slice(-MOST))
    await send()
  })
}

/** What is still to be told. */
export function tellLockActs(): Promise<void> {
  return navigator.locks.request(LOCK, send)
}

async function send() {
  const waiting = (await kept<ExtensionLockAct[]>(NAME)) ?? []
  while (waiting[0]) {
    try {
      await request('POST', '/extension/lock', waiting[0])
    } catch (error) {
      // An appliance from before it knows no such act: there is nobody to tell.
      if (!(error instanceof AccountError && error.status === 404)) return
    }
    waiting.shift()
    await keep(NAME, waiting)
  }
}
