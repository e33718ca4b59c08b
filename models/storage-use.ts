import { QueryTypes, type Sequelize } from 'sequelize'
import type { StorageUse } from '../core/storage-room.ts'

const KEPT_MS = 60_000

/** What is kept of all visits of an organization is counted at most once a minute. */
export function storageUse(sequelize: Sequelize): Record<'sound' | 'files' | 'inputs', StorageUse> {
  const of = (sum: string, visit: string): StorageUse => {
    const ofOrganization = remembered(async (organizationId) =>
      read(
        `${sum} WHERE ${visit} IN (SELECT id FROM consultations WHERE organization_id = :organizationId)`,
        { organizationId },
      ),
    )
    return {
      ofVisit: (consultationId) =>
        read(`${sum} WHERE ${visit} = :consultationId`, { consultationId }),
      async ofOrganization(consultationId) {
        const [row] = await sequelize.query<{ id: string }>(
          'SELECT organization_id AS id FROM consultations WHERE id = :consultationId',
          { type: QueryTypes.SELECT, replacements: { consultationId } },
        )
        return row ? ofOrganization(row.id) : 0
      },
    }
  }

  async function read(sql: string, replacements: Record<string, string>): Promise<number> {
    const [row] = await sequelize.query<{ bytes: number | string | null }>(sql, {
      type: QueryTypes.SELECT,
      replacements,
    })
    // PostgreSQL sums in text.
    return Number(row?.bytes ?? 0)
  }

  return {
    sound: of(
      `SELECT SUM(c.held_samples) * 2 AS bytes FROM recording_channels c
         JOIN recordings r ON r.id = c.recording_id AND r.sound_erased_at IS NULL`,
      'r.consultation_id',
    ),
    files: of(
      'SELECT SUM(f.size_bytes) AS bytes FROM files f',
      "f.state <> 'failed' AND f.consultation_id",
    ),
    inputs: of(
      'SELECT SUM(p.size_bytes) AS bytes FROM document_origin_parts p',
      'p.consultation_id',
    ),
  }
}

function remembered(read: (id: string) => Promise<number>): (id: string) => Promise<number> {
  const known = new Map<string, { atMs: number; bytes: Promise<number> }>()
  return (id) => {
    const atMs = performance.now()
    const there = known.get(id)
    if (there && atMs - there.atMs < KEPT_MS) return there.bytes
    const bytes = read(id)
    known.set(id, { atMs, bytes })
    bytes.catch(() => known.delete(id))
    return bytes
  }
}
