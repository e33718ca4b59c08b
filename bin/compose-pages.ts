/** What browsers fetch without a token: the plugin in every version kept here, and the legacy frame. */
import { join } from 'node:path'
import { embedRoutes } from '../api/embed/routes.ts'
import { pluginRouter } from '../api/static/plugin.ts'
import { keepPluginBuild } from '../api/static/plugin-files.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import type { AccessUseCases } from '../core/access/use-cases.ts'
import type { Log } from '../core/log.ts'
import type { Platform } from './platform.ts'

interface Deps {
  config: Config
  platform: Platform
  access: AccessUseCases
  log: Log
}

/** Where the plugin's builds lie: the installed one, and those served before. */
export function pluginPlaces(config: Pick<Config, 'dataDir'>, { installRoot }: Platform) {
  return {
    publicDir: join(installRoot, 'dist', 'public'),
    archiveDir: dataFolder(config.dataDir).plugin,
  }
}

/** The page routers. An archive that cannot be written costs hosts of a later version their pinned address, not this start. */
export async function composePages({ config, platform, access, log }: Deps) {
  const places = pluginPlaces(config, platform)
  await keepPluginBuild(places).catch((err) => log.warn('plugin.not_kept', { err }))
  return [pluginRouter(places), embedRoutes({ access, queryTokens: config.allowQueryTokens, log })]
}
