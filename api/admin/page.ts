/** The page itself: a frame without content, its script and its style, from the build. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'koa'

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

export function sendPage(ctx: Context): void {
  ctx.set('Content-Security-Policy', POLICY)
  ctx.type = 'text/html; charset=utf-8'
  ctx.body = html(ctx.path.endsWith('/') ? './' : './admin/')
}

/** @param publicDir dist/public */
export async function sendAsset(ctx: Context, publicDir: string, name: string): Promise<void> {
  const content = await readFile(join(publicDir, 'admin', name))
  ctx.type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
  ctx.vary('Accept-Encoding')
  const isSmall = ctx.acceptsEncodings('gzip', 'identity') === 'gzip'
  if (isSmall) ctx.set('Content-Encoding', 'gzip')
  ctx.body = isSmall ? await compressed(content) : content
}
