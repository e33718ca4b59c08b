import type { Command } from 'commander'
import { planMirror, writeMirror } from '../../core/model-file/mirror-models.ts'
import { defineCommand, defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes } from '../format.ts'
import { transferProgress } from '../progress.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl model mirror create <folder> [names]` */
export function modelMirrorCommand(deps: CliDeps): Command {
  const { terminal, settings, now, signal } = deps
  return defineNoun('mirror', 'mirrors', 'a folder of models for other machines').addCommand(
    defineCommand('create', 'copy installed models into a folder for a web server or a stick', [
      'model mirror create /srv/www/models',
      'model mirror create /media/usb whisper-small-q5_1 qwen3.5-4b',
    ])
      .argument('<folder>')
      .argument('[names...]', 'only these; else all that are installed')
      .action(async (folder: string, names: string[], _options: unknown, command: Command) => {
        const store = await deps.openModels(settingFlags(command, settings))
        const items = await planMirror(store, names)
        const target = await deps.openMirror(folder)
        const line = terminal.progress('copying')
        await writeMirror(target, items, () => ({
          signal,
          onProgress: transferProgress(line, () => now().getTime()),
        })).finally(() => line.end())
        const models = items.map(({ path: _, ...item }) => item)
        terminal.result({ folder, models }, () =>
          terminal.table(items, [
            { header: 'NAME', cell: ({ name }) => name },
            { header: 'FILE', cell: ({ file }) => file, shrinks: true },
            { header: 'SIZE', cell: ({ sizeBytes }) => bytes(sizeBytes), align: 'right' },
          ]),
        )
        terminal.say(
          `On the other machine: svcctl model pull <name> --mirror http://<address of ${folder}>, or svcctl model import ${folder}`,
        )
      }),
  )
}
