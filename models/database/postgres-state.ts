import { QueryTypes, type Sequelize } from 'sequelize'
import type { PostgresPlace, PostgresState } from '../../core/doctor/postgres.ts'
import { hasSessions } from './session.ts'

interface Row {
  encoding: string
  is_standby: boolean
  is_read_only: boolean
  may_create: boolean
  foreign_tables: string
}

/** What the database is to our account; asked of its catalogue, which every account may read. */
export async function postgresState(
  sequelize: Sequelize,
  place: PostgresPlace,
): Promise<PostgresState> {
  const [row] = await sequelize.query<Row>(
    `SELECT current_setting('server_encoding') AS encoding,
            pg_is_in_recovery() AS is_standby,
            current_setting('transaction_read_only') = 'on' AS is_read_only,
            COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create,
            (SELECT COUNT(*) FROM pg_tables
              WHERE schemaname = 'public' AND NOT pg_has_role(tableowner, 'USAGE')) AS foreign_tables`,
    { type: QueryTypes.SELECT },
  )
  if (!row) throw new Error('PostgreSQL answers a question about itself with nothing')
  return {
    place,
    encoding: row.encoding,
    isStandby: row.is_standby,
    isReadOnly: row.is_read_only,
    mayCreate: row.may_create,
    foreignTables: Number(row.foreign_tables),
    givesSessions: await hasSessions(sequelize),
  }
}
