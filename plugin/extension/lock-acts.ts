/** What happened to the lock, told to the appliance for its audit; kept while that is away. */
import type { ExtensionLockAct } from '../../core/contract/extension.ts'
import { AccountError, request } from './account.ts'
import type { LockAct } from './idle-lock.ts'
import { keep, kept } from './kept.ts'

const NAME = 'lock-acts'
const LOCK = 'svc-extension-lock-acts'
const MOST = 200

/** Resolves when it was told, or is kept for later. */
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
