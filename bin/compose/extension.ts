import { join } from 'node:path'
import type { Sequelize } from 'sequelize'
import { extensionPages } from '../../api/extension/package/routes.ts'
import { signingIdentity } from '../../api/extension/package/signing-identity.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { Sealer } from '../../core/access/ports.ts'
import { providerLogin } from '../../core/access/provider-login.ts'
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
import { ownVisits } from '../../models/visit/own-visits.ts'
import type { Platform } from '../platform.ts'
import { identityProvider } from './identity-provider.ts'

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
