import type { Command } from 'commander'
import { modelNames } from '../../core/model-file/catalogue.ts'
import { proveModel } from '../../core/model-file/prove-model.ts'
import { verifyModel } from '../../core/model-file/verify-model.ts'
import { offering } from '../completion/offers.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { fitnessSheet } from '../fitness-words.ts'
import { modelKind } from '../model-kind.ts'
import { settingFlags } from '../setting-flags.ts'
import { transferProgress } from '../transfer-progress.ts'

/**
 * `svcctl model prove <name>`: a language model on shipped cases, and what it is fit for kept
 * beside its file.
 */
export function modelProveCommand(deps: CliDeps): Command {
  const { terminal, settings, now, signal } = deps
  return defineCommand('prove', 'find out what a language model is fit for on this machine', [
    'model prove qwen3-1.7b',
  ])
    .addArgument(offering('<name>', 'as "svcctl model list --installed" shows it', modelNames()))
    .action(async (name: string, _options: unknown, command: Command) => {
      const flags = settingFlags(command, settings)
      const store = await deps.openModels(flags)
      const line = terminal.progress('proving')
      const onProgress = transferProgress(line, () => now().getTime())
      const prove = proveModel({
        store,
        now,
        verify: verifyModel({ store, now }),
        kindOf: (file) => modelKind(store, file),
        lock: () => deps.lockModelUse(flags, 'text'),
        tryOut: (file) =>
          deps.proveModel(flags, file, (done, of, what) => line.update(done / of, what)),
      })
      const proven = await prove(name, { signal, onProgress }).finally(() => line.end())
      terminal.result(proven, () => fitnessSheet(proven.name, proven.fitness))
      if (settings.load(flags).values.textModel === proven.file)
        terminal.say('A server that runs takes this up when it is started the next time.')
      else if (proven.fitness.level !== 'nothing')
        terminal.say(`To take it into use: svcctl model use ${proven.name}`)
    })
}
