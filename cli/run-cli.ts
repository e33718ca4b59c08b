import { type Command, CommanderError } from 'commander'
import { AppError, isAppError } from '../core/errors.ts'
import type { CliDeps, Flags } from './deps.ts'
import { diskFault } from './disk-fault.ts'
import { exitCodes } from './exit-codes.ts'
import { folderFault, isUnprepared } from './folder-fault.ts'
import { helpTopic } from './help-topics.ts'
import {
  firstPlace,
  firstWord,
  loadCommands,
  type ProgramOutput,
  program,
  usageMessage,
} from './program.ts'
import { notPermitted, reportError } from './report-error.ts'
import { readServerState } from './server-state.ts'
import { settingFlags } from './setting-flags.ts'

interface Options {
  output: ProgramOutput
  debug: boolean
}

/** Runs one command line. Whatever happens is told; nothing is thrown. @returns the exit code */
export async function runCli(
  typed: readonly string[],
  deps: CliDeps,
  { output, debug }: Options,
): Promise<number> {
  const { json, style } = deps.terminal
  const { hint, fold } = deps.terminal
  const report = { json, style, write: output.err, debug, hint, fold }
  /** Until a command is known, the settings as they are without flags. */
  let flags: Flags = {}
  const place = firstPlace(typed, deps)
  const words = typed.slice(place)
  const topic = helpTopic(words)
  if (topic !== null) {
    output.out(topic)
    return exitCodes.ok
  }
  const helped = askedForHelp(words)
  const args = [...typed.slice(0, place), ...helped]
  let root: Command | undefined
  try {
    // A noun without a verb gets its help, which is for people; a program gets the failure.
    const spoken = json ? { ...output, err() {} } : output
    const built = program(deps, spoken, await loadCommands(args, deps))
    root = built
    if (helped !== words) refuseUnknown(built, helped)
    if (!json && isAlone(args, deps)) built.action(() => startPage(deps, built))
    built.hook('preAction', async (_root, command) => {
      flags = settingFlags(command, deps.settings)
      await deps.terminal.begin(SERVICES.has(pathOf(command)))
    })
    await built.parseAsync(args, { from: 'user' }).finally(() => deps.terminal.end())
    return exitCodes.ok
  } catch (thrown) {
    const error = firstOf(thrown)
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.ok
      const isHelp = error.code === 'commander.help'
      if (isHelp && !json) return exitCodes.usage
      const said = isHelp ? 'A command is missing.' : usageMessage(error)
      const message = `${said} See: svcctl ${helpPath(root, args)}--help`
      return reportError(new AppError('invalid', 'usage', message), report)
    }
    if (isInterruption(error, deps.signal)) return exitCodes.interrupted
    const told = await diskFault(error, () => deps.dataDisk(flags))
    return reportError(notPermitted(told), report)
  }
}

const SERVICES = new Set(['serve', 'demo', 'rnds simulator'])

/** What went wrong, where closing what was open (`await using`) then failed as well. */
function firstOf(error: unknown): unknown {
  const isPair = error instanceof Error && error.name === 'SuppressedError' && 'suppressed' in error
  return isPair ? firstOf(error.suppressed) : error
}

/**
 * `help rnds profile set`, as deep as it goes, and `rnds help profile`: the same as `--help` behind
 * the command.
 */
function askedForHelp(args: readonly string[]): readonly string[] {
  const place = args.slice(0, 2).indexOf('help')
  if (place < 0 || args.slice(0, place).some((arg) => arg.startsWith('-'))) return args
  const words = args.filter((_, index) => index !== place)
  return words.length > 0 ? [...words, '--help'] : args
}

/** @throws {AppError} `usage` for words behind `help` that are no command and no topic */
function refuseUnknown(root: Command, words: readonly string[]): void {
  let command = root
  for (const word of words) {
    const inner = command.commands.find((one) => one.name() === word || one.alias() === word)
    if (!inner && !word.startsWith('-') && command.commands.length > 0) {
      const [kind, help] =
        command === root ? ['command or topic', 'help'] : ['command', `help ${pathOf(command)}`]
      throw new AppError('invalid', 'usage', `There is no ${kind} "${word}". See: svcctl ${help}`)
    }
    if (!inner) return
    command = inner
  }
}

/** The words that name a command, without the program's own. */
function pathOf(command: Command): string {
  const { parent } = command
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name()
}

/** `svcctl`, with nothing but settings. */
function isAlone(args: readonly string[], deps: CliDeps): boolean {
  return (
    firstWord(args, deps) === undefined &&
    !args.some((arg) => /^(-h|--help|-V|--version)$/.test(arg))
  )
}

/** Ctrl-C while working, or at a question, which inquirer reports in a way of its own. */
function isInterruption(error: unknown, signal: AbortSignal): boolean {
  if (signal.aborted && !isAppError(error)) return true
  return error instanceof Error && error.name === 'ExitPromptError'
}

/** Commands of what was typed, as deep as they are known: enough to find the right help. */
function helpPath(root: Command | undefined, args: readonly string[]): string {
  const words: string[] = []
  let command = root
  for (const arg of args) {
    const inner = command?.commands.find((one) => one.name() === arg || one.aliases().includes(arg))
    if (!inner) continue
    words.push(`${arg} `)
    command = inner
  }
  return words.join('')
}

/** `svcctl` alone: how this box stands, and what comes next. Nothing is opened or made. */
async function startPage(deps: CliDeps, root: Command): Promise<void> {
  const { terminal, settings, version } = deps
  const { bold, dim } = terminal.style
  const flags = settingFlags(root, settings)
  const { dataDir } = settings.load(flags).values
  const { state, steps } = await standing(deps, flags)
  const width = Math.max(...steps.map(([command]) => command.length))
  const hint = (command: string) => terminal.hint(`svcctl ${command}`)
  // A command that names its box leaves no room beside it.
  const isLong = steps.some(([command]) => hint(command) !== `svcctl ${command}`)
  const lines = steps.map(([command, what]) =>
    isLong
      ? `  ${bold(hint(command))}\n    ${dim(what)}`
      : `  ${bold(hint(command.padEnd(width)))}  ${dim(what)}`,
  )
  terminal.raw(
    [
      `svcctl ${version}, the clinical documentation appliance.`,
      `${terminal.hint(state)} ${dim(`(data folder: ${dataDir})`)}`,
      '',
      ...lines,
      '',
      dim('All commands: svcctl --help'),
      '',
    ].join('\n'),
  )
}

type Step = readonly [command: string, what: string]

async function standing(
  deps: CliDeps,
  flags: Flags,
): Promise<{ state: string; steps: readonly Step[] }> {
  const fault = await folderFault(deps, flags)
  if (fault && isUnprepared(fault))
    return {
      state: 'Nothing is prepared yet.',
      steps: [
        ['init', 'prepare the data folder and a first API key; asks what it needs'],
        ['demo', 'or only try it: the service with a sample EHR page'],
      ],
    }
  if (fault)
    return {
      state: fault.message,
      steps: [['doctor', 'what is wrong, and the command that mends it']],
    }
  const { url, answer } = await deps.askServer(flags)
  if (!readServerState(answer))
    return {
      state: 'Prepared; the service does not run.',
      steps: [
        ['doctor', 'what is wrong, and the command that mends it'],
        ['serve', 'run the service'],
        ['key create --help', 'keys for your EHR'],
      ],
    }
  return {
    state: `The service runs at ${url}.`,
    steps: [
      ['status --watch', 'recordings, texts in hand, engines, disk'],
      ['doctor', 'what is wrong, and the command that mends it'],
      ['backup create', 'one sealed file with everything, while it runs'],
    ],
  }
}
