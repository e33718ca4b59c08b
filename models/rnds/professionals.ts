import type { Sequelize } from 'sequelize'
import type { Professional, ProfessionalStore } from '../../core/rnds/professional.ts'
import type { Sealer } from '../../core/vault/ports.ts'
import { UserRow } from '../access/user.ts'
import { ProfessionalRow } from './professional-row.ts'

const professionalContext = (userId: string) => `rnds-professional:${userId}`

/** Professionals in the database, each sealed for their user. */
export function professionalStore(sequelize: Sequelize, sealer: Sealer): ProfessionalStore {
  const professionals = ProfessionalRow.attach(sequelize)
  const users = UserRow.attach(sequelize)

  function open({ userId, sealedBody }: ProfessionalRow): Professional {
    const body = Buffer.from(sealer.open(sealedBody, professionalContext(userId)))
    return JSON.parse(body.toString('utf8')) as Professional
  }

  return {
    async find(userId) {
      const row = await professionals.findByPk(userId)
      return row && open(row)
    },
    async save(userId, professional) {
      const body = Buffer.from(JSON.stringify(professional))
      const sealedBody = Buffer.from(sealer.seal(body, professionalContext(userId)))
      await professionals.upsert({ userId, sealedBody })
    },
    async remove(userId) {
      await professionals.destroy({ where: { userId } })
    },
    async findByCns(organizationId, cns) {
      const active = await users.findAll({
        where: { organizationId, status: 'active' },
        attributes: ['id'],
      })
      const rows = await professionals.findAll({ where: { userId: active.map(({ id }) => id) } })
      return rows.map(open).find((professional) => professional.cns === cns) ?? null
    },
  }
}
