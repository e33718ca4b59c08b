/**
 * The plugin's files, as pages of other origins load them: module scripts ask for CORS, `nosniff`
 * and a JavaScript type, and the recorder's worklet is fetched the same way. They are public and
 * carry no data, so any origin may read them; which origins may *use* the service is decided where
 * tokens are (DESIGN §6).
 *
 *     /plugin.js           the current build                                revalidated
 *     /plugin@1.js         the newest build of a major version              revalidated
 *     /plugin@1.4.0.js     that build, with its own chunks and worklet      kept for a year
 *     /plugin.d.ts         types for hosts; also /plugin@1.4.0.d.ts
 *     /plugin.json         version, files, integrity, sizes; also /plugin@1.4.0.json
 *     /plugin/<name>-<digest>.js                                            kept for a year
 */
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import Router, { type RouterContext } from '@koa/router'
import { AppError } from '../../core/errors.ts'
import { presentDeprecations } from '../deprecations.ts'
import { listPluginBuilds, type PluginBuild } from './plugin-files.ts'

interface PluginFile {
  body: Buffer
  gzipped: Buffer
  etag: string
  mtimeMs: number
}

interface Deps {
  /** Where the build put `plugin.js`: dist/public. */
  publicDir: string
  /** Builds of earlier versions, a folder each. */
  archiveDir: string
}

type Caching = 'revalidate' | 'year'

const FILE_NAME = /^[a-z0-9][\w-]*\.js(\.map)?$/i
const HASHED_NAME = /-[A-Z0-9]{8}\.js(\.map)?$/
const VERSIONED = /^(?<version>\d+(?:\.\d+\.\d+)?)\.(?<kind>js|d\.ts|json)$/
const CACHE_CONTROL = { revalidate: 'no-cache', year: 'public, max-age=31536000, immutable' }

/** Nothing to start, nothing to close. */
export function pluginRouter({ publicDir, archiveDir }: Deps): Router {
  const read = fileCache()
  const builds = () => listPluginBuilds({ publicDir, archiveDir })
  const router = new Router()
  for (const file of ['plugin.js', 'plugin.js.map', 'plugin.d.ts', 'embed.js', 'embed.js.map'])
    router.get(`/${file}`, (ctx) => send(ctx, join(publicDir, file), 'revalidate'))

  router.get('/plugin.json', async (ctx) => {
    const found = await builds()
    const [current] = found
    if (!current?.isCurrent) throw fileNotFound()
    openToAll(ctx, 'revalidate')
    ctx.body = {
      ...current.description,
      versions: found.map(({ description }) => description.version),
      deprecations: presentDeprecations(),
    }
  })

  router.get('/plugin@:name', async (ctx) => {
    const { version, kind } = VERSIONED.exec(ctx.params.name ?? '')?.groups ?? {}
    if (!version || !kind) throw fileNotFound()
    const isExact = version.includes('.')
    const build = (await builds()).find(({ description }) =>
      isExact ? description.version === version : majorOf(description.version) === version,
    )
    if (!build) throw fileNotFound()
    // What runs from a source tree changes under one version; a release never does.
    await send(ctx, join(build.folder, `plugin.${kind}`), isExact ? 'year' : 'revalidate')
  })

  router.get('/plugin/:file', async (ctx) => {
    const { file = '' } = ctx.params
    if (!FILE_NAME.test(file)) throw fileNotFound()
    const path = await placeOf(file)
    await send(ctx, path, HASHED_NAME.test(file) ? 'year' : 'revalidate')
  })
  return router

  async function placeOf(file: string): Promise<string> {
    const current = join(publicDir, 'plugin', file)
    if (await exists(current)) return current
    const keeper = (await builds()).find((build) => holds(build, file))
    if (!keeper) throw fileNotFound()
    return join(keeper.folder, 'plugin', file)
  }

  async function send(ctx: RouterContext, path: string, caching: Caching) {
    const file = await read(path)
    openToAll(ctx, caching)
    ctx.set('Vary', 'Accept-Encoding')
    ctx.set('ETag', file.etag)
    ctx.type = typeOf(path)
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

function openToAll(ctx: RouterContext, caching: Caching) {
  ctx.set('Access-Control-Allow-Origin', '*')
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin')
  ctx.set('Timing-Allow-Origin', '*')
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Cache-Control', CACHE_CONTROL[caching])
}

/** Declarations are read by people and compilers: shown as text, in their own letters. */
function typeOf(path: string): string {
  if (path.endsWith('.d.ts')) return 'text/plain; charset=utf-8'
  if (path.endsWith('.map') || path.endsWith('.json')) return 'application/json; charset=utf-8'
  return 'text/javascript; charset=utf-8'
}

function majorOf(version: string): string {
  return version.slice(0, version.indexOf('.'))
}

function holds({ description }: PluginBuild, file: string): boolean {
  return description.files.some(({ path }) => path === `/plugin/${file}`)
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Read once, compressed once; read again when the build wrote a newer one. */
function fileCache() {
  const kept = new Map<string, PluginFile>()
  return async (place: string): Promise<PluginFile> => {
    const { mtimeMs } = await stat(place).catch((cause) => Promise.reject(fileNotFound(cause)))
    const known = kept.get(place)
    if (known?.mtimeMs === mtimeMs) return known
    const body = await readFile(place)
    const file = {
      body,
      gzipped: await promisify(gzip)(body, { level: 9 }),
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      mtimeMs,
    }
    kept.set(place, file)
    return file
  }
}

function fileNotFound(cause?: unknown): AppError {
  return new AppError('not-found', 'not_found', 'Arquivo do plugin não encontrado.', { cause })
}
