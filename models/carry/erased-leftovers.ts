/**
 * What lies in the store of sound and files that were erased: a server that was killed while it put
 * them there, and their erasure in between, leave it. Only what the database says was erased goes:
 * what it does not know may be another database's, or of a time that a restore went back behind.
 */
import { QueryTypes, type Sequelize } from 'sequelize'
import type { ContentStore } from '../../core/store/ports.ts'
import { contentIds } from './content-states.ts'

/** As many names as a store lists in one answer. */
const AT_ONCE = 1000

const ERASED_SOUND = `
  SELECT id FROM recordings WHERE id IN (:ids) AND sound_erased_at IS NOT NULL
  UNION SELECT recording_id AS id FROM erased_recordings WHERE recording_id IN (:ids)`
const ERASED_FILES = `
  SELECT consultation_id AS id FROM erasures WHERE consultation_id IN (:ids)`

/** @returns how many went */
export async function removeErasedLeftovers(
  sequelize: Sequelize,
  store: Pick<ContentStore, 'list' | 'remove'>,
): Promise<number> {
  const erased = async (sql: string, ids: string[]) => {
    if (ids.length === 0) return new Set<string>()
    const rows = await sequelize.query<{ id: string }>(sql, {
      replacements: { ids: [...new Set(ids)] },
      type: QueryTypes.SELECT,
    })
    return new Set(rows.map(({ id }) => id))
  }

  async function removeOf(names: readonly string[]): Promise<number> {
    const known = names.flatMap((name) => {
      const ids = contentIds(name)
      return ids ? [{ name, ...ids }] : []
    })
    const sounds = await erased(
      ERASED_SOUND,
      known.filter(({ isSound }) => isSound).map(({ id }) => id),
    )
    const visits = await erased(
      ERASED_FILES,
      known.map(({ consultationId }) => consultationId),
    )
    const gone = known.filter(
      ({ id, consultationId, isSound }) =>
        (isSound && sounds.has(id)) || visits.has(consultationId),
    )
    for (const { name } of gone) await store.remove(name)
    return gone.length
  }

  let removed = 0
  let names: string[] = []
  for await (const { name } of store.list('')) {
    if (names.push(name) < AT_ONCE) continue
    removed += await removeOf(names)
    names = []
  }
  return removed + (await removeOf(names))
}
