import type { Command } from 'commander'
import type { User } from '../../core/access/access.ts'
import type { Device } from '../../core/access/device.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { Admin, CliDeps } from '../deps.ts'
import { findRef, findUser, meant, ORG_OF_IT, organizationOf } from '../find-ref.ts'
import { moment } from '../format.ts'
import { presentDevice } from '../present.ts'

interface Options {
  org?: string
}

interface Listed {
  device: Device
  user: User
}

/** `svcctl user devices [USER]` and `svcctl user devices revoke DEVICE` */
export function userDevicesCommand(deps: CliDeps): Command {
  return defineCommand('devices', 'browsers in which doctors signed in to the extension', [
    'user devices',
    'user devices "Clara Azevedo"',
    'user devices revoke 3f2a91c0',
  ])
    .argument('[user]', 'only of this one: name, id or the beginning of the id')
    .option(...ORG_OF_IT)
    .action(async (ref: string | undefined, { org }: Options, command: Command) => {
      const listed = await withAdmin(deps, command, async (admin) => {
        const organizationId = await organizationOf(admin, org)
        if (ref === undefined) return listDevices(admin, organizationId)
        const user = await findUser(admin, ref, organizationId)
        return devicesOf(admin, user)
      })
      const devices = listed.map(({ device, user }) => presentDevice(device, user))
      deps.terminal.result({ devices }, () => sheet(deps, listed))
    })
    .addCommand(revokeCommand(deps))
}

function revokeCommand(deps: CliDeps): Command {
  return defineCommand('revoke', 'end a device: its tokens are refused from now on', [
    'user devices revoke 3f2a91c0 --yes',
  ])
    .argument('<device>', 'name, id or the beginning of the id')
    .option(...ORG_OF_IT)
    .action(async (ref: string, { org }: Options, command: Command) => {
      const { device, user } = await withAdmin(deps, command, async (admin) => {
        const listed = await listDevices(admin, await organizationOf(admin, org))
        const all = listed.map(({ device }) => device)
        const working = all.filter(({ endedAt }) => !endedAt)
        const { id } = findRef(meant(working, ref).length > 0 ? working : all, ref, 'device')
        const { device, user } = listed.find(({ device }) => device.id === id) as Listed
        await deps.terminal.confirm(`End "${device.name}" of ${user.name} now?`)
        return { device: await admin.access.revokeDevice(id), user }
      })
      deps.terminal.result(presentDevice(device, user), () => `${device.name} is ended.`)
      deps.terminal.say('What it recorded and the service acknowledged is kept. To let the doctor')
      deps.terminal.say('in again: svcctl user invite')
    })
}

async function listDevices(admin: Admin, organizationId: string | undefined): Promise<Listed[]> {
  const { access } = admin
  const ids = organizationId
    ? [organizationId]
    : (await access.listOrganizations()).map(({ id }) => id)
  const users = (await Promise.all(ids.map((id) => access.listUsers(id)))).flat()
  return (await Promise.all(users.map((user) => devicesOf(admin, user)))).flat()
}

async function devicesOf({ access }: Admin, user: User): Promise<Listed[]> {
  return (await access.listDevices(user.id)).map((device) => ({ device, user }))
}

function sheet({ terminal }: CliDeps, listed: Listed[]): string {
  if (listed.length === 0) return 'No device yet. Invite a doctor: svcctl user invite "Name"'
  return terminal.table(listed, [
    { header: 'ID', cell: ({ device }) => device.id },
    { header: 'USER', cell: ({ user }) => user.name, shrinks: true },
    { header: 'DEVICE', cell: ({ device }) => device.name, shrinks: true },
    {
      header: 'STATE',
      cell: ({ device }) => (device.endedAt ? `ended: ${device.endedBecause}` : 'active'),
      paint: (text, { device }) => (device.endedAt ? terminal.style.yellow(text) : text),
    },
    { header: 'LAST SEEN', cell: ({ device }) => moment(device.lastUsedAt) },
  ])
}
