import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { Professional, ProfessionalChanges } from '../../core/rnds/professional.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findUser, ORG_OF_IT, organizationOf } from '../find-ref.ts'

interface Options extends ProfessionalChanges {
  org?: string
}

/** `svcctl user set`: as whom and as what a professional is known to the national network. */
export function userSetCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('set', 'what the national network (RNDS) is told of a professional', [
    'user set "Clara Azevedo" --cns 159877430980006 --cbo 225120',
    'user set "Clara Azevedo" --council CRM --council-number 123456 --council-state SP',
    'user set "Clara Azevedo" --cbo ""   # clears it',
  ])
    .argument('<user>', 'name, id or the beginning of the id')
    .option('--cns <number>', 'fifteen digits: by it their records are known')
    .option(
      '--cbo <code>',
      'occupation, 6 digits: used where the network names several, or does not answer',
    )
    .option('--council <name>', 'CRM, COREN, CRO …')
    .option('--council-number <number>', 'their registration')
    .option('--council-state <uf>', 'of the council')
    .option(...ORG_OF_IT)
    .action(async (ref: string, { org, ...changes }: Options, command: Command) => {
      if (Object.keys(changes).length === 0)
        throw new AppError('invalid', 'usage', 'Nothing to set. See: svcctl user set --help')
      const { user, professional } = await withAdmin(deps, command, async (admin) => {
        const user = await findUser(admin, ref, await organizationOf(admin, org))
        return { user, professional: await admin.rnds.professionals.change(user, changes) }
      })
      const { id, name, organizationId } = user
      terminal.result({ id, organizationId, name, professional }, () =>
        [name, ...lines(professional)].join('\n'),
      )
    })
}

function lines(professional: Professional | null): string[] {
  if (!professional) return ['nothing is said of them']
  const { cns, cbo, council, councilNumber, councilState } = professional
  const registration = [council, councilNumber, councilState].filter((part) => part !== null)
  return [
    `CNS ${cns}`,
    `occupation (CBO) ${cbo ?? '–'}`,
    `council ${registration.join(' ') || '–'}`,
  ]
}
