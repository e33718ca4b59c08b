/**
 * A hospital's identity provider: the certified `oidc-provider` behind TLS under an authority of
 * its own, with one page on which a user types a name. Nobody has a password here.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import Provider, { type Configuration } from 'oidc-provider'
import { testIdentity } from './identities.ts'
import { makeFolder, type TearDown } from './temporary-folder.ts'

const CLIENT = {
  id: 'svc',
  secret: 'a secret of sixty-four characters, that nobody may guess, ok',
}

export async function startIdentityProvider(t: TearDown, redirectUri: string) {
  const { serverPem: cert, serverKeyPem: key, caPem } = await testIdentity()
  let asked = 0
  const server = createServer({ cert, key })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, configurationFor(redirectUri))
  const answer = provider.callback()
  server.on('request', async (request, response) => {
    asked++
    const { pathname } = new URL(request.url ?? '/', issuer)
    if (!pathname.startsWith('/enter/')) return answer(request, response)
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return response.end(PAGE)
    }
    let form = ''
    for await (const chunk of request.setEncoding('utf8')) form += chunk
    const accountId = new URLSearchParams(form).get('user') ?? ''
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
    grant.addOIDCScope('openid profile email')
    const consent = { grantId: await grant.save() }
    await provider.interactionFinished(request, response, { login: { accountId }, consent })
  })
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const folder = await makeFolder(t, 'svc-identity-')
  const [caFile, secretFile] = [join(folder, 'ca.pem'), join(folder, 'secret')]
  await Promise.all([writeFile(caFile, caPem), writeFile(secretFile, `${CLIENT.secret}\n`)])
  return {
    issuer,
    caPem,
    certificatePem: cert,
    /** How many requests came. */
    asked: () => asked,
    settings: {
      SVC_IDENTITY_ISSUER: issuer,
      SVC_IDENTITY_CLIENT_ID: CLIENT.id,
      SVC_IDENTITY_CLIENT_SECRET_FILE: secretFile,
      SVC_IDENTITY_CA_FILE: caFile,
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function configurationFor(redirectUri: string): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: { openid: ['sub', 'groups'], profile: ['preferred_username'], email: ['email'] },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        preferred_username: `${accountId}@Hospital.Example`,
        email: `${accountId}@hospital.example`,
        groups: accountId === 'visitor' ? ['guests'] : ['doctors', 'staff'],
      }),
    }),
    interactions: { url: (_ctx, { uid }) => `/enter/${uid}` },
    pkce: { required: () => true },
  }
}

const PAGE = `<!doctype html><title>Hospital</title>
<form method="post"><label>Usuário <input name="user"></label><button>Continuar</button></form>`
