import { type Command, Option } from 'commander'
import type { CredentialKind } from '../../core/access/access.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization, findUser, freeName } from '../find-ref.ts'
import { presentKey } from '../present.ts'

interface Options {
  org?: string
  user?: string
  name?: string
  kind: 'api-key' | 'auth-token'
}

const kinds: Record<Options['kind'], CredentialKind> = {
  'api-key': 'api_key',
  'auth-token': 'auth_token',
}

/** `svcctl key create`: the secret goes to stdout, once, so that it can be piped into a vault. */
export function keyCreateCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('create', 'make a key for a host system; its secret is shown once', [
    'key create --name "EHR produção"',
    'key create --json | jq -r .secret',
  ])
    .option('--org <organization>', 'needed where there are several')
    .option('--user <user>', 'a user whose deactivation ends the sessions of this key')
    .option('--name <name>', 'what it is for; else EHR, EHR 2 …')
    .addOption(
      new Option('--kind <kind>', 'what the host calls it')
        .choices(Object.keys(kinds))
        .default('api-key'),
    )
    .action(async (options: Options, command: Command) => {
      const { key, secret } = await withAdmin(deps, command, async (admin) => {
        const organizations = await admin.access.listOrganizations()
        const named =
          options.org === undefined ? undefined : chooseOrganization(organizations, options.org)
        const user =
          options.user === undefined ? null : await findUser(admin, options.user, named?.id)
        const organizationId =
          named?.id ?? user?.organizationId ?? chooseOrganization(organizations, undefined).id
        const there = (await admin.access.listKeys(organizationId)).filter((one) => !one.revokedAt)
        const name = freeName(there, options.name ?? 'EHR')
        if (options.name !== undefined && name !== options.name)
          terminal.say(`A key is called ${options.name} already: this one is ${name}.`)
        return admin.access.createKey({
          organizationId,
          userId: user?.id ?? null,
          kind: kinds[options.kind],
          name,
        })
      })
      terminal.result({ ...presentKey(key), secret }, () => secret)
      terminal.say('This is the only time the secret is shown. Keep it on the EHR’s server,')
      terminal.say('never in a page: x-svc-token on POST /integration/session-token/ takes it.')
    })
}
