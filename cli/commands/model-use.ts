import type { Command } from 'commander'
import { findModel } from '../../core/model-file/catalogue.ts'
import { HEADER_BYTES, readModelHeader } from '../../core/model-file/model-header.ts'
import type { ModelStore } from '../../core/model-file/ports.ts'
import { useModel } from '../../core/model-file/use-model.ts'
import { verifyModel } from '../../core/model-file/verify-model.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import { transferProgress } from '../transfer-progress.ts'

/** `svcctl model use <name>`: proves the file, then writes the setting. */
export function modelUseCommand(deps: CliDeps): Command {
  const { terminal, settings, box, now, signal } = deps
  return defineCommand('use', 'make an installed model the active one', [
    'model use whisper-small-q5_1',
  ])
    .argument('<name>', 'as "svcctl model list --installed" shows it')
    .action(async (name: string, _options: unknown, command: Command) => {
      const flags = settingFlags(command, settings)
      const store = await deps.openModels(flags)
      if (findModel(name)?.demo) await deps.installDemoModel(flags)
      const use = useModel({
        verify: verifyModel({ store, now }),
        kindOf: (file) => kindOf(store, file),
        box,
        saveSetting: async (key, value) => void (await settings.write(flags, [[key, value]])),
      })
      const line = terminal.progress('verifying')
      const onProgress = transferProgress(line, () => now().getTime())
      const used = await use(name, { signal, onProgress }).finally(() => line.end())
      terminal.result(used, () => `${used.name} is the ${used.setting} now.`)
      const { yellow } = terminal.style
      if (used.demo)
        terminal.say(
          yellow('It is for demonstrations: it understands ten synthetic voices, no patient.'),
        )
      if (used.fit === 'too-large')
        terminal.say(yellow('This machine has too little memory for it: expect it not to load.'))
      if (used.fit === 'slow')
        terminal.say(yellow('This machine has few cores for it: expect it to be slow.'))
      terminal.say('It takes effect when the server is started the next time.')
    })
}

async function kindOf(store: ModelStore, file: string) {
  const known = findModel(file)?.kind ?? (await store.find(file))?.record?.kind
  if (known) return known
  const path = (await store.find(file))?.path
  const header = path ? readModelHeader(await store.head(path, HEADER_BYTES)) : null
  return header ? ({ whisper: 'speech', vad: 'vad', gguf: 'text' } as const)[header.format] : null
}
