import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl bundle try`: from an invented visit's sound to its document, beside whatever runs. */
export function bundleTryCommand(deps: CliDeps): Command {
  const { terminal, settings, openBundle } = deps
  return defineCommand('try', 'hear an invented visit and write its document; nothing stays', [
    'bundle try',
  ]).action(async (_options: unknown, command: Command) => {
    const bundle = await openBundle(settingFlags(command, settings))
    const { style } = terminal
    const done = await bundle.tryOut((what) => terminal.say(style.dim(`  ${what} …`)))
    terminal.result(done, () => done.document)
    terminal.say('')
    terminal.say(
      style.dim(
        `${done.title}: ${done.soundS.toFixed(0)} s of sound, ${done.words} words after ${done.transcriptS.toFixed(1)} s, the document ${done.documentS.toFixed(1)} s later.`,
      ),
    )
    terminal.say(
      style.dim(`An invented visit, heard by ${done.speechModel}. Nothing of it was kept.`),
    )
  })
}
