import type { Command } from 'commander'
import { INVITE_HOURS } from '../../core/access/invite-user.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findUser, ORG_OF_IT, organizationOf } from '../find-ref.ts'
import { moment } from '../format.ts'
import { settingFlags } from '../setting-flags.ts'

interface Options {
  hours: number
  org?: string
}

/**
 * `svcctl user invite`: the code goes to stdout, once. In the link it stands behind `#`, which no
 * browser sends anywhere.
 */
export function userInviteCommand(deps: CliDeps): Command {
  const { terminal, settings } = deps
  return defineCommand('invite', 'a one-time code for the browser extension', [
    'user invite "Clara Azevedo"',
    'user invite "Clara Azevedo" --hours 72 --json | jq -r .link',
  ])
    .argument('<user>', 'name, id or the beginning of the id')
    .option('--hours <number>', 'how long it is good', Number, INVITE_HOURS.usual)
    .option(...ORG_OF_IT)
    .action(async (ref: string, { hours, org }: Options, command: Command) => {
      const { user, code, invite } = await withAdmin(deps, command, async (admin) => {
        const user = await findUser(admin, ref, await organizationOf(admin, org))
        return { user, ...(await admin.access.inviteUser(user.id, { hours })) }
      })
      const { publicUrl } = settings.load(settingFlags(command, settings)).values
      const link = `${publicUrl.replace(/\/$/, '')}/extension#code=${code}`
      const { id, name } = user
      const { expiresAt } = invite
      terminal.result({ user: { id, name }, code, link, expiresAt }, () => `${code}\n${link}`)
      terminal.say(`Good once, for ${name}, until ${moment(expiresAt)}. It is not shown again;`)
      terminal.say('a code from before that nobody used ends with it.')
    })
}
