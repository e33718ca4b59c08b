import { isAbsolute, relative } from 'node:path'
import { loadConfig } from '../config/load-config.ts'
import { type Config, type SettingKey, settingKeys } from '../config/settings.ts'
import type { BackupSettings } from '../models/backup/write-backup.ts'

/**
 * For a backup: every setting that is not as shipped, from whichever place it came (a file outside
 * the data folder, the environment, a flag), in the form of the settings' file; and what settings
 * name that no backup holds.
 */
export function settingsToKeep(config: Config, installRoot: string): BackupSettings {
  const { dataDir } = config
  const { config: shipped } = loadConfig({
    flags: { dataDir },
    env: {},
    cwd: dataDir,
    installRoot,
    readFile: () => undefined,
  })
  const changed = settingKeys.filter(
    // A restored folder lies where it is restored to.
    (key) => key !== 'dataDir' && JSON.stringify(config[key]) !== JSON.stringify(shipped[key]),
  )
  return {
    values: Object.fromEntries(changed.map((key) => [key, config[key]])),
    outside: changed.flatMap((setting) => outsideOf(setting, config)),
  }
}

function outsideOf(setting: SettingKey, config: Config): BackupSettings['outside'] {
  const value = config[setting]
  if (setting === 'masterKeyCommand') return [{ setting, path: 'what the command prints' }]
  if (!setting.endsWith('File') || typeof value !== 'string') return []
  const inside = relative(config.dataDir, value)
  const isInside = !isAbsolute(inside) && !inside.startsWith('..')
  return isInside ? [] : [{ setting, path: value }]
}
