import { QueryTypes, type Sequelize } from 'sequelize'

/**
 * `rests`: whole, and nobody writes it any more. `busy`: it may still change. `gone`: no row speaks
 * of it, or its sound was erased. Null: no name of sound or of a file.
 */
export type ContentState = 'rests' | 'busy' | 'gone' | null

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SOUND = new RegExp(`^audio/(${UUID})/(${UUID})/\\d+\\.svc$`)
const FILE = new RegExp(`^files/(${UUID})/(${UUID})$`)

/** Sound waits so long, in ms, for its final pass, which would have to fetch it back. */
const FOR_FINAL_PASS_MS = 600_000
/** Of `recordings r`: somebody is about to read all of it. */
export const AWAITS_FINAL_PASS = `r.finished_at > :before AND (r.announced = :no OR EXISTS (
    SELECT 1 FROM jobs j WHERE j.recording_id = r.id AND j.state IN ('queued', 'running')))`

const RESTING_SOUND = `
  SELECT CASE WHEN r.state = 'finished' AND NOT (${AWAITS_FINAL_PASS})
    AND NOT EXISTS (SELECT 1 FROM sound_pieces p WHERE p.recording_id = r.id)
    THEN 'rests' ELSE 'busy' END AS state
  FROM recordings r
  WHERE r.id = :id AND r.consultation_id = :consultationId AND r.sound_erased_at IS NULL`
/** One that is being read may get other bytes: its pages made smaller. */
const RESTING_FILE = `
  SELECT CASE WHEN f.state IN ('ready', 'failed') THEN 'rests' ELSE 'busy' END AS state
  FROM files f WHERE f.id = :id AND f.consultation_id = :consultationId`

export const passBounds = () => ({ before: new Date(Date.now() - FOR_FINAL_PASS_MS), no: false })

/** Null: no name of sound or of a file. */
export function contentIds(name: string) {
  const sound = SOUND.exec(name)
  const [, consultationId, id] = sound ?? FILE.exec(name) ?? []
  if (id === undefined || consultationId === undefined) return null
  return { id, consultationId, isSound: sound !== null }
}

/** @returns how content of the data folder stands, by its name there */
export function contentStates(sequelize: Sequelize): (name: string) => Promise<ContentState> {
  return async (name) => {
    const ids = contentIds(name)
    if (!ids) return null
    const { id, consultationId, isSound } = ids
    const [row] = await sequelize.query<{ state: 'rests' | 'busy' }>(
      isSound ? RESTING_SOUND : RESTING_FILE,
      { replacements: { ...passBounds(), id, consultationId }, type: QueryTypes.SELECT },
    )
    return row?.state ?? 'gone'
  }
}
