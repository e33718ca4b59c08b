/** Files of the demonstration, and the policy its pages run under. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RouterContext } from '@koa/router'
import type { ApiState } from '../../../api/context.ts'
import { wayUp } from '../../../api/way-up.ts'
import { AppError } from '../../../core/errors.ts'

/** A page under a policy as strict as a careful hospital's; `more`: further directives it needs. */
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
