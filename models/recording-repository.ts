import type { Sequelize, WhereOptions } from 'sequelize'
import type { RecordingStatement } from '../core/contract/channel.ts'
import type {
  Gap,
  HeldChannel,
  RecordingEnd,
  RecordingRepository,
  StoredRecording,
} from '../core/recording/storage.ts'
import { Recording } from './recording.ts'
import { RecordingChannel } from './recording-channel.ts'

/** Recordings as rows. Every write is committed before it resolves. */
export function recordingRepository(sequelize: Sequelize): RecordingRepository {
  const recordings = Recording.attach(sequelize)
  const channels = RecordingChannel.attach(sequelize)

  async function list(where: WhereOptions<Recording>): Promise<StoredRecording[]> {
    const order: [string, string][] = [
      ['startedAt', 'ASC'],
      ['id', 'ASC'],
    ]
    const rows = await recordings.findAll({ where, order })
    const held = await channels.findAll({
      where: { recordingId: rows.map(({ id }) => id) },
      order: [['channel', 'ASC']],
    })
    return rows.map((row) =>
      toStored(
        row,
        held.filter(({ recordingId }) => recordingId === row.id),
      ),
    )
  }

  return {
    async create({ held: _, statement, ...columns }) {
      await recordings.create({ ...columns, statement: statement && JSON.stringify(statement) })
    },
    find: async (id) => (await list({ id }))[0],
    listByConsultation: (consultationId) => list({ consultationId }),
    listOpen: () => list({ state: ['recording', 'paused'] }),
    listUnannounced: () => list({ state: 'finished', announced: false }),
    async update(id, { held, statement, ...columns }) {
      const change = {
        ...columns,
        ...(statement !== undefined && { statement: statement && JSON.stringify(statement) }),
      }
      if (!held) {
        await recordings.update(change, { where: { id } })
        return
      }
      await sequelize.transaction(async (transaction) => {
        await recordings.update(change, { where: { id }, transaction })
        await channels.destroy({ where: { recordingId: id }, transaction })
        await channels.bulkCreate(
          held.map(({ gaps, ...one }) => ({ recordingId: id, ...one, gaps: JSON.stringify(gaps) })),
          { transaction },
        )
      })
    },
    async remove(id) {
      await recordings.destroy({ where: { id } })
    },
  }
}

function toStored(row: Recording, channels: RecordingChannel[]): StoredRecording {
  const { id, consultationId, organizationId, startMs, startedAt, touchedAt, finishedAt } = row
  return {
    id,
    consultationId,
    organizationId,
    startMs,
    startedAt,
    touchedAt,
    finishedAt,
    channels: row.channels,
    announced: row.announced,
    source: row.source as StoredRecording['source'],
    state: row.state as StoredRecording['state'],
    endedBy: row.endedBy as RecordingEnd | null,
    statement: row.statement === null ? null : (JSON.parse(row.statement) as RecordingStatement),
    held: channels.map(toHeld),
  }
}

/** BIGINT comes back as a string from some drivers. */
function toHeld(row: RecordingChannel): HeldChannel {
  return {
    channel: row.channel,
    nextSequence: Number(row.nextSequence),
    nextOffset: Number(row.nextOffset),
    heldSamples: Number(row.heldSamples),
    gaps: JSON.parse(row.gaps) as Gap[],
    sha256: row.sha256,
  }
}
