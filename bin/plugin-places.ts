import { join } from 'node:path'
import { dataFolder } from '../config/data-folder.ts'
import type { Config } from '../config/settings.ts'
import type { Platform } from './platform.ts'

/** Where the plugin's builds lie: the installed one, and those served before. */
export function pluginPlaces(config: Pick<Config, 'dataDir'>, { installRoot }: Platform) {
  return {
    publicDir: join(installRoot, 'dist', 'public'),
    archiveDir: dataFolder(config.dataDir).plugin,
  }
}
