import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findUser, ORG_OF_IT, organizationOf } from '../find-ref.ts'
import { presentUser } from '../present.ts'

interface Options {
  clear?: boolean
  org?: string
}

/** `svcctl user login`: who is let in when the hospital's identity provider proves a login. */
export function userLoginCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('login', 'by which login the hospital’s identity provider knows a user', [
    'user login "Clara Azevedo" clara.azevedo@hospital.example',
    'user login "Clara Azevedo" --clear',
  ])
    .argument('<user>', 'name, id or the beginning of the id')
    .argument('[login]', 'what the claim of identityClaim holds; capitals do not count')
    .option('--clear', 'by none: only a code lets them in')
    .option(...ORG_OF_IT)
    .action(async (ref: string, login: string | undefined, options: Options, command: Command) => {
      if ((login === undefined) !== (options.clear === true))
        throw new AppError('invalid', 'usage', 'Name a login, or --clear')
      const user = await withAdmin(deps, command, async (admin) => {
        const { id } = await findUser(admin, ref, await organizationOf(admin, options.org))
        return admin.access.setLogin(id, login ?? null)
      })
      terminal.result(presentUser(user), () => `${user.name}  ${user.login ?? 'no login'}`)
      if (login !== undefined) return
      terminal.say('Devices that are signed in stay so. To end one: svcctl user devices revoke')
    })
}
