import { QueryTypes, type Sequelize } from 'sequelize'

/**
 * To which erased consultation a recording belonged: what comes late for it is told so. Null: there
 * was none, or it is still there.
 */
export function erasedRecordings(
  sequelize: Sequelize,
): (recordingId: string) => Promise<string | null> {
  return async (recordingId) => {
    const [row] = await sequelize.query<{ consultation_id: string }>(
      'SELECT consultation_id FROM erased_recordings WHERE recording_id = :recordingId',
      { type: QueryTypes.SELECT, replacements: { recordingId } },
    )
    return row?.consultation_id ?? null
  }
}
