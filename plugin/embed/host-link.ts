/**
 * The way to the page around the frame and back (spec §5.7, SPEC-GAPS C35). Only the parent window
 * counts, only from an origin of the allow-list, and answers go to exactly that origin: never `*`.
 */
import type { EmbedMessages } from '../../core/contract/embed.ts'

/** Of a message event, what counts. */
interface Heard {
  source: unknown
  origin: string
  data: unknown
}

/** Of the frame's window, what is used. */
interface FrameWindow {
  parent: { postMessage(message: unknown, origin: string): void }
  origin: string
  addEventListener(type: 'message', listener: (event: Heard) => void): void
}

/** What was heard before the frame's code was there. */
export interface EarlyMessages {
  heard: Heard[]
  stop(): void
}

export type Send = <Name extends keyof EmbedMessages>(
  eventName: Name,
  eventData: EmbedMessages[Name],
) => void

export interface HostLink {
  /**
   * Null while the browser does not tell and the host has not spoken, or when nothing is around us.
   */
  readonly origin: string | null
  /** Somebody around us is known, and is not listed: they get nothing. */
  readonly isStranger: boolean
  send: Send
  /** To every page that may be our host: reaches the one that is, and says nothing of a patient. */
  announce: Send
  /** Begins with what was heard early. `listener` gets nothing but the host's own messages. */
  listen(early: EarlyMessages, listener: (data: unknown) => void): void
}

interface Deps {
  window: FrameWindow
  /** As Content-Security-Policy writes them; the server sent them with the page. */
  allowed: readonly string[]
  /** Origins above us, the nearest first, where the browser tells; else the referrer's. */
  candidates: readonly string[]
  now(): number
}

/** Messages kept for a host that has not spoken yet. */
const LONGEST_WAIT = 200

export function hostLink({ window, allowed, candidates, now }: Deps): HostLink {
  const { parent } = window
  const framed: boolean = parent !== (window as unknown)
  // A sandboxed frame's origin is "null", as is any other's.
  const isAllowed = (origin: string) =>
    origin !== 'null' && (origin === window.origin || matches(allowed, origin))
  let origin = framed ? (candidates.find((candidate) => isAllowed(candidate)) ?? null) : null
  // Unknown, because no browser told: then the host's first word says it. A page that is known and
  // not listed stays a stranger.
  const isOpen = framed && (origin !== null || candidates.length === 0)
  /** Said before the host is known. */
  const waiting: { eventName: string; eventData: unknown }[] = []

  function post(to: string, eventName: string, eventData: unknown) {
    parent.postMessage({ eventName, eventTimestamp: now(), eventData }, to)
  }

  return {
    get origin() {
      return origin
    },
    isStranger: framed && !isOpen,
    send(eventName, eventData) {
      if (origin !== null) post(origin, eventName, eventData)
      else if (isOpen && waiting.length < LONGEST_WAIT) waiting.push({ eventName, eventData })
    },
    announce(eventName, eventData) {
      if (!isOpen) return
      if (origin !== null) return post(origin, eventName, eventData)
      for (const host of allowed) if (!host.includes('*')) post(host, eventName, eventData)
    },
    listen(early, listener) {
      function take({ source, origin: from, data }: Heard) {
        if (!isOpen || source !== parent || !isAllowed(from)) return
        if (origin !== null && from !== origin) return
        origin = from
        for (const { eventName, eventData } of waiting.splice(0)) post(from, eventName, eventData)
        listener(data)
      }
      early.stop()
      window.addEventListener('message', take)
      for (const event of early.heard) take(event)
    },
  }
}

/** `http://localhost:*` stands for every port, and for none. */
function matches(allowed: readonly string[], origin: string): boolean {
  return allowed.some((source) => {
    if (!source.endsWith(':*')) return source === origin
    const host = source.slice(0, -2)
    return (
      origin === host ||
      (origin.startsWith(`${host}:`) && /^\d+$/.test(origin.slice(host.length + 1)))
    )
  })
}
