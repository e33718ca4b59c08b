/**
 * The plugin's files, as pages of other origins load them: module scripts ask for CORS, `nosniff` and a JavaScript type,
 * and the recorder's worklet is fetched the same way. They are public and carry no data, so any origin may read them; which
 * origins may *use* the service is decided where tokens are (DESIGN §6).
 *
 * What carries its digest in its name is kept for a year; `/plugin.js` and the recorder's worklet have fixed names and are
 * revalidated.
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Router, { type RouterContext } from '@koa/router'
import { AppError } from '../../core/errors.ts'

interface PluginFile {
  body: Buffer
  gzipped: Buffer
  etag: string
  mtimeMs: number
}

const FILE_NAME = /^[a-z0-9][\w-]*\.js(\.map)?$/i
const HASHED_NAME = /-[A-Z0-9]{8}\.js(\.map)?$/

/** `publicDir`: where the build put `plugin.js` (dist/public). Nothing to start, nothing to close. */
export function pluginRouter({ publicDir }: { publicDir: string }): Router {
  const read = fileCache(publicDir)
  const router = new Router()
  router.get('/plugin.js', (ctx) => send(ctx, 'plugin.js'))
  router.get('/plugin.js.map', (ctx) => send(ctx, 'plugin.js.map'))
  router.get('/plugin/:file', (ctx) => {
    const { file = '' } = ctx.params
    if (!FILE_NAME.test(file)) throw fileNotFound()
    return send(ctx, join('plugin', file))
  })
  return router

  async function send(ctx: RouterContext, path: string) {
    const file = await read(path)
    ctx.set('Access-Control-Allow-Origin', '*')
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
    ctx.set('Timing-Allow-Origin', '*')
    ctx.set('X-Content-Type-Options', 'nosniff')
    ctx.set(
      'Cache-Control',
      HASHED_NAME.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
    ctx.set('Vary', 'Accept-Encoding')
    ctx.set('ETag', file.etag)
    ctx.type = path.endsWith('.map') ? 'application/json' : 'text/javascript; charset=utf-8'
    ctx.status = 200
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
      ctx.body = file.body
      return
    }
    ctx.set('Content-Encoding', 'gzip')
    ctx.body = file.gzipped
  }
}

/** Read once, compressed once; read again when the build wrote a newer one. */
function fileCache(publicDir: string) {
  const kept = new Map<string, PluginFile>()
  return async (path: string): Promise<PluginFile> => {
    const place = join(publicDir, path)
    const { mtimeMs } = await stat(place).catch((cause) => Promise.reject(fileNotFound(cause)))
    const known = kept.get(path)
    if (known?.mtimeMs === mtimeMs) return known
    const body = await readFile(place)
    const file = {
      body,
      gzipped: await promisify(gzip)(body, { level: 9 }),
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      mtimeMs,
    }
    kept.set(path, file)
    return file
  }
}

function fileNotFound(cause?: unknown): AppError {
  return new AppError('not-found', 'not_found', 'Arquivo do plugin não encontrado.', { cause })
}
