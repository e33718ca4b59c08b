import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl node join`: the code is asked for, or read from a file: arguments can be read by all. */
export function nodeJoinCommand(deps: CliDeps): Command {
  const { terminal, settings, openNodes } = deps
  return defineCommand('join', 'take the master key from a server that invites this one', [
    'node join',
    'node join --code-file /dev/fd/3',
  ])
    .option('--code-file <path>', 'holds the code; else it is asked for')
    .action(async ({ codeFile }: { codeFile?: string }, command: Command) => {
      const nodes = await openNodes(settingFlags(command, settings))
      const code =
        codeFile === undefined && terminal.canAsk
          ? await terminal.askSecret('Code of svcctl node invite')
          : await nodes.codeIn(codeFile ?? null)
      const joined = await nodes.join(code)
      terminal.result(joined, () => `The master key ${joined.fingerprint} is in ${joined.keysDir}.`)
      terminal.say('Start this server: svcctl serve')
    })
}
