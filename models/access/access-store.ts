import type { Sequelize } from 'sequelize'
import type { AccessStore } from '../../core/access/ports.ts'
import { accessEpoch } from './access-epoch.ts'
import { keyStore } from './api-keys.ts'
import { deviceStore } from './devices.ts'
import { organizationStore } from './organizations.ts'
import { signingKeyStore } from './signing-keys.ts'
import { spentTokenStore } from './spent-tokens.ts'
import { userStore } from './users.ts'

/** The access tables of one open database; changes raise the epoch in their own transaction. */
export function accessStore(sequelize: Sequelize): AccessStore {
  const { readEpoch, change } = accessEpoch(sequelize)
  return {
    readEpoch,
    ...organizationStore(sequelize, change),
    ...userStore(sequelize, change),
    ...keyStore(sequelize, change),
    ...signingKeyStore(sequelize, change),
    ...spentTokenStore(sequelize),
    ...deviceStore(sequelize, change),
  }
}
