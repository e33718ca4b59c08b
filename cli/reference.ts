import type { Command } from 'commander'

/** The help of every command as the program prints it, in Markdown (docs/reference/svcctl.md). */
export function cliReference(root: Command): string {
  // What holds for all of them is said once, by the first.
  const commands = [{ path: '', command: root }, ...runnable(root)]
  return commands
    .map(
      ({ path, command }) =>
        `${`## svcctl ${path}`.trimEnd()}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``,
    )
    .join('\n\n')
}

/** Commands that do something, depth first: `org origins add`. */
export function runnable(
  root: Command,
  parents: string[] = [],
): { path: string; command: Command }[] {
  return root.commands.flatMap((command) => {
    const path = [...parents, command.name()]
    if (command.commands.length > 0) return runnable(command, path)
    return [{ path: path.join(' '), command }]
  })
}

function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({
    writeOut: (part) => {
      text += part
    },
    getOutHelpWidth: () => 100,
    getOutHasColors: () => false,
  })
  command.configureHelp({ showGlobalOptions: false })
  command.outputHelp()
  return text.trimEnd()
}
