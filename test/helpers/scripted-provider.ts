/**
 * An identity provider that says what a test tells it to: descriptions, keys and ID tokens that are
 * wrong in one thing. What is right is tried on a real one (identity-provider.ts).
 */
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import jwt from 'jsonwebtoken'
import { testIdentity } from './identities.ts'
import { makeFolder, type TearDown } from './temporary-folder.ts'

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })

interface Script {
  /** Of the ID token, instead of the right ones. */
  claims?: Record<string, unknown>
  /** The whole ID token, from the right claims. */
  token?: (claims: Record<string, unknown>) => string
  /** Of the description, instead of the right ones. */
  description?: Record<string, unknown>
  /** Every answer from now on. */
  status?: number
}

export async function startScriptedProvider(t: TearDown) {
  const { serverPem: cert, serverKeyPem: key, caPem } = await testIdentity()
  const script: Script = {}
  /** By code: the nonce that its login began with. */
  const nonces = new Map<string, string>()
  const spent: string[] = []
  const server = createServer({ cert, key }, async (request, response) => {
    let form = ''
    for await (const chunk of request.setEncoding('utf8')) form += chunk
    response.setHeader('content-type', 'application/json')
    if (script.status) return response.writeHead(script.status).end('{}')
    response.end(JSON.stringify(answer(request.url ?? '', new URLSearchParams(form))))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })

  function answer(path: string, form: URLSearchParams): object {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        authorization_response_iss_parameter_supported: true,
        id_token_signing_alg_values_supported: ['RS256'],
        ...script.description,
      }
    if (path === '/keys')
      return { keys: [{ ...KEY.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] }
    const code = form.get('code') ?? ''
    spent.push(code)
    const nowS = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      aud: 'svc',
      sub: 'clara',
      preferred_username: 'clara@hospital.example',
      nonce: nonces.get(code),
      iat: nowS,
      exp: nowS + 300,
      ...script.claims,
    }
    const id_token = script.token ? script.token(claims) : signed(claims)
    return { access_token: 'access', token_type: 'Bearer', expires_in: 300, id_token }
  }

  const folder = await makeFolder(t, 'svc-identity-')
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, caPem)
  return {
    issuer,
    script,
    /** Codes that the service asked for tokens with. */
    spent,
    settings: {
      SVC_IDENTITY_ISSUER: issuer,
      SVC_IDENTITY_CLIENT_ID: 'svc',
      SVC_IDENTITY_CA_FILE: caFile,
    },
    /** As when the user has agreed: the query that the browser comes back with. */
    agree(authorization: string, code: string): URLSearchParams {
      const { searchParams } = new URL(authorization)
      nonces.set(code, searchParams.get('nonce') ?? '')
      return new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: issuer })
    },
  }
}

export function signed(claims: object, key = KEY): string {
  // Without those that are undefined.
  const written = JSON.parse(JSON.stringify(claims))
  return jwt.sign(written, key.privateKey, { algorithm: 'RS256', keyid: 'one' })
}
