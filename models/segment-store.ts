import { Op, type Sequelize, Transaction, type WhereOptions } from 'sequelize'
import type {
  PlacedPiece,
  RecognitionUnit,
  RecognizedPiece,
  TranscriptSegment,
  TranscriptStore,
} from '../core/transcription/ports.ts'
import type { ConsultationVault } from '../core/vault/ports.ts'
import { Job } from './job.ts'
import { Segment } from './segment.ts'
import { SegmentRecognition } from './segment-recognition.ts'
import { openText, sealText } from './segment-seal.ts'

/** Transcripts in the database, every word sealed with its consultation's key. */
export function transcriptStore(sequelize: Sequelize, vault: Keys): TranscriptStore {
  const Segments = Segment.attach(sequelize)
  const Recognitions = SegmentRecognition.attach(sequelize)
  const Jobs = Job.attach(sequelize)

  /** Immediate: a transaction that reads first and writes later would fail at once when another writer came between. */
  function transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return sequelize.transaction({ type: Transaction.TYPES.IMMEDIATE }, work)
  }

  async function list(where: WhereOptions<Segment>, transaction?: Transaction) {
    return Segments.findAll({
      where,
      order: [
        ['startMs', 'ASC'],
        ['channel', 'ASC'],
        ['endMs', 'ASC'],
        ['id', 'ASC'],
      ],
      ...(transaction ? { transaction } : {}),
    })
  }

  /** Of a consultation whose key was destroyed nothing can be said any more. */
  async function numbered(consultationId: string, transaction?: Transaction) {
    const key = await vault.findKey(consultationId)
    if (!key) return []
    return (await list({ consultationId }, transaction)).map((row, i) => toDomain(row, i, key))
  }

  return {
    async findRecognition(unit) {
      const row = await Recognitions.findOne({ where: unitKey(unit) })
      const key = row && (await vault.findKey(unit.consultationId))
      return key ? (JSON.parse(openText(key, row.sealedPieces)) as RecognizedPiece[]) : null
    },

    async saveRecognition(unit, pieces) {
      const where = unitKey(unit)
      const { consultationId } = unit
      const key = await vault.keyFor(consultationId)
      const sealedPieces = sealText(key, JSON.stringify(pieces))
      await transact(async (transaction) => {
        if (await Recognitions.findOne({ where, transaction })) return
        await Recognitions.create({ ...where, consultationId, sealedPieces }, { transaction })
      })
    },

    async putLive({ consultationId, recordingId, channel, fromSample }, pieces) {
      // Before the transaction: making a key is one of its own.
      const key = await vault.keyFor(consultationId)
      return transact(async (transaction) => {
        const unit = { recordingId, channel, fromSample }
        const earlier = await list({ ...unit, final: false }, transaction)
        const kept: string[] = []
        for (const [i, piece] of pieces.entries()) {
          const columns = { consultationId, ...unit, ...columnsOf(piece, key), final: false }
          const row = earlier[i]
            ? await earlier[i].update(columns, { transaction })
            : await Segments.create(columns, { transaction })
          kept.push(row.id)
        }
        const surplus = earlier.slice(pieces.length).map(({ id }) => id)
        if (surplus.length > 0) {
          await Segments.destroy({ where: { id: { [Op.in]: surplus } }, transaction })
        }
        const segments = await numbered(consultationId, transaction)
        return {
          segments: segments.filter(({ id }) => kept.includes(id)),
          removed: surplus.length > 0,
        }
      })
    },

    async replaceWithFinal(job, recording, pieces) {
      const key = await vault.keyFor(recording.consultationId)
      return transact(async (transaction) => {
        const [count] = await Jobs.update(
          {
            state: 'done',
            leaseOwner: null,
            leaseExpiresAt: null,
            reasonError: null,
            reasonMessage: null,
          },
          { where: { id: job.id, state: 'running', leaseOwner: job.owner }, transaction },
        )
        if (count !== 1) return false
        const { id: recordingId, consultationId } = recording
        await Segments.destroy({ where: { recordingId }, transaction })
        await Segments.bulkCreate(
          pieces.map((piece) => ({
            consultationId,
            recordingId,
            ...columnsOf(piece, key),
            fromSample: null,
            final: true,
          })),
          { transaction },
        )
        await Recognitions.destroy({ where: { recordingId }, transaction })
        return true
      })
    },

    listSegments: (consultationId) => numbered(consultationId),

    async deleteRecording(recordingId) {
      await transact(async (transaction) => {
        await Segments.destroy({ where: { recordingId }, transaction })
        await Recognitions.destroy({ where: { recordingId }, transaction })
      })
    },
  }
}

type Keys = Pick<ConsultationVault, 'keyFor' | 'findKey'>

function unitKey({ recordingId, channel, ranges, engine }: RecognitionUnit) {
  const key = ranges.map(({ from, to }) => `${from}-${to}`).join(',')
  return { recordingId, channel, engine, ranges: key }
}

function columnsOf({ startMs, endMs, text, channel, confidence }: PlacedPiece, key: Uint8Array) {
  const sealedText = sealText(key, text)
  return { startMs, endMs, sealedText, channel: channel === 'mic' ? 0 : 1, confidence }
}

function toDomain(row: Segment, sequence: number, key: Uint8Array): TranscriptSegment {
  const { id, consultationId, recordingId, startMs, endMs, speaker, confidence } = row
  return {
    id,
    consultationId,
    recordingId,
    sequence,
    startMs,
    endMs,
    text: openText(key, row.sealedText),
    channel: row.channel === 0 ? 'mic' : 'remote',
    speaker,
    confidence,
    final: Boolean(row.final),
  }
}
