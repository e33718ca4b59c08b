import { QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { legalHold } from '../../core/vault/hold.ts'

/**
 * Asks for the legal hold in the transaction that erases, so that none can be placed in between:
 * SQLite's transactions have the write lock from their beginning, elsewhere the consultation's row
 * is locked.
 * @throws {AppError} `legal_hold`
 * @returns false when there is no such consultation
 */
export async function lockUnheld(
  sequelize: Sequelize,
  consultationId: string,
  transaction: Transaction,
): Promise<boolean> {
  const row = await lockConsultation(sequelize, consultationId, transaction)
  if (!row) return false
  if (row.held_at !== null) throw legalHold()
  return true
}

/** Until the transaction ends, no other one that asks for it goes on. */
export async function lockConsultation(
  sequelize: Sequelize,
  consultationId: string,
  transaction: Transaction,
): Promise<{ held_at: unknown } | undefined> {
  const lock = sequelize.getDialect() === 'sqlite' ? '' : ' FOR UPDATE'
  const [row] = await sequelize.query<{ held_at: unknown }>(
    `SELECT held_at FROM consultations WHERE id = :consultationId${lock}`,
    { type: QueryTypes.SELECT, replacements: { consultationId }, transaction },
  )
  return row
}
