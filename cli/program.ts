import { Command, type CommanderError, Option } from 'commander'
import { quoted } from '../core/doctor/quoted.ts'
import type { CliDeps, Flags } from './deps.ts'
import { folderNeed } from './folder-need.ts'
import { helpColumns } from './help-columns.ts'
import { topicList } from './help-topics.ts'
import { outline } from './outline.ts'
import { addSettingFlags, settingFlags } from './setting-flags.ts'

/** Where commander itself writes: help on one stream, complaints on the other. */
export interface ProgramOutput {
  out(text: string): void
  err(text: string): void
}

type MakeCommand = (deps: CliDeps) => Command

/**
 * The command line. Parsing it runs one command; nothing exits the process.
 * @param made by name, the commands that were loaded; the others are there to be named, in the help
 * and when somebody mistypes
 */
export function program(
  deps: CliDeps,
  output: ProgramOutput,
  made: ReadonlyMap<string, MakeCommand>,
): Command {
  const root = new Command('svcctl')
    .description('Runs and administers the clinical documentation appliance.')
    .version(deps.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'explain a command')
    .addOption(new Option('--json', 'print the result as JSON'))
    .addOption(new Option('--jq <expression>', 'of the JSON only what this jq expression gives'))
    .addOption(new Option('-y, --yes', 'ask nothing, agree to everything').env('SVC_YES'))
    .addOption(new Option('--config <file>', 'the configuration file').env('SVC_CONFIG'))
    .addHelpText(
      'after',
      `\nExample:\n  $ svcctl init --org "Hospital São Lucas"\n\nEvery setting is a flag too: svcctl serve --help\n\nFurther help:\n${topicList()}`,
    )
  addSettingFlags(root, deps.settings)

  for (const { heading, entries } of outline)
    for (const { name, alias, description } of entries) {
      const make = made.get(name)
      const command = make ? make(deps) : new Command(name).description(description)
      if (!make && alias) command.alias(alias)
      root.addCommand(command.helpGroup(heading))
    }
  root.hook('preAction', async (_root, command) => {
    const flags = settingFlags(command, deps.settings)
    const names = root.commands.map((one) => one.name())
    deps.terminal.meant(hintsFor(command, flags, names))
    const need = folderNeed(pathOf(command))
    if (need) await deps.needFolder(flags, need)
  })
  everywhere(root, (command) => {
    command
      .exitOverride()
      .configureOutput({
        writeOut: output.out,
        writeErr: output.err,
        // Told by whoever runs the program, in the one shape all failures have.
        outputError() {},
      })
      .configureHelp(helpColumns)
      .showHelpAfterError(false)
  })
  return root
}

/**
 * What a command line needs: the one command that it names, or all of them where it asks about the
 * whole program.
 */
export async function loadCommands(args: readonly string[], deps: Pick<CliDeps, 'settings'>) {
  const word = firstWord(args, deps)
  const all = outline.flatMap(({ entries }) => entries)
  const isWhole = word === 'help' || word === 'completion'
  const wanted = all.filter(
    ({ name, alias }) => isWhole || (word !== undefined && [name, alias].includes(word)),
  )
  return new Map(
    await Promise.all(wanted.map(async ({ name, load }) => [name, await load()] as const)),
  )
}

/** The first that is neither a flag nor a flag's value. */
export function firstWord(
  args: readonly string[],
  deps: Pick<CliDeps, 'settings'>,
): string | undefined {
  return args[firstPlace(args, deps)]
}

/** Where the first word is: behind flags and their values, or the end. */
export function firstPlace(
  args: readonly string[],
  { settings }: Pick<CliDeps, 'settings'>,
): number {
  const withValue = new Set(['--config', '--jq'])
  for (const { flag, takesValue } of settings.flags) if (takesValue) withValue.add(flag)
  for (let place = 0; place < args.length; place++) {
    const arg = args[place] ?? ''
    if (!arg.startsWith('-')) return place
    if (withValue.has(arg)) place += 1
  }
  return args.length
}

/** What commander threw, in one sentence without its prefix. */
export function usageMessage({ message }: CommanderError): string {
  const plain = message.replace(/^error: /, '').replace(/(?<!\s)\s*\n\((.*)\)/, '. $1')
  const sentence = plain.replace(/^./, (letter) => letter.toUpperCase())
  return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`
}

/** `org list`, whatever plural was typed; of `svcctl` alone nothing. */
function pathOf(command: Command): string {
  const { parent } = command
  return parent ? `${pathOf(parent)} ${command.name()}`.trim() : ''
}

export function everywhere(command: Command, visit: (command: Command) => void) {
  visit(command)
  for (const inner of command.commands) everywhere(inner, visit)
}

/**
 * Makes the commands that a text names mean the installation that this one meant: a hint is copied
 * word for word. What comes from the environment, the next command has as well.
 * @param names of commands; "svcctl that" is prose
 */
function hintsFor(
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
