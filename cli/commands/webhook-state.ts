import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findWebhook, presentWebhook } from '../find-ref.ts'
import { moment } from '../format.ts'

const HOUR_MS = 3_600_000
const LONGEST_OVERLAP_H = 720

/** `svcctl webhook rotate`: the new secret goes to stdout, once. */
export function webhookRotateCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand(
    'rotate',
    'give a webhook a new secret; the old one stays good for a while',
    ['webhook rotate ehr.hospital.example', 'webhook rotate 3f2a --overlap-hours 0 --yes'],
  )
    .argument('<webhook>', 'name, id or the beginning of the id')
    .option('--overlap-hours <number>', 'how long calls are signed with both', '24')
    .action(async (ref: string, { overlapHours }: { overlapHours: string }, command: Command) => {
      const hours = Number(overlapHours)
      if (!Number.isInteger(hours) || hours < 0 || hours > LONGEST_OVERLAP_H)
        throw new AppError(
          'invalid',
          'usage',
          `--overlap-hours is a number from 0 to ${LONGEST_OVERLAP_H}.`,
        )
      const { endpoint, secret } = await withAdmin(deps, command, async (admin) => {
        const { id, name } = await findWebhook(admin, ref)
        if (hours === 0)
          await terminal.confirm(`End the secret of "${name}" now? Its receiver refuses all calls`)
        return admin.webhooks.manage.rotate(id, hours * HOUR_MS)
      })
      terminal.result({ ...presentWebhook(endpoint), secret }, () => secret)
      terminal.say('This is the only time the secret is shown.')
      const { previous } = endpoint.secrets
      if (previous) terminal.say(`Until ${moment(previous.until)} calls are signed with both.`)
    })
}

export function webhookDisableCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('disable', 'stop deliveries to an address', ['webhook disable 3f2a'])
    .argument('<webhook>', 'name, id or the beginning of the id')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const endpoint = await withAdmin(deps, command, async (admin) =>
        admin.webhooks.manage.disable((await findWebhook(admin, ref)).id),
      )
      terminal.result(presentWebhook(endpoint), () => `${endpoint.name} is disabled.`)
      terminal.say('What waits for it stays; what happens meanwhile is not kept for it.')
    })
}

export function webhookEnableCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('enable', 'go on telling it, with what waits', ['webhook enable 3f2a'])
    .argument('<webhook>', 'name, id or the beginning of the id')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const endpoint = await withAdmin(deps, command, async (admin) =>
        admin.webhooks.manage.enable((await findWebhook(admin, ref)).id),
      )
      terminal.result(presentWebhook(endpoint), () => `${endpoint.name} is enabled.`)
    })
}

export function webhookRemoveCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('remove', 'forget an address, what waits for it, and its log', [
    'webhook remove 3f2a --yes',
  ])
    .argument('<webhook>', 'name, id or the beginning of the id')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const endpoint = await withAdmin(deps, command, async (admin) => {
        const { id, name } = await findWebhook(admin, ref)
        await terminal.confirm(`Remove "${name}", what waits for it and its log of deliveries?`)
        return admin.webhooks.manage.remove(id)
      })
      terminal.result(presentWebhook(endpoint), () => `${endpoint.name} is removed.`)
    })
}
