import {
  type CreationOptional,
  DataTypes,
  QueryTypes,
  type Sequelize,
  type WhereOptions,
} from 'sequelize'
import type { RecordingStatement } from '../../core/contract/channel.ts'
import type { InputUse } from '../../core/input-use/input-use.ts'
import type {
  Gap,
  HeldChannel,
  RecordingEnd,
  RecordingRepository,
  StoredRecording,
} from '../../core/recording/storage.ts'
import { Row } from '../database/row.ts'
import type { Fence } from '../node/leases.ts'
import { lockUnheld } from '../retention/holds.ts'

/** A take of a consultation. How much it holds while it is open only the audio files know. */
export class Recording extends Row<Recording> {
  declare id: string
  declare consultationId: string
  declare organizationId: string
  declare source: string
  declare channels: number
  declare state: string
  /** On the consultation's recorded timeline. */
  declare startMs: number
  declare startedAt: Date
  declare touchedAt: Date
  declare finishedAt: Date | null
  declare endedBy: string | null
  /** JSON, as the client was told. */
  declare statement: string | null
  /** JSON. */
  declare inputUse: CreationOptional<string | null>
  declare announced: boolean
  /** JSON, per channel: sound that the client never captured, in ms. */
  declare lostMs: CreationOptional<string>
  declare soundErasedAt: CreationOptional<Date | null>

  static attach(sequelize: Sequelize): typeof Recording {
    const attributes = {
      id: { type: DataTypes.UUID, primaryKey: true },
      consultationId: { type: DataTypes.UUID, allowNull: false },
      organizationId: { type: DataTypes.UUID, allowNull: false },
      source: { type: DataTypes.STRING(16), allowNull: false },
      channels: { type: DataTypes.INTEGER, allowNull: false },
      state: { type: DataTypes.STRING(16), allowNull: false },
      startMs: { type: DataTypes.INTEGER, allowNull: false },
      startedAt: { type: DataTypes.DATE, allowNull: false },
      touchedAt: { type: DataTypes.DATE, allowNull: false },
      finishedAt: { type: DataTypes.DATE, allowNull: true },
      endedBy: { type: DataTypes.STRING(16), allowNull: true },
      statement: { type: DataTypes.TEXT, allowNull: true },
      inputUse: { type: DataTypes.TEXT, allowNull: true },
      announced: { type: DataTypes.BOOLEAN, allowNull: false },
      lostMs: { type: DataTypes.STRING(64), allowNull: false, defaultValue: '[]' },
      soundErasedAt: { type: DataTypes.DATE, allowNull: true },
    }
    const options = { sequelize, tableName: 'recordings', underscored: true, timestamps: false }
    return class extends Recording {}.init(attributes, options)
  }
}

/** What one channel of a finished recording holds. */
class RecordingChannel extends Row<RecordingChannel> {
  declare recordingId: string
  declare channel: number
  declare nextSequence: number
  /** In samples, like `heldSamples`. */
  declare nextOffset: number
  declare heldSamples: number
  /** JSON: `[{ from, to }]` in samples. */
  declare gaps: string
  declare sha256: string

  static attach(sequelize: Sequelize): typeof RecordingChannel {
    const attributes = {
      recordingId: { type: DataTypes.UUID, primaryKey: true },
      channel: { type: DataTypes.INTEGER, primaryKey: true },
      nextSequence: { type: DataTypes.BIGINT, allowNull: false },
      nextOffset: { type: DataTypes.BIGINT, allowNull: false },
      heldSamples: { type: DataTypes.BIGINT, allowNull: false },
      gaps: { type: DataTypes.TEXT, allowNull: false },
      sha256: { type: DataTypes.STRING(64), allowNull: false },
    }
    const options = {
      sequelize,
      tableName: 'recording_channels',
      underscored: true,
      timestamps: false,
    }
    return class extends RecordingChannel {}.init(attributes, options)
  }
}

/** Recordings as rows. Every write is committed before it resolves. */
export function recordingRepository(
  sequelize: Sequelize,
  /** Where several servers write: only the one that holds the recording changes it. */
  { fence }: { fence?: Fence | undefined } = {},
): RecordingRepository {
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
      // That its end was reported says nothing of the recording: any server may.
      const isFenced = fence && Object.keys(columns).some((name) => name !== 'announced')
      if (!held && !isFenced) {
        await recordings.update(change, { where: { id } })
        return
      }
      await sequelize.transaction(async (transaction) => {
        if (isFenced) await fence(id, transaction)
        await recordings.update(change, { where: { id }, transaction })
        if (!held) return
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

/**
 * Consultations that are being recorded although their patient has refused: the answer was written
 * down through another node of the same database, which does not have the recording.
 */
export function refusedWhileRecording(sequelize: Sequelize) {
  return (): Promise<{ id: string; organizationId: string }[]> =>
    sequelize.query(
      `SELECT DISTINCT c.id AS id, c.organization_id AS "organizationId"
       FROM recordings r JOIN consultations c ON c.id = r.consultation_id
       WHERE r.state = 'recording' AND c.consent_status = 'refused'`,
      { type: QueryTypes.SELECT },
    )
}
