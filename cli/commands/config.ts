import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand, defineNoun } from '../define-command.ts'
import type { CliDeps, DescribedSetting } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl config show|set|path` */
export function configCommand(deps: CliDeps): Command {
  return defineNoun('config', 'configs', 'read and write settings')
    .addCommand(showCommand(deps))
    .addCommand(setCommand(deps))
    .addCommand(pathCommand(deps))
}

function showCommand({ settings, terminal }: CliDeps): Command {
  return defineCommand('show', 'list every setting, its value and where it comes from', [
    'config show',
    'config show port --json',
  ])
    .argument('[setting]', 'only this one')
    .action((wanted: string | undefined, _options: unknown, command: Command) => {
      const { described, filePath } = settings.load(settingFlags(command, settings))
      const shown = wanted ? described.filter(({ key }) => key === wanted) : described
      if (shown.length === 0)
        throw new AppError(
          'not-found',
          'setting_unknown',
          `No setting is called "${wanted}". See: svcctl config show`,
        )
      terminal.result({ file: filePath, settings: shown }, () => settingsTable(shown, terminal))
    })
}

function settingsTable(shown: readonly DescribedSetting[], terminal: CliDeps['terminal']): string {
  return terminal.table(shown, [
    { header: 'SETTING', cell: ({ key }) => key },
    { header: 'VALUE', cell: ({ value }) => (value === null ? '-' : String(value)), shrinks: true },
    {
      header: 'FROM',
      cell: ({ source }) => source,
      paint: (text, { source }) => (source === 'default' ? terminal.style.dim(text) : text),
    },
    { header: 'VARIABLE', cell: ({ env }) => env },
    { header: 'WHAT IT IS', cell: ({ description }) => description, shrinks: true },
  ])
}

function setCommand({ settings, terminal }: CliDeps): Command {
  return defineCommand('set', 'write a setting into the configuration file', [
    'config set publicUrl https://svc.hospital.example',
    'config set port --default',
  ])
    .argument('<setting>', 'its name, as "svcctl config show" lists it')
    .argument('[value]', 'the new value')
    .option('--default', 'take it out of the file, so that its default holds')
    .action(
      async (
        key: string,
        value: string | undefined,
        options: { default?: boolean },
        command: Command,
      ) => {
        if ((value === undefined) !== (options.default === true))
          command.error('error: give a value, or --default', { code: 'commander.missingArgument' })
        const flags = settingFlags(command, settings)
        const { path } = await settings.write(flags, key, value)
        const written = settings.load(flags).described.find((setting) => setting.key === key)
        terminal.result({ file: path, setting: written }, () => `${key} is written to ${path}`)
        if (written && (written.source === 'env' || written.source === 'flag'))
          terminal.say(`Note: ${written.env} or ${written.flag} is set too, and is stronger.`)
        terminal.say('It takes effect when the server is started the next time.')
      },
    )
}

function pathCommand({ settings, terminal }: CliDeps): Command {
  return defineCommand('path', 'print where the configuration file is, or would be', [
    'config path',
  ]).action((_options: unknown, command: Command) => {
    const { filePath, fileExists } = settings.load(settingFlags(command, settings))
    terminal.result({ path: filePath, exists: fileExists }, () => filePath)
  })
}
