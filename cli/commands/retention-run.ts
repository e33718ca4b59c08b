import type { Command } from 'commander'
import type { RetentionReport } from '../../core/retention/retention.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'
import { retentionTable } from './retention-show.ts'

interface Options {
  dryRun?: boolean
  org?: string
  trustClock?: boolean
}

/**
 * `svcctl retention run`: everything whose time is over, now; the service does the same by itself.
 */
export function retentionRunCommand(deps: CliDeps): Command {
  const { terminal, signal } = deps
  return defineCommand('run', 'erase what is over its time, as the service does by itself', [
    'retention run --dry-run',
    'retention run --yes --json',
  ])
    .option('-n, --dry-run', 'say what would go, erase nothing')
    .option('--org <organization>', 'only one')
    .option('--trust-clock', 'also after the clock jumped: you looked, and it is right')
    .action(async ({ dryRun = false, org, trustClock = false }: Options, command: Command) => {
      await withAdmin(deps, command, async (admin) => {
        const retention = await admin.retention({ looks: dryRun })
        const only =
          org === undefined
            ? undefined
            : chooseOrganization(await admin.access.listOrganizations(), org).id
        const plan = await retention.plan(only)
        const items = plan.lines.reduce((sum, { due }) => sum + due.items, 0)
        if (dryRun) return show(deps, plan)
        if (items > 0) {
          if (!terminal.json) terminal.say(retentionTable(terminal, plan.lines, true))
          await terminal.confirm(`Erase ${items} for good? Only a backup brings them back.`)
        }
        const line = terminal.progress('erasing')
        const report = await retention
          .run(
            admin.audit.actor,
            {
              signal,
              trustsClock: trustClock,
              onProgress: (erased, due) => line.update(erased / due, `${erased} of ${due}`),
            },
            only,
          )
          .finally(() => line.end())
        show(deps, report)
        // Told, and left as other commands are that were stopped.
        if (!report.complete) signal.throwIfAborted()
      })
    })
}

function show({ terminal }: CliDeps, report: RetentionReport) {
  terminal.result(report, () => retentionTable(terminal, report.lines, report.dryRun))
  if (!report.complete) terminal.say('Stopped before the end. Run it again to go on.')
}
