import type { Command } from 'commander'
import { defineNoun } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { backupCreateCommand } from './backup-create.ts'
import { backupDrillCommand } from './backup-drill.ts'
import { backupListCommand } from './backup-list.ts'
import { backupPruneCommand } from './backup-prune.ts'
import { backupRestoreCommand } from './backup-restore.ts'
import { backupVerifyCommand } from './backup-verify.ts'

/**
 * `svcctl backup`: everything of the data folder but the weights, in one sealed file; beside a
 * running server.
 */
export function backupCommand(deps: CliDeps): Command {
  return defineNoun('backup', 'backups', 'one sealed file with everything, and back again')
    .addCommand(backupCreateCommand(deps))
    .addCommand(backupListCommand(deps))
    .addCommand(backupVerifyCommand(deps))
    .addCommand(backupDrillCommand(deps))
    .addCommand(backupRestoreCommand(deps))
    .addCommand(backupPruneCommand(deps))
}
