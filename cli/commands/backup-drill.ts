import type { Command } from 'commander'
import type { DrillReport } from '../../core/backup/drill.ts'
import { AppError } from '../../core/errors.ts'
import { type PassphraseOptions, readPassphrase, withPassphraseFlag } from '../backup-passphrase.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes, duration } from '../format.ts'
import { modelAgain } from '../model-words.ts'
import { settingFlags } from '../setting-flags.ts'
import { printable } from '../table.ts'

interface Options extends PassphraseOptions {
  all?: true
  in?: string
  emptyDatabase?: string
}

/** A screen of them: the rest is counted, and whole with --json. */
const FAULTS_SHOWN = 20
const LABEL = 12

/**
 * `svcctl backup drill`: proven by restoring it; exit 65 when the copy is not what it should be.
 */
export function backupDrillCommand(deps: CliDeps): Command {
  const { terminal, settings, openBackup } = deps
  return withPassphraseFlag(
    defineCommand('drill', 'prove a backup by restoring it beside the data, and opening the copy', [
      'backup drill',
      'backup drill /mnt/nas/svc-20261122T031500Z.svcbackup --all',
      'backup drill --in /mnt/scratch --passphrase-file /etc/svc/backup-passphrase',
    ])
      .argument('[file]', 'the backup; without one, the newest of the backup folder')
      .option('--all', 'open every visit, not a sample of them')
      .option('--in <folder>', 'where the copy lies meanwhile; else with the data, in backups/')
      .option(
        '--empty-database <url>',
        'of a PostgreSQL, for a backup of one: new and empty, and emptied again',
      ),
  ).action(async (file: string | undefined, options: Options, command: Command) => {
    const backup = await openBackup(settingFlags(command, settings))
    const path = file ?? (await backup.list())[0]?.path
    if (path === undefined)
      throw new AppError(
        'not-found',
        'backup_missing',
        `There is no backup in ${backup.folder}. Name one, or make one: svcctl backup create`,
      )
    await backup.needBackup(path)
    const passphrase = await readPassphrase(deps, backup, options)
    const line = terminal.progress('drill')
    line.update(null, path)
    const report = await backup
      .drill({
        path,
        passphrase,
        all: options.all ?? false,
        within: options.in ?? null,
        database: options.emptyDatabase ?? null,
        onStep: (step, share) => line.update(share, step),
      })
      .finally(() => line.end())
    const proven = report.faults.length === 0
    terminal.result({ proven, ...report }, () => sheet(deps, report))
    if (!proven)
      throw new AppError(
        'rejected',
        'drill_failed',
        'The backup restores, and what comes back is not whole. Look at the data with svcctl consult verify and svcctl audit verify; make another backup and drill that; keep older ones.',
      )
  })
}

function sheet({ terminal }: CliDeps, report: DrillReport): string {
  const { style } = terminal
  const row = (label: string, text: string) =>
    `${style.dim(label.padEnd(LABEL))}${terminal.sentence(text, LABEL)}`
  const { faults } = report
  const more = faults.length - FAULTS_SHOWN
  return [
    faults.length === 0
      ? style.green('The backup restores, and what was opened of it is whole.')
      : style.red('The backup restores, and what comes back is not whole.'),
    ...faults
      .slice(0, FAULTS_SHOWN)
      .map(({ text }) => `${style.red('✗')} ${terminal.sentence(printable(text), 2)}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...proven(report).map(([label, text]) => row(label, text)),
    ...notInIt(report).map((text) => row('Not in it', text)),
  ].join('\n')
}

/** What was done, as rows of a sheet. */
function proven(report: DrillReport): [string, string][] {
  const { path, manifest, sizeBytes, restoreMs, steps, counts, erasedAgain } = report
  const { visits, content, audit } = report
  const told = counts.some(({ told }) => told !== null)
  const took = duration(Math.max(1, Math.round(restoreMs / 1000)))
  return [
    ['Backup', `${path}, made ${manifest.createdAt} by version ${manifest.version}`],
    [
      'Restored',
      `${some(manifest.parts.length, 'part')}, ${bytes(sizeBytes)}, each with its digest; the copy is removed again`,
    ],
    [
      'Database',
      `whole by its own check: ${counts.map(({ table, found }) => some(found, table.slice(0, -1))).join(', ')}${told ? ', compared with what the backup says' : ' (the backup is of a version that did not say how many)'}`,
    ],
    ...(steps.length > 0
      ? [
          [
            'Version',
            `of an earlier one: the copy took ${some(steps.length, 'step')} of the schema`,
          ] as const,
        ]
      : []),
    ...(content !== null && visits !== null
      ? [
          [
            'Opened',
            `${content.consultations} of ${visits} visits${content.consultations < visits ? ' (--all opens every one)' : ''}: ${some(content.values, 'sealed value')}, ${some(content.files, 'file')}, ${some(content.channels, 'channel')} of sound to the last sample`,
          ] as const,
        ]
      : []),
    ...(audit !== null
      ? [
          [
            'Audit',
            `${audit.findings.length > 0 ? 'the chain has' : 'the chain is whole:'} ${audit.entries} entries${audit.sealedDays > 0 ? `, with the seals of ${some(audit.sealedDays, 'day')}` : ''}`,
          ] as const,
        ]
      : []),
    ...(erasedAgain > 0
      ? [
          [
            'Erasures',
            `${some(erasedAgain, 'visit')} of the backup erased since: erased from the copy as well, as the first start after a restore does`,
          ] as const,
        ]
      : []),
    [
      'A restore',
      `takes about ${took} on this disk, beside bringing the file here${manifest.models.length > 0 ? ' and the models' : ''}`,
    ],
  ].map(([label = '', text = '']) => [label, text])
}

function notInIt({ manifest: { models, settings, parts, database } }: DrillReport): string[] {
  const hasKey = parts.some(({ name }) => /^keys\/master.*\.key$/.test(name))
  return [
    'its passphrase: keep it in another place than the backup',
    ...(database.masterKey !== null && !hasKey
      ? ['the passphrase or the command of the master key, which this machine had for the drill']
      : []),
    ...models.map(({ file }) => `${file}: ${modelAgain(file)}`),
    ...(settings?.outside ?? []).map(({ setting, path }) => `${path} (${setting})`),
  ]
}

function some(count: number, noun: string): string {
  return `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`
}
