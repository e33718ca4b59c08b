import { existsSync } from 'node:fs'
import { QueryTypes } from 'sequelize'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import { isAppError } from '../../core/errors.ts'
import { judgeClock } from '../../core/retention/clock.ts'
import type { RetentionFacts } from '../../core/retention/ports.ts'
import { type RetentionCategory, retentionCategories } from '../../core/retention/rules.ts'
import { openDatabase } from '../../models/database/database.ts'
import { retentionStore } from '../../models/retention/retention.ts'
import { retentionMemory, retentionRules } from '../../models/retention/retention-memory.ts'
import { defaultRules } from '../compose/retention.ts'
import type { Platform } from '../platform.ts'

const PATIENCE_MS = 2 * 86_400_000

/**
 * How retention stands; null where there is no database of this release. Nothing is erased, and
 * nothing is put on record.
 */
export async function retentionFacts(
  config: Config,
  { now }: Pick<Platform, 'now'>,
): Promise<RetentionFacts | null> {
  const { databaseUrl, dataDir } = config
  if (databaseUrl.startsWith('sqlite:') && !existsSync(databaseUrl.slice('sqlite:'.length)))
    return null
  const database = await openDatabase({ url: databaseUrl, toRead: true })
  try {
    if ((await database.pendingMigrations()).length > 0) return null
    const { sequelize } = database
    const defaults = defaultRules(config)
    const own = retentionRules(sequelize, now)
    const { audio: audioDir, files: filesDir } = dataFolder(dataDir)
    const recordWithin = () => Promise.reject(new Error('the doctor erases nothing'))
    const store = retentionStore({ sequelize, audioDir, filesDir, recordWithin, now })
    const memory = await retentionMemory({ sequelize, now, isOwnerGone: () => false }).read()
    const organizations = await sequelize.query<{ id: string }>('SELECT id FROM organizations', {
      type: QueryTypes.SELECT,
    })
    const sums = { overdue: 0, held: 0, stuckSounds: 0 }
    const before = (kept: number | null, patience: number) =>
      new Date(kept === null ? 0 : now().getTime() - kept - patience)
    for (const { id: organizationId } of organizations) {
      const rules = { ...defaults, ...(await own.find(organizationId)) }
      const at = (category: RetentionCategory, patience: number) => ({
        organizationId,
        category,
        until: before(rules[category], patience),
        importedUntil: category === 'documents' ? before(rules.imported, patience) : null,
      })
      for (const category of retentionCategories) {
        sums.overdue += (await store.state(at(category, PATIENCE_MS), null)).due.items
        sums.held += (await store.state(at(category, 0), null)).held.items
      }
    }
    const [stuck] = await sequelize.query<{ n: number | string }>(
      `SELECT COUNT(*) AS n FROM recordings r LEFT JOIN jobs j ON j.recording_id = r.id AND j.kind = 'transcription.final'
       WHERE r.sound_erased_at IS NULL AND r.state = 'finished' AND r.finished_at < :before AND (j.state IS NULL OR j.state <> 'done')`,
      {
        type: QueryTypes.SELECT,
        replacements: { before: new Date(now().getTime() - PATIENCE_MS) },
      },
    )
    return {
      refused: null,
      ...sums,
      stuckSounds: Number(stuck?.n ?? 0),
      waitsUntil: judgeClock(memory, now()).waitsUntil,
      ranAt: memory.ranAt,
    }
  } catch (error) {
    if (isAppError(error) && error.code === 'retention_refused') return { refused: error.message }
    throw error
  } finally {
    await database.close()
  }
}
