import type { Command } from 'commander'
import { removeModel } from '../../core/model-file/installed-model.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl model remove <name>` */
export function modelRemoveCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('remove', 'delete a model that is not in use, or an unfinished download', [
    'model remove whisper-tiny --yes',
  ])
    .argument('<name>', 'as "svcctl model list" shows it')
    .action(async (name: string, _options: unknown, command: Command) => {
      const flags = settingFlags(command, settings)
      const { speechModel, textModel } = settings.load(flags).values
      const store = await deps.openModels(flags)
      const remove = removeModel({ store, active: { speech: speechModel, text: textModel } })
      const plan = await remove.plan(name)
      await terminal.confirm(`Delete ${plan.file} (${bytes(plan.sizeBytes)})?`)
      await remove.apply(plan)
      terminal.result(
        plan,
        () => `${plan.file} is deleted, ${bytes(plan.sizeBytes)} are free again.`,
      )
    })
}
