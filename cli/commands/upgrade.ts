import type { Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { settingFlags } from '../setting-flags.ts'
import { stepBackSentences } from '../step-back-words.ts'
import type { Upgraded, UpgradePlan } from '../subject-deps.ts'

interface Options {
  dryRun?: boolean
  back?: boolean
}

/**
 * `svcctl upgrade`: the database of an earlier version, brought up to date. Besides a start, no
 * other command does.
 */
export function upgradeCommand(deps: CliDeps): Command {
  const { terminal, settings, openUpgrade } = deps
  return defineCommand('upgrade', 'bring the data of an earlier version up to date, after a copy', [
    'upgrade --dry-run',
    'upgrade',
    'upgrade --back   # what the last one changed, where the program from before cannot read it',
  ])
    .option('-n, --dry-run', 'say what would be done')
    .option('--back', 'put the state back that the last upgrade kept')
    .action(async ({ dryRun = false, back = false }: Options, command: Command) => {
      const upgrade = await openUpgrade(settingFlags(command, settings))
      if (back) {
        const plan = await upgrade.back(true)
        const words = () =>
          plan.kind === 'keep' ? NOTHING_TO_PUT_BACK : stepBackSentences(plan).join('\n')
        if (dryRun || plan.kind === 'keep') return terminal.result(plan, words)
        terminal.say(words())
        await terminal.confirm('Put that state back?')
        const done = await upgrade.back(false)
        return terminal.result(done, () => 'Put back. Start the version from before now.')
      }
      const plan = await upgrade.plan()
      if (dryRun || plan.pending.length === 0)
        return terminal.result(plan, () => planWords(plan).join('\n'))
      if (plan.kind === 'external') {
        terminal.say(planWords(plan).join('\n'))
        await terminal.confirm('Is there a backup of the database?')
      }
      const line = terminal.progress('copying and trying the steps')
      const done = await upgrade.take().finally(() => line.end())
      terminal.result({ ...plan, ...done }, () => doneWords(done))
    })
}

const NOTHING_TO_PUT_BACK =
  'Nothing is put back, and nothing has to be: the program from before reads the data as they are. Start it.'

function planWords({ kind, pending, taken, rows, serving }: UpgradePlan): string[] {
  if (pending.length === 0) return [`Up to date: all ${taken} steps of the schema are taken.`]
  const counted = Object.entries(rows).map(([table, count]) => `${count} ${table}`)
  return [
    `To take     ${stepCount(pending.length)} of the schema, beside ${taken} that are taken`,
    ...pending.map((name) => `            ${name}`),
    ...serving.map(({ address, version }) => `At work     ${address}, version ${version}`),
    ...(counted.length > 0 ? [`In it       ${counted.join(', ')}`] : []),
    kind === 'sqlite'
      ? 'Before      they are tried on a copy, and the state as it is now is kept'
      : 'Before      the database is elsewhere (databaseUrl): back it up yourself',
  ]
}

function doneWords({ taken, kept }: Upgraded): string {
  const words = `${stepCount(taken.length)} taken.`
  if (kept === null) return words
  return `${words}\nThe state from before is kept in ${kept}, with its keys. The way back: svcctl upgrade --back. When you will not go back: svcctl bundle forget`
}

const stepCount = (count: number) => (count === 1 ? 'one step' : `${count} steps`)
