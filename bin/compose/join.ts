/** `svcctl node invite` and `node join`: the master key of one server for another. */
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { z } from 'zod'
import type { NodeAdmin } from '../../cli/subject-deps.ts'
import { ownFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { AuditAct } from '../../core/audit/ports.ts'
import { AppError } from '../../core/errors.ts'
import { openDatabase } from '../../models/database/database.ts'
import {
  fingerprintOf,
  type KeyFile,
  listKeyFiles,
  Protection,
  removeKeyFile,
  settleKeyFiles,
  writeKeyFile,
} from '../../models/master-key/key-files.ts'
import { fingerprintInForce } from '../../models/master-key/keyring.ts'
import { inviteNode, joinNode } from '../../models/node-join/join.ts'
import { newJoinCode, readJoinCode } from '../../models/node-join/join-handshake.ts'
import { commandLog } from '../command-log.ts'
import { keysFolder, ownKeysFolder } from '../keys-folder.ts'
import type { Platform } from '../platform.ts'
import { openAccess } from './access.ts'
import { composeAdminAudit } from './audit.ts'

type Outcome = AuditAct['outcome']

/** How long the server that invites may take to answer. */
const ANSWER_MS = 10_000

/** What is handed over: a key as it is, or how it is got at. */
const HandedOver = z.object({
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
  key: z.base64().nullable(),
  protection: Protection.nullable(),
})

export function composeJoin(config: Config, platform: Platform, signal: AbortSignal): NodeAdmin {
  return {
    async invite({ validForS, onCode }) {
      refuseOneServer(config)
      const log = commandLog()
      const { database, sealer } = await openAccess(config, platform, log, { make: false })
      const { sequelize } = database
      const audit = composeAdminAudit({ config, platform, sequelize, sealer, log })
      const record = (action: AuditAct['action'], outcome: Outcome, facts: AuditAct['facts']) =>
        audit.trail.append({
          ...{ action, outcome, facts, actor: audit.actor },
          ...{ subject: null, organizationId: null, requestId: null },
        })
      try {
        const inForce = await fingerprintInForce(sequelize)
        const files = await listKeyFiles(keysFolder(config))
        const file = files.find(({ fingerprint }) => fingerprint === inForce)
        if (!file) throw new Error('the database opens, and the file of its key is not there')
        const code = newJoinCode()
        await record('node.invited', 'success', { valid_for_s: validForS })
        onCode(code.text)
        const taker = await inviteNode({
          sequelize,
          code,
          content: handedOver(file),
          validForS,
          signal,
          record: (isGiven, by) =>
            isGiven
              ? record('node.joined', 'success', { process: by, key: file.fingerprint })
              : record('node.join_refused', 'refused', { process: by }),
        })
        return { process: taker }
      } finally {
        await audit.close()
        await database.close()
      }
    },

    async join(typed) {
      const keysDir = refuseOneServer(config)
      const code = readJoinCode(typed)
      const { sequelize, close } = await openDatabase({ url: config.databaseUrl, toRead: true })
      try {
        const inForce = await fingerprintInForce(sequelize)
        const there = await listKeyFiles(keysDir)
        if (there.some(({ fingerprint }) => fingerprint === inForce))
          throw new AppError(
            'conflict',
            'join_not_needed',
            `The master key in force is in ${keysDir} already: start this server.`,
          )
        const own = `${hostname()}:${process.pid}`
        const given = await joinNode({
          ...{ sequelize, code, process: own },
          ...{ answerMs: ANSWER_MS, signal },
        })
        const { fingerprint, content } = keyIn(given)
        if (inForce !== null && fingerprint !== inForce)
          throw new AppError(
            'conflict',
            'vault_damaged',
            'The server that invited has another master key than this database: does it use another one (databaseUrl)?',
          )
        const path = await writeKeyFile(keysDir, fingerprint, content)
        const file = (await listKeyFiles(keysDir)).find((one) => one.fingerprint === fingerprint)
        if (!file) {
          if (path) await removeKeyFile(path)
          throw new Error('what was written is no key')
        }
        await settleKeyFiles(keysDir, file)
        return { fingerprint, keysDir }
      } finally {
        await close()
      }
    },

    async codeIn(path) {
      const text = path === null ? '' : await readFile(path, 'utf8').catch(() => '')
      if (text.trim() !== '') return text.trim()
      throw new AppError(
        'unavailable',
        'code_needed',
        path === null
          ? 'Nobody is there to type the code: --code-file FILE'
          : `${path} cannot be read, or is empty.`,
      )
    },
  }
}

/** @returns the folder of this server's own keys @throws {AppError} `nodes_not_set` */
function refuseOneServer(config: Config): string {
  const own = ownKeysFolder(config)
  if (own !== null && config.databaseUrl.startsWith('postgres')) return own
  throw new AppError(
    'conflict',
    'nodes_not_set',
    `Several servers share one PostgreSQL (databaseUrl), and each has a folder of its own (nodeDir); here ${ownFolder(config)} is all there is.`,
  )
}

function handedOver({ fingerprint, content }: KeyFile): Uint8Array {
  const told: z.infer<typeof HandedOver> =
    content.source === 'file'
      ? { fingerprint, key: content.key.toString('base64'), protection: null }
      : { fingerprint, key: null, protection: content }
  return Buffer.from(JSON.stringify(told))
}

/** @throws {AppError} `vault_damaged` */
function keyIn(given: Uint8Array): Omit<KeyFile, 'path'> {
  const { fingerprint, key, protection } = HandedOver.parse(
    JSON.parse(Buffer.from(given).toString('utf8')),
  )
  if (protection) return { fingerprint, content: protection }
  const bytes = Buffer.from(key ?? '', 'base64')
  if (fingerprintOf(bytes) === fingerprint)
    return { fingerprint, content: { source: 'file', key: bytes } }
  throw new AppError('unavailable', 'vault_damaged', 'What came is not the key that it says.')
}
