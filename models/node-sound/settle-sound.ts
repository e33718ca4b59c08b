/**
 * Sound that several servers acknowledged lies in rows (sound-rows.ts). When its recording has
 * ended it is put where sound rests, byte for byte as a channel's file: the folder that all servers
 * share, or the store. Only when it is there whole the rows are deleted, in one transaction that
 * also looks whether the sound was erased meanwhile. What breaks off is done again.
 */
import { QueryTypes, type Sequelize } from 'sequelize'
import { channelPath, directoryOf } from '../audio/audio-store.ts'
import type { AudioFiles } from '../audio/files.ts'
import { AWAITS_FINAL_PASS, passBounds } from '../carry/content-states.ts'
import type { PlaceContent } from '../store/content-place.ts'
import { readRows, sizeOf } from './sound-rows.ts'

/** In one run: the next comes soon. */
const AT_ONCE = 20

interface Deps {
  sequelize: Sequelize
  place: PlaceContent
  /** That is a store: to read it again costs a way there and back. */
  isFar?: boolean
  /** Where it rests, to remove what was erased. */
  files: Pick<AudioFiles, 'remove'>
  audioDir: string
}

interface Ended {
  id: string
  consultationId: string
  isErased: boolean
}

/**
 * @returns how many recordings rest now
 * @throws what the first of those that do not threw, after the others
 */
export async function settleSound(deps: Deps): Promise<number> {
  const { sequelize, place, isFar = false, files, audioDir } = deps
  const ended = await sequelize.query<Ended>(
    `SELECT r.id, r.consultation_id AS "consultationId",
       r.sound_erased_at IS NOT NULL AS "isErased" FROM recordings r
     WHERE (r.state = 'finished' OR r.sound_erased_at IS NOT NULL)
       AND EXISTS (SELECT 1 FROM sound_pieces p WHERE p.recording_id = r.id)
       AND (r.sound_erased_at IS NOT NULL OR NOT (:isFar AND ${AWAITS_FINAL_PASS}))
     ORDER BY r.finished_at LIMIT ${AT_ONCE}`,
    { replacements: { ...passBounds(), isFar }, type: QueryTypes.SELECT },
  )
  let settled = 0
  const faults: unknown[] = []
  for (const one of ended)
    await settle(one).then(
      () => settled++,
      (error: unknown) => faults.push(error),
    )
  if (faults.length > 0) throw faults[0]
  return settled

  async function settle({ id: recordingId, consultationId, isErased }: Ended) {
    const channels = isErased ? [] : await channelsOf(recordingId)
    for (const channel of channels)
      await place(channelPath(directoryOf('audio', { consultationId, recordingId }), channel), {
        sizeBytes: await sizeOf(sequelize, { recordingId, channel }),
        read: (position, length) =>
          readRows(sequelize, { recordingId, channel }, position, position + length),
      })
    const stays = await sequelize.transaction(async (transaction) => {
      const [row] = await sequelize.query<{ erased: Date | null }>(
        'SELECT sound_erased_at AS erased FROM recordings WHERE id = $1 FOR UPDATE',
        { bind: [recordingId], type: QueryTypes.SELECT, transaction },
      )
      await sequelize.query('DELETE FROM sound_pieces WHERE recording_id = $1', {
        bind: [recordingId],
        transaction,
      })
      return row !== undefined && row.erased === null
    })
    if (!stays) await files.remove(directoryOf(audioDir, { consultationId, recordingId }))
  }

  async function channelsOf(recordingId: string): Promise<number[]> {
    const rows = await sequelize.query<{ channel: number }>(
      'SELECT DISTINCT channel FROM sound_pieces WHERE recording_id = $1',
      { bind: [recordingId], type: QueryTypes.SELECT },
    )
    return rows.map(({ channel }) => channel)
  }
}
