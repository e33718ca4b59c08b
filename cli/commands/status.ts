import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps, DiskUse } from '../deps.ts'
import { bytes, duration, moment } from '../format.ts'
import { readServerState } from '../server-state.ts'
import { settingFlags } from '../setting-flags.ts'

interface Seen {
  url: string
  /** As it answered, for programs. */
  server: unknown
  disk: DiskUse
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
    .option('--watch', 'look again every two seconds, until Ctrl-C')
    .action(async ({ watch }: { watch?: true }, command: Command) => {
      const flags = settingFlags(command, settings)
      const { dataDir } = settings.load(flags).values
      async function look() {
        const [{ url, answer }, disk] = await Promise.all([askServer(flags), diskUse(flags)])
        const server = readServerState(answer)
        return { reachable: server !== null, url, dataDir, server: server && answer, disk }
      }
      if (watch) return keepLooking(deps, look)
      const seen = await look()
      terminal.result(seen, () => sheet(deps, seen))
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
  const { terminal, signal, now } = deps
  while (!signal.aborted) {
    const seen = await look()
    const at = now()
    terminal.screen(
      { at, ...seen },
      () => `${terminal.style.dim(moment(at))}\n${sheet(deps, seen)}`,
    )
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
  }
}

function sheet({ terminal: { style } }: CliDeps, { url, server: answer, disk }: Seen): string {
  const server = readServerState(answer)
  const rows: [string, string][] = [
    ['server', server ? `${server.status} at ${url}` : style.red('not running')],
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
  rows.push(['disk', `${bytes(disk.freeBytes)} of ${bytes(disk.totalBytes)} free`])
  for (const { name, sizeBytes } of disk.parts) rows.push(['', `${name} ${bytes(sizeBytes)}`])
  return rows.map(([label, text]) => `${style.dim(label.padEnd(12))}${text}`).join('\n')
}
