/**
 * Sound that several servers acknowledged lies in rows (sound-rows.ts). When its recording has
 * ended it is put into the channel files of the shared folder, byte for byte, and the rows go: a
 * file is written under another name, flushed, renamed, and only then the rows are deleted, in one
 * transaction that also looks whether the sound was erased meanwhile.
 */
import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { QueryTypes, type Sequelize } from 'sequelize'
import { channelPath, directoryOf } from '../audio/audio-store.ts'
import { nodeFiles } from '../audio/files.ts'
import { readRows } from './sound-rows.ts'

const PIECE_BYTES = 1 << 20
/** In one run: the next comes soon. */
const AT_ONCE = 20

interface Deps {
  sequelize: Sequelize
  audioDir: string
}

interface Ended {
  id: string
  consultationId: string
}

/** @returns how many recordings are in files now */
export async function settleSound({ sequelize, audioDir }: Deps): Promise<number> {
  const ended = await sequelize.query<Ended>(
    `SELECT r.id, r.consultation_id AS "consultationId" FROM recordings r
     WHERE (r.state = 'finished' OR r.sound_erased_at IS NOT NULL)
       AND EXISTS (SELECT 1 FROM sound_pieces p WHERE p.recording_id = r.id)
     ORDER BY r.finished_at LIMIT ${AT_ONCE}`,
    { type: QueryTypes.SELECT },
  )
  for (const one of ended) await settle(one)
  return ended.length

  async function settle({ id: recordingId, consultationId }: Ended) {
    const directory = directoryOf(audioDir, { consultationId, recordingId })
    await nodeFiles.makeDirectory(directory)
    const channels = await sequelize.query<{ channel: number }>(
      'SELECT DISTINCT channel FROM sound_pieces WHERE recording_id = $1',
      { bind: [recordingId], type: QueryTypes.SELECT },
    )
    for (const { channel } of channels)
      await writeFile({ recordingId, channel }, channelPath(directory, channel))
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
    if (!stays) await nodeFiles.remove(directory)
  }

  async function writeFile(place: { recordingId: string; channel: number }, path: string) {
    const part = `${path}.${randomBytes(4).toString('hex')}.new`
    const file = await open(part, 'wx', 0o600)
    try {
      for (let position = 0; ; ) {
        const bytes = await readRows(sequelize, place, position, position + PIECE_BYTES)
        if (bytes.length === 0) break
        await file.writeFile(bytes)
        position += bytes.length
      }
      await file.datasync()
    } catch (error) {
      await rm(part, { force: true })
      throw error
    } finally {
      await file.close()
    }
    await rename(part, path)
    const folder = await open(join(dirname(path)), 'r')
    await folder.sync().finally(() => folder.close())
  }
}
