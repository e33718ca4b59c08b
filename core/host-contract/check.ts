/**
 * One thing that a host page does right or wrong with the plugin, and what mends it. English:
 * integrators read it.
 */
export type Verdict = 'pass' | 'warn' | 'fail'

export interface HostCheck {
  /** Stable, for programs: `token.not-a-key`. */
  id: string
  title: string
  verdict: Verdict
  /** What was seen. */
  detail: string
  /** Empty where nothing is to be done. */
  fix: string
}

/** What the test saw from outside the page: its requests and answers. */
export interface NetworkObservations {
  /** Facts of the page itself. */
  page: { url: string; status: number; csp: string | null; permissionsPolicy: string | null }
  /** Where plugin.js (or /embed) came from. */
  applianceOrigin: string | null
  /** That origin's plugin.json says so; null when there is none: the file was copied. */
  applianceVersion: string | null
  /** Integrity of the current and the pinned file, as the appliance states it. */
  stated: { pinned: string; integrity: string } | null
  pluginRequests: string[]
  way: WayObservations
  /** `METHOD host/path` of requests with the header `x-svc-token`. */
  keyHeaders: string[]
  /** Addresses of texts of the page (HTML, scripts, JSON) that hold what looks like an API key. */
  keysInTexts: string[]
}

/** Where an address lies, as browsers tell them apart. */
export type AddressSpace = 'public' | 'local' | 'loopback'

/**
 * What the browser makes of the way from the page to the appliance (Local Network Access, Chromium
 * 142 and newer).
 */
export interface WayObservations {
  /** Null where the browser did not say. */
  page: AddressSpace | null
  appliance: AddressSpace | null
  /** A request to the appliance was refused: the page is not secure, or may not. */
  refused: 'insecure' | 'permission' | null
  /** Iframes of other origins around the plugin, from the page inwards. */
  frames: { url: string; allow: string }[]
}

export interface HostReport {
  url: string
  kind: 'plugin' | 'iframe' | 'none'
  browser: string
  checks: HostCheck[]
  counts: Record<Verdict, number>
}
