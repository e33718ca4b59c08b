import type { Command } from 'commander'
import { quoted } from '../../core/doctor/quoted.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes, moment } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl backup list`: of the folder; nothing is opened. */
export function backupListCommand(deps: CliDeps): Command {
  const { terminal, settings, openBackup } = deps
  return defineCommand('list', 'the backups in the backup folder', ['backup list']).action(
    async (_options: unknown, command: Command) => {
      const { folder, list, missingMount } = await openBackup(settingFlags(command, settings))
      const backups = await list()
      const missing = backups.length === 0 ? await missingMount() : null
      terminal.result({ folder, backups }, () =>
        backups.length === 0
          ? noneIn(folder, missing)
          : terminal.table(backups, [
              { header: 'MADE', cell: ({ at }) => moment(at) },
              { header: 'SIZE', cell: ({ sizeBytes }) => bytes(sizeBytes) },
              // To be copied into the next command: never cut.
              { header: 'FILE', cell: ({ path }) => path, below: true },
            ]),
      )
    },
  )
}

function noneIn(folder: string, missing: string | null): string {
  if (missing === null) return `No backups in ${folder}. Make one: svcctl backup create`
  return `Nothing is mounted at ${missing}, where backups go: none can be seen. Mount it: mount ${quoted(missing)}`
}
