import { Op, QueryTypes, type Sequelize, type Transaction } from 'sequelize'
import { type HoldStore, legalHold } from '../../core/vault/hold.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'

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

const CONTEXT = 'consultation hold'

/** Whether there is one, without a key. */
export function heldConsultations(sequelize: Sequelize): (id: string) => Promise<boolean> {
  const consultations = ConsultationRow.attach(sequelize)
  return async (id) =>
    (await consultations.count({ where: { id, heldAt: { [Op.not]: null } } })) > 0
}

/**
 * Legal holds on the consultations' rows: that there is one stands in the clear, by whom and why is
 * sealed.
 */
export function holdStore(sequelize: Sequelize, seal: ConsultationSeal): HoldStore {
  const consultations = ConsultationRow.attach(sequelize)
  return {
    async set(id, hold) {
      const row = await consultations.findByPk(id, { attributes: ['organizationId'] })
      if (!row) return null
      const sealedHold =
        hold && (await seal.seal(id, CONTEXT, JSON.stringify([hold.by, hold.reason])))
      const columns = { heldAt: hold?.at ?? null, sealedHold }
      const [changed] = await consultations.update(columns, { where: { id } })
      return changed === 1 ? { organizationId: row.organizationId } : null
    },
    async find(id) {
      const row = await consultations.findByPk(id, { attributes: ['heldAt', 'sealedHold'] })
      if (!row?.heldAt || !row.sealedHold) return null
      const [by = '', reason = ''] = JSON.parse(
        await seal.open(id, CONTEXT, row.sealedHold),
      ) as string[]
      return { at: row.heldAt, by, reason }
    },
  }
}
