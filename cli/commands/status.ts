import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { AppError, isAppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { folderFault, isUnprepared } from '../folder-fault.ts'
import { readServerState } from '../server-state.ts'
import { settingFlags } from '../setting-flags.ts'
import { type Seen, statusSheet } from '../status-sheet.ts'

const EVERY_MS = 2000

/**
 * `svcctl status`: is it up, what is it doing, how much room is left. Exit 69 when no server
 * answers.
 */
export function statusCommand(deps: CliDeps): Command {
  const { settings, terminal, diskUse, askServer, lastDrill, databaseFault, listNodes } = deps
  return defineCommand('status', 'show whether the service runs, and what it is doing', [
    'status',
    'status --watch',
    'status --json',
  ])
    .option('--watch', 'look again every two seconds, until q or Ctrl-C')
    .action(async ({ watch }: { watch?: true }, command: Command) => {
      const flags = settingFlags(command, settings)
      const { dataDir } = settings.load(flags).values
      async function look() {
        const folder = await folderFault(deps, flags)
        const fault = folder && isUnprepared(folder) ? folder : null
        const [{ url, answer, silent }, disk, drill] = await Promise.all([
          askServer(flags),
          fault?.code === 'data_folder_missing' ? null : diskUse(flags),
          lastDrill(flags),
        ])
        const server = readServerState(answer)
        const reachable = server !== null
        // A server that runs says so itself; another account's files are not opened.
        const wrong = server || silent || folder ? null : await databaseFault(flags)
        const database = wrong === null ? null : isAppError(wrong) ? wrong.code : 'unreadable'
        const nodes = server || folder || wrong ? null : await listNodes(flags)
        const kept = { dataDir, nodes, prepared: !fault, database, disk, lastDrill: drill }
        const seen: Seen = { url, silent, ...kept, server: server && answer }
        return { seen: { reachable, ...seen }, fault: fault ?? wrong }
      }
      if (watch) return keepLooking(deps, async () => (await look()).seen)
      const { seen, fault } = await look()
      terminal.result(seen, (room) => statusSheet(seen, null, terminal.style, room, terminal.hint))
      if (!seen.server && fault) throw fault
      if (seen.silent)
        throw new AppError(
          'unavailable',
          'server_silent',
          `Something holds ${seen.url} and does not answer: a server on a very busy machine, or one that hangs. Look again; then: journalctl -u svc -n 50`,
        )
      if (!seen.server)
        throw new AppError(
          'unavailable',
          'server_not_running',
          `No server of this data folder answers at ${seen.url}. Start it: svcctl serve`,
        )
    })
}

/** A server that is down for a while is no reason to stop looking. */
async function keepLooking(deps: CliDeps, look: () => Promise<Seen>): Promise<void> {
  const { terminal, now } = deps
  await terminal.untilQuit(async (signal) => {
    while (!signal.aborted) {
      const seen = await look()
      if (signal.aborted) return
      const at = now()
      terminal.screen({ at, ...seen }, (room) =>
        statusSheet(seen, at, terminal.style, room, terminal.hint),
      )
      await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
    }
  })
}
