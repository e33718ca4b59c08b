import type { Admin } from '../cli/deps.ts'
import type { Config } from '../config/settings.ts'
import { openAccess } from './compose-access.ts'
import { composeTemplates } from './compose-templates.ts'
import { jsonLog } from './log.ts'
import type { Platform } from './platform.ts'

/** Organizations, users, keys and document models, straight on the data folder: no engine, no port. Safe beside a running server. */
export async function openAdmin(config: Config, platform: Platform): Promise<Admin> {
  // A command's stdout is its result: of the log, only what went wrong is wanted, and on stderr.
  const log = jsonLog('warn', process.stderr)
  const { database, access } = await openAccess(config, platform, log)
  return {
    access,
    templates: composeTemplates(database.sequelize, platform),
    [Symbol.asyncDispose]: () => database.close(),
  }
}
