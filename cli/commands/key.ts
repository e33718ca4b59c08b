import type { Command } from 'commander'
import { defineCommand, defineNoun, withAdmin } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { findRef, meant, organizationOf } from '../find-ref.ts'
import { moment } from '../format.ts'
import { presentKey } from '../present.ts'
import { keyCreateCommand } from './key-create.ts'

/** `svcctl key create|list|revoke|rotate-signing` */
export function keyCommand(deps: CliDeps): Command {
  return defineNoun('key', 'keys', 'API keys of host systems, and the keys that sign tokens')
    .addCommand(keyCreateCommand(deps))
    .addCommand(listCommand(deps))
    .addCommand(revokeCommand(deps))
    .addCommand(rotateCommand(deps))
}

function listCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('list', 'list keys; the secrets themselves are kept nowhere', ['key list'])
    .option('--org <organization>', 'only of this one')
    .action(async ({ org }: { org?: string }, command: Command) => {
      const keys = await withAdmin(deps, command, async ({ access }) => {
        const all = await access.listOrganizations()
        const chosen = org === undefined ? all : [findRef(all, org, 'organization')]
        return (await Promise.all(chosen.map(({ id }) => access.listKeys(id)))).flat()
      })
      terminal.result({ keys: keys.map(presentKey) }, () =>
        keys.length > 0
          ? terminal.table(keys, [
              { header: 'ID', cell: ({ id }) => id },
              { header: 'NAME', cell: ({ name }) => name, shrinks: true },
              { header: 'BEGINS', cell: ({ prefix }) => `${prefix}…` },
              {
                header: 'STATE',
                cell: ({ revokedAt }) => (revokedAt ? 'revoked' : 'active'),
                paint: (text, { revokedAt }) => (revokedAt ? terminal.style.dim(text) : text),
              },
              { header: 'SINCE', cell: ({ createdAt }) => moment(createdAt) },
              { header: 'LAST USED', cell: ({ lastUsedAt }) => moment(lastUsedAt) },
            ])
          : 'No key yet. Make one: svcctl key create',
      )
    })
}

function revokeCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('revoke', 'let a key open no more sessions', [
    'key revoke 3f2a --end-sessions --yes',
  ])
    .argument('<key>', 'name, id or the beginning of the id')
    .option('--org <organization>', 'of this one, where several have the name')
    .option('--end-sessions', 'end those it opened too, instead of at their expiry')
    .action(async (ref: string, { endSessions = false, org }: RevokeOptions, command: Command) => {
      const key = await withAdmin(deps, command, async (admin) => {
        const { id, name } = await findKey(admin, ref, await organizationOf(admin, org))
        const also = endSessions ? ' and end its sessions now' : ''
        await terminal.confirm(`Revoke the key "${name}"${also}? This cannot be undone.`)
        return admin.access.revokeKey(id, { endSessions })
      })
      terminal.result(presentKey(key), () => `${key.name} is revoked.`)
      if (!endSessions)
        terminal.say('Sessions it opened live until their expiry; --end-sessions ends them now.')
    })
}

function rotateCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('rotate-signing', 'sign tokens with a fresh key from now on', [
    'key rotate-signing',
  ]).action(async (_options: unknown, command: Command) => {
    const { keyId, forgotten } = await withAdmin(deps, command, async ({ access }) => ({
      keyId: await access.rotateSigningKey(),
      forgotten: await access.pruneSigningKeys(),
    }))
    terminal.result({ keyId, forgotten }, () => `New tokens are signed with ${keyId}.`)
    terminal.say('Tokens signed before stay good until they expire.')
  })
}

interface RevokeOptions {
  endSessions?: boolean
  org?: string
}

/** Among those that work, where one of them is meant: a revoked one may have had the same name. */
async function findKey({ access }: Admin, ref: string, organizationId: string | undefined) {
  const organizations = await access.listOrganizations()
  const keys = await Promise.all(
    organizations
      .filter(({ id }) => organizationId === undefined || id === organizationId)
      .map(({ id }) => access.listKeys(id)),
  )
  const working = keys.flat().filter(({ revokedAt }) => !revokedAt)
  return findRef(meant(working, ref).length > 0 ? working : keys.flat(), ref, 'key')
}
