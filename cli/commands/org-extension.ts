import { Argument, type Command, Option } from 'commander'
import type { ExtensionSwitches } from '../../core/access/access.ts'
import { AppError } from '../../core/errors.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findRef } from '../find-ref.ts'
import { presentOrganization } from '../present.ts'

type State = 'on' | 'off'

interface Options {
  fill?: State
  capture?: State
  lock?: number
  idle?: number
}

const switchOption = (flag: string, about: string) =>
  new Option(`${flag} <state>`, about).choices(['on', 'off'])

/** `svcctl org extension`: off as shipped, and refused at every door. */
export function orgExtensionCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('extension', 'whether doctors may use the browser extension, and for what', [
    'org extension "Hospital São Lucas" on',
    'org extension "Hospital São Lucas" on --capture off',
    'org extension "Hospital São Lucas" on --lock 5',
    'org extension "Hospital São Lucas" on --idle 30',
    'org extension "Hospital São Lucas" off',
  ])
    .argument('<organization>', 'its name, id or the beginning of the id')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .addOption(switchOption('--fill', 'it may write into the EHR’s page after a click'))
    .addOption(switchOption('--capture', 'it may take the sound of a call’s tab after a click'))
    .addOption(
      new Option('--lock <minutes>', 'its panel asks for a PIN after so long; 0: never').argParser(
        (text: string) => countOf(text, '--lock', 'minutes', MOST_MINUTES),
      ),
    )
    .addOption(
      new Option('--idle <days>', 'a device that is not used for so long ends; 0: never').argParser(
        (text: string) => countOf(text, '--idle', 'days', MOST_DAYS),
      ),
    )
    .action(async (ref: string, state: State, options: Options, command: Command) => {
      const { fill, capture, lock, idle } = options
      const organization = await withAdmin(deps, command, async ({ access }) => {
        const { id, extension } = findRef(await access.listOrganizations(), ref, 'organization')
        return access.updateOrganization(id, {
          extension: {
            enabled: state === 'on',
            fill: switched(extension.fill, fill),
            capture: switched(extension.capture, capture),
            lockMinutes: lock ?? extension.lockMinutes,
            idleDays: idle ?? extension.idleDays,
          },
        })
      })
      terminal.result(presentOrganization(organization), () =>
        extensionWords(organization.extension),
      )
      terminal.say(
        state === 'on'
          ? 'Next, a code for each doctor: svcctl user invite "Name"'
          : 'Devices that are signed in are refused from now on; on again, they go on.',
      )
    })
}

function switched(before: boolean, to: State | undefined): boolean {
  return to === undefined ? before : to === 'on'
}

const MOST_MINUTES = 240
const MOST_DAYS = 3650

/** @throws {AppError} `usage` */
function countOf(text: string, flag: string, unit: string, most: number): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 0 && count <= most) return count
  throw new AppError('invalid', 'usage', `${flag} is 0 to ${most} ${unit}`)
}

export function extensionWords(switches: ExtensionSwitches): string {
  const { enabled, fill, capture, lockMinutes, idleDays } = switches
  if (!enabled) return 'off'
  const allowed = [
    fill ? 'fills pages' : 'fills no page',
    capture ? 'may take a call’s sound' : 'takes no call’s sound',
    lockMinutes > 0 ? `asks for a PIN after ${lockMinutes} min` : 'asks for no PIN',
    idleDays > 0 ? `a device ends after ${idleDays} days unused` : 'no device ends by itself',
  ]
  return `on: ${allowed.join(', ')}`
}
