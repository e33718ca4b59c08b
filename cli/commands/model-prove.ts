import type { Command } from 'commander'
import { modelNames } from '../../core/model-file/catalogue.ts'
import { offering } from '../completion/offers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { fitnessSheet } from '../model-words.ts'
import { proveInstalled } from '../prove-installed.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl model prove <name>`: a language model on shipped cases, and what it is fit for kept
 * beside its file.
 */
export function modelProveCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('prove', 'find out what a language model is fit for on this machine', [
    'model prove qwen3-1.7b',
  ])
    .addArgument(offering('<name>', 'as "svcctl model list --installed" shows it', modelNames()))
    .action(async (name: string, _options: unknown, command: Command) => {
      const flags = settingFlags(command, settings)
      const proven = await proveInstalled(deps, flags, name)
      terminal.result(proven, () => fitnessSheet(proven.name, proven.fitness))
      if (settings.load(flags).values.textModel === proven.file)
        terminal.say('A server that runs takes this up when it is started the next time.')
      else if (proven.fitness.level !== 'nothing')
        terminal.say(`To take it into use: svcctl model use ${proven.name}`)
    })
}
