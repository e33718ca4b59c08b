import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, Flags, RunningServer } from '../deps.ts'
import { helpLines } from '../help-columns.ts'
import { largerModel } from '../model-words.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl serve`: runs until it is told to stop. Its log is JSON on stdout, what it tells people is
 * on stderr.
 */
export function serveCommand(deps: CliDeps): Command {
  const { settings, terminal, serve } = deps
  return defineCommand('serve', 'run the service', [
    'serve',
    'serve --host 0.0.0.0 --port 443 --public-url https://svc.hospital.example',
  ])
    .addHelpText('after', () => `\nEvery setting is a flag too:\n${flagList(settings)}`)
    .action(async (_options: unknown, command: Command) => {
      await serve(settingFlags(command, settings), ({ url }) => terminal.say(`Serving on ${url}`))
    })
}

/** `svcctl demo`: the service with its sample EHR page, ready to be tried. */
export function demoCommand(deps: CliDeps): Command {
  const { settings } = deps
  return defineCommand('demo', 'run the service with the sample EHR page, to try it out', [
    'demo',
    'demo --port 9000',
  ]).action(async (_options: unknown, command: Command) => {
    const flags: Flags = { ...settingFlags(command, settings), demo: true }
    // Somebody is trying it out: the address should not drown in the log.
    const { described } = settings.load(flags)
    if (described.some(({ key, source }) => key === 'logLevel' && source === 'default'))
      flags.logLevel = 'warn'
    const larger = await largerModel(deps, flags)
    await deps.serve(flags, (server) => announce(deps, server, larger))
  })
}

const LOOK_EVERY_MS = 1000

function announce(
  { terminal, signal }: CliDeps,
  { url, demoUrl, speech }: RunningServer,
  /** A larger speech model that this machine carries; null: none. */
  larger: string | null,
) {
  const { bold, cyan, dim } = terminal.style
  terminal.say('')
  terminal.say(`  ${bold('Ready.')}  Open  ${bold(cyan(demoUrl ?? url))}`)
  terminal.say(dim('  A sample EHR with invented patients. Choose one, then play its sample'))
  terminal.say(dim('  consultation or speak. Stop with Ctrl-C.'))
  terminal.say('')
  let told = ''
  // The first start compiles the speech runtime, while everything else works already.
  const look = setInterval(() => {
    const { state } = speech()
    if (state !== told) terminal.say(`  ${SPEECH[state]}`)
    if (state === 'ready' && larger) {
      terminal.say(dim(`  This machine can carry ${larger}, which writes fewer words wrongly:`))
      terminal.say(dim('  svcctl model setup'))
    }
    told = state
    if (state === 'ready' || signal.aborted) clearInterval(look)
  }, LOOK_EVERY_MS)
  look.unref()
}

/** The status has a message of its own, for doctors and in Portuguese. */
const SPEECH: Record<'ready' | 'preparing' | 'unavailable', string> = {
  ready: 'Speech recognition is ready.',
  preparing: 'Speech recognition is being prepared: compiling it takes one to two minutes, once.',
  unavailable: 'Speech recognition is not available. See: svcctl doctor',
}

function flagList({ flags }: CliDeps['settings']): string {
  const shown = flags.map(({ flag, takesValue, description }) => ({
    name: takesValue ? `${flag} <value>` : flag,
    words: description,
  }))
  return helpLines(shown)
}
