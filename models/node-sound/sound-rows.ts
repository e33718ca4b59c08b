/**
 * Acknowledged sound as rows of PostgreSQL, for several servers: a frame is durable for all of them
 * when its row is committed, and a row is only taken with the recording's last token, so a server
 * that was paused writes nothing more. Rows are the bytes of a channel's file, by their place in
 * it; when the recording has ended they are put where sound rests (settle-sound.ts).
 *
 * These are `AudioFiles` and `Journal` of the one audio store: index, digest, group commit and
 * reading are the same as on a single server's disk. `write` does nothing, the journal holds all.
 */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { recordingElsewhere } from '../../core/recording/refusals.ts'
import type { AudioFile, AudioFiles } from '../audio/files.ts'
import { MAX_BLOCK_BYTES } from '../audio/frame-seal.ts'
import type { Journal, JournalEntry } from '../audio/journal.ts'
import type { NodeLeases } from '../node/leases.ts'

export interface SoundRows {
  files: AudioFiles
  journal: Journal
}

interface Place {
  recordingId: string
  channel: number
}

interface Deps {
  sequelize: Sequelize
  /** Sound of recordings that have ended. */
  settled: AudioFiles
  leases: Pick<NodeLeases, 'nodeId' | 'token' | 'fence' | 'lost'>
}

export function soundRows({ sequelize, settled, leases }: Deps): SoundRows {
  /**
   * Where a group was sent and no answer came: rows of it may be there, beyond what counts. They
   * are taken away before the next.
   */
  const unsure = new Map<string, number>()
  const openRead = soundReader(sequelize, settled)

  async function cut({ recordingId, channel }: Place, from: number) {
    await sequelize.transaction(async (transaction: Transaction) => {
      await leases.fence(recordingId, transaction)
      await sequelize.query(
        'DELETE FROM sound_pieces WHERE recording_id = $1 AND channel = $2 AND position >= $3',
        { bind: [recordingId, channel, from], transaction },
      )
    })
    unsure.delete(keyOf({ recordingId, channel }))
  }

  function fileOf(place: Place): AudioFile {
    return {
      async write(_, position) {
        if (leases.token(place.recordingId) === null) throw recordingElsewhere()
        if (unsure.has(keyOf(place))) await cut(place, position)
      },
      read: (length, position) => readRows(sequelize, place, position, position + length),
      async truncate(length) {
        unsure.set(keyOf(place), length)
        await cut(place, length)
      },
      sync: async () => {},
      size: () => sizeOf(sequelize, place),
      close: async () => void unsure.delete(keyOf(place)),
    }
  }

  async function insert(entries: readonly JournalEntry[]): Promise<void> {
    const ids = [...new Set(entries.map(({ recordingId }) => recordingId))]
    const tokens = new Map(ids.map((id) => [id, leases.token(id)]))
    const column = <Value>(read: (entry: JournalEntry) => Value) => entries.map(read)
    const rows = await sequelize.query<{ id: string }>(INSERT, {
      type: QueryTypes.SELECT,
      bind: [
        column(({ recordingId }) => recordingId),
        column(({ channel }) => channel),
        column(({ position }) => position),
        column(({ bytes }) => bytes),
        column(({ recordingId }) => tokens.get(recordingId) ?? null),
        leases.nodeId,
      ],
    })
    const written = new Set(rows.map(({ id }) => id))
    const refused = ids.filter((id) => !written.has(id))
    // Not waited for: leaving the recording waits for this very group.
    for (const id of refused) void leases.lost(id)
    if (refused.length > 0) throw new RefusedGroup(new Set(refused))
  }

  return {
    files: {
      ...settled,
      open: async (path) => fileOf(placeOf(path)),
      async openExisting(path, mode) {
        if (mode === 'read') return openRead(path)
        const place = placeOf(path)
        const hasRows = (await sizeOf(sequelize, place)) > 0
        return hasRows ? fileOf(place) : settled.openExisting(path, mode)
      },
      makeDirectory: async () => {},
      async remove(path) {
        const recordingId = path.split('/').at(-1) ?? ''
        await sequelize.query('DELETE FROM sound_pieces WHERE recording_id = $1', {
          bind: [recordingId],
        })
        await settled.remove(path)
      },
    },
    journal: {
      sizeBytes: 0,
      oldFiles: 0,
      /** One statement for all, so that they share a flush; what is refused or fails, by itself. */
      async append(entries) {
        const byRecording = new Map<string, JournalEntry[]>()
        for (const entry of entries)
          byRecording.set(entry.recordingId, [...(byRecording.get(entry.recordingId) ?? []), entry])
        try {
          await insert(entries)
          return undefined
        } catch (error) {
          if (error instanceof RefusedGroup)
            return new Map([...error.recordings].map((id) => [id, recordingElsewhere()]))
          if (byRecording.size === 1) throw error
        }
        const failed = new Map<string, unknown>()
        for (const [id, own] of byRecording)
          await insert(own).catch((cause: unknown) =>
            failed.set(id, cause instanceof RefusedGroup ? recordingElsewhere() : cause),
          )
        return failed
      },
      rotate: async () => async () => {},
      close: async () => {},
    },
  }
}

/**
 * Opens a channel's sound to be read, from its rows while there are any. They may go while somebody
 * reads: then it is where it rests, which comes first.
 */
export function soundReader(
  sequelize: Sequelize,
  settled: Pick<AudioFiles, 'openExisting'>,
): (path: string) => Promise<AudioFile | null> {
  return async (path) => {
    const place = placeOf(path)
    if ((await sizeOf(sequelize, place)) === 0) return settled.openExisting(path, 'read')
    let resting: Promise<AudioFile | null> | undefined
    const rest = () => {
      resting ??= settled.openExisting(path, 'read').catch((error: unknown) => {
        resting = undefined
        throw error
      })
      return resting
    }
    const hasMoved = async () => resting !== undefined || (await sizeOf(sequelize, place)) === 0
    const refused = () => Promise.reject(new Error('what is read is not written'))
    return {
      write: refused,
      truncate: refused,
      sync: async () => {},
      async read(length, position) {
        const bytes = resting
          ? Buffer.alloc(0)
          : await readRows(sequelize, place, position, position + length)
        if (bytes.length > 0 || !(await hasMoved())) return bytes
        return (await rest())?.read(length, position) ?? bytes
      },
      size: async () =>
        (await hasMoved()) ? ((await rest())?.size() ?? 0) : sizeOf(sequelize, place),
      close: async () => void (await (await resting)?.close()),
    }
  }
}

/** The rows of the others are committed. */
class RefusedGroup extends Error {
  readonly recordings: ReadonlySet<string>
  constructor(recordings: ReadonlySet<string>) {
    super('another server writes these recordings')
    this.recordings = recordings
  }
}

/** With the fence: the row of a lease is read `FOR SHARE`, so no taking comes between. */
const INSERT = `
  WITH incoming AS (
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::bigint[], $4::bytea[], $5::bigint[])
      AS piece(recording_id, channel, position, sealed, token)
  ), held AS MATERIALIZED (
    SELECT l.recording_id FROM recording_leases l
    JOIN (SELECT DISTINCT recording_id, token FROM incoming) i
      ON i.recording_id = l.recording_id AND i.token = l.token
    WHERE l.node_id = $6 FOR SHARE OF l
  ), written AS (
    INSERT INTO sound_pieces (recording_id, channel, position, sealed)
    SELECT p.recording_id, p.channel, p.position, p.sealed
    FROM incoming p JOIN held h ON h.recording_id = p.recording_id
    RETURNING recording_id
  ) SELECT DISTINCT recording_id AS id FROM written`

/** Bytes [from, to) of a channel's file. */
export async function readRows(
  sequelize: Sequelize,
  { recordingId, channel }: Place,
  from: number,
  to: number,
): Promise<Buffer> {
  const rows = await sequelize.query<{ position: string | number; sealed: Buffer }>(
    `SELECT position, sealed FROM sound_pieces
     WHERE recording_id = $1 AND channel = $2 AND position > $3 AND position < $4
     ORDER BY position`,
    { bind: [recordingId, channel, from - MAX_BLOCK_BYTES, to], type: QueryTypes.SELECT },
  )
  const pieces: Buffer[] = []
  let end = from
  for (const { position, sealed } of rows) {
    const start = Number(position)
    // A hole ends it: nothing behind it counts.
    if (start > end) break
    if (start + sealed.length <= end) continue
    pieces.push(sealed.subarray(end - start, to - start))
    end = start + sealed.length
  }
  return Buffer.concat(pieces)
}

export async function sizeOf(
  sequelize: Sequelize,
  { recordingId, channel }: Place,
): Promise<number> {
  const [last] = await sequelize.query<{ size: string | number }>(
    `SELECT position + length(sealed) AS size FROM sound_pieces
     WHERE recording_id = $1 AND channel = $2 ORDER BY position DESC LIMIT 1`,
    { bind: [recordingId, channel], type: QueryTypes.SELECT },
  )
  return Number(last?.size ?? 0)
}

/** @param path `…/<recording>/<channel>.svc` */
function placeOf(path: string): Place {
  const [recordingId = '', name = ''] = path.split('/').slice(-2)
  return { recordingId, channel: Number.parseInt(name, 10) }
}

function keyOf({ recordingId, channel }: Place): string {
  return `${recordingId} ${channel}`
}
