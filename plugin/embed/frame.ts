/**
 * The legacy frame (spec §4.4, deprecated): the plugin's own app, embedded at full size, with a
 * host that speaks through `postMessage` instead of calling methods.
 */

import { pluginHandle } from '../host/plugin-handle.ts'
import type { Remote } from '../host/remote.ts'
import { embed as words } from '../locales/pt-BR/embed.ts'
import { localNetwork } from '../services/local-network.ts'
import { answers, readCommand } from './answers.ts'
import { type EarlyMessages, hostLink } from './host-link.ts'
import { type FrameParameters, readParameters } from './parameters.ts'
import { reports } from './reports.ts'
import { frameTokens } from './tokens.ts'

const STATUS_EVERY_MS = 5000
const HOST_IS_LATE_MS = 15_000

/** Not awaited by anybody: what goes wrong is on the screen, and told to the host. */
export function startFrame(query: URLSearchParams, early: EarlyMessages) {
  const parameters = readParameters(query)
  const link = hostLink({
    window,
    allowed: listedHosts(),
    candidates: originsAbove(),
    now: Date.now,
  })
  const tokens = frameTokens({
    ...parameters,
    hostOrigin: () => link.origin,
    askHost: () => link.send('svc.plugin.embed.tokenNeeded', undefined),
    base: frameBase(location),
    fetch: globalThis.fetch.bind(globalThis),
  })
  warnOfTheEnd()
  const screen = waitingText(parameters.darkMode)
  if (link.isStranger) return screen.show(words.strangers)
  const isComplete = Object.values(parameters.ids).every((id) => id !== '')
  const app = isComplete ? openApp(parameters, link, tokens, screen) : undefined

  link.announce('svc.plugin.embed.ready', {
    version: PLUGIN_VERSION,
    tokenNeeded: isComplete && tokens.waitsForHost,
  })
  for (const warning of parameters.warnings) {
    link.send('svc.plugin.warning', warning)
    warn(`${warning.code}: ${warning.message}`)
  }
  if (!isComplete) {
    screen.show(words.missing)
    const message = 'The address must name patientId, doctorId and consultationId.'
    link.send('svc.plugin.error', { code: 'INVALID_PAYLOAD', message })
  }
  link.listen(early, (data) => {
    const reading = readCommand(data)
    if (reading === undefined) return
    if ('refusal' in reading) return link.send('svc.plugin.error', reading.refusal)
    if (app) return app.obey(reading.command)
    const message = 'The frame was opened without the identifiers it needs.'
    link.send('svc.plugin.error', { code: 'NOT_READY', message })
  })
}

type Link = ReturnType<typeof hostLink>
type Tokens = ReturnType<typeof frameTokens>
type Screen = ReturnType<typeof waitingText>

function openApp(parameters: FrameParameters, link: Link, tokens: Tokens, screen: Screen) {
  const { ids, clinicalType, outputStyle, consultationType, darkMode, compact } = parameters
  const { send } = link
  let remote: Remote | undefined
  let news: ReturnType<typeof reports> | undefined
  let refreshing = false
  let authenticationEnded = false
  let opened = false
  const replies = answers({ remote: () => remote, clinicalType, outputStyle, send })

  const { origin } = location
  const base = frameBase(location)
  const handle = pluginHandle({
    base,
    network: localNetwork({ origin, pageOrigin: origin, permissions: undefined }),
    workletUrl: new URL(WORKLET_FILE, `${base}/`).href,
    async loadApp() {
      const { startApp } = await import('../app.ts')
      return (deps) => {
        const started = startApp({
          ...deps,
          remote: {
            attach(attached) {
              remote = attached
              const { consultationId } = ids
              news = reports({ remote: attached, consultationId, send, now: Date.now })
            },
            changed: refreshSoon,
          },
        })
        if (compact) compactHost(parameters)
        return started
      }
    },
    warn,
    report: (error) => reportError(error),
  })
  handle.addMessageListener(({ eventName, eventData }) => {
    if (eventName === 'svc.plugin.ehr.document.created') {
      news?.onDocument(eventData.id)
      replies.onDocument(eventData.id)
    } else if (eventName === 'svc.plugin.error.auth') {
      authenticationEnded = true
      send(eventName, eventData)
    } else if (eventName === 'svc.plugin.ready') refreshSoon()
  })
  setInterval(() => news?.tick(), STATUS_EVERY_MS)
  if (tokens.waitsForHost) waitForHost()
  else open()

  /** After what is going on now has been told: one look for many changes. */
  function refreshSoon() {
    if (refreshing) return
    refreshing = true
    queueMicrotask(() => {
      refreshing = false
      news?.refresh()
      replies.refresh()
    })
  }

  function open() {
    opened = true
    screen.hide()
    const { getToken } = tokens
    // Both tell their failure on the screen, with a way to try again.
    handle.init({ getToken }).catch(() => {})
    const options = {
      renderElement: screen.place,
      darkMode,
      consultationType,
      defaultTemplate: clinicalType,
    }
    handle.mount({ ...ids, options }).catch(() => {})
  }

  function waitForHost() {
    screen.show(words.waiting)
    setTimeout(() => {
      if (!opened) screen.show(words.noToken)
    }, HOST_IS_LATE_MS)
  }

  return {
    obey(command: Parameters<typeof replies.obey>[0] | { kind: 'token'; bearerToken: string }) {
      if (command.kind !== 'token') return replies.obey(command)
      tokens.offer(command.bearerToken)
      if (!opened) return open()
      if (!authenticationEnded) return
      authenticationEnded = false
      handle.init({ getToken: tokens.getToken }).catch(() => {})
    },
  }
}

function compactHost({ compact }: FrameParameters) {
  const host = document.querySelector<HTMLElement>('[data-svc-plugin]')
  if (host && compact) host.dataset.compact = ''
}

/** The server wrote them beside the header that browsers obey. */
function listedHosts(): string[] {
  return contentOf('svc-hosts')
    .split(' ')
    .filter((source) => source !== '')
}

function contentOf(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/**
 * The nearest page around us, where the browser tells; else what brought us here, if that is told.
 */
function originsAbove(): string[] {
  const { ancestorOrigins } = location
  if (ancestorOrigins !== undefined) return [...ancestorOrigins].slice(0, 1)
  return document.referrer ? [new URL(document.referrer).origin] : []
}

function warnOfTheEnd() {
  const until = contentOf('svc-sunset')
  warn(`/embed is deprecated: use /plugin.js. It is kept until ${until} at least.`)
}

function warn(text: string) {
  // biome-ignore lint/suspicious/noConsole: the host's developer reads warnings there, and only there
  console.warn(`[SvcPlugin] ${text}`)
}

/** What the frame's address lies below: the appliance at a root, or under a path of a portal. */
function frameBase({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string {
  return origin + pathname.replace(/\/embed\/?$/, '')
}

/**
 * The frame's page around the app: full size, and a line of text while there is no app. Styles are
 * a constructed sheet.
 */
function waitingText(darkMode: boolean) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    html, body, .place { height: 100%; margin: 0; background: ${darkMode ? '#12191e' : '#fff'} }
    .waiting {
      display: grid; place-content: center; height: 100%; padding: 0 24px; box-sizing: border-box; margin: 0;
      text-align: center; text-wrap: balance; color: ${darkMode ? '#a3b2bb' : '#51616c'};
      font: 15px/1.5 system-ui, sans-serif;
    }
    .waiting[hidden] { display: none }
  `)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  const text = document.createElement('p')
  text.className = 'waiting'
  text.hidden = true
  text.setAttribute('role', 'status')
  const place = document.createElement('main')
  place.className = 'place'
  place.hidden = true
  document.body.append(text, place)

  return {
    /** Where the app goes. */
    place,
    show(what: string) {
      text.textContent = what
      text.hidden = false
      place.hidden = true
    },
    hide() {
      text.hidden = true
      place.hidden = false
    },
  }
}
