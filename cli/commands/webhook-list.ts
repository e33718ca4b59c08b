import type { Command } from 'commander'
import { shownUrl, type WebhookEndpoint } from '../../core/webhooks/endpoint.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { chooseOrganization, findWebhook, presentWebhook } from '../find-ref.ts'
import { moment } from '../format.ts'

const LAST = 20

export function webhookListCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('list', 'list webhooks, without their secrets', ['webhook list'])
    .option('--org <organization>', 'only of this one')
    .action(async ({ org }: { org?: string }, command: Command) => {
      const webhooks = await withAdmin(deps, command, async (admin) => {
        const id =
          org === undefined
            ? undefined
            : chooseOrganization(await admin.access.listOrganizations(), org).id
        return admin.webhooks.endpoints.list(id)
      })
      terminal.result({ webhooks: webhooks.map(presentWebhook) }, () =>
        webhooks.length > 0
          ? terminal.table(webhooks, [
              { header: 'ID', cell: ({ id }) => id, shrinks: true },
              { header: 'NAME', cell: ({ name }) => name, shrinks: true },
              { header: 'URL', cell: ({ url }) => shownUrl(url), shrinks: true },
              {
                header: 'STATE',
                cell: stateOf,
                paint: (text, { state }) =>
                  state === 'enabled' ? text : terminal.style.yellow(text),
              },
              { header: 'EVENTS', cell: ({ events }) => events.join(' '), shrinks: true },
              {
                header: 'CONTENT',
                cell: ({ content }) => content,
                paint: (text, { content }) =>
                  content === 'none' ? text : terminal.style.yellow(text),
              },
            ])
          : 'No webhook: nothing is told to anybody. Add one: svcctl webhook add https://…',
      )
    })
}

/** `svcctl webhook show`: one, and how its last deliveries went. */
export function webhookShowCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('show', 'show one webhook and how its last deliveries went', [
    'webhook show ehr.hospital.example',
  ])
    .argument('<webhook>', 'name, id or the beginning of the id')
    .action(async (ref: string, _options: unknown, command: Command) => {
      const { endpoint, last } = await withAdmin(deps, command, async (admin) => {
        const endpoint = await findWebhook(admin, ref)
        const filter = { endpointId: endpoint.id, limit: LAST }
        return { endpoint, last: await admin.webhooks.messages.list(filter) }
      })
      const counts = { pending: 0, delivered: 0, failed: 0 }
      for (const { state } of last) counts[state]++
      terminal.result({ ...presentWebhook(endpoint), last: counts }, () => {
        const { secrets, createdAt } = endpoint
        const rows = [
          ['name', endpoint.name],
          ['id', endpoint.id],
          ['url', shownUrl(endpoint.url)],
          ['state', stateOf(endpoint)],
          ['events', endpoint.events.join(' ')],
          ['content', endpoint.content === 'none' ? 'none: ids only' : endpoint.content],
          ['secrets', secrets.previous ? `two, until ${moment(secrets.previous.until)}` : 'one'],
          ['since', moment(createdAt)],
          [
            'last',
            `${counts.delivered} delivered, ${counts.pending} waiting, ${counts.failed} given up`,
          ],
        ] as const
        return rows
          .map(([label, value]) => `${terminal.style.dim(label.padEnd(10))}${value}`)
          .join('\n')
      })
    })
}

function stateOf({ state, disabledBecause }: WebhookEndpoint): string {
  return disabledBecause === 'gone' ? 'disabled: it answered 410' : state
}
