import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sequelize } from 'sequelize'
import { LOGIN_CALLBACK } from '../../api/extension/login-routes.ts'
import { extensionPages } from '../../api/extension/package/routes.ts'
import { signingIdentity } from '../../api/extension/package/signing-identity.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { Sealer } from '../../core/access/ports.ts'
import { type IdentityProvider, providerLogin } from '../../core/access/provider-login.ts'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import type { ConsultationStore } from '../../core/consultation/ports.ts'
import type { ConsultationUseCases } from '../../core/consultation/use-cases.ts'
import { extensionVisits } from '../../core/extension/visits.ts'
import type { Log } from '../../core/log.ts'
import type { BlindIndex } from '../../core/vault/ports.ts'
import { accessStore } from '../../models/access/access-store.ts'
import { extensionKey } from '../../models/access/extension-key.ts'
import { secrets } from '../../models/access/secrets.ts'
import { readSiteRules } from '../../models/site-rules.ts'
import { ownVisits } from '../../models/visit/list-visits.ts'
import { atFirstCall } from '../at-first-call.ts'
import type { Platform } from '../platform.ts'

interface Deps {
  access: AccessUseCases
  consultations: ConsultationUseCases
  consultationRows: ConsultationStore
  index: BlindIndex
  sequelize: Sequelize
  platform: Platform
  config: Config
  sealer: Sealer
  log: Log
}

/** What stands behind the doors of the browser extension. */
export function openExtension(deps: Deps) {
  const { access, consultations, consultationRows, index, sequelize, platform } = deps
  const { config, sealer, log } = deps
  const { prepareConsultation, openConsultation } = consultations
  const { issueConsultationToken } = access
  const { now, newId } = platform
  const visits = extensionVisits({
    prepareConsultation,
    openConsultation,
    issueConsultationToken,
    listOwn: ownVisits({ sequelize, index, consultations: consultationRows }),
    digest: secrets.digest,
    now,
    newId,
  })
  const provider = identityProvider(config, now)
  const login =
    provider && providerLogin({ provider, store: accessStore(sequelize), secrets, now, newId })
  // Those that come with the product first; the hospital's own behind them, which count.
  const folders = [join(platform.installRoot, 'config', 'sites'), dataFolder(config.dataDir).sites]
  const key = extensionKey({ sequelize, sealer, now, newId })
  const pages = extensionPages({
    folder: join(platform.installRoot, 'dist', 'extension'),
    identity: async () => signingIdentity(await key()),
    publicUrl: config.publicUrl,
  })
  const sites = () => readSiteRules(folders, log)
  return { doors: { visits, sites, ...(login && { login }) }, pageRouters: [pages] }
}

/**
 * The hospital's identity provider as the settings describe it; its files are read when needed.
 * @returns undefined where none is set: then nothing is ever asked
 */
function identityProvider(config: Config, now: () => Date): IdentityProvider | undefined {
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
