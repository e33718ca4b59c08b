import { type Command, Option } from 'commander'
import { AppError } from '../../core/errors.ts'
import {
  type MessageState,
  messageStates,
  type WebhookAttempt,
  type WebhookMessage,
} from '../../core/webhooks/message.ts'
import { defineCommand, withAdmin } from '../define-command.ts'
import type { CliDeps } from '../deps.ts'
import { findWebhook } from '../find-ref.ts'
import { moment } from '../format.ts'

interface Options {
  state?: MessageState
  message?: string
  limit: string
}

type Logged = WebhookMessage & { log: WebhookAttempt[] }

/** `svcctl webhook deliveries`: the log, without a word of what was sent. */
export function webhookDeliveriesCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('deliveries', 'list what was sent or waits to be', [
    'webhook deliveries',
    'webhook deliveries ehr.hospital.example --state failed --json',
    'webhook deliveries --message msg_019a8c',
  ])
    .argument('[webhook]', 'only of this one: name, id or the beginning of the id')
    .addOption(new Option('--state <state>', 'only these').choices([...messageStates]))
    .option('--message <id>', 'every attempt of this one; the beginning of its id will do')
    .option('--limit <number>', 'the newest so many', '50')
    .action(
      async (ref: string | undefined, { state, message, limit }: Options, command: Command) => {
        const most = Number(limit)
        if (!Number.isInteger(most) || most < 1)
          throw new AppError('invalid', 'usage', '--limit is a number from 1.')
        const deliveries = await withAdmin(deps, command, async (admin): Promise<Logged[]> => {
          const { messages } = admin.webhooks
          const endpointId = ref === undefined ? undefined : (await findWebhook(admin, ref)).id
          const list = await messages.list({ endpointId, state, beginsWith: message, limit: most })
          if (message !== undefined && list.length === 0)
            throw new AppError(
              'not-found',
              'webhook_message_not_found',
              `No message is "${message}". See: svcctl webhook deliveries`,
            )
          const logs = await messages.attemptsOf(list.map(({ id }) => id))
          return list.map((one) => ({ ...one, log: logs.get(one.id) ?? [] }))
        })
        terminal.result({ deliveries }, () => {
          if (deliveries.length === 0) return 'Nothing was told to anybody.'
          const lines = deliveryTable(deps, deliveries)
          return message === undefined
            ? lines
            : `${lines}\n\n${deliveries.map((one) => attemptTable(deps, one)).join('\n\n')}`
        })
      },
    )
}

/** `svcctl webhook retry`: the running server sends it within ten seconds. */
export function webhookRetryCommand(deps: CliDeps): Command {
  const { terminal } = deps
  return defineCommand('retry', 'send again what was given up, under the same webhook-id', [
    'webhook retry msg_019a8c',
    'webhook retry --failed-of ehr.hospital.example',
  ])
    .argument('[message]', 'its id, or the beginning of it')
    .option('--failed-of <webhook>', 'all that were given up of this one')
    .action(
      async (
        message: string | undefined,
        { failedOf }: { failedOf?: string },
        command: Command,
      ) => {
        if ((message === undefined) === (failedOf === undefined))
          throw new AppError('invalid', 'usage', 'Name a message, or a webhook with --failed-of.')
        const retried = await withAdmin(deps, command, async (admin) =>
          failedOf === undefined
            ? admin.webhooks.manage.retry(message ?? '')
            : admin.webhooks.manage.retryFailed((await findWebhook(admin, failedOf)).id),
        )
        terminal.result({ retried }, () =>
          retried.length === 0 ? 'There is nothing to send again.' : retried.join('\n'),
        )
        if (retried.length > 0) terminal.say('A running server sends it within ten seconds.')
      },
    )
}

function deliveryTable({ terminal }: CliDeps, deliveries: readonly Logged[]): string {
  const { style, table } = terminal
  return table(deliveries, [
    { header: 'MESSAGE', cell: ({ id }) => id, shrinks: true },
    { header: 'EVENT', cell: ({ event }) => event },
    {
      header: 'STATE',
      cell: ({ state }) => state,
      paint: (text, { state }) =>
        ({ failed: style.red, pending: style.yellow, delivered: style.green })[state](text),
    },
    { header: 'TRIES', cell: ({ log }) => String(log.length), align: 'right' },
    { header: 'LAST', cell: ({ log }) => lastOf(log.at(-1)) },
    { header: 'NEXT', cell: ({ dueAt }) => (dueAt ? moment(dueAt) : '') },
    { header: 'SINCE', cell: ({ createdAt }) => moment(createdAt) },
    { header: 'CONSULTATION', cell: ({ consultationId }) => consultationId, shrinks: true },
  ])
}

function attemptTable({ terminal }: CliDeps, { id, log }: Logged): string {
  if (log.length === 0) return `${id}: no attempt yet.`
  return terminal.table(log, [
    { header: 'ATTEMPT', cell: ({ number }) => String(number), align: 'right' },
    { header: 'AT', cell: ({ startedAt }) => moment(startedAt) },
    { header: 'TOOK', cell: ({ durationMs }) => `${durationMs} ms`, align: 'right' },
    { header: 'STATUS', cell: ({ status }) => (status === null ? '' : String(status)) },
    { header: 'ISSUE', cell: ({ issue }) => issue ?? '' },
  ])
}

function lastOf(attempt: WebhookAttempt | undefined): string {
  if (!attempt) return ''
  return attempt.issue === null
    ? String(attempt.status)
    : (attempt.status ?? attempt.issue).toString()
}
