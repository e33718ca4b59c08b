import type { Admin } from '../cli/deps.ts'
import type { Config } from '../config/settings.ts'
import { silentLog } from '../core/log.ts'
import { openAccess } from './compose-access.ts'
import { composeNetwork } from './compose-network.ts'
import { composeTemplates } from './compose-templates.ts'
import { composeTableImport, composeTerminology } from './compose-terminology.ts'
import { jsonLog } from './log.ts'
import type { Platform } from './platform.ts'
import { tableFiles } from './table-files.ts'

/** Organizations, users, keys, document models and tables of codes, straight on the data folder: no engine, no port. Safe beside a running server. */
export async function openAdmin(config: Config, platform: Platform): Promise<Admin> {
  // A command's stdout is its result: of the log, only what went wrong is wanted, and on stderr.
  const log = jsonLog('warn', process.stderr)
  const { database, sealer, access } = await openAccess(config, platform, log)
  const { sequelize } = database
  return {
    access,
    templates: composeTemplates(database.sequelize, platform),
    terminology: composeTerminology(database.sequelize),
    tableImport: composeTableImport(database.sequelize, tableFiles, platform.now),
    // A call that fails is the command's to tell.
    rnds: composeNetwork({ config, platform, sequelize, sealer, log: silentLog }),
    [Symbol.asyncDispose]: () => database.close(),
  }
}
