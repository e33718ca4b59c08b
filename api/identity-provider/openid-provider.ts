/**
 * The hospital's identity provider by OpenID Connect: authorization code with PKCE, state and
 * nonce, through `openid-client`. The signature of the ID token is checked as well, although it
 * comes straight from the provider. Nothing is asked before the first doctor signs in, and nobody
 * but the configured issuer and the addresses that its own description names.
 */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import { Agent, fetch, type RequestInit } from 'undici'
import {
  type IdentityProvider,
  type LoginChecks,
  loginNotAllowed,
  loginRefused,
  providerUnavailable,
} from '../../core/access/provider-login.ts'
import { isAppError } from '../../core/errors.ts'

interface OpenIdProviderOptions {
  name: string
  issuer: string
  clientId: string
  /** Null: a public client. Asked whenever the provider's description is. */
  readSecret: () => Promise<string | null>
  /** PEM of the only authority that is trusted; null: the public ones. */
  readCa: () => Promise<string | null>
  /** The claim that holds the login. */
  claim: string
  /** Of the claim `groups`, one that is asked for; null: none. */
  group: string | null
  /** Where the browser comes back. */
  redirectUri: string
  now: () => Date
  timeoutS?: number
}

const TIMEOUT_S = 10
/** The description is asked for again after this. */
const KNOWN_MS = 3_600_000
/** An answer's longest body: descriptions and keys are some kilobytes. */
const LONGEST_ANSWER_BYTES = 1024 * 1024

type Claims = Record<string, unknown>

export function openIdProvider(options: OpenIdProviderOptions): IdentityProvider {
  const { name, claim, group, redirectUri, now } = options
  let known: { configuration: Promise<Configuration>; untilMs: number } | undefined

  function configuration(): Promise<Configuration> {
    const nowMs = now().getTime()
    if (known && known.untilMs > nowMs) return known.configuration
    const found = discover(options)
    const entry = { configuration: found, untilMs: nowMs + KNOWN_MS }
    known = entry
    found.catch(() => {
      if (known === entry) known = undefined
    })
    return found
  }

  /** Providers put some claims into the ID token and others behind another address. */
  async function claimsOf(config: Configuration, accessToken: string, claims: Claims & Subject) {
    const isWhole = claims[claim] !== undefined && (group === null || claims.groups !== undefined)
    if (isWhole || !config.serverMetadata().userinfo_endpoint) return claims
    return { ...(await fetchUserInfo(config, accessToken, claims.sub)), ...claims }
  }

  return {
    name,
    begin: ({ state, nonce, codeVerifier }) =>
      asked(async () => {
        const parameters = {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }
        return buildAuthorizationUrl(await configuration(), parameters).href
      }),
    finish: (returned: URL, { state, nonce, codeVerifier }: LoginChecks) =>
      asked(async () => {
        const config = await configuration()
        const tokens = await authorizationCodeGrant(config, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        const proven = tokens.claims()
        if (!proven) throw loginRefused()
        const claims: Claims = await claimsOf(config, tokens.access_token, proven)
        if (group !== null && !listOf(claims.groups).includes(group)) throw loginNotAllowed()
        const login = claims[claim]
        // An address that nobody has confirmed may be anybody's.
        const isConfirmed = claim !== 'email' || claims.email_verified !== false
        if (typeof login !== 'string' || login === '' || !isConfirmed) throw loginRefused()
        return login
      }),
  }
}

interface Subject {
  sub: string
}

const SCOPE = 'openid profile email'

async function discover(options: OpenIdProviderOptions): Promise<Configuration> {
  const { issuer, clientId, readSecret, readCa, timeoutS = TIMEOUT_S } = options
  const [secret, ca] = await Promise.all([readSecret(), readCa()])
  const server = new URL(issuer)
  const isHere = server.protocol === 'http:'
  const config = await discovery(server, clientId, undefined, clientProof(secret), {
    [customFetch]: asking(ca),
    timeout: timeoutS,
    // The settings allow it on this machine alone.
    execute: [...(isHere ? [allowInsecureRequests] : []), enableNonRepudiationChecks],
  })
  return config
}

/** As the provider takes it; by the standard's first choice where it says nothing. */
function clientProof(secret: string | null): ReturnType<typeof None> {
  if (secret === null) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? []
    const isPost = taken.includes('client_secret_post') && !taken.includes('client_secret_basic')
    return (isPost ? post : basic)(server, ...rest)
  }
}

class Unreached extends Error {}

function asking(ca: string | null) {
  const dispatcher = new Agent({
    connect: { ...(ca === null ? {} : { ca }), rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    maxResponseSize: LONGEST_ANSWER_BYTES,
    pipelining: 0,
  })
  return async (url: string, init: object): Promise<Response> => {
    const answer = await fetch(url, { ...(init as RequestInit), dispatcher }).catch((cause) => {
      throw new Unreached('the identity provider was not reached', { cause })
    })
    if (answer.status >= 500) throw new Unreached(`the identity provider answered ${answer.status}`)
    return answer as unknown as Response
  }
}

/** Told apart: what was not reached may be tried again, what was not proven may not. */
async function asked<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (isAppError(error)) throw error
    throw isUnreached(error) ? providerUnavailable(error) : loginRefused(error)
  }
}

function isUnreached(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof Unreached) return true
    if (at.name === 'TimeoutError' || at.name === 'AbortError') return true
  }
  return false
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}
