import { Argument, type Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { offer, offering } from '../completion/offers.ts'
import { defineCommand, defineNoun } from '../define-command.ts'
import type { CliDeps, DescribedSetting, SettingChange } from '../deps.ts'
import { tellOpenFile } from '../open-file.ts'
import { settingFlags, valuesOfSetting } from '../setting-flags.ts'

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
    .addArgument(
      offering(
        '[setting]',
        'only this one',
        settings.flags.map(({ key }) => key),
      ),
    )
    .action((wanted: string | undefined, _options: unknown, command: Command) => {
      const { described, filePath } = settings.load(settingFlags(command, settings))
      const shown = described.filter(({ key }) => wanted === undefined || key === wanted)
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
    { header: 'VARIABLE', cell: ({ env }) => env, below: true },
    {
      header: 'WHAT IT IS',
      cell: ({ description }) => description,
      shrinks: 'wraps',
      below: true,
    },
  ])
}

function setCommand(deps: CliDeps): Command {
  const { settings, terminal } = deps
  return defineCommand('set', 'write a setting into the configuration file', [
    'config set publicUrl https://svc.hospital.example',
    'config set port --default',
    'config set tlsCertificateFile /etc/svc/cert.pem tlsKeyFile /etc/svc/key.pem',
  ])
    .addArgument(
      offer(
        new Argument(
          '<words...>',
          'a setting as "svcctl config show" lists it and its value; more pairs',
        ),
        settings.flags.map(({ key }) => key),
        {
          valuesOf: new Map(settings.flags.map((one) => [one.key, valuesOfSetting(one)])),
          alone: '--default',
        },
      ),
    )
    .option('--default', 'take the named settings out of the file, so that their defaults hold')
    .action(async (words: string[], options: { default?: boolean }, command: Command) => {
      const changes = options.default
        ? words.map((key): SettingChange => [key, undefined])
        : pairsOf(words)
      if (!changes)
        command.error('error: give a value for each setting, or --default', {
          code: 'commander.missingArgument',
        })
      const flags = settingFlags(command, settings)
      const { path } = await settings.write(flags, changes)
      const keys = changes.map(([key]) => key)
      const written = settings.load(flags).described.filter(({ key }) => keys.includes(key))
      terminal.result({ file: path, settings: written }, () =>
        keys.map((key) => `${key} is written to ${path}`).join('\n'),
      )
      for (const { key, value } of written)
        if (/(?:Key|Passphrase)File$/.test(key) && typeof value === 'string')
          await tellOpenFile(deps, value)
      for (const { key, source, env, flag } of written)
        if (source === 'env' || source === 'flag')
          terminal.say(`Note: ${env} or ${flag} is set too, and is stronger than ${key} here.`)
      terminal.say(
        keys.every((key) => AT_ONCE.includes(key))
          ? 'It holds at once; a running server takes it up within seconds.'
          : 'It takes effect when the server is started the next time. As a service: systemctl restart svc',
      )
    })
}

/**
 * What a running server reads again (bin/compose/model-switch.ts), and what only `doctor` reads.
 */
const AT_ONCE = ['speechModel', 'textModel', 'localNetworkOrigins']

/** null: one has no value. */
function pairsOf(words: readonly string[]): SettingChange[] | null {
  if (words.length % 2 === 1) return null
  return words.flatMap((key, at) => (at % 2 === 0 ? [[key, words[at + 1]] as const] : []))
}

function pathCommand({ settings, terminal }: CliDeps): Command {
  return defineCommand('path', 'print where the configuration file is, or would be', [
    'config path',
  ]).action((_options: unknown, command: Command) => {
    const { filePath, fileExists } = settings.load(settingFlags(command, settings))
    terminal.result({ path: filePath, exists: fileExists }, () => filePath)
  })
}
