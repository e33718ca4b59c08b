import { type Command, InvalidArgumentError, Option } from 'commander'
import { planPruning } from '../../core/backup/prune.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

interface Options {
  keepDaily?: number
  keepWeekly?: number
  keepMonthly?: number
  dryRun?: boolean
}

/** `svcctl backup prune`: the newest backup always stays. */
export function backupPruneCommand(deps: CliDeps): Command {
  const { terminal, settings, openBackup } = deps
  return defineCommand('prune', 'remove old backups from the backup folder', [
    'backup prune --dry-run',
    'backup prune --keep-daily 7 --keep-weekly 4 --keep-monthly 12',
  ])
    .addOption(keep('--keep-daily', 'days that keep their newest; else backupKeepDaily'))
    .addOption(keep('--keep-weekly', 'weeks that keep their newest; else backupKeepWeekly'))
    .addOption(keep('--keep-monthly', 'months that keep their newest; else backupKeepMonthly'))
    .option('-n, --dry-run', 'show what would go, remove nothing')
    .action(
      async ({ keepDaily, keepWeekly, keepMonthly, dryRun = false }: Options, command: Command) => {
        const backup = await openBackup(settingFlags(command, settings))
        const { policy } = backup
        const plan = planPruning(await backup.list(), {
          daily: keepDaily ?? policy.daily,
          weekly: keepWeekly ?? policy.weekly,
          monthly: keepMonthly ?? policy.monthly,
        })
        if (!dryRun && plan.remove.length > 0) {
          await terminal.confirm(
            `Remove ${plan.remove.length} of ${plan.keep.length + plan.remove.length} backups?`,
          )
          await backup.prune(plan.remove)
        }
        const names = (backups: typeof plan.keep) => backups.map(({ name }) => name)
        terminal.result({ removed: names(plan.remove), kept: names(plan.keep), dryRun }, () =>
          [
            ...names(plan.remove).map((name) => `${dryRun ? 'would go' : 'removed '}  ${name}`),
            ...names(plan.keep).map((name) => `stays     ${name}`),
            ...(plan.keep.length === 0 ? [`No backups in ${backup.folder}.`] : []),
          ].join('\n'),
        )
      },
    )
}

function keep(flag: string, description: string): Option {
  return new Option(`${flag} <count>`, description).argParser((typed) => {
    const count = Number(typed)
    if (Number.isInteger(count) && count >= 0) return count
    throw new InvalidArgumentError('It is a whole number.')
  })
}
