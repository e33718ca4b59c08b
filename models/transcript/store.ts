import { randomUUID } from 'node:crypto'
import { Op, type Sequelize, Transaction, type WhereOptions } from 'sequelize'
import { type MergedPiece, mergeCorrections } from '../../core/transcription/merge-corrections.ts'
import type {
  EarlierWords,
  RecognitionUnit,
  RecognizedPiece,
  TranscriptSegment,
  TranscriptStore,
} from '../../core/transcription/ports.ts'
import { isCorrected } from '../../core/transcription/present-segment.ts'
import type { ConsultationVault } from '../../core/vault/ports.ts'
import { Job } from '../job/job-store.ts'
import type { Fence } from '../node/leases.ts'
import { openText, openWords, sealText, sealWords } from './seal.ts'
import { Segment, SegmentRecognition } from './segment.ts'

/** Transcripts in the database, every word sealed with its consultation's key. */
export function transcriptStore(
  sequelize: Sequelize,
  vault: Keys,
  /** Where several servers write: live text comes from the one that holds the recording. */
  { fence }: { fence?: Fence | undefined } = {},
): TranscriptStore {
  const Segments = Segment.attach(sequelize)
  const Recognitions = SegmentRecognition.attach(sequelize)
  const Jobs = Job.attach(sequelize)

  /**
   * Immediate: a transaction that reads first and writes later would fail at once when another
   * writer came between.
   */
  function transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return sequelize.transaction({ type: Transaction.TYPES.IMMEDIATE }, work)
  }

  async function list(where: WhereOptions<Segment>, transaction?: Transaction) {
    return Segments.findAll({
      where,
      order: ORDER,
      // A correction and the final text, perhaps on two machines: the second sees what the first
      // wrote.
      ...(transaction ? { transaction, lock: transaction.LOCK.UPDATE } : {}),
    })
  }

  /**
   * These lines with their places among all of the consultation, whose words need not be opened for
   * it.
   */
  async function placed(
    rows: readonly Segment[],
    { consultationId, key }: { consultationId: string; key: Uint8Array },
    transaction: Transaction,
  ): Promise<TranscriptSegment[]> {
    const all = await Segments.findAll({
      where: { consultationId },
      attributes: ['id'],
      order: ORDER,
      raw: true,
      transaction,
    })
    const places = new Map(all.map(({ id }, i) => [id, i]))
    return rows
      .map((row) => toDomain(row, places.get(row.id) ?? 0, key))
      .sort((a, b) => a.sequence - b.sequence)
  }

  /** Numbers the segments; for a consultation whose key was destroyed there are none. */
  async function numbered(consultationId: string) {
    const key = await vault.findKey(consultationId)
    if (!key) return []
    return (await list({ consultationId })).map((row, i) => toDomain(row, i, key))
  }

  async function requireJob(
    { id, owner }: { id: string; owner: string },
    transaction: Transaction,
  ) {
    const where = { id, state: 'running', leaseOwner: owner } as const
    if (!(await Jobs.findOne({ where, transaction, lock: transaction.LOCK.SHARE })))
      throw new Error('the lease of the job was lost')
  }

  return {
    async findRecognition(unit) {
      const row = await Recognitions.findOne({ where: unitKey(unit) })
      const key = row && (await vault.findKey(unit.consultationId))
      if (!key) return null
      const pieces = openText(key, `recognition ${row.id} pieces`, row.sealedPieces)
      return JSON.parse(pieces) as RecognizedPiece[]
    },

    async saveRecognition(unit, pieces) {
      const where = unitKey(unit)
      const { consultationId } = unit
      const key = await vault.keyFor(consultationId)
      const id = randomUUID()
      const sealedPieces = sealText(key, `recognition ${id} pieces`, JSON.stringify(pieces))
      // Two at once: the first row wins, and both heard the same.
      await Recognitions.bulkCreate([{ id, ...where, consultationId, sealedPieces }], {
        ignoreDuplicates: true,
      })
    },

    async putLive({ consultationId, recordingId, channel, fromSample, job }, pieces) {
      // Before the transaction: making a key is one of its own.
      const key = await vault.keyFor(consultationId)
      return transact(async (transaction) => {
        if (fence) await (job ? requireJob(job, transaction) : fence(recordingId, transaction))
        const unit = { recordingId, channel, fromSample }
        const earlier = await list({ ...unit, final: false }, transaction)
        const corrected = earlier.filter((row) => isCorrected(toDomain(row, 0, key)))
        const replaceable = earlier.filter((row) => !corrected.includes(row))
        const kept = [...corrected]
        const merged = mergeCorrections(stretchesOf(earlier, key), pieces)
        for (const [i, piece] of merged.entries()) {
          const id = replaceable[i]?.id ?? randomUUID()
          const columns = { consultationId, ...unit, ...columnsOf(id, piece, key), final: false }
          const row = replaceable[i]
            ? await replaceable[i].update(columns, { transaction })
            : await Segments.create({ id, ...columns }, { transaction })
          kept.push(row)
        }
        const surplus = replaceable.slice(merged.length).map(({ id }) => id)
        if (surplus.length > 0) {
          await Segments.destroy({ where: { id: { [Op.in]: surplus } }, transaction })
        }
        const segments = await placed(kept, { consultationId, key }, transaction)
        return { segments, removed: surplus.length > 0 }
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
        const live = await list({ recordingId }, transaction)
        const corrected = live.filter((row) => isCorrected(toDomain(row, 0, key)))
        const merged = mergeCorrections(stretchesOf(live, key), pieces)
        const staying = { fromSample: null, final: true }
        await Segments.destroy({
          where: { recordingId, id: { [Op.notIn]: corrected.map(({ id }) => id) } },
          transaction,
        })
        await Segments.update(staying, { where: { recordingId }, transaction })
        await Segments.bulkCreate(
          merged.map(({ id: known, ...piece }) => {
            const id = known ?? randomUUID()
            return { id, consultationId, recordingId, ...columnsOf(id, piece, key), ...staying }
          }),
          { transaction },
        )
        await Recognitions.destroy({ where: { recordingId }, transaction })
        return true
      })
    },

    async correct(consultationId, segmentId, { text, was, speaker, by, at }) {
      const key = await vault.findKey(consultationId)
      if (!key) return undefined
      return transact(async (transaction) => {
        const row = await Segments.findOne({
          where: { id: segmentId, consultationId },
          transaction,
          lock: transaction.LOCK.UPDATE,
        })
        if (!row) return undefined
        const { text: now, earlier = [] } = toDomain(row, 0, key)
        if (was !== undefined && was !== now) return 'changed'
        if (text !== undefined && text !== now) {
          const words: EarlierWords[] = [...earlier, { text: now, until: at, replacedBy: by }]
          row.sealedText = sealText(key, `segment ${row.id} text`, text)
          row.sealedEarlier = sealText(key, `segment ${row.id} earlier`, JSON.stringify(words))
        }
        if (speaker !== undefined) row.speaker = speaker
        await row.save({ transaction })
        const [corrected] = await placed([row], { consultationId, key }, transaction)
        return corrected
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

const ORDER: [string, string][] = [
  ['startMs', 'ASC'],
  ['channel', 'ASC'],
  ['endMs', 'ASC'],
  ['id', 'ASC'],
]

type Keys = Pick<ConsultationVault, 'keyFor' | 'findKey'>

function unitKey({ recordingId, channel, ranges, engine }: RecognitionUnit) {
  const key = ranges.map(({ from, to }) => `${from}-${to}`).join(',')
  return { recordingId, channel, engine, ranges: key }
}

function columnsOf(id: string, piece: Omit<MergedPiece, 'id'>, key: Uint8Array) {
  const { startMs, endMs, text, channel, speaker, confidence, words } = piece
  const sealedText = sealText(key, `segment ${id} text`, text)
  const columns = { startMs, endMs, sealedText, channel: channel === 'mic' ? 0 : 1, confidence }
  // Other words than those that people saw: what they said of the earlier ones is about other
  // words.
  return { ...columns, speaker, sealedEarlier: null, sealedWords: sealWords(key, id, words) }
}

function stretchesOf(rows: readonly Segment[], key: Uint8Array) {
  return rows.map((row) => {
    const segment = toDomain(row, 0, key)
    const { id, startMs, endMs, channel, speaker, text, earlier } = segment
    const heard = earlier?.[0]?.text ?? text
    return { id, startMs, endMs, channel, speaker, heard, corrected: isCorrected(segment) }
  })
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
    text: openText(key, `segment ${id} text`, row.sealedText),
    channel: row.channel === 0 ? 'mic' : 'remote',
    speaker,
    confidence,
    final: Boolean(row.final),
    ...(row.sealedWords ? { words: openWords(key, id, row.sealedWords) } : {}),
    ...(row.sealedEarlier
      ? { earlier: readEarlier(openText(key, `segment ${id} earlier`, row.sealedEarlier)) }
      : {}),
  }
}

function readEarlier(json: string): EarlierWords[] {
  const words = JSON.parse(json) as (Omit<EarlierWords, 'until'> & { until: string })[]
  return words.map((one) => ({ ...one, until: new Date(one.until) }))
}
