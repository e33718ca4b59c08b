import type { Command } from 'commander'
import { keptForText, type RetentionRules } from '../../core/retention/rules.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'
import { retentionTable } from '../retention-lines.ts'
import { withAdmin } from '../with-admin.ts'

/** `svcctl retention show`: the rules, what there is, what is over its time, and what keeps it. */
export function retentionShowCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('show', 'the rules, what there is, and what would go now', [
    'retention show',
    'retention show --org "Hospital São Lucas" --json',
  ])
    .option('--org <organization>', 'only one')
    .action(async ({ org }: { org?: string }, command: Command) => {
      await withAdmin(deps, command, async (admin) => {
        const all = await admin.access.listOrganizations()
        const only = org === undefined ? undefined : chooseOrganization(all, org).id
        const retention = await admin.retention({ looks: true })
        const { lines } = await retention.plan(only)
        const rules = await Promise.all(
          all
            .filter(({ id }) => only === undefined || id === only)
            .map(async ({ id, name }) => ({ id, name, ...inWords(await retention.rulesOf(id)) })),
        )
        terminal.result({ rules, lines }, () =>
          [
            retentionTable(terminal, lines, true),
            ...rules.map(({ name, legalDuty, imported, ehrKeepsChart }) =>
              terminal.sentence(
                `${name}: the law has documents kept for ${legalDuty}; ${
                  ehrKeepsChart
                    ? `the EHR keeps the chart, imported documents stay for ${imported}`
                    : 'no other system is stated to keep the chart'
                }.`,
              ),
            ),
          ].join('\n\n'),
        )
      })
    })
}

/** As they are typed. */
export function inWords({ ehrKeepsChart, ...times }: RetentionRules) {
  const texts = Object.fromEntries(
    Object.entries(times).map(([name, kept]) => [name, keptForText(kept)]),
  ) as Record<keyof typeof times, string>
  return { ...texts, ehrKeepsChart }
}
