import { existsSync } from 'node:fs'
import { QueryTypes } from 'sequelize'
import type { DatabaseFacts, RndsFacts, WorkFacts } from '../../core/doctor/check.ts'
import { connectionRefused, type Mendable } from '../../core/doctor/postgres.ts'
import { isAppError } from '../../core/errors.ts'
import { accessStore } from '../../models/access/access-store.ts'
import { type Database, openDatabase } from '../../models/database/database.ts'
import { refusalCode } from '../../models/database/faults.ts'
import { postgresPlace } from '../../models/database/postgres-options.ts'
import { postgresState } from '../../models/database/postgres-state.ts'
import { readWorkload } from '../../models/job/workload.ts'
import { listNodes } from '../../models/node/nodes.ts'
import { certificateDates } from '../../models/rnds/certificates.ts'
import { establishmentStore } from '../../models/rnds/establishments.ts'
import { waitingCounts } from '../../models/rnds/submissions.ts'
import { outgoingWaiting } from '../compose/outgoing.ts'
import { composeTerminology } from '../compose/terminology.ts'
import { orphanSound } from './data.ts'

const HOUR_MS = 3_600_000

/**
 * The database as `svcctl doctor` looks at it: opened once, and only where there is one; `close`
 * makes it look again.
 */
export function doctorDatabase(url: string) {
  let opened: Promise<Database> | undefined
  let looked: Promise<DatabaseFacts | null> | undefined
  const isSqlite = url.startsWith('sqlite:')
  const isThere = () => !isSqlite || existsSync(url.slice('sqlite:'.length))
  const open = () => {
    opened ??= openDatabase({ url, toRead: true })
    return opened
  }
  async function look(): Promise<DatabaseFacts | null> {
    if (!isThere()) return null
    try {
      const database = await open()
      return {
        failure: null,
        integrity: await integrityOf(database, url),
        server: isSqlite ? null : await postgresState(database.sequelize, postgresPlace(url)),
        pending: await database.pendingMigrations(),
        foreign: await database.foreignMigrations(),
      }
    } catch (error) {
      opened = undefined
      const refused = refusedIn(error, url)
      return {
        failure: nameOf(error),
        integrity: null,
        pending: [],
        foreign: [],
        ...(refused && { refused }),
      }
    }
  }
  const store = async () => accessStore((await open()).sequelize)

  return {
    /** Looked at once: proving that it is whole reads all of it. */
    facts(): Promise<DatabaseFacts | null> {
      looked ??= look()
      return looked
    },
    nodes: async () => listNodes((await open()).sequelize, null),
    orphanSound: async (audioDir: string) => orphanSound(audioDir, (await open()).sequelize),
    takeInLog: async () =>
      void (await (await open()).sequelize.query('PRAGMA wal_checkpoint(TRUNCATE)')),
    signingKeys: async () => (await (await store()).listSigningKeys()).length,
    organizations: async () => (await store()).listOrganizations(),
    async rnds(): Promise<RndsFacts[]> {
      const { sequelize } = await open()
      const dates = await certificateDates(sequelize)
      const establishments = establishmentStore(sequelize)
      const active = (await (await store()).listOrganizations()).filter(
        ({ status }) => status === 'active',
      )
      return Promise.all(
        active.map(async ({ id }) => ({
          organizationId: id,
          establishment: await establishments.find(id),
          certificateUntil:
            dates.find(({ organizationId }) => organizationId === id)?.notAfter ?? null,
        })),
      )
    },
    async work(): Promise<WorkFacts> {
      const { sequelize } = await open()
      const read = async (sql: string) =>
        (
          await sequelize.query<{ found: number | string | null }>(sql, {
            type: QueryTypes.SELECT,
          })
        )[0]?.found ?? null
      const [keys, consultation, oldest, { queue }, waitingRecords] = await Promise.all([
        read(
          "SELECT COUNT(*) AS found FROM api_keys JOIN organizations ON organizations.id = api_keys.organization_id WHERE api_keys.revoked_at IS NULL AND organizations.status = 'active'",
        ),
        read('SELECT 1 AS found FROM consultations LIMIT 1'),
        read("SELECT MIN(submitted_at) AS found FROM rnds_submissions WHERE state = 'pending'"),
        readWorkload(sequelize),
        waitingCounts(sequelize),
      ])
      return {
        activeKeys: Number(keys),
        hasConsultations: consultation !== null,
        failedTexts: queue.failed,
        waitingRecords,
        oldestPendingRecordH:
          oldest === null ? null : Math.floor((Date.now() - new Date(oldest).getTime()) / HOUR_MS),
      }
    },
    /** Null where the database cannot tell. */
    outgoingWaiting: async () =>
      isThere() ? outgoingWaiting((await open()).sequelize).catch(() => null) : null,
    terminology: async () => composeTerminology((await open()).sequelize).tables(),
    async close() {
      const database = await opened?.catch(() => undefined)
      opened = undefined
      looked = undefined
      await database?.close()
    },
  }
}

async function integrityOf({ sequelize }: Database, url: string): Promise<string | null> {
  if (!url.startsWith('sqlite:')) return null
  const rows = await sequelize.query<{ integrity_check: string }>('PRAGMA integrity_check(5)', {
    type: QueryTypes.SELECT,
  })
  return rows.map((row) => row.integrity_check).join('; ') || 'ok'
}

/** What is known in words: PostgreSQL's refusals, and an address that is none. */
function refusedIn(error: unknown, url: string): Mendable | null {
  if (!isAppError(error)) return null
  if (error.code === 'database_url')
    return { what: error.message, fix: 'svcctl config show databaseUrl   # where it is set' }
  if (error.code !== 'database_unreachable') return null
  return connectionRefused(refusalCode(error), postgresPlace(url))
}

/**
 * The driver's code (SQLITE_NOTADB, ECONNREFUSED): its message may quote what is in the file or the
 * address.
 */
function nameOf(error: unknown): string {
  const { parent, code, name } = error as {
    parent?: { code?: string }
    code?: string
    name?: string
  }
  return parent?.code ?? code ?? name ?? 'unknown'
}
