/**
 * Who is signed in on this browser, and the requests made in that name. The panels and the page
 * that records share one session: whoever renews it does so alone, for all.
 */
import type { ErrorBody } from '../../core/contract/api.ts'
import type {
  ExtensionOrganization,
  ExtensionService,
  ExtensionSession,
} from '../../core/contract/extension.ts'
import { forgetAll, keep, kept } from './kept.ts'

export interface Account {
  /** The appliance's public address, without a slash at its end. */
  base: string
  doctor: ExtensionSession['doctor']
  organization: ExtensionOrganization
}

interface Tokens {
  refresh: string
  access: string
  /** Milliseconds since 1970. */
  accessUntil: number
}

/** `status` 0: the appliance was not reached. */
export class AccountError extends Error {
  readonly status: number
  readonly code: string
  readonly details: readonly Record<string, unknown>[]

  constructor(status: number, code: string, message = '', details: AccountError['details'] = []) {
    super(message)
    this.name = 'AccountError'
    this.status = status
    this.code = code
    this.details = details
  }
}

const TIMEOUT_MS = 15_000
/** Renewed before it ends: a request under way must not find it spent. */
const EARLY_MS = 30_000
const LOCK = 'svc-extension-token'

export function account(): Promise<Account | undefined> {
  return kept<Account>('account')
}

/** @throws {AccountError} when it was not reached */
export function serviceFacts(base: string): Promise<ExtensionService> {
  return call(base, 'GET', '/extension/service', {})
}

/**
 * @param given the key that the code was made for; without one: any
 * @throws {AccountError} `code_invalid`, `extension_disabled`, or that it was not reached
 */
export async function signIn(
  base: string,
  code: string,
  deviceName: string,
  given?: CryptoKeyPair,
): Promise<Account> {
  const key = given ?? (await newDeviceKey())
  const answer = await call<ExtensionSession>(base, 'POST', '/extension/sign-in', {
    body: { code, device_name: deviceName, public_key: await publicJwk(key) },
  })
  await forgetAll()
  await keep('device-key', key)
  return taken(base, answer)
}

/** The device is signed out on the appliance too, where that can be reached. */
export async function signOut(): Promise<void> {
  await request('POST', '/extension/sign-out').catch(() => {})
  await forgetAll()
}

/** As the doctor who is signed in. @throws {AccountError} */
export async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const { base } = await signedIn()
  const access = await accessToken()
  try {
    return await call<T>(base, method, path, { access, body })
  } catch (error) {
    if (!(error instanceof AccountError) || error.status !== 401) throw error
    return call<T>(base, method, path, { access: await accessToken(access), body })
  }
}

/** A fresh token for one visit, as the host of the plugin would give it. */
export async function visitToken(id: string): Promise<string> {
  const path = `/extension/visits/${encodeURIComponent(id)}/token`
  return (await request<{ auth_token: string }>('POST', path)).auth_token
}

/** @param refused a token that the appliance did not take */
function accessToken(refused?: string): Promise<string> {
  return navigator.locks.request(LOCK, async () => {
    const held = await kept<Tokens>('tokens')
    if (!held) throw new AccountError(401, 'signed_out')
    const isGood = held.access !== refused && held.accessUntil - EARLY_MS > Date.now()
    return isGood ? held.access : renewed(held)
  })
}

async function renewed({ refresh }: Tokens): Promise<string> {
  const { base } = await signedIn()
  const key = await kept<CryptoKeyPair>('device-key')
  if (!key) throw new AccountError(401, 'signed_out')
  const url = `${base}/extension/token`
  const ask = async (nowMs: number) =>
    call<ExtensionSession>(base, 'POST', '/extension/token', {
      proof: await proofFor(key, 'POST', url, nowMs),
      body: { refresh_token: refresh },
    })
  const answer = await ask(Date.now()).catch((error: AccountError) => {
    // An answer that was lost on its way is given once more.
    if (error.status === 0) return ask(Date.now())
    // This computer's clock is wrong: the appliance says what time it is.
    const [time] = error.details.map(({ server_time }) => server_time)
    if (error.code === 'invalid_proof' && typeof time === 'number') return ask(time * 1000)
    // Nothing of an ended device is of use; what was recorded stays in the outbox.
    if (error.code === 'device_revoked') void forgetAll()
    throw error
  })
  await taken(base, answer)
  return answer.access_token
}

async function taken(base: string, answer: ExtensionSession): Promise<Account> {
  const { doctor, organization } = answer
  const tokens: Tokens = {
    refresh: answer.refresh_token,
    access: answer.access_token,
    accessUntil: Date.now() + answer.expires_in * 1000,
  }
  await keep('tokens', tokens)
  const account: Account = { base, doctor, organization }
  await keep('account', account)
  return account
}

async function signedIn(): Promise<Account> {
  const found = await account()
  if (!found) throw new AccountError(401, 'signed_out')
  return found
}

async function call<T>(
  base: string,
  method: string,
  path: string,
  { access, proof, body }: { access?: string; proof?: string; body?: object | undefined },
): Promise<T> {
  const headers = new Headers()
  if (access) headers.set('authorization', `Bearer ${access}`)
  if (proof) headers.set('dpop', proof)
  if (body) headers.set('content-type', 'application/json')
  const answer = await fetch(base + path, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch((cause: unknown) => {
    throw new AccountError(0, 'network', String(cause))
  })
  if (answer.status === 204) return undefined as T
  const told: unknown = await answer.json().catch(() => undefined)
  if (answer.ok && told !== undefined) return told as T
  const { error = 'unexpected', message, details } = (told ?? {}) as Partial<ErrorBody>
  throw new AccountError(answer.status, error, message, details as AccountError['details'])
}

/**
 * The key that makes this browser the device it signed in as: no script can read it out, and the
 * renewal of a session is worth nothing without its signature (DPoP, RFC 9449).
 */
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const

function newDeviceKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(KEY, false, ['sign', 'verify'])
}

/** Of the public half, what identifies it. */
async function publicJwk({ publicKey }: CryptoKeyPair): Promise<JsonWebKey> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return { kty, crv, x, y } as JsonWebKey
}

/** Of the public half (RFC 7638): what the appliance knows the device by. */
async function thumbprintOf(key: CryptoKeyPair): Promise<string> {
  const { crv, kty, x, y } = await publicJwk(key)
  const bytes = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }))
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** A proof for one request: who sends it holds the key, now. */
async function proofFor(
  key: CryptoKeyPair,
  method: string,
  url: string,
  nowMs: number,
): Promise<string> {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: await publicJwk(key) }
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: url,
    iat: Math.floor(nowMs / 1000),
  }
  const signed = `${encoded(header)}.${encoded(claims)}`
  const bytes = new TextEncoder().encode(signed)
  const signature = await crypto.subtle.sign(SIGNATURE, key.privateKey, bytes)
  return `${signed}.${base64Url(new Uint8Array(signature))}`
}

function encoded(value: unknown): string {
  return base64Url(new TextEncoder().encode(JSON.stringify(value)))
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/**
 * Signing in with the account of the hospital: a window of the browser goes through the hospital's
 * own identity provider, and the appliance sends it back with a code that is good for this
 * browser's new key alone.
 * @throws {AccountError} what the appliance says of it, or `closed`
 */
export async function signInByProvider(base: string, deviceName: string): Promise<Account> {
  const key = await newDeviceKey()
  const asked = new URLSearchParams({
    device: await thumbprintOf(key),
    return_to: chrome.identity.getRedirectURL(),
  })
  const url = `${base}/extension/login?${asked}`
  const back = await chrome.identity
    .launchWebAuthFlow({ url, interactive: true })
    .catch((cause: unknown) => Promise.reject(new AccountError(0, 'closed', String(cause))))
  const word = new URLSearchParams(new URL(back ?? 'about:blank').hash.slice(1))
  const code = word.get('code')
  if (!code) throw new AccountError(401, word.get('error') ?? 'closed')
  return signIn(base, code, deviceName, key)
}
