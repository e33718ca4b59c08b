/**
 * Runs in a host's page before its own scripts (`svcctl host test`): stands between the page and
 * `SvcPlugin`, passes everything on unchanged and writes down how it is used. It keeps kinds, times
 * and yes or no; never a token, an identifier or a document.
 */
import type { HostObservations, HostProbe, PluginCall, TokenGiven } from '../host-probe.ts'

type Listener = (message: { eventName: string; eventData: unknown }) => void
type Call = (...args: unknown[]) => unknown

const API_KEY = /\b(svc_(key|tok)_|sk_(user|live|test)_)[\w-]{12,}/
/** Its first part is read from the last place where it can begin. */
const TOKEN = /\beyJ(?:(?!-eyJ[\w-])[\w-])+\.[\w-]+\.[\w-]+/
const PLUGIN_SCRIPT = /\/plugin(@[\d.]+)?\.js$/
const FRAME = /\/embed\/?$/

const calls: PluginCall[] = []
const tokens: TokenGiven[] = []
const events: string[] = []
const unhandled: string[] = []
const cspViolations: HostObservations['cspViolations'] = []
const listeners = new Set<Listener>()
/** One of its own, so that it also hears where the page names its listeners. */
const hear: Listener = ({ eventName }) => void events.push(eventName)
const listenersAdded: number[] = []
const frameMessages: string[] = []
const messageListeners = new Set<EventListenerOrEventListenerObject>()
let plugin: Record<string, Call> | undefined

const define = Reflect.defineProperty
Reflect.defineProperty = function defineProperty(target, key, description) {
  if (target === globalThis && key === 'SvcPlugin' && description.value)
    return define(target, key, { ...description, value: watched(description.value) })
  return define(target, key, description)
} as typeof Reflect.defineProperty

const addListener = window.addEventListener.bind(window)
window.addEventListener = ((
  type: string,
  listener: EventListener,
  options?: AddEventListenerOptions,
) => {
  if (type === 'message' && listener) messageListeners.add(listener)
  addListener(type, listener, options)
}) as typeof window.addEventListener
addListener('message', ({ data }) => {
  const name = (data as { eventName?: unknown } | null)?.eventName
  if (typeof name === 'string' && name.startsWith('svc.plugin.')) frameMessages.push(name)
})
addListener('unhandledrejection', ({ reason }) => {
  const { code, name } = (reason ?? {}) as { code?: unknown; name?: unknown }
  unhandled.push(String(code ?? name ?? 'unknown'))
})
document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
  cspViolations.push({ directive: effectiveDirective, blocked: blockedURI })
})

type Plugin = Record<string, unknown> & { instance: Record<string, Call> }

/** The same object for the page, with every operation written down. */
function watched(value: Plugin): Plugin {
  plugin = value.instance
  plugin.addMessageListener?.(hear)
  const instance = Object.freeze(
    Object.fromEntries(Object.entries(plugin).map(([name, call]) => [name, watch(name, call)])),
  )
  return Object.freeze({ ...value, ...instance, instance })
}

function watch(name: string, call: Call): Call {
  return (...args) => {
    if (name === 'addMessageListener') {
      listeners.add(args[0] as Listener)
      listenersAdded.push(performance.now())
      return call(...args)
    }
    if (name === 'removeMessageListener') {
      listeners.delete(args[0] as Listener)
      return call(...args)
    }
    const entry: PluginCall = {
      name,
      at: performance.now(),
      settledAt: null,
      outcome: 'pending',
      code: null,
    }
    calls.push(entry)
    const [first] = args
    const answer = call(...(name === 'init' ? [noteInit(entry, first)] : args))
    if (name === 'mount') noteMount(entry, first)
    // What the page gets is a promise that nobody has touched: left unhandled by the page, it is
    // unhandled.
    return Promise.resolve(answer).then(
      (outcome) => {
        settle(entry, 'resolved', outcome)
        return outcome
      },
      (error) => {
        settle(entry, 'rejected', error)
        throw error
      },
    )
  }
}

function settle(entry: PluginCall, outcome: 'resolved' | 'rejected', value: unknown) {
  entry.outcome = outcome
  entry.settledAt = performance.now()
  if (outcome === 'rejected') entry.code = String((value as { code?: unknown })?.code ?? 'unknown')
  else if (entry.mount) entry.mount.refused = (value as { mounted?: unknown })?.mounted === false
}

function noteInit(entry: PluginCall, config: unknown): unknown {
  const { token, getToken, messageListeners } = (config ?? {}) as Record<string, unknown>
  entry.init = { hasToken: token !== undefined, hasProvider: typeof getToken === 'function' }
  if (token !== undefined) tokens.push({ durationMs: 0, kind: kindOf(token) })
  const passed: Record<string, unknown> = { ...(config as object) }
  if (Array.isArray(messageListeners)) {
    for (const listener of messageListeners) listeners.add(listener)
    listenersAdded.push(entry.at)
    passed.messageListeners = [...messageListeners, hear]
  }
  if (typeof getToken === 'function') passed.getToken = () => timed(getToken as () => unknown)
  return passed
}

async function timed(getToken: () => unknown): Promise<unknown> {
  const from = performance.now()
  const note = (kind: TokenGiven['kind']) =>
    tokens.push({ durationMs: performance.now() - from, kind })
  try {
    const token = await getToken()
    note(kindOf(token))
    return token
  } catch (error) {
    note('failed')
    throw error
  }
}

function kindOf(token: unknown): TokenGiven['kind'] {
  if (typeof token !== 'string') return 'not_text'
  if (token.trim() === '') return 'empty'
  if (API_KEY.test(token)) return 'api_key'
  return TOKEN.test(token) ? 'jwt' : 'other'
}

function noteMount(entry: PluginCall, params: unknown) {
  const { options = {}, ...ids } = (params ?? {}) as Record<string, unknown> & {
    options?: Record<string, unknown>
  }
  const isNamed = (name: string) => typeof ids[name] === 'string' && ids[name].trim() !== ''
  const { renderElement } = options
  const box = renderElement instanceof Element ? renderElement.getBoundingClientRect() : null
  entry.mount = {
    ids: {
      doctorId: isNamed('doctorId'),
      patientId: isNamed('patientId'),
      consultationId: isNamed('consultationId'),
    },
    enableFillEhr: options.enableFillEhr === true,
    hasSchema: options.structuredOutputSchema !== undefined,
    messageSubscriptions: options.messageSubscriptions !== false,
    element: box && { width: Math.round(box.width), height: Math.round(box.height) },
    refused: false,
  }
}

function storedSecrets(): HostObservations['storedSecrets'] {
  const entries: [string, string][] = [['cookie', document.cookie]]
  for (const [where, storage] of [
    ['localStorage', localStorage],
    ['sessionStorage', sessionStorage],
  ] as const)
    for (const [name, value] of Object.entries(storage)) entries.push([`${where}: ${name}`, value])
  return entries.flatMap(([where, value]): HostObservations['storedSecrets'] => {
    if (API_KEY.test(value)) return [{ where, kind: 'api_key' }]
    return TOKEN.test(value) ? [{ where, kind: 'token' }] : []
  })
}

function allowsFeature(name: string): boolean | null {
  const { featurePolicy } = document as Document & {
    featurePolicy?: { features(): string[]; allowsFeature(name: string): boolean }
  }
  return featurePolicy?.features().includes(name) ? featurePolicy.allowsFeature(name) : null
}

/** An object that remembers whether anybody looked into it. */
function telltale(data: Record<string, unknown>) {
  let read = false
  const object = {}
  for (const [name, value] of Object.entries(data))
    define(object, name, {
      enumerable: true,
      get() {
        read = true
        return value
      },
    })
  return { object, wasRead: () => read }
}

const probe: HostProbe = {
  observe: () => ({
    isSecureContext,
    scripts: [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
      .filter(({ src }) => PLUGIN_SCRIPT.test(new URL(src).pathname))
      .map(({ src, type, integrity, crossOrigin }) => ({ src, type, integrity, crossOrigin })),
    frames: [...document.querySelectorAll('iframe')]
      .filter(({ src }) => src !== '' && FRAME.test(new URL(src).pathname))
      .map(({ src, allow }) => ({ src, allow })),
    pluginLoaded: plugin !== undefined,
    listenersAdded,
    calls,
    tokens,
    events,
    unhandled,
    cspViolations,
    localNetworkFeatures: {
      'local-network': allowsFeature('local-network'),
      'loopback-network': allowsFeature('loopback-network'),
    },
    storedSecrets: storedSecrets(),
    messageListeners: messageListeners.size,
    frameMessages,
  }),

  async pretend(eventName, eventData) {
    let reacted = false
    const observer = new MutationObserver(() => {
      reacted = true
    })
    observer.observe(document, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    })
    const requests = performance.getEntriesByType('resource').length
    const { object, wasRead } = telltale(eventData)
    for (const listener of [...listeners]) {
      try {
        listener({ eventName, eventData: object })
      } catch {
        // It looked, and could not use what was made up.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
    observer.disconnect()
    return {
      listeners: listeners.size,
      read: wasRead(),
      reacted: reacted || performance.getEntriesByType('resource').length > requests,
    }
  },

  pretendStranger() {
    const { object, wasRead } = telltale({ eventName: 'svc.plugin.generate', eventData: {} })
    const message = new MessageEvent('message', { origin: 'https://stranger.example' })
    define(message, 'data', { value: object })
    for (const listener of messageListeners) {
      try {
        if (typeof listener === 'function') listener.call(window, message)
        else listener.handleEvent(message)
      } catch {
        // A page that fails on a stranger's message has looked into it, or not.
      }
    }
    return wasRead()
  },

  async close() {
    const before = events.length
    await plugin?.unmount?.()
    const closed = events.slice(before).includes('svc.plugin.closed')
    return { closed, elements: document.querySelectorAll('[data-svc-plugin]').length }
  },
}

// The frame is ours, not the host's.
if (!FRAME.test(location.pathname)) define(globalThis, '__svcHostProbe', { value: probe })
