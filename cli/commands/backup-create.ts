import { join } from 'node:path'
import type { Command } from 'commander'
import { backupName } from '../../core/backup/names.ts'
import { newPassphrase, type PassphraseOptions, withPassphraseFlag } from '../backup-passphrase.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes } from '../format.ts'
import { modelAgain } from '../model-words.ts'
import { settingFlags } from '../setting-flags.ts'

interface Options extends PassphraseOptions {
  to?: string
}

/** `svcctl backup create`: written, read back, then named. */
export function backupCreateCommand(deps: CliDeps): Command {
  const { terminal, settings, openBackup, now } = deps
  return withPassphraseFlag(
    defineCommand('create', 'back everything up, also while the server runs', [
      'backup create',
      'backup create --to /mnt/nas --passphrase-file /etc/svc/backup-passphrase',
    ]).option('--to <path>', 'a folder, or a file that ends in .svcbackup; else backupFolder'),
  ).action(async (options: Options, command: Command) => {
    const backup = await openBackup(settingFlags(command, settings))
    const passphrase = await newPassphrase(deps, backup, options)
    const at = now()
    const to = options.to ?? backup.folder
    const path = to.endsWith('.svcbackup') ? to : join(to, backupName(at))
    const line = terminal.progress('backing up')
    const made = await backup
      .create({
        path,
        passphrase,
        at,
        onProgress: (doneBytes) => line.update(null, bytes(doneBytes)),
      })
      .finally(() => line.end())
    const { sizeBytes, manifest } = made
    const { parts, database, models, missing = [] } = manifest
    const facts = { path: made.path, sizeBytes, parts: parts.length, database, models, missing }
    terminal.result(facts, () =>
      [
        `${made.path}: ${bytes(sizeBytes)}, ${parts.length} parts, read back and whole.`,
        ...models.map(({ file }) => `Not in it   ${file}: ${modelAgain(file)}`),
        ...missing.map((name) => `Missing     ${name}: neither the folder nor the store has it`),
      ].join('\n'),
    )
    terminal.say('Keep the passphrase in another place than the backup: nothing opens without it.')
  })
}
