import { type Command, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import {
  type WebhookContent,
  type WebhookEndpoint,
  type WebhookEvent,
  webhookContents,
  webhookEvents,
} from '../../core/webhooks/endpoint.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization, freeName, presentWebhook, refuseTaken } from '../find-ref.ts'

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
        const there = (await admin.webhooks.endpoints.list()).filter(
          (one) => one.organizationId === id,
        )
        refuseTwice(there, url)
        if (name !== undefined) refuseTaken(there, name, 'webhook', 'Choose another --name.')
        return admin.webhooks.manage.add({
          organizationId: id,
          url,
          name: name ?? nameOf(there, url),
          events: event,
          content,
        })
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

/** Its calls would come twice. */
function refuseTwice(there: readonly WebhookEndpoint[], url: string): void {
  const href = URL.canParse(url) ? new URL(url).href : url
  const same = there.find((one) => new URL(one.url).href === href)
  if (!same) return
  throw new AppError(
    'conflict',
    'webhook_exists',
    `That address is told of events already, as ${same.name} (${same.id.slice(0, 8)}): each would come twice. See: svcctl webhook list`,
  )
}

/** Undefined: no address, which is told in its own words. */
function nameOf(there: readonly WebhookEndpoint[], url: string): string | undefined {
  return URL.canParse(url) ? freeName(there, new URL(url).host) : undefined
}
