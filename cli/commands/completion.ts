import { Argument, type Command } from 'commander'
import { bashCompletion } from '../completion/bash.ts'
import { fishCompletion } from '../completion/fish.ts'
import { zshCompletion } from '../completion/zsh.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/**
 * `svcctl completion`: a script for the shell, which then completes commands, flags and files
 * without starting the program; it is asked for the names of organizations alone.
 */
export function completionCommand({ terminal }: CliDeps): Command {
  return defineCommand('completion', 'print what makes a shell complete commands and flags', [
    'completion bash > /etc/bash_completion.d/svcctl',
    'completion zsh > /usr/local/share/zsh/site-functions/_svcctl',
    'completion fish > ~/.config/fish/completions/svcctl.fish',
  ])
    .addArgument(new Argument('<shell>', 'of the administrator').choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS, _options: unknown, command: Command) => {
      let root = command
      while (root.parent) root = root.parent
      const script = SHELLS[shell](root)
      terminal.result({ shell, script }, () => script.trimEnd())
    })
}
