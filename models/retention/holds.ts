import { Op, type Sequelize } from 'sequelize'
import type { HoldStore } from '../../core/vault/hold.ts'
import { ConsultationRow } from '../consultation/consultation.ts'
import type { ConsultationSeal } from '../vault/consultation-seal.ts'

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
