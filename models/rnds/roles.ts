import { Op, type Sequelize } from 'sequelize'
import type { RoleStore } from '../../core/rnds/known-roles.ts'
import type { BlindIndex, Sealer } from '../../core/vault/ports.ts'
import { RolesRow } from './roles-row.ts'
import { sealedJson } from './sealed-json.ts'

/** The network's answers in the database; of whom they are, only a blind index tells. */
export function roleStore(sequelize: Sequelize, sealer: Sealer, index: BlindIndex): RoleStore {
  const roles = RolesRow.attach(sequelize)
  const idOf = (place: Parameters<RoleStore['find']>[0]) =>
    index(place.organizationId, 'professional', `${place.cnes} ${place.practitionerCns}`)
  const body = sealedJson<readonly string[]>(sealer, (id) => `rnds-roles:${id}`)

  return {
    async find(place) {
      const row = await roles.findByPk(await idOf(place))
      const codes = row && body.open(row.id, row.sealedBody)
      return codes && { codes, toldAt: row.toldAt }
    },
    async save(place, { codes, toldAt }, { forget }) {
      const id = await idOf(place)
      await roles.upsert({ id, sealedBody: body.seal(id, codes), toldAt })
      await roles.destroy({ where: { toldAt: { [Op.lt]: forget } } })
    },
  }
}
