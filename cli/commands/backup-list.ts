import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes, moment } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl backup list`: of the folder; nothing is opened. */
export function backupListCommand(deps: CliDeps): Command {
  const { terminal, settings, openBackup } = deps
  return defineCommand('list', 'the backups in the backup folder', ['backup list']).action(
    async (_options: unknown, command: Command) => {
      const { folder, list } = await openBackup(settingFlags(command, settings))
      const backups = await list()
      terminal.result({ folder, backups }, () =>
        backups.length === 0
          ? `No backups in ${folder}. Make one: svcctl backup create`
          : terminal.table(backups, [
              { header: 'MADE', cell: ({ at }) => moment(at) },
              { header: 'SIZE', cell: ({ sizeBytes }) => bytes(sizeBytes) },
              { header: 'FILE', cell: ({ path }) => path, shrinks: true },
            ]),
      )
    },
  )
}
