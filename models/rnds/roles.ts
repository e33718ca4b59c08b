import { Op, type Sequelize } from 'sequelize'
import type { RoleStore } from '../../core/rnds/known-roles.ts'
import type { BlindIndex, Sealer } from '../../core/vault/ports.ts'
import { RolesRow } from './roles-row.ts'

const rolesContext = (id: string) => `rnds-roles:${id}`

/** The network's answers in the database; of whom they are, only a blind index tells. */
export function roleStore(sequelize: Sequelize, sealer: Sealer, index: BlindIndex): RoleStore {
  const roles = RolesRow.attach(sequelize)
  const idOf = (place: Parameters<RoleStore['find']>[0]) =>
    index(place.organizationId, 'professional', `${place.cnes} ${place.practitionerCns}`)

  return {
    async find(place) {
      const row = await roles.findByPk(await idOf(place))
      if (!row) return null
      const body = Buffer.from(sealer.open(row.sealedBody, rolesContext(row.id)))
      return { codes: JSON.parse(body.toString('utf8')) as string[], toldAt: row.toldAt }
    },
    async save(place, { codes, toldAt }, { forget }) {
      const id = await idOf(place)
      const body = Buffer.from(JSON.stringify(codes))
      await roles.upsert({
        id,
        sealedBody: Buffer.from(sealer.seal(body, rolesContext(id))),
        toldAt,
      })
      await roles.destroy({ where: { toldAt: { [Op.lt]: forget } } })
    },
  }
}
