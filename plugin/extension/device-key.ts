/**
 * The key that makes this browser the device it signed in as: no script can read it out, and the
 * renewal of a session is worth nothing without its signature (DPoP, RFC 9449).
 */
const KEY = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const

export function newDeviceKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(KEY, false, ['sign', 'verify'])
}

/** Of the public half, what identifies it. */
export async function publicJwk({ publicKey }: CryptoKeyPair): Promise<JsonWebKey> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return { kty, crv, x, y } as JsonWebKey
}

/** Of the public half (RFC 7638): what the appliance knows the device by. */
export async function thumbprintOf(key: CryptoKeyPair): Promise<string> {
  const { crv, kty, x, y } = await publicJwk(key)
  const bytes = new TextEncoder().encode(JSON.stringify({ crv, kty, x, y }))
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** A proof for one request: who sends it holds the key, now. */
export async function proofFor(
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
