import type { Sequelize } from 'sequelize'
import { knownRoles } from '../../core/rnds/known-roles.ts'
import type { NetworkOf } from '../../core/rnds/network.ts'
import type { Terminology } from '../../core/terminology/ports.ts'
import type { BlindIndex, Sealer } from '../../core/vault/ports.ts'
import { professionalStore, roleStore } from '../../models/rnds/professionals.ts'

interface Deps {
  sequelize: Sequelize
  sealer: Sealer
  index: BlindIndex
  networkOf: NetworkOf
  terminology: Pick<Terminology, 'find'>
  now: () => Date
}

/** Under which occupation professionals see patients: as the network and the administrator say. */
export function composeProfessionals({ sequelize, sealer, index, ...asking }: Deps) {
  const store = roleStore(sequelize, sealer, index)
  return {
    roles: knownRoles({ ...asking, store }),
    professionals: professionalStore(sequelize, sealer),
  }
}
