import type { Command } from 'commander'
import type { CliDeps, Flags } from './deps.ts'
import { folderFault, isUnprepared } from './folder-fault.ts'
import { readServerState } from './server-state.ts'
import { settingFlags } from './setting-flags.ts'

/** `svcctl` alone: how this box stands, and what comes next. Nothing is opened or made. */
export async function startPage(deps: CliDeps, root: Command): Promise<void> {
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
