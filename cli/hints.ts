import type { Command } from 'commander'
import { quoted } from '../core/doctor/quoted.ts'
import type { Flags } from './deps.ts'

/**
 * Makes the commands that a text names mean the installation that this one meant: a hint is copied
 * word for word. What comes from the environment, the next command has as well.
 * @param names of commands; "svcctl that" is prose
 */
export function hintsFor(
  command: Command,
  { config, dataDir }: Flags,
  names: readonly string[],
): (text: string) => string {
  const typed = [
    ['config', '--config', config],
    ['dataDir', '--data-dir', dataDir],
  ] as const
  const flags = typed
    .filter(([name, , value]) => typeof value === 'string' && isTyped(command, name))
    .map(([, flag, value]) => ` ${flag} ${quoted(String(value))}`)
    .join('')
  if (flags === '') return (text) => text
  // One that names a folder of its own keeps it.
  const call = new RegExp(`\\bsvcctl(?= (?:${names.join('|')})\\b)(?![^#\\n]*--data-dir)`, 'g')
  return (text) => text.replace(call, (program) => `${program}${flags}`)
}

function isTyped(command: Command, name: string): boolean {
  let root = command
  while (root.parent) root = root.parent
  return [root, command].some((one) => one.getOptionValueSource(name) === 'cli')
}
