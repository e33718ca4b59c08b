import type { Command } from 'commander'
import { type PassphraseOptions, readPassphrase, withPassphraseFlag } from '../backup-passphrase.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl backup verify`: to its last byte; exit 65 when anything is not what was written. */
export function backupVerifyCommand(deps: CliDeps): Command {
  const { terminal, settings, openBackup } = deps
  return withPassphraseFlag(
    defineCommand('verify', 'prove that a backup opens and is whole, and tell what is in it', [
      'backup verify /mnt/nas/svc-20261122T031500Z.svcbackup',
    ]).argument('<file>', 'the backup'),
  ).action(async (file: string, options: PassphraseOptions, command: Command) => {
    const backup = await openBackup(settingFlags(command, settings))
    await backup.needBackup(file)
    const passphrase = await readPassphrase(deps, backup, options)
    const line = terminal.progress('verifying')
    line.update(null, file)
    const manifest = await backup
      .verify(file, passphrase, (share) => line.update(share, file))
      .finally(() => line.end())
    terminal.result({ whole: true, ...manifest }, () =>
      [
        terminal.style.green('The backup is whole.'),
        `Made      ${manifest.createdAt} by version ${manifest.version}`,
        `Holds     ${manifest.parts.length} parts`,
        `Needs     ${manifest.models.map(({ file }) => file).join(', ') || 'no models'}`,
        ...(manifest.missing ?? []).map(
          (name) => `Missing   ${name}: it was lost before the backup was made`,
        ),
        ...(manifest.settings?.outside ?? []).map(
          ({ setting, path }) => `Not in it ${path} (${setting})`,
        ),
      ].join('\n'),
    )
  })
}
