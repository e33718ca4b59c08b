/**
 * What there is of each kind, when it began to age, and what keeps it: one query a kind, of which
 * everything else is asked. `waits` names work that still needs it; `held` a legal hold. Columns:
 * id, consultation_id, since, imported_since, bytes, waits, held.
 *
 * Work is looked for in the same query, so that asking again in the transaction that erases settles
 * every race.
 */
import type { RetentionCategory } from '../../core/retention/rules.ts'

const HELD = 'CASE WHEN c.held_at IS NULL THEN 0 ELSE 1 END AS held'
const OPEN_RECORDING = `EXISTS (SELECT 1 FROM recordings o
  WHERE o.consultation_id = c.id AND (o.state <> 'finished' OR NOT o.announced))`
/** True of a visit with sound and no final transcript: then the sound is all there is. */
const NO_FINAL = `EXISTS (SELECT 1 FROM recordings o
  LEFT JOIN jobs j ON j.recording_id = o.id AND j.kind = 'transcription.final'
  WHERE o.consultation_id = c.id AND o.sound_erased_at IS NULL AND (j.state IS NULL OR j.state <> 'done'))`
const LAST_FINAL = `(SELECT MAX(j.updated_at) FROM jobs j
  WHERE j.consultation_id = c.id AND j.kind = 'transcription.final' AND j.state = 'done')`
const GENERATING = `EXISTS (SELECT 1 FROM documents d WHERE d.consultation_id = c.id AND d.status = 'generating')`
const READING = `EXISTS (SELECT 1 FROM files w WHERE w.consultation_id = c.id AND w.state = 'processing')`
const UNSETTLED = `EXISTS (SELECT 1 FROM rnds_submissions s WHERE s.consultation_id = c.id AND (s.state = 'pending'
  OR s.due_at IS NOT NULL OR s.in_doubt_since IS NOT NULL OR s.deletion_in_doubt_since IS NOT NULL))`

const waits = (...reasons: readonly (readonly [condition: string, reason: string])[]) =>
  `CASE ${reasons.map(([condition, reason]) => `WHEN ${condition} THEN '${reason}'`).join(' ')} ELSE NULL END AS waits`

const RECORDING = [OPEN_RECORDING, 'recording_open'] as const
const FINAL = [NO_FINAL, 'no_final_transcript'] as const
const WRITING = [GENERATING, 'document_generating'] as const
const NEVER_IMPORTED = 'CAST(NULL AS TIMESTAMP WITH TIME ZONE) AS imported_since'

/** `since` null: it has not begun to age. */
export const candidates: Record<RetentionCategory, string> = {
  audio: `SELECT r.id, c.id AS consultation_id, ${LAST_FINAL} AS since, ${NEVER_IMPORTED},
      COALESCE((SELECT SUM(h.held_samples) * 2 FROM recording_channels h WHERE h.recording_id = r.id), 0) AS bytes,
      ${waits(RECORDING, FINAL)}, ${HELD}
    FROM recordings r JOIN consultations c ON c.id = r.consultation_id
    WHERE r.organization_id = :organizationId AND r.sound_erased_at IS NULL`,

  transcripts: `SELECT c.id, c.id AS consultation_id,
      (SELECT MAX(t.at) FROM (
        SELECT s.updated_at AS at, s.consultation_id FROM segments s
        UNION ALL SELECT j.updated_at AS at, j.consultation_id FROM jobs j WHERE j.kind = 'transcription.final'
      ) t WHERE t.consultation_id = c.id) AS since, ${NEVER_IMPORTED}, 0 AS bytes,
      ${waits(RECORDING, FINAL, WRITING)}, ${HELD}
    FROM consultations c
    WHERE c.organization_id = :organizationId
      AND (EXISTS (SELECT 1 FROM segments s WHERE s.consultation_id = c.id)
        OR EXISTS (SELECT 1 FROM recognitions g WHERE g.consultation_id = c.id))`,

  files: `SELECT f.id, c.id AS consultation_id, f.updated_at AS since, ${NEVER_IMPORTED}, f.size_bytes AS bytes,
      ${waits(RECORDING, [READING, 'file_processing'], WRITING)}, ${HELD}
    FROM files f JOIN consultations c ON c.id = f.consultation_id
    WHERE c.organization_id = :organizationId AND f.state IN ('ready', 'failed')`,

  contexts: `SELECT c.id, c.id AS consultation_id, c.updated_at AS since, ${NEVER_IMPORTED}, 0 AS bytes,
      ${waits(RECORDING, WRITING)}, ${HELD}
    FROM consultations c
    WHERE c.organization_id = :organizationId AND (c.sealed_context IS NOT NULL OR c.sealed_history IS NOT NULL OR c.sealed_name IS NOT NULL)`,

  records: `SELECT s.id, c.id AS consultation_id, s.updated_at AS since, ${NEVER_IMPORTED}, 0 AS bytes,
      ${waits([UNSETTLED, 'submission_unsettled'])}, ${HELD}
    FROM rnds_submissions s JOIN consultations c ON c.id = s.consultation_id
    WHERE s.organization_id = :organizationId AND s.body_erased_at IS NULL`,

  documents: `SELECT d.id, c.id AS consultation_id, COALESCE(d.deleted_at, d.updated_at) AS since,
      CASE WHEN d.imported_version = d.version THEN d.imported_at ELSE NULL END AS imported_since, 0 AS bytes,
      ${waits(WRITING, [UNSETTLED, 'submission_unsettled'])}, ${HELD}
    FROM documents d JOIN consultations c ON c.id = d.consultation_id
    WHERE c.organization_id = :organizationId AND d.status <> 'purged'`,
}

/** Its time is over; `:importedUntil` is of another rule, and of the epoch where there is none. */
export const IS_OLD = `((since IS NOT NULL AND since < :until)
  OR (imported_since IS NOT NULL AND imported_since < :importedUntil))`
export const IS_DUE = `waits IS NULL AND held = 0 AND ${IS_OLD}`
