import type { Sequelize, WhereOptions } from 'sequelize'
import type { RecordingStatement } from '../../core/contract/channel.ts'
import type { InputUse } from '../../core/input-use/input-use.ts'
import type {
  Gap,
  HeldChannel,
  RecordingEnd,
  RecordingRepository,
  StoredRecording,
} from '../../core/recording/storage.ts'
import { lockUnheld } from '../retention/lock-unheld.ts'
import { RecordingChannel } from './channel.ts'
import { Recording } from './recording.ts'

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
    async create({ held: _, statement, use, lostMs, ...columns }) {
      const json = {
        statement: statement && JSON.stringify(statement),
        inputUse: use && JSON.stringify(use),
      }
      await recordings.create({ ...columns, ...json, lostMs: JSON.stringify(lostMs) })
    },
    find: async (id) => (await list({ id }))[0],
    listByConsultation: (consultationId) => list({ consultationId }),
    listOpen: () => list({ state: ['recording', 'paused'] }),
    listUnannounced: () => list({ state: 'finished', announced: false }),
    async update(id, { held, statement, use, lostMs, ...columns }) {
      const change = {
        ...columns,
        ...(lostMs !== undefined && { lostMs: JSON.stringify(lostMs) }),
        ...(statement !== undefined && { statement: statement && JSON.stringify(statement) }),
        ...(use !== undefined && { inputUse: use && JSON.stringify(use) }),
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
    async markSoundForDeletion({ id, consultationId }, at) {
      await sequelize.transaction(async (transaction) => {
        await lockUnheld(sequelize, consultationId, transaction)
        await recordings.update({ soundErasedAt: at }, { where: { id }, transaction })
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
    statement: row.statement === null ? null : toStatement(row.statement),
    use: row.inputUse ? (JSON.parse(row.inputUse) as InputUse) : null,
    held: channels.map(toHeld),
    lostMs: JSON.parse(row.lostMs) as number[],
    ...(row.soundErasedAt && { soundErasedAt: row.soundErasedAt }),
  }
}

/** Statements of the first release say nothing of what was never captured. */
function toStatement(json: string): RecordingStatement {
  const statement = JSON.parse(json) as RecordingStatement
  const channels = (statement.channels ?? []).map((channel) => ({
    ...channel,
    lost_ms: channel.lost_ms ?? 0,
  }))
  return { ...statement, channels }
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
