/**
 * `/admin`: a face of what `svcctl` does, for a browser. Every route is behind the guard
 * (entry.ts), all but the page's own files and the sign-in behind a session. What changes something
 * is on record by the use case itself, with the request’s id; what shows people or their doings
 * leaves an entry too. Nothing here decides anything that `svcctl` does not.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Router } from '@koa/router'
import type { Context } from 'koa'
import type { Organization } from '../../core/access/access.ts'
import type {
  AdminAuditBody,
  AdminChecksBody,
  AdminKeysBody,
  AdminModelsBody,
  AdminRecordsBody,
  AdminRetriedBody,
  AdminTemplatesBody,
  AdminUsersBody,
  AdminWebhooksBody,
} from '../../core/contract/admin-page.ts'
import { findRetryable, retryMany } from '../../core/rnds/retry-record.ts'
import type { ApiState } from '../context.ts'
import { readInput } from '../read-input.ts'
import {
  type AdminDeps,
  adminEntry,
  ListEntries,
  ListRecords,
  RecordById,
  RetryRecords,
  RevokeKey,
  WebhookById,
} from './entry.ts'
import {
  presentChecks,
  presentEntry,
  presentKey,
  presentModel,
  presentRecord,
  presentStatus,
  presentTemplate,
  presentUser,
  presentWebhook,
} from './present.ts'
import { addSessionRoutes } from './session-routes.ts'

const RECORDS_SHOWN = 100
const MESSAGES_COUNTED = 20
const ENTRIES_SHOWN = 50

/** Nothing to start, nothing to close. */
export function adminRoutes(deps: AdminDeps): Router<ApiState> {
  const { page, allowed, publicDir } = deps
  const { views } = page
  const router = new Router<ApiState>()
  if (allowed.length === 0) return router
  const { open, signedIn, watched } = adminEntry(deps)

  router.get('/admin', open(sendPage))
  for (const name of ['page.js', 'page.css'])
    router.get(
      `/admin/${name}`,
      open((ctx) => sendAsset(ctx, publicDir, name)),
    )
  addSessionRoutes(router, deps)

  router.get(
    '/admin/status',
    watched(async (ctx) => {
      const [facts, counts] = await Promise.all([views.facts(), views.records.countByState()])
      ctx.body = presentStatus(facts, views.findHold(), counts)
    }),
  )
  router.post(
    '/admin/drain',
    signedIn(async (ctx, caller) => {
      await page.actsOf(caller).drain()
      ctx.status = 204
    }),
  )
  router.delete(
    '/admin/drain',
    signedIn(async (ctx, caller) => {
      await page.actsOf(caller).resume()
      ctx.status = 204
    }),
  )

  router.get(
    '/admin/checks',
    signedIn((ctx) => {
      ctx.body = presentChecks(views.checks.last()) satisfies AdminChecksBody
    }),
  )
  router.post(
    '/admin/checks',
    signedIn(async (ctx) => {
      await views.checks.run()
      ctx.body = presentChecks(views.checks.last()) satisfies AdminChecksBody
    }),
  )

  router.get(
    '/admin/keys',
    signedIn(async (ctx, caller) => {
      await page.onRecord(caller, { looked: 'keys' })
      const keys = await eachOrganization(async (organization) => {
        const [keys, users] = await Promise.all([
          views.access.listKeys(organization.id),
          views.access.listUsers(organization.id),
        ])
        return keys.map((key) => presentKey(key, organization, users))
      })
      ctx.body = { keys } satisfies AdminKeysBody
    }),
  )
  router.post(
    '/admin/keys/:id/revoke',
    signedIn(async (ctx, caller) => {
      const { params, body } = readInput(RevokeKey, ctx)
      await page.actsOf(caller).revokeKey(params.id, { endSessions: body.end_sessions })
      ctx.status = 204
    }),
  )

  router.get(
    '/admin/users',
    signedIn(async (ctx, caller) => {
      await page.onRecord(caller, { looked: 'users' })
      const users = await eachOrganization(async (organization) =>
        (await views.access.listUsers(organization.id)).map((one) =>
          presentUser(one, organization),
        ),
      )
      ctx.body = { users } satisfies AdminUsersBody
    }),
  )

  router.get(
    '/admin/models',
    signedIn(async (ctx) => {
      const models = (await views.models()).filter(({ installed, active }) => installed || active)
      ctx.body = { models: models.map(presentModel) } satisfies AdminModelsBody
    }),
  )

  router.get(
    '/admin/templates',
    signedIn(async (ctx) => {
      const lists = await eachOrganization(async (organization) =>
        (await views.templates.list(organization.id)).map((one) =>
          presentTemplate(one, organization),
        ),
      )
      // What is built in is in each organization's list.
      const templates = [...new Map(lists.map((one) => [one.id, one])).values()]
      ctx.body = { templates } satisfies AdminTemplatesBody
    }),
  )

  router.get(
    '/admin/records',
    signedIn(async (ctx, caller) => {
      const { state } = readInput(ListRecords, ctx).query
      await page.onRecord(caller, { looked: 'records' })
      const [records, counts, waiting, organizations] = await Promise.all([
        views.records.list({ state, limit: RECORDS_SHOWN }),
        views.records.countByState(),
        views.records.countWaiting(),
        views.access.listOrganizations(),
      ])
      const held = views.findHold()
      ctx.body = {
        records: records.map((one) => presentRecord(one, organizations, held)),
        counts,
        waiting: waiting.map(({ cause, records, since }) => ({
          cause,
          records,
          since: since.toISOString(),
        })),
        outgoing_held: held !== null,
      } satisfies AdminRecordsBody
    }),
  )
  router.post(
    '/admin/records/retry',
    signedIn(async (ctx, caller) => {
      const { reason } = readInput(RetryRecords, ctx).body
      const found = await findRetryable(views.records, { reason })
      const { retried, left } = await retryMany(page.actsOf(caller).retryRecord, found)
      ctx.body = { retried, left: left.length } satisfies AdminRetriedBody
    }),
  )
  router.post(
    '/admin/records/:id/retry',
    signedIn(async (ctx, caller) => {
      await page.actsOf(caller).retryRecord(readInput(RecordById, ctx).params.id)
      ctx.status = 204
    }),
  )

  router.get(
    '/admin/webhooks',
    signedIn(async (ctx) => {
      const [endpoints, organizations] = await Promise.all([
        views.webhooks.endpoints.list(undefined),
        views.access.listOrganizations(),
      ])
      const webhooks = await Promise.all(
        endpoints.map(async (one) => {
          const filter = { endpointId: one.id, limit: MESSAGES_COUNTED }
          return presentWebhook(one, organizations, await views.webhooks.messages.list(filter))
        }),
      )
      ctx.body = { webhooks } satisfies AdminWebhooksBody
    }),
  )
  router.post(
    '/admin/webhooks/:id/enable',
    signedIn(async (ctx, caller) => {
      await page.actsOf(caller).enableWebhook(readInput(WebhookById, ctx).params.id)
      ctx.status = 204
    }),
  )

  router.get(
    '/admin/audit',
    signedIn(async (ctx, caller) => {
      const { before } = readInput(ListEntries, ctx).query
      await page.onRecord(caller, { looked: 'audit' })
      const entries = await views.entries(before, ENTRIES_SHOWN)
      const last = entries.at(-1)?.sequence ?? 1
      ctx.body = {
        entries: entries.map(presentEntry),
        next: last > 1 ? last : null,
      } satisfies AdminAuditBody
    }),
  )
  return router

  async function eachOrganization<Item>(
    list: (organization: Organization) => Promise<Item[]>,
  ): Promise<Item[]> {
    return (await Promise.all((await views.access.listOrganizations()).map(list))).flat()
  }
}

const compressed = promisify(gzip)

/** Everything from this service alone, nothing inline, in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** @param up from the page's address to the folder of its files, relative */
const html = (up: string) => `<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Administração</title>
    <link rel="stylesheet" href="${up}page.css">
    <script type="module" src="${up}page.js"></script>
  </head>
  <body>
    <div id="admin"></div>
    <noscript>Esta página precisa de JavaScript. Tudo o que ela mostra, o svcctl mostra também.</noscript>
  </body>
</html>
`

/** The page itself: a frame without content, its script and its style, from the build. */
function sendPage(ctx: Context): void {
  ctx.set('Content-Security-Policy', POLICY)
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = html(ctx.path.endsWith('/') ? './' : './admin/')
}

/** @param publicDir dist/public */
async function sendAsset(ctx: Context, publicDir: string, name: string): Promise<void> {
  const content = await readFile(join(publicDir, 'admin', name))
  ctx.type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
  ctx.vary('Accept-Encoding')
  const isSmall = ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
  if (isSmall) ctx.set('Content-Encoding', 'gzip')
  ctx.body = isSmall ? await compressed(content) : content
}
