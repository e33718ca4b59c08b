/**
 * Three small hosts beside the large one: plain HTML, React, and the legacy iframe, each with its
 * source. They run under the same strict policies as the sample EHR, and are what integrators copy.
 */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Router, RouterContext } from '@koa/router'
import { z } from 'zod'
import type { ApiState } from '../../../api/context.ts'
import { HostId } from '../../../api/input-fields.ts'
import { jsonBody } from '../../../api/middleware/json-body.ts'
import { wayUp } from '../../../api/paths.ts'
import { readInput } from '../../../api/read-input.ts'
import { isSameOrigin } from '../../../api/same-origin.ts'
import type { ConsultationInput } from '../../../core/access/issue-token.ts'
import { AppError, notFound } from '../../../core/errors.ts'

interface Deps {
  /** The folder `bin/tools/demo`. */
  demoDir: string
  publicDir: string
  /** As a host's backend asks for it, with the demonstration's key. */
  issueConsultationToken(ids: ConsultationInput): Promise<string>
}

const SOURCES = new Set(['plain.html', 'react-host.tsx', 'iframe-host.ts', 'iframe.html'])
const TOKEN_LIFE_S = 1800

const Identify = z
  .object({
    body: z.object({ consultationId: HostId, doctorId: HostId, patientId: HostId }),
  })
  .transform(({ body }) => body)

/** Under `/demo/hosts`, and `/demo/identify`, which a real host's backend would have. */
export function addHostPages(
  router: Router<ApiState>,
  { demoDir, publicDir, issueConsultationToken }: Deps,
) {
  const place = (name: string) => join(demoDir, 'hosts', name)
  const built = (name: string) => join(publicDir, name)

  router.get('/demo/hosts', (ctx) => sendPage(ctx, place('index.html')))
  for (const path of ['/demo/hosts/plain', '/demo/minimal'])
    router.get(path, (ctx) => sendPage(ctx, place('plain.html')))
  router.get('/demo/hosts/react', (ctx) => sendPage(ctx, place('react.html')))
  router.get('/demo/hosts/iframe', (ctx) =>
    sendPage(ctx, place('iframe.html'), ["frame-src 'self'"]),
  )
  router.get('/demo/hosts/hosts.css', (ctx) => sendFile(ctx, place('hosts.css'), 'text/css'))
  for (const name of ['react', 'iframe', 'source'])
    router.get(`/demo/hosts/${name}.js`, (ctx) =>
      sendFile(ctx, built(`demo-${name}.js`), 'text/javascript'),
    )
  router.get('/demo/hosts/source/:file', (ctx) => {
    const { file = '' } = ctx.params
    if (!SOURCES.has(file)) throw notFound()
    return sendFile(ctx, place(file), 'text/plain; charset=utf-8')
  })
  router.post('/demo/identify', jsonBody(), async (ctx) => {
    if (!isSameOrigin(ctx.headers))
      throw new AppError('forbidden', 'origin_not_allowed', 'Só a própria página pode pedir isto.')
    const ids = readInput(Identify, ctx)
    ctx.set('Cache-Control', 'no-store')
    ctx.body = { token: await issueConsultationToken({ ...ids, validForS: TOKEN_LIFE_S }) }
  })
}

/**
 * Files of the demonstration, and the policy its pages run under.
 *
 * A page under a policy as strict as a careful hospital's; `more`: further directives it needs.
 */
export async function sendPage(
  ctx: RouterContext<ApiState>,
  path: string,
  more: readonly string[] = [],
) {
  const source = (await read(path)).toString('utf8')
  // Written for the root of a server, as integrators copy it; served wherever we lie.
  const html = source.replace(OWN_ADDRESS, wayUp(ctx.path))
  ctx.set('Content-Security-Policy', contentSecurityPolicy(html, more))
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = html
}

/** Behind its quotation mark. */
const OWN_ADDRESS = /(?<=["'])\/(?=demo\b|plugin\.js)/g

export async function sendFile(ctx: RouterContext<ApiState>, path: string, type: string) {
  const body = await read(path)
  ctx.set('Cache-Control', 'no-cache')
  ctx.type = type
  ctx.body = body
}

async function read(path: string): Promise<Buffer> {
  return readFile(path).catch((cause) => {
    throw new AppError('not-found', 'not_found', 'Página da demonstração não encontrada.', {
      cause,
    })
  })
}

/**
 * As strict as a careful hospital's, so that the demonstration also proves that the plugin works
 * there. The minimal example keeps its script in the page, to be read whole; only that very text is
 * allowed to run.
 */
function contentSecurityPolicy(html: string, more: readonly string[]): string {
  const [, ...scripts] = html.split('<script type="module">')
  const inline = scripts
    .map((script) => script.slice(0, script.indexOf('</script>')))
    .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline].join(' '),
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types ProseMirrorClipboard',
    "frame-ancestors 'self'",
    ...more,
  ].join('; ')
}
