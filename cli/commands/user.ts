import type { Command } from 'commander'
import type { User } from '../../core/access/access.ts'
import { defineCommand, defineNoun, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import {
  chooseOrganization,
  findRef,
  findUser,
  ORG_OF_IT,
  organizationOf,
  refuseTaken,
} from '../find-ref.ts'
import { moment } from '../format.ts'
import { presentUser } from '../present.ts'
import { userDevicesCommand } from './user-devices.ts'
import { userInviteCommand } from './user-invite.ts'
import { userLoginCommand } from './user-login.ts'
import { userSetCommand } from './user-set.ts'

/** `svcctl user add|set|login|invite|devices|list|deactivate|activate` */
export function userCommand(deps: CliDeps): Command {
  return defineNoun('user', 'users', 'people to whom keys are linked')
    .addCommand(addCommand(deps))
    .addCommand(userSetCommand(deps))
    .addCommand(userLoginCommand(deps))
    .addCommand(userInviteCommand(deps))
    .addCommand(userDevicesCommand(deps))
    .addCommand(listCommand(deps))
    .addCommand(deactivateCommand(deps))
    .addCommand(activateCommand(deps))
}

function addCommand(deps: CliDeps): Command {
  return defineCommand('add', 'add a user', ['user add "Integração EHR"'])
    .argument('<name>')
    .option('--org <organization>', 'needed where there are several')
    .action(async (name: string, { org }: { org?: string }, command: Command) => {
      const user = await withAdmin(deps, command, async ({ access }) => {
        const { id } = chooseOrganization(await access.listOrganizations(), org)
        const there = await access.listUsers(id)
        refuseTaken(there, name, 'user', 'To let it in again: svcctl user activate')
        return access.addUser({ organizationId: id, name })
      })
      print(deps, user)
    })
}

function listCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('list', 'list users', ['user list'])
    .option('--org <organization>', 'only of this one')
    .action(async ({ org }: { org?: string }, command: Command) => {
      const { users, names } = await withAdmin(deps, command, async ({ access }) => {
        const all = await access.listOrganizations()
        const chosen = org === undefined ? all : [findRef(all, org, 'organization')]
        const users = (await Promise.all(chosen.map(({ id }) => access.listUsers(id)))).flat()
        return { users, names: new Map(all.map(({ id, name }) => [id, name])) }
      })
      terminal.result({ users: users.map(presentUser) }, () =>
        users.length > 0
          ? terminal.table(users, [
              { header: 'ID', cell: ({ id }) => id },
              { header: 'NAME', cell: ({ name }) => name, shrinks: true },
              {
                header: 'STATUS',
                cell: ({ status }) => status,
                paint: (text, { status }) =>
                  status === 'active' ? text : terminal.style.yellow(text),
              },
              {
                header: 'ORGANIZATION',
                cell: ({ organizationId }) => names.get(organizationId) ?? organizationId,
                shrinks: true,
              },
              { header: 'SINCE', cell: ({ createdAt }) => moment(createdAt) },
            ])
          : 'No user yet. Add one: svcctl user add "Name"',
      )
    })
}

function deactivateCommand(deps: CliDeps): Command {
  return defineCommand('deactivate', 'end every token of the user’s keys, and give no new ones', [
    'user deactivate "Integração EHR" --yes',
  ])
    .argument('<user>', 'name, id or the beginning of the id')
    .option(...ORG_OF_IT)
    .action(async (ref: string, { org }: { org?: string }, command: Command) => {
      const user = await withAdmin(deps, command, async (admin) => {
        const { id, name } = await findUser(admin, ref, await organizationOf(admin, org))
        await deps.terminal.confirm(`End every session of "${name}" now?`)
        return admin.access.deactivateUser(id)
      })
      print(deps, user)
    })
}

function activateCommand(deps: CliDeps): Command {
  return defineCommand('activate', 'let the keys of a deactivated user work again', [
    'user activate "Integração EHR"',
  ])
    .argument('<user>', 'name, id or the beginning of the id')
    .option(...ORG_OF_IT)
    .action(async (ref: string, { org }: { org?: string }, command: Command) => {
      const user = await withAdmin(deps, command, async (admin) => {
        const { id } = await findUser(admin, ref, await organizationOf(admin, org))
        return admin.access.reactivateUser(id)
      })
      print(deps, user)
    })
}

function print({ terminal }: CliDeps, user: User) {
  terminal.result(presentUser(user), () => `${user.name}  ${user.id}  ${user.status}`)
}
