import type { Command } from 'commander'
import { AppError } from '../../core/errors.ts'
import type { WebhookIssue } from '../../core/webhooks/message.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findWebhook } from '../find-ref.ts'

/** Why a call came to nothing, for an administrator, with what mends it. */
const webhookIssueWords: Readonly<Record<WebhookIssue, string>> = {
  refused_by_receiver: 'The receiver did not take it: see its own log.',
  gone: 'It answered 410: the address is not there any more. The webhook is disabled.',
  redirected: 'It answered with a redirect, which is not followed: use the final address.',
  timeout: 'No answer within five seconds.',
  name_not_found: 'The name is not known on this machine: see its DNS.',
  connection_refused: 'Nothing listens there.',
  unreachable: 'There is no way to it: see the routes and firewalls.',
  connection_lost: 'The connection broke before an answer came.',
  address_not_allowed:
    'The name leads to an address inside. Allow it: svcctl config set webhookNetworks <address>, and restart.',
  http_not_allowed: 'Plain HTTP. Allow it: svcctl config set webhookHttp true, and restart.',
  tls_untrusted:
    'Its certificate is of an authority that is not believed: svcctl config set webhookCaFile <file>, and restart.',
  tls_expired: 'Its certificate is not valid now: see its dates and the clock of this machine.',
  tls_wrong_name: 'Its certificate is for another name.',
  tls_failed: 'TLS 1.2 or newer did not come about.',
  ca_unreadable: 'The file of webhookCaFile cannot be read: see its path and rights.',
  unreadable: 'What was to be sent does not open any more: svcctl consult verify.',
}

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
