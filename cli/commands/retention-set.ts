import { type Command, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import { keptForAllowed, type RetentionRules, readKeptFor } from '../../core/retention/rules.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { ORG_OPTION, withOrganization } from '../find-ref.ts'
import { inWords } from './retention-show.ts'

type Times = Exclude<keyof RetentionRules, 'ehrKeepsChart'>
type Options = Partial<Record<Times, string>> & { org?: string; ehrKeepsChart?: 'yes' | 'no' }

const TIMES: Record<Times, string> = {
  audio: 'sound, from the final transcript on: 0h to 30d',
  transcripts: 'transcripts, from their last change on',
  files: 'uploaded files',
  contexts: 'contexts and histories of the visit',
  records: 'content of settled records of the national network: 30d at least',
  documents: 'documents, from their last change on; never shorter than the legal duty',
  imported: 'documents, from the host’s confirmation on that it has them',
  legalDuty: 'what the law asks for documents that no other system keeps',
}

/** `svcctl retention set`: rules of one organization; what is not named stays. */
export function retentionSetCommand(deps: CliDeps): Command {
  const { terminal } = deps
  const command = defineCommand('set', 'change the rules of an organization', [
    'retention set --audio 24h --transcripts 90d',
    'retention set --ehr-keeps-chart yes --imported 30d --org "Hospital São Lucas"',
  ]).option(...ORG_OPTION)
  for (const [name, what] of Object.entries(TIMES))
    command.option(`--${name.replace('D', '-d')} <time>`, `${what}; ${keptForAllowed}`)
  command.addOption(
    new Option(
      '--ehr-keeps-chart <answer>',
      'the EHR keeps the chart as long as the law wants',
    ).choices(['yes', 'no']),
  )
  return command.action(async ({ org, ehrKeepsChart, ...times }: Options, command: Command) => {
    const changes: Partial<RetentionRules> = {
      ...Object.fromEntries(
        (Object.keys(TIMES) as Times[]).flatMap((name) => {
          const text = times[name]
          return text === undefined ? [] : [[name, readKeptFor(text, name)]]
        }),
      ),
      ...(ehrKeepsChart && { ehrKeepsChart: ehrKeepsChart === 'yes' }),
    }
    if (Object.keys(changes).length === 0)
      throw new AppError('invalid', 'usage', 'Say what is to change: svcctl retention set --help')
    const rules = await withOrganization(deps, command, org, async (admin, id) =>
      (await admin.retention()).setRules(id, changes, admin.audit.actor),
    )
    terminal.result(inWords(rules), () =>
      Object.entries(inWords(rules))
        .map(([name, kept]) => `${terminal.style.dim(name.padEnd(13))}  ${kept}`)
        .join('\n'),
    )
    terminal.say('What would go now: svcctl retention run --dry-run')
  })
}
