import { type Command, Option } from 'commander'
import type { Values } from './completion/offers.ts'
import { offer } from './completion/offers.ts'
import type { Flags, SettingFlag, SettingsAccess } from './deps.ts'

/**
 * Every setting as an option of the whole program: `svcctl --data-dir /srv/svc org list`. Only the
 * first is in the help.
 */
export function addSettingFlags(program: Command, { flags }: Pick<SettingsAccess, 'flags'>) {
  for (const setting of flags) {
    const { key, flag, takesValue, description } = setting
    const option = new Option(takesValue ? `${flag} <value>` : flag, description)
    if (takesValue) offer(option, valuesOfSetting(setting))
    program.addOption(key === 'dataDir' ? option : option.hideHelp())
  }
}

/** What a shell offers for one. */
export function valuesOfSetting({ words, isPath }: SettingFlag): Values {
  return words ?? (isPath ? 'files' : 'anything')
}

/** The settings that were typed as flags, wherever on the line, by their keys. */
export function settingFlags(command: Command, { flags }: Pick<SettingsAccess, 'flags'>): Flags {
  const typed: Flags = command.optsWithGlobals()
  const found: Flags = { config: typed.config }
  for (const { key, flag } of flags) {
    const value = typed[new Option(`${flag} <value>`).attributeName()]
    if (value !== undefined) found[key] = value
  }
  return found
}
