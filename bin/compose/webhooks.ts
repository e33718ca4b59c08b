/**
 * Webhooks: what is written down with what it tells of, and what sends it. Nothing opens unless an
 * administrator added an endpoint.
 */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Registry } from 'prom-client'
import type { Sequelize } from 'sequelize'
import { allowsAddress } from '../../api/webhook-client/networks.ts'
import { webhookClient } from '../../api/webhook-client/send-webhook.ts'
import type { WebhookAdmin } from '../../cli/subject-deps.ts'
import type { Config } from '../../config/settings.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { FindHold } from '../../core/outgoing/hold.ts'
import type { ConsultationVault, Sealer } from '../../core/vault/ports.ts'
import { dispatcher } from '../../core/webhooks/dispatcher.ts'
import { manageWebhooks } from '../../core/webhooks/manage-webhooks.ts'
import { messageIds } from '../../core/webhooks/message.ts'
import { type JobHolder, jobHolder } from '../../models/job/job-owner.ts'
import { consultationSeal } from '../../models/vault/consultation-seal.ts'
import { webhookEndpoints } from '../../models/webhook/endpoints.ts'
import { webhookMessages } from '../../models/webhook/messages.ts'
import { type WebhookOutbox, webhookOutbox } from '../../models/webhook/outbox.ts'
import { webhookMetrics } from '../metrics/webhook.ts'
import type { Platform } from '../platform.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Settings = Pick<
  Config,
  'webhookNetworks' | 'webhookHttp' | 'webhookCaFile' | 'webhookKeepDays'
>

interface StoreDeps {
  platform: Pick<Platform, 'now' | 'version' | 'newId'>
  sequelize: Sequelize
  sealer: Sealer
  vault: ConsultationVault
  findHold: FindHold
}

interface Deps extends StoreDeps {
  /** Under which name it takes work; one of its own unless given. */
  holder?: JobHolder
  config: Settings
  trail: AuditTrail
  metrics: Registry
  log: Log
}

/** What the server needs: the outbox that use cases write to, and the sending. */
export function openWebhooks(deps: Deps) {
  const { config, platform, sequelize, vault, trail, metrics, log } = deps
  const { now } = platform
  const { messages } = stores(deps)
  const holder = deps.holder ?? jobHolder()
  const onAttempt = webhookMetrics({ registry: metrics, figures: messages.figures, now })
  const sending = dispatcher({
    store: messages,
    trail,
    ...holder,
    now,
    onAttempt,
    log,
    send: client(config, platform).send,
    random: Math.random,
    isHeld: () => deps.findHold() !== null,
  })
  const outbox: WebhookOutbox = webhookOutbox({
    sequelize,
    seal: consultationSeal(vault),
    now,
    newMessageId: newMessageIds(now),
    onQueued: sending.wake,
  })
  return {
    outbox,
    start: sending.start,
    wake: sending.wake,
    giveUp: sending.close,
    close: sending.close,
    chores: [
      {
        name: 'webhook-log',
        everyMs: HOUR_MS,
        run: () => messages.prune(new Date(now().getTime() - config.webhookKeepDays * DAY_MS)),
      },
    ],
  }
}

/** What `svcctl webhook` works with, beside a running server or without one. */
export function composeWebhookAdmin(deps: StoreDeps & { config: Settings }): WebhookAdmin {
  const { config, platform, findHold } = deps
  const { now, newId } = platform
  const { endpoints, messages } = stores(deps)
  const { send, checkAddress } = client(config, platform)
  return {
    endpoints,
    messages,
    manage: manageWebhooks({
      endpoints,
      messages,
      checkAddress,
      now,
      newId,
      // Also a trial is something that a receiver hears.
      async send(request) {
        if (findHold()) throw held()
        return send(request)
      },
      randomBase64: (bytes) => randomBytes(bytes).toString('base64'),
      newMessageId: newMessageIds(now),
    }),
  }
}

function stores({ platform: { now }, sequelize, sealer, vault }: StoreDeps) {
  const endpoints = webhookEndpoints(sequelize, sealer)
  const seal = consultationSeal(vault)
  const messages = webhookMessages({ sequelize, seal, openEndpoint: endpoints.open, now })
  return { endpoints, messages }
}

const newMessageIds = (now: () => Date) =>
  messageIds(now, (bytes) => randomBytes(bytes).toString('hex'))

function client(
  { webhookNetworks, webhookHttp, webhookCaFile }: Settings,
  { version }: Pick<Platform, 'version'>,
) {
  return webhookClient({
    allows: allowsAddress(webhookNetworks),
    allowHttp: webhookHttp,
    readCa: async () => (webhookCaFile === null ? null : readFile(webhookCaFile, 'utf8')),
    userAgent: `svc/${version}`,
  })
}

function held(): AppError {
  return new AppError(
    'unavailable',
    'outgoing_held',
    'Nothing leaves this box now, not even a trial. See: svcctl outgoing show',
  )
}
