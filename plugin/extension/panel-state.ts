/** What the panel of one window shows beside the visit: who is signed in, which visit is open. */
import type {
  ExtensionService,
  ExtensionVisit,
  ListedExtensionVisit,
} from '../../core/contract/extension.ts'
import {
  type Account,
  AccountError,
  account,
  request,
  serviceFacts,
  signIn,
  signInByProvider,
  signOut,
} from './account.ts'
import type { Filling } from './field-words.ts'
import { type FillSheet, fillSheet, type TellArrived } from './fill-sheet.ts'
import { type IdleLock, idleLock, tellLockAct, tellLockActs } from './idle-lock.ts'
import type { Told } from './insert-into-page.ts'
import { invitationOf } from './invitation.ts'
import { type OpenVisit, openVisit } from './open-visit.ts'
import { isGoodPin } from './pin.ts'
import { type Entries, NO_ENTRIES, readPage } from './read-page.ts'
import { onRecordKey } from './record-key.ts'
import type { Recorded, Visit } from './recording-words.ts'
import { frameAccess, giveAllBack } from './ruled-page.ts'
import { extensionUpdate, type Fit, fitOf, type Update } from './versions.ts'
import { words } from './words.ts'

export interface PanelState {
  readonly account: Account | undefined
  /** Set by the administrator's policy; the doctor then types none. */
  readonly managedAddress: string | undefined
  /** How doctors know the hospital's accounts, where they can sign in with them. */
  readonly provider: string | undefined
  /** Whether this extension and the appliance understand one another. */
  readonly fit: Fit
  readonly update: Update
  lookForUpdate(): Promise<void>
  /** With the newest version that the browser has fetched; it ends every page of the extension. */
  restart(): void
  readonly lock: Pick<IdleLock, 'isLocked' | 'needsPin' | 'canLock'>
  readonly visit: Visit | undefined
  readonly listed: readonly ListedExtensionVisit[]
  /** Any visit's, in any window. */
  readonly recorded: Recorded | null
  readonly isBusy: boolean
  /** Not known yet who is signed in. */
  readonly isStarting: boolean
  /** What the doctor is told; `ok` when it went well. */
  readonly told: Told | undefined
  readonly sheet: FillSheet
  start(): Promise<void>
  enter(entries: { address: string; code: string; device: string }): Promise<void>
  /** With the account of the hospital. */
  enterByProvider(entries: { address: string; device: string }): Promise<void>
  /** What an address offers is asked as soon as it is typed. */
  meet(address: string): Promise<void>
  setPin(pin: string, again: string): Promise<void>
  unlock(pin: string): Promise<void>
  lockNow(): Promise<void>
  /** Somebody is there. */
  touch(): void
  /** Of the next visit. */
  entries: Entries
  /** From the page beside, for the doctor to look at. */
  read(): Promise<void>
  begin(byVideo: boolean): Promise<void>
  open(listed: Pick<ListedExtensionVisit, 'id'>): Promise<void>
  back(): Promise<void>
  leave(): Promise<void>
  /** Writes to the page what is chosen on the sheet. */
  write(): Promise<void>
  /** Puts the document at the caret of the page. */
  insert(): Promise<void>
  /** Asks for the address of a frame, and then does again what it is for. */
  openAddress(address: string): Promise<void>
  /** Takes back what was written last. */
  undo(): Promise<void>
  /** Says something that happened on the sheet. */
  tell(told: Told): void
}

/** For one window, until the browser is closed. */
interface KeptVisit {
  visit: Visit
  type: ExtensionVisit['type']
}

export function panelState(place: HTMLElement, changed: () => void): PanelState {
  let who: Account | undefined
  let managedAddress: string | undefined
  let open: KeptVisit | undefined
  let shown: OpenVisit | undefined
  let listed: readonly ListedExtensionVisit[] = []
  let recorded: Recorded | null = null
  let entries = NO_ENTRIES
  let isBusy = false
  let isStarting = true
  let told: PanelState['told']
  const sheet = fillSheet()
  /** What was done last with the page beside. */
  let again = async () => {}
  const frames = frameAccess()
  addEventListener('pagehide', frames.giveBack)
  let ownWindow: number | undefined
  let service: ExtensionService | undefined
  let isOpened = false
  const update = extensionUpdate(changed)
  const lock = idleLock({
    changed: () => void lockChanged(),
    tell: (act) => void tellLockAct(act),
  })
  // Also where no visit is open: what is recorded is always shown.
  chrome.runtime.onMessage.addListener((message) => {
    const { recorded: next } = message as { recorded?: Recorded | null }
    if (next === undefined) return
    recorded = next
    changed()
  })

  // What a policy installs is there some seconds before what the policy says to it.
  chrome.storage.onChanged.addListener((_, area) => {
    if (area === 'managed') readPolicy().catch((error) => refuse(errorText(error)))
  })

  async function readPolicy() {
    managedAddress = await addressByPolicy()
    changed()
    if (who || managedAddress === undefined) return
    await meet(baseOf(managedAddress))
    changed()
  }

  onRecordKey(windowId, () => {
    if (!lock.isLocked) shown?.pressRecord()
  })

  async function windowId(): Promise<number> {
    ownWindow ??= (await chrome.windows.getCurrent()).id
    return ownWindow
  }

  async function keyOfWindow(): Promise<string> {
    return `visit ${await windowId()}`
  }

  /** One thing at a time: what fails is told, and nothing else has changed. */
  async function during(work: () => Promise<void>) {
    if (isBusy) return
    isBusy = true
    told = undefined
    changed()
    try {
      await work()
    } catch (error) {
      if (error instanceof AccountError && SIGNED_OUT.has(error.code)) {
        who = undefined
        // Before it is told why: what takes patients off the screen takes words off it, too.
        if (isOpened) await hide()
      }
      told = { text: errorText(error), ok: false }
    }
    isBusy = false
    changed()
  }

  /** An appliance that is away, or from before it could say so, is taken as it was. */
  async function meet(base: string) {
    service = await serviceFacts(base).catch(() => service)
  }

  /** What a doctor who is signed in sees first; nothing while it is locked. */
  async function enterPanel(account: Account) {
    who = account
    void tellLockActs()
    void meet(account.base).then(changed)
    await lock.start(account.organization.extension.lock_minutes ?? 0)
    await showPanel()
  }

  async function showPanel() {
    if (lock.isLocked || lock.needsPin) return
    isOpened = true
    const key = await keyOfWindow()
    const before = (await chrome.storage.session.get(key))[key] as KeptVisit | undefined
    if (before) return show(before)
    await list()
  }

  async function lockChanged() {
    // At once, whatever the way to the rest of it takes.
    place.hidden = lock.isLocked
    // Another window may have signed the doctor out.
    if (who && !(await account())) who = undefined
    changed()
    if (lock.isLocked || !who) {
      if (isOpened) await hide()
    } else if (!isOpened && !lock.needsPin) await during(showPanel)
  }

  /** Takes everything of patients off the screen; what is recorded goes on. */
  async function hide() {
    isOpened = false
    listed = []
    told = undefined
    open = undefined
    const closing = shown
    shown = undefined
    leavePage()
    await chrome.action.setTitle({ title: words.title })
    await closing?.close()
    changed()
  }

  function leavePage() {
    again = async () => {}
    frames.giveBack()
  }

  async function end() {
    await signOut()
    await lock.forget()
    await chrome.storage.session.clear()
    await hide()
    who = undefined
    entries = NO_ENTRIES
  }

  function refuse(text: string) {
    told = { text, ok: false }
  }

  async function list() {
    listed = (await request<{ visits: ListedExtensionVisit[] }>('GET', '/extension/visits')).visits
  }

  async function show(next: KeptVisit) {
    await shown?.close()
    sheet.close()
    open = next
    await chrome.storage.session.set({ [await keyOfWindow()]: next })
    // Locked meanwhile: it is there when it is opened.
    if (lock.isLocked) return hide()
    shown = openVisit({
      ...next,
      place,
      mayFill: who?.organization.extension.fill ?? false,
      mayCapture: who?.organization.extension.capture ?? false,
      onFill: (document, tell) => void fill(next.visit, document, tell),
      onRecorded(next) {
        recorded = next
        changed()
      },
      onStaleTab() {
        told = { text: words.tabSound.stale, ok: false, restart: true }
        changed()
      },
    })
  }

  function fill(visit: Visit, document: Filling, tell: TellArrived) {
    again = async () => {
      told = await sheet.begin(visit, document, tell)
    }
    return during(again)
  }

  async function read() {
    const found = await readPage()
    if ('refusal' in found) told = found.refusal
    else {
      entries = found.entries
      told = { text: words.reading.check, ok: true }
    }
  }

  function openOf(answer: ExtensionVisit): KeptVisit {
    const { id, consultation_id, patient, doctor, type } = answer
    const ids = { doctorId: doctor.id, patientId: patient.id, consultationId: consultation_id }
    const patientName = patient.name ?? words.visits.unnamed
    return { type, visit: { base: who!.base, id, ids, patientName } }
  }

  return {
    get account() {
      return who
    },
    get managedAddress() {
      return managedAddress
    },
    get provider() {
      return service?.provider?.name
    },
    get fit() {
      return service ? fitOf(chrome.runtime.getManifest().version, service) : 'fits'
    },
    get update() {
      return update.state
    },
    lookForUpdate: () => during(update.look),
    restart: update.take,
    lock,
    touch: lock.touch,
    lockNow: lock.lock,
    get visit() {
      return open?.visit
    },
    get listed() {
      return listed
    },
    get recorded() {
      return recorded
    },
    get isBusy() {
      return isBusy
    },
    get isStarting() {
      return isStarting
    },
    get told() {
      return told
    },
    async start() {
      void giveAllBack()
      await during(async () => {
        const found = await account()
        if (found) who = found
        await readPolicy()
        if (found) await enterPanel(found)
      })
      isStarting = false
      changed()
    },
    // Not one thing at a time: it is typed while the panel still waits for the browser's policy.
    meet: async (address) => {
      if (!URL.canParse(address)) return
      try {
        await meet(baseOf(address))
      } catch (error) {
        refuse(errorText(error))
      }
      changed()
    },
    enter: ({ address, code, device }) =>
      during(async () => {
        const invited = invitationOf(code)
        const base = baseOf(managedAddress ?? invited.address ?? address)
        await enterPanel(await signIn(base, invited.code, device.trim()))
      }),
    enterByProvider: ({ address, device }) =>
      during(async () => {
        const base = baseOf(managedAddress ?? address)
        await enterPanel(await signInByProvider(base, device.trim()))
      }),
    setPin: (pin, again) =>
      during(async () => {
        if (!isGoodPin(pin)) return refuse(words.lock.weak)
        if (pin !== again) return refuse(words.lock.different)
        await lock.setPin(pin)
        await showPanel()
      }),
    unlock: (pin) =>
      during(async () => {
        if (await lock.open(pin)) return showPanel()
        if (lock.triesLeft > 0) return refuse(words.lock.wrong(lock.triesLeft))
        await tellLockActs()
        await end()
        refuse(words.lock.exhausted)
      }),
    get entries() {
      return entries
    },
    set entries(next) {
      entries = next
    },
    read() {
      again = read
      return during(read)
    },
    openAddress: (address) =>
      during(async () => {
        if (await frames.ask(address)) return again()
        refuse(words.frames.declined)
      }),
    begin: (byVideo) =>
      during(async () => {
        const name = entries.name.trim()
        const id = entries.number.trim()
        const { ehrId } = entries
        const visit = await request<ExtensionVisit>('POST', '/extension/visits', {
          patient: id ? { id, name } : { name },
          type: byVideo ? 'TELEMEDICINE' : 'IN_PERSON',
          request_id: crypto.randomUUID(),
          ...(ehrId ? { ehr_id: ehrId } : {}),
        })
        entries = NO_ENTRIES
        await show(openOf(visit))
      }),
    open: ({ id }) =>
      during(async () => {
        const path = `/extension/visits/${encodeURIComponent(id)}/token`
        await show(openOf(await request<ExtensionVisit>('POST', path)))
      }),
    back: () =>
      during(async () => {
        await shown?.close()
        shown = undefined
        sheet.close()
        open = undefined
        leavePage()
        await chrome.storage.session.remove(await keyOfWindow())
        await list()
      }),
    sheet,
    write: () =>
      during(async () => {
        told = await sheet.write()
      }),
    insert: () =>
      during(async () => {
        told = await sheet.insert()
      }),
    undo: () =>
      during(async () => {
        told = await sheet.undo()
      }),
    tell(next) {
      told = next
      changed()
    },
    leave: () =>
      during(async () => {
        await end()
      }),
  }
}

/** Undefined without one: nothing is managed, or not this. */
async function addressByPolicy(): Promise<string | undefined> {
  const { address } = await chrome.storage.managed
    .get(['address'])
    .catch((): Record<string, unknown> => ({}))
  return typeof address === 'string' ? address : undefined
}

const SIGNED_OUT = new Set(['signed_out', 'device_revoked'])

/** @throws {AccountError} when it is no address of an appliance that a browser may trust */
function baseOf(typed: string): string {
  const text = typed.trim().replace(/(?<!\/)\/+$/, '')
  const address = URL.parse(text.includes('://') ? text : `https://${text}`)
  const isHere = address?.hostname === 'localhost' || address?.hostname === '127.0.0.1'
  if (address?.protocol !== 'https:' && !(address?.protocol === 'http:' && isHere))
    throw new AccountError(0, 'address', typed)
  return (address.origin + address.pathname).replace(/(?<!\/)\/+$/, '')
}

function errorText(error: unknown): string {
  if (!(error instanceof AccountError)) return words.errors.other
  const { code, message } = error
  const ours = (words.errors as Record<string, string>)[code]
  return ours ?? (message || words.errors.other)
}
