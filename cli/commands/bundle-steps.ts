import type { Command } from 'commander'
import type { TakenIn } from '../../core/bundle/carried-data.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import { stepBackSentences } from '../step-back-words.ts'

/**
 * `svcctl bundle step-up`: asked by install.sh of the new program, before it becomes the current
 * one.
 */
export function bundleStepUpCommand(deps: CliDeps): Command {
  const { terminal, settings, openBundle } = deps
  return defineCommand('step-up', 'try an upgrade on a copy of the data (install.sh asks for it)', [
    'bundle step-up --from 0.1.0-5f0c1a9e --to 0.2.0-77ab3c01',
  ])
    .requiredOption('--from <id>', 'the version that is left')
    .requiredOption('--to <id>', 'this version')
    .action(async ({ from, to }: { from: string; to: string }, command: Command) => {
      const bundle = await openBundle(settingFlags(command, settings))
      const done = await bundle.stepUp(from, to)
      terminal.result(done, () => {
        if (done.kind === 'none') return 'Data        none yet'
        if (done.kind === 'external')
          return 'Data        the database is elsewhere (databaseUrl): back it up yourself before this version starts'
        if (done.kept === null) return 'Data        nothing to change for this version'
        const steps = done.pending.length === 1 ? 'One step' : `${done.pending.length} steps`
        return `Data        ${steps} tried on a copy; the state before is kept in ${done.kept}`
      })
    })
}

/**
 * `svcctl bundle take-in`: asked by install.sh, and by `init` and a start where something waits.
 */
export function bundleTakeInCommand(deps: CliDeps): Command {
  const { terminal, settings, takeFromBundle } = deps
  return defineCommand(
    'take-in',
    'take tables and document models that a bundle brought into the database (install.sh asks for it)',
    ['bundle take-in'],
  ).action(async (_options: unknown, command: Command) => {
    const taken = await takeFromBundle(settingFlags(command, settings))
    terminal.result({ taken }, () => takenWords(taken))
  })
}

export function takenWords(taken: TakenIn | null): string {
  if (!taken) return 'Nothing waits to be taken in.'
  const { tables, templates, waits } = taken
  const words = [...(tables.length > 0 ? [`tables ${tables.join(', ')}`] : [])]
  if (templates.length > 0) words.push(`document models ${templates.join(', ')}`)
  const done = `Taken in    ${words.join('; ') || 'nothing new: what is here is as new'}`
  return waits ? `${done}; document models wait for the first organization (svcctl init)` : done
}

/**
 * `svcctl bundle step-back`: asked by install.sh of the program in use, before the one that was
 * kept becomes the current one; that may be the newer.
 */
export function bundleStepBackCommand(deps: CliDeps): Command {
  const { terminal, settings, openBundle } = deps
  return defineCommand(
    'step-back',
    'make the data fit the version that was kept (install.sh asks for it)',
    ['bundle step-back --manifest /opt/svc/previous/manifest --dry-run'],
  )
    .requiredOption('--manifest <file>', 'of that version')
    .option('-n, --dry-run', 'tell what it would mean, touch nothing')
    .action(async (options: { manifest: string; dryRun?: true }, command: Command) => {
      const bundle = await openBundle(settingFlags(command, settings))
      const plan = await bundle.stepBack(options.manifest, options.dryRun === true)
      terminal.result(plan, () => stepBackSentences(plan).join('\n'))
    })
}
