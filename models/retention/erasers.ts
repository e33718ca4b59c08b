/**
 * What erasing means for each kind of content: the statements on its rows, within the transaction
 * that also writes the act down.
 */
import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import type { RetentionCategory } from '../../core/retention/rules.ts'

/** Deletes parts of `:consultationId` that documents were written from and no document has now. */
export const UNUSED_PARTS = `DELETE FROM document_origin_parts
  WHERE consultation_id = :consultationId AND part NOT IN
    (SELECT part FROM document_origin_uses WHERE consultation_id = :consultationId)`

export const OWN = 'consultation_id = :consultationId'

/** @returns how much it erased: recordings, segments, files, contexts, records, documents */
export type Eraser = (
  consultationId: string,
  ids: readonly string[],
  transaction: Transaction,
) => Promise<number>

export function retentionErasers(
  sequelize: Sequelize,
  now: () => Date,
): Record<RetentionCategory, Eraser> {
  async function run(
    sql: string,
    replacements: Record<string, unknown>,
    transaction: Transaction,
  ): Promise<void> {
    await sequelize.query(sql, { replacements: { at: now(), ...replacements }, transaction })
  }

  /**
   * What documents were written from holds the transcript, the context and the files, all three.
   */
  async function forgetOrigins(own: { consultationId: string }, transaction: Transaction) {
    for (const table of ['document_origins', 'document_origin_uses', 'document_origin_parts'])
      await run(`DELETE FROM ${table} WHERE ${OWN}`, own, transaction)
  }

  const mark = (column: string, own: { consultationId: string }, transaction: Transaction) =>
    run(`UPDATE consultations SET ${column} = :at WHERE id = :consultationId`, own, transaction)

  return {
    async audio(_consultationId, ids, transaction) {
      await run(
        'UPDATE recordings SET sound_erased_at = :at WHERE id IN (:ids)',
        { ids },
        transaction,
      )
      return ids.length
    },
    async transcripts(consultationId, _ids, transaction) {
      const own = { consultationId }
      const [{ n } = { n: 0 }] = await sequelize.query<{ n: number | string }>(
        `SELECT COUNT(*) AS n FROM segments WHERE ${OWN}`,
        { type: QueryTypes.SELECT, replacements: own, transaction },
      )
      await run(`DELETE FROM segments WHERE ${OWN}`, own, transaction)
      await run(`DELETE FROM recognitions WHERE ${OWN}`, own, transaction)
      await forgetOrigins(own, transaction)
      // Lines say in other words what the transcript says.
      await run(`DELETE FROM note_lines WHERE ${OWN}`, own, transaction)
      await mark('transcript_erased_at', own, transaction)
      return Number(n)
    },
    async files(consultationId, ids, transaction) {
      await run('DELETE FROM files WHERE id IN (:ids)', { ids }, transaction)
      await forgetOrigins({ consultationId }, transaction)
      await mark('files_erased_at', { consultationId }, transaction)
      return ids.length
    },
    async contexts(consultationId, ids, transaction) {
      await run(
        `UPDATE consultations SET sealed_context = NULL, sealed_history = NULL, sealed_name = NULL, background_history_set_at = NULL,
           context_erased_at = :at, version = version + 1 WHERE id = :consultationId`,
        { consultationId },
        transaction,
      )
      await forgetOrigins({ consultationId }, transaction)
      return ids.length
    },
    async records(_consultationId, ids, transaction) {
      await run('DELETE FROM rnds_submit_keys WHERE submission_id IN (:ids)', { ids }, transaction)
      await run(
        'UPDATE rnds_submissions SET sealed_body = :empty, body_erased_at = :at WHERE id IN (:ids)',
        { ids, empty: Buffer.alloc(0) },
        transaction,
      )
      return ids.length
    },
    async documents(consultationId, ids, transaction) {
      for (const table of [
        'document_versions',
        'document_origins',
        'document_origin_uses',
        'structured_outputs',
      ])
        await run(`DELETE FROM ${table} WHERE document_id IN (:ids)`, { ids }, transaction)
      await run(UNUSED_PARTS, { consultationId }, transaction)
      await run(
        `UPDATE documents SET status = 'purged', sealed_body = :empty, deleted_at = COALESCE(deleted_at, :at)
         WHERE id IN (:ids)`,
        { ids, empty: Buffer.alloc(0) },
        transaction,
      )
      // Codes that were confirmed for documents, and lines that were written for them, of which
      // none is left.
      for (const table of ['diagnoses', 'procedures', 'note_lines'])
        await run(
          `DELETE FROM ${table} WHERE ${OWN} AND NOT EXISTS (SELECT 1 FROM documents d
             WHERE d.consultation_id = :consultationId AND d.status <> 'purged')`,
          { consultationId },
          transaction,
        )
      return ids.length
    },
  }
}
