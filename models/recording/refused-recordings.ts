import { QueryTypes, type Sequelize } from 'sequelize'

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
