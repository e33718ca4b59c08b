import type { Command } from 'commander'
import type { RestoredBackup } from '../backup-deps.ts'
import { type PassphraseOptions, readPassphrase, withPassphraseFlag } from '../backup-passphrase.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { modelAgain } from '../model-words.ts'
import { settingFlags } from '../setting-flags.ts'

interface Options extends PassphraseOptions {
  erasures?: string
  live?: true
  keepStore?: true
}

/** `svcctl backup restore`: into an empty data folder, proven before it takes its place. */
export function backupRestoreCommand(deps: CliDeps): Command {
  const { terminal, settings, openBackup } = deps
  return withPassphraseFlag(
    defineCommand('restore', 'restore a backup into an empty data folder', [
      'backup restore /mnt/nas/svc-20261122T031500Z.svcbackup --data-dir /srv/svc',
      'backup restore old.svcbackup --data-dir /srv/svc --erasures /mnt/nas/erasures',
      'backup restore svc-20261122T031500Z.svcbackup --data-dir /srv/svc --live',
    ])
      .argument('<file>', 'the backup')
      .option('--erasures <path>', 'certificates of erasures; else erasures/ beside the backup')
      .option(
        '--live',
        'the copy takes the place of the lost machine: webhooks and records go out as soon as it starts',
      )
      .option(
        '--keep-store',
        'the store of storeUrl is the lost machine’s own: compare what is there, bring what is not',
      ),
  ).action(async (file: string, options: Options, command: Command) => {
    const backup = await openBackup(settingFlags(command, settings))
    await backup.needBackup(file)
    const passphrase = await readPassphrase(deps, backup, options)
    const line = terminal.progress('restoring')
    line.update(null, file)
    const restored = await backup
      .restore(file, passphrase, {
        erasures: options.erasures,
        open: options.live,
        keepStore: options.keepStore,
        onProgress: (share) => line.update(share, file),
      })
      .finally(() => line.end())
    const { createdAt, parts, models, database, erasures, settings: kept } = restored
    const { missing = [] } = restored
    terminal.result(
      { dataDir: backup.dataDir, ...restored },
      () =>
        `${backup.dataDir} is as it was at ${createdAt}: ${parts.length} parts, each with its digest.`,
    )
    for (const { file: model } of models) terminal.say(`Needs ${model}: ${modelAgain(model)}`)
    if (!parts.some(({ name }) => /^keys\/master.*\.key$/.test(name)) && database.masterKey)
      terminal.say(
        `Its master key ${database.masterKey} is under a passphrase or comes from a command: the service needs that as before.`,
      )
    if (kept)
      terminal.say(
        `Its settings, wherever they stood, are in ${backup.dataDir}/settings-of-backup.json: compare with svcctl config show, or start with --config and that file.`,
      )
    for (const { setting, path } of kept?.outside ?? [])
      terminal.say(`Not in the backup: ${path} (${setting}). Bring it from where you keep it.`)
    for (const name of missing)
      terminal.say(`Not in the backup: ${name}. It was lost before the backup was made.`)
    for (const line of toldOf(erasures, createdAt)) terminal.say(line)
    terminal.say('To prove it: svcctl consult verify (all of it opens), svcctl audit verify')
    if (restored.held)
      terminal.say(
        'Held: it sends no webhooks, nothing to the national network, and makes no backups by itself. For a drill, leave it so. When it takes the place of the other machine: svcctl outgoing resume',
      )
  })
}

/**
 * What came back that had been erased: it is said whether there is anything to do, since most often
 * there is nothing.
 */
export function toldOf(
  { folder, known, newest, damaged, again }: RestoredBackup['erasures'],
  createdAt: string,
): string[] {
  if (folder === null)
    return [
      `Erasures: no record of any lies beside the backup, as where nothing was ever erased; then there is nothing to do. If consultations were erased after ${createdAt}, they are here again: find the folder erasures/ that lay beside the backups, and restore again with --erasures FOLDER before the service starts.`,
    ]
  const record =
    known === 0
      ? `none on record in ${folder}`
      : `${known} on record in ${folder}, the newest of ${newest}`
  return [
    again.length === 0
      ? `Erasures: ${record}. ${known === 0 ? 'Nothing' : 'None of them'} came back with this backup: there is nothing to do.`
      : `Erasures: ${record}. These consultations were erased after the backup; the first start erases them again before anybody is served: ${again.join(', ')}`,
    ...damaged.map((name) => `Not a certificate as it was written, and left out: ${name}`),
  ]
}
