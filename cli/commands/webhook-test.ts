import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findWebhook } from '../find-webhook.ts'
import { webhookIssueWords } from '../webhook-words.ts'
import { withAdmin } from '../with-admin.ts'

/** `svcctl webhook test`: one signed call of the event `test`, from this machine, now. */
export function webhookTestCommand(deps: CliDeps): Command {
  const { terminal, signal } = deps
  return defineCommand('test', 'send the event "test" now and say what came of it', [
    'webhook test ehr.hospital.example',
  ])
    .argument('<webhook>', 'name, id or the beginning of the id')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const tested = await withAdmin(deps, command, async (admin) =>
        admin.webhooks.manage.test((await findWebhook(admin, ref)).id, signal),
      )
      const { status, issue, durationMs } = tested
      terminal.result(tested, () =>
        issue === null
          ? `Taken: ${status}, ${durationMs} ms.`
          : `Not taken: ${[status, issue].filter((one) => one !== null).join(', ')}, ${durationMs} ms.`,
      )
      if (issue !== null)
        throw new AppError('unavailable', 'webhook_test_failed', webhookIssueWords[issue])
    })
}
