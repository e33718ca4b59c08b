/**
 * `svcctl` of a later version, from the sources: it knows one step of the schema more, which only
 * adds (`LATER_STEP=adds`) or changes what is there.
 */
import { DataTypes } from 'sequelize'
import { additiveMigrations } from '../../models/migrations/additive.ts'
import { migrations } from '../../models/migrations/index.ts'
import type { Migration } from '../../models/migrations/migration.ts'

const later: Migration = {
  name: '9999-later',
  up: (tables) => tables.createTable('later', { id: { type: DataTypes.UUID, primaryKey: true } }),
}
Object.assign(migrations, { [migrations.length]: later })
if (process.env.LATER_STEP === 'adds')
  Object.assign(additiveMigrations, { [additiveMigrations.length]: later.name })
await import('../../bin/svcctl.ts')
