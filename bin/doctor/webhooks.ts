/**
 * How every webhook stands, for the doctor. Names are looked up; nothing is sent, and nothing is
 * changed.
 */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { allowsAddress } from '../../api/webhook-client/networks.ts'
import { webhookClient } from '../../api/webhook-client/send-webhook.ts'
import type { Config } from '../../config/settings.ts'
import type { WebhookHealth } from '../../core/doctor/check.ts'
import { openDatabase } from '../../models/database/database.ts'
import { openKeyring } from '../../models/master-key/keyring.ts'
import { webhookHealth } from '../../models/webhook/health.ts'
import { WebhookEndpointRow } from '../../models/webhook/webhook-rows.ts'
import { keysFolder } from '../keys-folder.ts'
import { masterKeyAccess } from '../master-key-access.ts'

/**
 * To be asked only where the database is up to date. @throws what opening the master key throws,
 * where there are any
 */
export async function doctorWebhooks(config: Config): Promise<WebhookHealth[]> {
  const { databaseUrl } = config
  const keys = keysFolder(config)
  // Opening the keyring would make a key where none is: a lost one is another check's.
  if (!existsSync(join(keys, 'master.key')) && !existsSync(join(keys, 'master.json'))) return []
  const database = await openDatabase({ url: databaseUrl, toRead: true })
  try {
    const { sequelize } = database
    if ((await WebhookEndpointRow.attach(sequelize).count()) === 0) return []
    const access = { ...masterKeyAccess(config), askPassphrase: null }
    const sealer = await openKeyring({ sequelize, keysDir: keys, access })
    const { checkAddress } = webhookClient({
      allows: allowsAddress(config.webhookNetworks),
      allowHttp: config.webhookHttp,
      readCa: async () => null,
      userAgent: 'svc/doctor',
    })
    const all = await webhookHealth(sequelize, sealer)
    return await Promise.all(
      all.map(async (one) => ({
        ...one,
        address: one.settings && (await checkAddress(one.settings.url)),
        allowedNetworks: config.webhookNetworks,
      })),
    )
  } finally {
    await database.close()
  }
}
