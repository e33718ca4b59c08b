import type { Command } from 'commander'
import { type PassphraseOptions, readPassphrase, withPassphraseFlag } from '../backup-passphrase.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

/** `svcctl backup restore`: into an empty data folder, proven before it takes its place. */
export function backupRestoreCommand(deps: CliDeps): Command {
  const { terminal, settings, openBackup } = deps
  return withPassphraseFlag(
    defineCommand('restore', 'make an empty folder the data folder that a backup holds', [
      'backup restore /mnt/nas/svc-20261122T031500Z.svcbackup --data-dir /srv/svc',
    ]).argument('<file>', 'the backup'),
  ).action(async (file: string, options: PassphraseOptions, command: Command) => {
    const backup = await openBackup(settingFlags(command, settings))
    const passphrase = await readPassphrase(deps, backup, options)
    const line = terminal.progress('restoring')
    line.update(null, file)
    const manifest = await backup.restore(file, passphrase).finally(() => line.end())
    const { createdAt, parts, models, database } = manifest
    terminal.result(
      { dataDir: backup.dataDir, ...manifest },
      () =>
        `${backup.dataDir} is as it was at ${createdAt}: ${parts.length} parts, each with its digest.`,
    )
    for (const { file: model } of models)
      terminal.say(`Needs ${model}: svcctl model pull, or copy it into ${backup.dataDir}/models`)
    if (!parts.some(({ name }) => /^keys\/master.*\.key$/.test(name)) && database.masterKey)
      terminal.say(
        `Its master key ${database.masterKey} is under a passphrase or comes from a command: the service needs that as before.`,
      )
    terminal.say('What was erased after the backup was made is in it again: erase it again.')
  })
}
