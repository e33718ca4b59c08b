import type { Command } from 'commander'
import type { Organization } from '../../core/access/access.ts'
import { AppError } from '../../core/errors.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'

/** `svcctl org origins list|add|remove`: whose pages may load the plugin (DESIGN §6). */
export function orgOriginsCommand(deps: CliDeps): Command {
  return defineCommand('origins', 'which web origins may load the plugin', [
    'org origins add https://ehr.hospital.example',
  ])
    .alias('origin')
    .addCommand(listCommand(deps))
    .addCommand(changeCommand(deps, 'add'))
    .addCommand(changeCommand(deps, 'remove'))
}

function listCommand(deps: CliDeps): Command {
  return defineCommand('list', 'list the allowed origins', ['org origins list'])
    .option('--org <organization>', 'needed where there are several')
    .action(async ({ org }: { org?: string }, command: Command) => {
      const organization = await withAdmin(deps, command, (admin) => chosen(admin, org))
      print(deps, organization)
    })
}

function changeCommand(deps: CliDeps, verb: 'add' | 'remove'): Command {
  const does = { add: 'let pages of an origin in', remove: 'let pages of an origin in no more' }
  return defineCommand(verb, does[verb], [`org origins ${verb} https://ehr.hospital.example`])
    .argument('<origin...>', 'scheme, host and port as the browser shows them, without a path')
    .option('--org <organization>', 'needed where there are several')
    .action(async (origins: string[], { org }: { org?: string }, command: Command) => {
      const changed = await withAdmin(deps, command, async (admin) => {
        const { id, allowedOrigins } = await chosen(admin, org)
        const next =
          verb === 'add' ? [...allowedOrigins, ...origins] : without(allowedOrigins, origins)
        return admin.access.updateOrganization(id, { allowedOrigins: next })
      })
      print(deps, changed)
    })
}

async function chosen({ access }: Admin, ref: string | undefined) {
  return chooseOrganization(await access.listOrganizations(), ref)
}

function without(allowed: string[], unwanted: string[]): string[] {
  const originOf = (text: string) => (URL.canParse(text) ? new URL(text).origin : text)
  const leaving = unwanted.map(originOf)
  const missing = leaving.find((origin) => !allowed.includes(origin))
  if (missing !== undefined)
    throw new AppError(
      'not-found',
      'origin_not_found',
      `${missing} is not among the allowed origins. See: svcctl org origins list`,
    )
  return allowed.filter((origin) => !leaving.includes(origin))
}

function print({ terminal }: CliDeps, { id, name, allowedOrigins }: Organization) {
  terminal.result({ organization: { id, name }, allowedOrigins }, () =>
    allowedOrigins.length > 0
      ? allowedOrigins.join('\n')
      : 'None: only pages of this machine may load the plugin.',
  )
}
