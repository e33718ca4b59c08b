/** The hospital's identity provider as the settings describe it; its files are read when needed. */
import { readFile } from 'node:fs/promises'
import { LOGIN_CALLBACK } from '../../api/extension/login-routes.ts'
import type { Config } from '../../config/settings.ts'
import type { IdentityProvider } from '../../core/access/provider-login.ts'
import { atFirstCall } from '../at-first-call.ts'

/** @returns undefined where none is set: then nothing is ever asked */
export function identityProvider(config: Config, now: () => Date): IdentityProvider | undefined {
  const { identityIssuer: issuer, identityClientId: clientId, identityName: name } = config
  if (issuer === null || clientId === null) return undefined
  const { identityClientSecretFile: secretFile, identityCaFile: caFile } = config
  // Its packages are a tenth of a start, and few doctors sign in by it.
  const load = async () => {
    const { openIdProvider } = await import('../../api/identity-provider/openid-provider.ts')
    return openIdProvider({
      name,
      issuer,
      clientId,
      readSecret: async () => (secretFile === null ? null : (await readText(secretFile)).trim()),
      readCa: async () => (caFile === null ? null : readText(caFile)),
      claim: config.identityClaim,
      group: config.identityGroup,
      redirectUri: `${config.publicUrl.replace(/\/$/, '')}${LOGIN_CALLBACK}`,
      now,
    })
  }
  type Calls = Pick<IdentityProvider, 'begin' | 'finish'>
  return { name, ...atFirstCall<Calls>(load, { begin: true, finish: true }) }
}

const readText = (path: string) => readFile(path, 'utf8')
