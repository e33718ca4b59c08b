/**
 * The host interface (spec §4.3): what `SvcPlugin.instance` is. Calls made too early wait until the
 * consultation is ready; every promise settles; a mount, its events and its credentials end
 * together, and the next one may begin at once.
 */
import type { ContextOutcome, MountOutcome } from '../plugin.d.ts'
import { browserError, changedBuiltin } from '../services/browser-support.ts'
import { type LocalNetwork, localNetworkError } from '../services/local-network.ts'
import { isOnPage } from '../services/on-page.ts'
import type { App, AppDeps } from './app-contract.ts'
import { checkParams, readFiles, requireStream, requireText } from './check-options.ts'
import { type MessageListener, messageBus, type Outlet } from './message-bus.ts'
import {
  type HostIds,
  type MountParams,
  type MountSettings,
  readIds,
  readOptions,
} from './mount-options.ts'
import { PluginError, toPluginError } from './plugin-error.ts'
import { type InitInput, readInit } from './read-init.ts'
import { newSession, type Session } from './session.ts'

export interface PluginHandle {
  init(config: InitInput): Promise<void>
  mount(params: MountParams): Promise<MountOutcome>
  unmount(): Promise<void>
  addMessageListener(listener: MessageListener): void
  removeMessageListener(listener: MessageListener): void
  appendContext(markdown: string): Promise<ContextOutcome>
  addBackgroundHistory(text: string, replaceIfExists?: boolean): Promise<ContextOutcome>
  /** @deprecated use `addBackgroundHistory` */
  setBackgroundHistory(text: string, replaceIfExists?: boolean): Promise<ContextOutcome>
  /** @deprecated use `addBackgroundHistory` */
  addEhrContext(text: string): Promise<ContextOutcome>
  /**
   * Remote sound of a teleconsultation; null takes it away. May come before `mount`; `unmount`
   * forgets it.
   */
  setScreenMediaStream(stream: MediaStream | null): Promise<void>
  /**
   * Resolves when the files are taken over; how each of them ends is told by events (spec §3.3).
   */
  uploadFiles(files: File[] | FileList): Promise<void>
}

interface Deps {
  base: string
  network: LocalNetwork
  workletUrl: string
  loadApp(): Promise<(deps: AppDeps) => App>
  warn(text: string): void
  report(error: unknown): void
}

interface Mounted {
  ids: HostIds
  settings: MountSettings
  outlet: Outlet
  session: Session
  app: App | undefined
  ready: Promise<App>
  /** Settles only when it is unmounted, by rejecting. */
  gone: Promise<never>
  leave(): void
}

const READY_TIMEOUT_MS = 15_000

export function pluginHandle(deps: Deps): PluginHandle {
  const { base, network, workletUrl, warn, report } = deps
  const bus = messageBus({ warn, report })
  const beforeMount = bus.openOutlet({ subscribed: true })
  const warned = new Set<string>()
  let session = openSession()
  let initialized = false
  let mounted: Mounted | undefined
  let closing: Promise<void> = Promise.resolve()
  /** Given before or during a mount, and forgotten with it. */
  let screenStream: MediaStream | null = null
  /** It came while the open panel was off the page: it may be the next patient's. */
  let isStreamForNext = false

  function openSession(): Session {
    const opened: Session = newSession({
      base,
      network,
      warn,
      onAuthenticationEnded(message) {
        if (opened !== session && opened !== mounted?.session) return
        const outlet = mounted?.outlet ?? beforeMount
        outlet.publish('svc.plugin.error.auth', { message })
        mounted?.app?.authenticationEnded()
      },
    })
    return opened
  }

  async function loadApp() {
    try {
      return await deps.loadApp()
    } catch (error) {
      throw (await network.blocks('request')) ? localNetworkError(error) : error
    }
  }

  async function init(config: InitInput) {
    const { token, getToken, messageListeners } = readInit(config)
    if (messageListeners) bus.entrust(messageListeners)
    initialized = true
    // The app comes over the network while the token is being checked.
    loadApp().catch(() => {})
    try {
      await session.begin({ token, getToken })
    } catch (error) {
      throw toPluginError(error)
    }
    mounted?.app?.authenticationRestored()
  }

  async function mount(params: MountParams): Promise<MountOutcome> {
    const ids = readIds(params)
    if (mounted && isInPlace(mounted)) return refuseSecond(mounted, ids)
    checkParams(params, warn)
    const settings = readOptions(params.options, warn)
    if (mounted && isSameVisit(mounted.ids, ids)) return showAgain(mounted, settings.renderElement)
    if (mounted) endUnseen(mounted)
    const outlet = bus.openOutlet({ subscribed: settings.messageSubscriptions })
    const opening = new Promise<App>((resolve, reject) => {
      const current = newMounted({ ids, settings, outlet, session })
      mounted = current
      const onFailed = (error: unknown) => {
        const failure = toPluginError(error)
        reject(failure)
        // The developer's to mend: a doctor must not be left before it.
        if (failure.code === 'INVALID_SCHEMA' && mounted === current) void unmount()
      }
      start(current, {
        onReady(app) {
          if (mounted !== current) return
          outlet.publish('svc.plugin.ready')
          resolve(app)
          current.markReady(app)
          if (screenStream) app.setScreenMediaStream(screenStream)
        },
        onFailed,
      }).catch((error) => {
        onFailed(error)
        if (mounted === current && !current.app) endMount(current)
      })
      current.gone.catch(reject)
    })

    async function start(
      current: Mounted,
      on: { onReady(app: App): void; onFailed(error: unknown): void },
    ) {
      await closing
      const startApp = await loadApp()
      if (mounted !== current) return
      if (!initialized)
        on.onFailed(new PluginError('NOT_INITIALIZED', 'Chame init() antes de mount().'))
      const app = startApp({
        base,
        network,
        workletUrl,
        ids,
        settings,
        session: current.session,
        publish: outlet.publish,
        warn,
        onCloseRequested: () => void unmount(),
        onReady: () => on.onReady(app),
        onFailed: on.onFailed,
      })
      current.app = app
      outlet.publish('svc.plugin.opened')
    }

    await withinReadyTime(opening)
    return { mounted: true }
  }

  function refuseSecond(open: Mounted, ids: HostIds): MountOutcome {
    if (!isSameVisit(open.ids, ids)) {
      warn('mount: another consultation is open; call unmount() before mounting the next one')
      open.app?.warnOtherConsultation()
    }
    return { mounted: false, reason: 'ALREADY_MOUNTED' }
  }

  /** A router came back to the visit that it had left. */
  function showAgain(open: Mounted, element: HTMLElement | undefined): MountOutcome {
    warn('mount: the open assistant was taken off the page without unmount(): it is shown again')
    open.settings.renderElement = element
    open.app?.put(element)
    if (isStreamForNext) open.app?.setScreenMediaStream(screenStream)
    isStreamForNext = false
    return { mounted: false, reason: 'ALREADY_MOUNTED' }
  }

  /** A router went on to the next visit: what nobody sees ends before it. */
  function endUnseen(open: Mounted) {
    warn('mount: the one before was taken off the page without unmount(): it is closed first')
    mounted = undefined
    if (!isStreamForNext) screenStream = null
    isStreamForNext = false
    void closeMount(open)
  }

  function unmount(): Promise<void> {
    const leaving = mounted
    const ending = session
    mounted = undefined
    screenStream = null
    isStreamForNext = false
    session = openSession()
    initialized = false
    ending.credentials.withdraw()
    if (!leaving) {
      ending.credentials.release()
      return closing
    }
    return closeMount(leaving).then(() => ending.credentials.release())
  }

  /** Its session may be the next one's. */
  function closeMount(leaving: Mounted): Promise<void> {
    leaving.leave()
    closing = closing
      .then(() => leaving.app?.close())
      .catch(report)
      .then(() => {
        if (leaving.app) leaving.outlet.publish('svc.plugin.closed')
        leaving.outlet.close()
      })
    return closing
  }

  /** The app itself could not be fetched: there is nothing to look at, so the mount is over. */
  function endMount(current: Mounted) {
    current.leave()
    current.outlet.close()
    mounted = undefined
  }

  function whenReady(): Promise<App> {
    if (!mounted)
      return Promise.reject(new PluginError('NOT_MOUNTED', 'O assistente não está aberto.'))
    return Promise.race([mounted.ready, mounted.gone])
  }

  async function addBackgroundHistory(text: string, replaceIfExists = false) {
    requireText('addBackgroundHistory', text)
    return (await whenReady()).addBackgroundHistory(text, replaceIfExists)
  }

  function deprecated(name: string) {
    if (warned.has(name)) return
    warned.add(name)
    warn(`${name} is deprecated: use addBackgroundHistory`)
  }

  return {
    init: (config) => init(config).catch(nameChanges),
    mount: (params) => mount(params).catch(nameChanges),
    unmount,
    addMessageListener(listener) {
      if (typeof listener !== 'function')
        throw new PluginError('INVALID_ARGUMENT', 'addMessageListener: informe uma função.')
      bus.add(listener)
    },
    removeMessageListener: (listener) => bus.remove(listener),
    async appendContext(markdown) {
      requireText('appendContext', markdown)
      return (await whenReady()).appendContext(markdown)
    },
    addBackgroundHistory,
    setBackgroundHistory(text, replaceIfExists) {
      deprecated('setBackgroundHistory')
      return addBackgroundHistory(text, replaceIfExists)
    },
    addEhrContext(text) {
      deprecated('addEhrContext')
      return addBackgroundHistory(text)
    },
    async setScreenMediaStream(stream) {
      requireStream(stream)
      screenStream = stream
      isStreamForNext = stream !== null && mounted?.app?.isAway === true
      if (mounted && !isStreamForNext) (await whenReady()).setScreenMediaStream(screenStream)
    },
    async uploadFiles(files) {
      const list = readFiles(files)
      ;(await whenReady()).uploadFiles(list)
    },
  }
}

function isSameVisit(one: HostIds, other: HostIds): boolean {
  return (
    one.consultationId === other.consultationId &&
    one.patientId === other.patientId &&
    one.doctorId === other.doctorId
  )
}

/** While it is still being fetched: whether there is a place for it. */
function isInPlace({ app, settings: { renderElement } }: Mounted): boolean {
  if (app) return app.isInPlace
  return renderElement === undefined || isOnPage(renderElement)
}

function newMounted(of: Pick<Mounted, 'ids' | 'settings' | 'outlet' | 'session'>) {
  let markReady: (app: App) => void = () => {}
  let leave: () => void = () => {}
  const ready = new Promise<App>((resolve) => {
    markReady = resolve
  })
  const gone = new Promise<never>((_, reject) => {
    leave = () => reject(new PluginError('UNMOUNTED', 'O assistente foi fechado.'))
  })
  // Whoever waits hears it through a race; with nobody waiting it is no unhandled rejection.
  gone.catch(() => {})
  return { ...of, app: undefined as App | undefined, ready, gone, markReady, leave }
}

async function withinReadyTime(opening: Promise<App>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new PluginError('READY_TIMEOUT', 'O assistente demorou demais para abrir.')),
      READY_TIMEOUT_MS,
    )
  })
  try {
    return await Promise.race([opening, late])
  } finally {
    clearTimeout(timer)
  }
}

/** On a page that breaks what the plugin needs, whatever failed did so for that. */
function nameChanges(error: unknown): never {
  throw changedBuiltin() === undefined ? error : browserError('changed')
}
