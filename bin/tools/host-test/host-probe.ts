import type { NetworkObservations, Verdict } from '../../../core/host-contract/check.ts'

/**
 * What the probe of `svcctl host test` writes down inside a host's page (`probe/`). Texts of
 * patients are not among it.
 */

export interface PluginCall {
  name: string
  /** Milliseconds since the page began. */
  at: number
  settledAt: number | null
  outcome: 'pending' | 'resolved' | 'rejected'
  code: string | null
  /**
   * Arguments of `mount`: whether each identifier is a text that says something; the options; where
   * it is drawn.
   */
  mount?: {
    ids: Record<'doctorId' | 'patientId' | 'consultationId', boolean>
    enableFillEhr: boolean
    hasSchema: boolean
    messageSubscriptions: boolean
    /** In px, when it was mounted; null for a floating window. */
    element: { width: number; height: number } | null
    refused: boolean
  }
  /** Options of `init`. */
  init?: { hasToken: boolean; hasProvider: boolean }
}

export interface TokenGiven {
  durationMs: number
  kind: 'jwt' | 'api_key' | 'empty' | 'not_text' | 'failed' | 'other'
}

export interface HostObservations {
  isSecureContext: boolean
  scripts: { src: string; type: string; integrity: string; crossOrigin: string | null }[]
  frames: { src: string; allow: string }[]
  /** The plugin was put on the page while the probe watched. */
  pluginLoaded: boolean
  listenersAdded: number[]
  calls: PluginCall[]
  tokens: TokenGiven[]
  events: string[]
  unhandled: string[]
  cspViolations: { directive: string; blocked: string }[]
  /**
   * Features that the page's Permissions-Policy gives to the page; null where the browser does not
   * know them.
   */
  localNetworkFeatures: Record<'local-network' | 'loopback-network', boolean | null>
  /** Names of storage entries that hold what looks like a key or a token. */
  storedSecrets: { where: string; kind: 'api_key' | 'token' }[]
  /** Listeners for window messages, and what the frame said. */
  messageListeners: number
  frameMessages: string[]
}

/** What came of an event that the probe made up. */
export interface Reaction {
  listeners: number
  /** A listener looked into the event's data. */
  read: boolean
  /** The page changed, or asked a server for something. */
  reacted: boolean
}

/** What the test calls inside the page. */
export interface HostProbe {
  observe(): HostObservations
  /** Tells the page's own listeners an event with invented data. */
  pretend(eventName: string, eventData: Record<string, unknown>): Promise<Reaction>
  /** A message as from a stranger's window: whether the page looked into it. */
  pretendStranger(): boolean
  /** Closes the plugin, as the page would; what is left of it. */
  close(): Promise<{ closed: boolean; elements: number }>
}

/** Two visits to a host page, as the judges see them. */
export interface Observed {
  page: HostObservations
  network: NetworkObservations
  /** Reactions to events that the test made up; absent where it could not. */
  reactions: Partial<Record<'fill' | 'structured', Reaction>>
  /** Behaviour in a second visit whose session the appliance refuses; null if none was made. */
  refusedVisit: { unhandled: string[]; heardAuthError: boolean; reaction: Reaction } | null
  strangerRead: boolean
  leftovers: { closed: boolean; elements: number } | null
}

/** Writes one line of the report. */
export type Note = (
  id: string,
  title: string,
  verdict: Verdict,
  detail: string,
  fix?: string,
) => void
