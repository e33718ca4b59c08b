import { QueryTypes, type Sequelize } from 'sequelize'
import type { VaultAdmin } from '../../cli/subject-deps.ts'
import type { Config } from '../../config/settings.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import { AppError } from '../../core/errors.ts'
import { namesOf, servingNodes } from '../../models/database/serving-lock.ts'
import { listKeyFiles } from '../../models/master-key/key-files.ts'
import type { Keyring } from '../../models/master-key/keyring.ts'
import { rotateMasterKey, sealedByMaster } from '../../models/master-key/rotate.ts'
import { keysFolder, ownKeysFolder } from '../keys-folder.ts'
import type { Platform } from '../platform.ts'

interface Deps {
  config: Pick<
    Config,
    'dataDir' | 'nodeDir' | 'publicUrl' | 'masterKeyCommand' | 'masterKeyPassphraseFile'
  >
  platform: Pick<Platform, 'now'>
  sequelize: Sequelize
  keyring: Keyring
  trail: AuditTrail
  /** The administrator, for the trail. */
  by: string
}

/** What `svcctl vault` works with, beside a running server or without one. */
export function composeVault(deps: Deps): VaultAdmin {
  const { config, platform, sequelize, keyring, trail, by } = deps
  const { publicUrl } = config
  const keysDir = keysFolder(config)

  /** Each of them has a copy of the key, and would be left with the old one. */
  async function refuseOthers(): Promise<void> {
    if (keysDir !== ownKeysFolder(config)) return
    const others = (await servingNodes(sequelize)).filter(({ address }) => address !== publicUrl)
    if (others.length === 0) return
    throw new AppError(
      'conflict',
      'nodes_serving',
      `Other servers have their own copy of the master key: ${namesOf(others)}. Stop them, rotate, and have each take the new key: svcctl node invite here, svcctl node join there.`,
    )
  }

  return {
    async status() {
      const { fingerprint, source } = keyring
      let sealed = 0
      for (const { table } of sealedByMaster) {
        const [row] = await sequelize.query<{ n: number | string }>(
          `SELECT COUNT(*) AS n FROM ${table}`,
          { type: QueryTypes.SELECT },
        )
        sealed += Number(row?.n ?? 0)
      }
      const files = await listKeyFiles(keysDir)
      const leftOver = files.filter((file) => file.fingerprint !== fingerprint)
      return { fingerprint, source, keysDir, sealed, leftOver: leftOver.map(({ path }) => path) }
    },

    async rotate(source, access) {
      await refuseOthers()
      const rotation = await rotateMasterKey(
        {
          sequelize,
          keysDir,
          keyring,
          now: platform.now,
          access: {
            passphraseFile: access.passphraseFile ?? config.masterKeyPassphraseFile,
            command: access.command ?? config.masterKeyCommand,
            askPassphrase: access.askPassphrase,
          },
        },
        source ?? keyring.source,
      )
      const { from, to, sealed } = rotation
      await trail.append({
        actor: { kind: 'administrator', id: by },
        action: source === null ? 'vault.rotated' : 'vault.changed',
        subject: null,
        organizationId: null,
        outcome: 'success',
        requestId: null,
        facts: { from, to, source: rotation.source, sealed },
      })
      return rotation
    },
  }
}
