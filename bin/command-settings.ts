/** Settings for `svcctl`: what is in force and why, and the file, which is changed on record. */
import { resolve } from 'node:path'
import type { SettingChange, SettingsAccess } from '../cli/deps.ts'
import { describeSettings, settingFlags } from '../config/describe-settings.ts'
import { editConfigFile } from '../config/edit-config-file.ts'
import { type Commands, inWords, readIfThere } from './command-place.ts'
import type { PlainAct } from './record-act.ts'

export function commandSettings(commands: Commands): SettingsAccess {
  const { load, loadWith, recorded, platform, cwd, signal, terminal } = commands
  const flagsOfAll = settingFlags()
  const paths = new Set<string>(flagsOfAll.flatMap(({ key, isPath }) => (isPath ? [key] : [])))
  return {
    flags: flagsOfAll,
    load(flags) {
      const loaded = load(flags)
      const { config, filePath, fileExists } = loaded
      return { values: config, described: describeSettings(loaded), filePath, fileExists }
    },
    async write(flags, typed) {
      // In the file it would begin at the file's own folder, and whoever types a path means the one
      // that they are in.
      const changes = typed.map(
        ([key, value]): SettingChange => [
          key,
          value && paths.has(key) ? resolve(cwd, value) : value,
        ],
      )
      const { rewriteFile } = await import('./rewrite-file.ts')
      const { filePath: path } = load(flags)
      // Never the value: some are secrets.
      const acts = changes.map(([key, value]): PlainAct => {
        const facts = { setting: key, taken_out: value === undefined }
        return { action: 'setting.changed', subject: null, facts }
      })
      const rewriting = {
        path,
        now: platform.now,
        signal,
        read: readIfThere,
        edit(before: string | undefined) {
          const text = inWords(() =>
            changes.reduce<string | undefined>(
              (edited, [key, value]) => editConfigFile({ path, text: edited }, key, value),
              before,
            ),
          )
          // The edited settings must be valid as a whole before the old file is touched.
          loadWith(flags, path, text)
          return text ?? '{}'
        },
        onWait: () => terminal.say('Waiting for another svcctl that writes the settings.'),
      } satisfies Parameters<typeof rewriteFile>[0]
      await recorded(flags, acts, () => rewriteFile(rewriting))
      return { path }
    },
  }
}
