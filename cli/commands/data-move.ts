import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { bytes } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'
import type { MovedData } from '../subject-deps.ts'

interface Options {
  to: string
  store?: string
  folder?: string
}

/** `svcctl data move`: from SQLite to PostgreSQL, or back; the source stays as it is. */
export function dataMoveCommand(deps: CliDeps): Command {
  const { terminal, settings, openData } = deps
  return defineCommand('move', 'copy a stopped installation into another database, and prove it', [
    'data move --to postgres://svc:PASSWORD@db.hospital/svc --store /srv/svc-new',
    'data move --data-dir /srv/svc-new --database-url postgres://svc:PASSWORD@db.hospital/svc --to sqlite:/srv/back/svc.sqlite --store /srv/back',
  ])
    .requiredOption('--to <address>', 'the database: postgres://… or sqlite:/…, without tables')
    .option('--store <place>', 'a new data folder, or s3://bucket/folder for sound and files')
    .option('--folder <folder>', 'with s3://: a new data folder for the rest; else it stays')
    .action(async ({ to, store, folder }: Options, command: Command) => {
      const data = await openData(settingFlags(command, settings))
      const line = terminal.progress('moving')
      const moved = await data
        .move({
          to,
          folder: folder ?? (isObjects(store) ? null : (store ?? null)),
          store: store !== undefined && isObjects(store) ? store : null,
          onProgress: (share, words) => line.update(share, words),
        })
        .finally(() => line.end())
      terminal.result(moved, () => words(moved).join('\n'))
      for (const sentence of nextSteps(moved)) terminal.say(sentence)
    })
}

/** Else it is a folder. */
function isObjects(store: string | undefined): boolean {
  return store?.startsWith('s3://') ?? false
}

function words({ from, to, folder, store, rows, files }: MovedData): string[] {
  const again = (count: number) => (count === 0 ? '' : `, ${count} of an earlier attempt`)
  return [
    `From    ${from}, which is as it was`,
    `To      ${to}`,
    `Rows    ${rows.rows} in ${rows.tables.length} tables, each compared${again(rows.alreadyThere)}`,
    files === null
      ? `Files   they stay in ${folder}`
      : `Files   ${files.files} in ${[store, folder].filter(Boolean).join(' and ')}, ${bytes(files.bytes)}, each with the same digest${again(files.alreadyThere)}`,
  ]
}

function nextSteps({ folder, files }: MovedData): string[] {
  return [
    files === null
      ? 'Start it with --database-url and that address (svcctl config set databaseUrl). Its data folder stays the same.'
      : `Start it with --data-dir ${folder} and --database-url. Models and backups are not moved: copy the folder models, or svcctl model pull.`,
    'Prove it: svcctl audit verify, svcctl consult verify.',
    'Start only one of the two: both would tell other systems the same. The way back is this command the other way round.',
  ]
}
