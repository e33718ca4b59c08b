import { setTimeout as sleep } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, Flags } from '../deps.ts'
import { type DrainState, drainWords, readServerState } from '../server-state.ts'
import { settingFlags } from '../setting-flags.ts'

const EVERY_MS = 1000
const MINUTE_MS = 60_000

/** `svcctl drain`: before a maintenance, so that nobody is cut off in the middle of a visit. */
export function drainCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('drain', 'let visits end and take no new ones, before a maintenance', [
    'drain',
    'drain --wait && systemctl restart svc',
    'drain --wait --timeout 20   # minutes; 75 where something still runs then',
  ])
    .option('--wait', 'until nothing is going on any more')
    .option('--timeout <minutes>', 'how long to wait at most', minutesOf)
    .addHelpText(
      'after',
      '\nA restart ends it: the service that starts takes visits. So does svcctl resume.',
    )
    .action(async (options: { wait?: true; timeout?: number }, command: Command) => {
      const flags = settingFlags(command, settings)
      // Before anything is written: there must be somebody to heed it.
      await serverOf(deps, flags)
      const admin = await deps.openAdmin(flags)
      try {
        if (!admin.drain.find()) await admin.drain.begin()
      } finally {
        await admin[Symbol.asyncDispose]()
      }
      const state = options.wait
        ? await untilIdle(deps, flags, options.timeout)
        : await serverOf(deps, flags)
      if (!state) throw resumedMeanwhile()
      terminal.result({ draining: state }, () => drainWords(state))
      if (!state.idle)
        terminal.say('Visits that are going on end as always. Wait for them: svcctl drain --wait')
      terminal.say('Take visits again: svcctl resume, or a restart.')
    })
}

/** `svcctl resume`: visits may begin again. */
export function resumeCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('resume', 'take new visits again, after svcctl drain', ['resume']).action(
    async (_options: unknown, command: Command) => {
      await using admin = await deps.openAdmin(settingFlags(command, settings))
      const wasDraining = admin.drain.find() !== null
      if (wasDraining) await admin.drain.end()
      terminal.result({ draining: null, wasDraining }, () =>
        wasDraining ? 'Visits may begin again.' : 'Visits may begin; it was not draining.',
      )
    },
  )
}

/** @throws {AppError} `server_not_running`, `server_silent` */
async function serverOf({ askServer }: CliDeps, flags: Flags): Promise<DrainState | null> {
  const { url, answer, silent } = await askServer(flags)
  const server = readServerState(answer)
  if (server) return server.draining
  throw silent
    ? new AppError('unavailable', 'server_silent', `Something holds ${url} and does not answer.`)
    : new AppError(
        'unavailable',
        'server_not_running',
        `No server of this data folder answers at ${url}: there is nothing to drain.`,
      )
}

/** @throws {AppError} `still_busy` after that many minutes, `resumed_meanwhile` */
async function untilIdle(
  deps: CliDeps,
  flags: Flags,
  timeout = Number.POSITIVE_INFINITY,
): Promise<DrainState | null> {
  const { terminal, signal } = deps
  const line = terminal.progress('waiting')
  const until = performance.now() + timeout * MINUTE_MS
  try {
    for (;;) {
      const state = await serverOf(deps, flags)
      if (!state || state.idle) return state
      if (performance.now() >= until)
        throw new AppError(
          'busy',
          'still_busy',
          `${drainWords(state)} It goes on draining: svcctl drain --wait, or svcctl resume.`,
        )
      line.update(null, drainWords(state))
      await sleep(EVERY_MS, undefined, { signal })
    }
  } finally {
    line.end()
  }
}

function resumedMeanwhile(): AppError {
  return new AppError(
    'conflict',
    'resumed_meanwhile',
    'The server takes visits: somebody said svcctl resume, or it started anew meanwhile.',
  )
}

function minutesOf(typed: string): number {
  const minutes = Number(typed)
  if (typed.trim() === '' || !(minutes >= 0)) throw new InvalidArgumentError('It is in minutes.')
  return minutes
}
