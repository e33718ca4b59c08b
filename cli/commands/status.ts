import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, DiskUse, Flags } from '../deps.ts'
import { folderFault, isUnprepared } from '../folder-fault.ts'
import { bytes, duration, moment } from '../format.ts'
import { readServerState } from '../server-state.ts'
import { settingFlags } from '../setting-flags.ts'

interface Seen {
  url: string
  /** Somebody is there, and does not answer in time. */
  silent: boolean
  dataDir: string
  prepared: boolean
  /** As it answered, for programs. */
  server: unknown
  /** Null: there is no data folder. */
  disk: DiskUse | null
}

const EVERY_MS = 2000

/** `svcctl status`: is it up, what is it doing, how much room is left. Exit 69 when no server answers. */
export function statusCommand(deps: CliDeps): Command {
  const { settings, terminal, diskUse, askServer } = deps
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
        const fault = await unprepared(deps, flags)
        const [{ url, answer, silent }, disk] = await Promise.all([
          askServer(flags),
          fault?.code === 'data_folder_missing' ? null : diskUse(flags),
        ])
        const server = readServerState(answer)
        const reachable = server !== null
        return { reachable, url, silent, dataDir, prepared: !fault, server: server && answer, disk }
      }
      if (watch) return keepLooking(deps, look)
      const seen = await look()
      terminal.result(seen, () => sheet(deps, seen))
      const fault = await unprepared(deps, flags)
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

/** Out of reach, or half restored: what there is of it is shown all the same. */
async function unprepared(deps: CliDeps, flags: Flags): Promise<AppError | null> {
  const fault = await folderFault(deps, flags)
  return fault && isUnprepared(fault) ? fault : null
}

/** A server that is down for a while is no reason to stop looking. */
async function keepLooking(deps: CliDeps, look: () => Promise<Seen>): Promise<void> {
  const { terminal, now } = deps
  await terminal.untilQuit(async (signal) => {
    while (!signal.aborted) {
      const seen = await look()
      if (signal.aborted) return
      const at = now()
      terminal.screen(
        { at, ...seen },
        () => `${terminal.style.dim(moment(at))}\n${sheet(deps, seen)}`,
      )
      await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
    }
  })
}

function sheet({ terminal: { style } }: CliDeps, seen: Seen): string {
  const { url, silent, dataDir, prepared, disk } = seen
  const server = readServerState(seen.server)
  const rows: [string, string][] = [
    [
      'server',
      server ? `${server.status} at ${url}` : style.red(silent ? 'does not answer' : 'not running'),
    ],
  ]
  if (server?.version) rows.push(['version', server.version])
  if (typeof server?.uptimeS === 'number') rows.push(['up for', duration(server.uptimeS)])
  if (server?.speech) {
    const { state, model, demo } = server.speech
    // Its message is the doctors', in Portuguese.
    const words = [
      state,
      model ?? '',
      demo ? style.yellow('(demonstration model)') : '',
      state === 'unavailable' ? 'see: svcctl doctor' : '',
    ]
    rows.push(['speech', words.filter(Boolean).join('  ')])
  }
  if (server?.generator)
    rows.push([
      'documents',
      [server.generator.kind, server.generator.model].filter(Boolean).join('  '),
    ])
  if (server?.recordings) {
    const { recording, paused } = server.recordings
    rows.push(['recordings', `${recording} going on, ${paused} paused`])
  }
  if (server?.queue) {
    const { running, queued, waiting, failed } = server.queue
    const words = [`${running} running`, `${queued} queued`]
    if (waiting > 0) words.push(style.yellow(`${waiting} waiting for the speech engine`))
    if (failed > 0) words.push(style.red(`${failed} failed`))
    rows.push(['final texts', words.join(', ')])
  }
  if (server?.outgoingHeldSince)
    rows.push([
      'outgoing',
      style.yellow(`held since ${server.outgoingHeldSince}: nothing leaves (svcctl outgoing show)`),
    ])
  if (!prepared) rows.push(['data folder', style.red(`nothing is prepared in ${dataDir}`)])
  if (disk) rows.push(['disk', `${bytes(disk.freeBytes)} of ${bytes(disk.totalBytes)} free`])
  for (const { name, sizeBytes } of disk?.parts ?? [])
    rows.push(['', `${name} ${bytes(sizeBytes)}`])
  return rows.map(([label, text]) => `${style.dim(label.padEnd(12))}${text}`).join('\n')
}
