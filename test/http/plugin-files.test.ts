import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import Koa from 'koa'
import { pluginRouter } from '../../api/static/plugin.ts'
import { isAppError } from '../../core/errors.ts'

async function serve(t: ExecutionContext) {
  const publicDir = await mkdtemp(join(tmpdir(), 'svc-plugin-files-'))
  await mkdir(join(publicDir, 'plugin'))
  await writeFile(join(publicDir, 'plugin.js'), 'export const loader = 1\n'.repeat(200))
  await writeFile(join(publicDir, 'plugin', 'app-ABCD2345.js'), 'export const app = 1\n')
  await writeFile(join(publicDir, 'secret.txt'), 'no')
  const app = new Koa()
  app.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      ctx.status = isAppError(error) && error.kind === 'not-found' ? 404 : 500
    }
  })
  app.use(pluginRouter({ publicDir }).routes())
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.teardown(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(publicDir, { recursive: true, force: true })
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    publicDir,
    get: (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers }),
  }
}

test('plugin.js comes as a module script that pages of other origins may load', async (t) => {
  const { get } = await serve(t)
  const response = await get('/plugin.js')
  t.is(response.status, 200)
  t.regex(response.headers.get('content-type') ?? '', /^text\/javascript/)
  t.is(response.headers.get('access-control-allow-origin'), '*')
  t.is(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
  t.is(response.headers.get('x-content-type-options'), 'nosniff')
  t.is(response.headers.get('cache-control'), 'no-cache')
  t.is(response.headers.get('content-encoding'), 'gzip')
  t.regex(await response.text(), /loader/)
})

test('who does not take gzip gets it plain', async (t) => {
  const { get } = await serve(t)
  const response = await get('/plugin.js', { 'Accept-Encoding': 'identity' })
  t.is(response.headers.get('content-encoding'), null)
  t.is((await response.text()).length, 200 * 24)
})

test('an unchanged plugin.js costs one short answer, a new build a new one', async (t) => {
  const { get, publicDir } = await serve(t)
  const etag = (await get('/plugin.js')).headers.get('etag') ?? ''
  // As browsers ask; fetch by itself would ask for no answer out of a cache.
  const ask = { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' }
  t.is((await get('/plugin.js', ask)).status, 304)
  await writeFile(join(publicDir, 'plugin.js'), 'export const loader = 2\n')
  const next = await get('/plugin.js', ask)
  t.is(next.status, 200)
  t.not(next.headers.get('etag'), etag)
})

test('a file with its digest in the name is kept for a year', async (t) => {
  const { get } = await serve(t)
  const response = await get('/plugin/app-ABCD2345.js')
  t.is(response.headers.get('cache-control'), 'public, max-age=31536000, immutable')
})

for (const path of [
  '/plugin/nothing.js',
  '/plugin/secret.txt',
  '/plugin/..%2Fsecret.txt',
  '/plugin/.js',
])
  test(`${path} is not there`, async (t) => {
    const { get } = await serve(t)
    t.is((await get(path)).status, 404)
  })
