import { type Command, Option } from 'commander'
import {
  type WebhookContent,
  type WebhookEvent,
  webhookContents,
  webhookEvents,
} from '../../core/webhooks/endpoint.ts'
import { defineCommand } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization } from '../find-ref.ts'
import { presentWebhook } from '../find-webhook.ts'
import { withAdmin } from '../with-admin.ts'

interface Options {
  org?: string
  name?: string
  event?: WebhookEvent[]
  content: WebhookContent
}

/** `svcctl webhook add`: the secret goes to stdout, once. */
export function webhookAddCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('add', 'tell an address of events from now on; its secret is shown once', [
    'webhook add https://ehr.hospital.example/hooks/svc',
    'webhook add https://ehr.hospital.example/hooks/svc --event document_generated --json | jq -r .secret',
  ])
    .argument('<url>', 'https, of a server that you trust with the ids of visits')
    .option('--org <organization>', 'needed where there are several')
    .option('--name <name>', 'what it is for; else the address’s host')
    .addOption(new Option('--event <event...>', 'only these; else all').choices([...webhookEvents]))
    .addOption(
      new Option('--content <format>', 'also send the document itself, in Base64')
        .choices([...webhookContents])
        .default('none'),
    )
    .action(async (url: string, { org, name, event, content }: Options, command: Command) => {
      if (content !== 'none')
        await terminal.confirm(
          'The text of every document will leave this machine for that address. Go on?',
        )
      const { endpoint, secret, check } = await withAdmin(deps, command, async (admin) => {
        const { id } = chooseOrganization(await admin.access.listOrganizations(), org)
        return admin.webhooks.manage.add({ organizationId: id, url, name, events: event, content })
      })
      terminal.result({ ...presentWebhook(endpoint), secret }, () => secret)
      terminal.say(
        'This is the only time the secret is shown. The receiver checks every call by it.',
      )
      if (check.verdict === 'unresolved')
        terminal.say('The name is not known on this machine now. Its calls are tried all the same.')
      terminal.say(`Try it: svcctl webhook test ${endpoint.id.slice(0, 8)}`)
    })
}
