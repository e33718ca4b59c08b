/**
 * Which web pages may talk to us. One list per organization serves CORS and the channel (DESIGN §6,
 * SPEC-GAPS C35). An organization that has listed nothing trusts only the appliance's own pages and
 * pages of the same computer (loopback): enough to try the product, and nothing on the network by
 * accident.
 */
import { validationError } from '../errors.ts'
import type { Organization } from './access.ts'
import type { Directory } from './directory.ts'

interface Deps {
  directory: Directory
  publicUrl: string | undefined
}

/** @param host the request's `Host` header: a page of ours is never foreign */
export interface OriginQuestion {
  origin: string
  host: string | undefined
}

export interface TokenQuestion extends OriginQuestion {
  organizationId: string
  /** Of a token that a doctor's device got: the extension's pages may use it, and no web page. */
  deviceId?: string | null
}

export interface FrameQuestion {
  organizationId: string | undefined
  /** The page's origin, where the browser says it. */
  page: string | undefined
}

export interface Origins {
  /** Before a token is known: whether any organization would let this page in. */
  anyOrganizationAllows(question: OriginQuestion): Promise<boolean>
  /** With a token: whether its organization does. For HTTP and for the channel's upgrade. */
  isOriginAllowed(question: TokenQuestion): Promise<boolean>
  /**
   * Which pages beside our own may hold the legacy frame, as Content-Security-Policy writes
   * sources: those of one organization. Of several, while nobody is known, the page that asks and
   * no other: strangers are not told who is served here.
   */
  frameHosts(asked: FrameQuestion): Promise<string[]>
}

/** A source list knows no IPv6 address. */
const LOOPBACK_SOURCES = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
)

/** @param publicUrl where browsers find the appliance; its own pages are never foreign */
export function origins({ directory, publicUrl }: Deps): Origins {
  const ownOrigin = publicUrl && new URL(publicUrl).origin
  const isOwn = (question: OriginQuestion) => question.origin === ownOrigin || isSameHost(question)

  const active = async () =>
    (await (await directory.look()).organizations()).filter(({ status }) => status === 'active')

  return {
    async anyOrganizationAllows(question) {
      if (isOwn(question)) return true
      const isExtension = isExtensionOrigin(question.origin)
      return (await active()).some((organization) =>
        isExtension ? organization.extension.enabled : allows(organization, question.origin),
      )
    },
    async isOriginAllowed({ organizationId, deviceId, ...question }) {
      if (isOwn(question)) return true
      const organization = (await active()).find(({ id }) => id === organizationId)
      if (organization === undefined) return false
      if (deviceId || isExtensionOrigin(question.origin))
        return Boolean(deviceId) && isExtensionOrigin(question.origin)
      return allows(organization, question.origin)
    },
    async frameHosts({ organizationId, page }) {
      const asked = (await active()).filter(
        ({ id }) => organizationId === undefined || id === organizationId,
      )
      return [...new Set([...(ownOrigin ? [ownOrigin] : []), ...sourcesOf(asked, page)])]
    },
  }
}

function sourcesOf(organizations: readonly Organization[], page: string | undefined): string[] {
  if (organizations.length > 1)
    return page && organizations.some((each) => allows(each, page)) ? [page] : []
  return organizations.flatMap(({ allowedOrigins }) =>
    allowedOrigins.length > 0 ? allowedOrigins : LOOPBACK_SOURCES,
  )
}

/**
 * Origins as a browser writes them: scheme, host, port, no path, lower case, each once.
 * @throws {AppError} `validation_error` naming the index of the first that is no web origin
 */
export function readOrigins(texts: readonly string[]): string[] {
  return [...new Set(texts.map(readOrigin))]
}

function readOrigin(text: string, index: number): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  const isBare = url?.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  if (!url || !isWeb || !isBare)
    throw validationError([{ field: `allowed_origins.${index}`, issue: 'invalid' }])
  return url.origin
}

function allows({ allowedOrigins }: Organization, origin: string): boolean {
  return allowedOrigins.length > 0 ? allowedOrigins.includes(origin) : isLoopback(origin)
}

/**
 * Pages of a browser extension. Of which one is not asked: Firefox gives every installation an id
 * of its own, and what opens a door is the device's token.
 */
export function isExtensionOrigin(origin: string): boolean {
  return /^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[0-9a-f-]{36})$/.test(origin)
}

/** By host, not by scheme: behind a TLS proxy we do not see the one the browser used. */
function isSameHost({ origin, host }: OriginQuestion): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { hostname } = new URL(origin)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
