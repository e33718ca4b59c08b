import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'

/**
 * `svcctl bundle forget`: the state from before an upgrade holds keys of what is erased later; this
 * ends it.
 */
export function bundleForgetCommand(deps: CliDeps): Command {
  const { terminal, settings, openBundle } = deps
  return defineCommand(
    'forget',
    'overwrite and remove what upgrades kept of the time before them',
    ['bundle forget'],
  ).action(async (_options: unknown, command: Command) => {
    const bundle = await openBundle(settingFlags(command, settings))
    const kept = await bundle.kept()
    if (kept.length > 0) {
      terminal.say(`Kept: ${kept.join(', ')}`)
      const aside = kept.filter((path) => path.endsWith('/newer'))
      if (aside.length > 0)
        terminal.say(
          `${aside.join(', ')}: the newer data that an older state took the place of. What was recorded there lies nowhere else.`,
        )
      await terminal.confirm(
        'Remove it? The older version can then come back only where nothing but additions was made to the database.',
      )
    }
    const forgotten = await bundle.forget()
    terminal.result({ forgotten }, () =>
      forgotten.length > 0
        ? `Overwritten and removed: ${forgotten.join(', ')}. No copy of upgrades holds keys any more.`
        : 'No upgrade left anything behind.',
    )
  })
}
