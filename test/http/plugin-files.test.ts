import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import Koa from 'koa'
import { errors } from '../../api/middleware/errors.ts'
import { pluginRouter } from '../../api/static/plugin.ts'
import { keepPluginBuild } from '../../api/static/plugin-files.ts'
import { silentLog } from '../../core/log.ts'

async function serve(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-plugin-files-'))
  const places = { publicDir: join(folder, 'public'), archiveDir: join(folder, 'archive') }
  await mkdir(join(places.publicDir, 'plugin'), { recursive: true })
  await writeFile(join(places.publicDir, 'secret.txt'), 'no')
  await writeFile(join(folder, 'secret.js'), 'no')
  await build(places.publicDir, '1.4.0', 'ABCD2345')
  const app = new Koa()
  app.use(errors(silentLog, async () => false))
  app.use(pluginRouter(places).routes())
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.teardown(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(folder, { recursive: true, force: true })
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...places,
    get: (path: string, headers: Record<string, string> = {}) => fetch(origin + path, { headers }),
    /** The appliance was updated: the build before is kept, another takes its place. */
    async update(version: string, digest: string) {
      await keepPluginBuild(places)
      await rm(places.publicDir, { recursive: true })
      await mkdir(join(places.publicDir, 'plugin'), { recursive: true })
      await build(places.publicDir, version, digest)
    },
  }
}

const loaderOf = (version: string) => `export const loader = '${version}'\n`.repeat(200)

/** A build as bin/build-plugin.mjs leaves it. */
async function build(publicDir: string, version: string, digest: string) {
  const loader = loaderOf(version)
  const app = `export const app = '${version}'\n`
  await writeFile(join(publicDir, 'plugin.js'), loader)
  await writeFile(join(publicDir, 'plugin.d.ts'), `export declare const v: '${version}' // não\n`)
  await writeFile(join(publicDir, 'plugin', `app-${digest}.js`), app)
  const measured = (text: string) => ({
    integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
    size_bytes: text.length,
    gzip_bytes: text.length,
  })
  const description = {
    version,
    plugin: {
      current: '/plugin.js',
      major: `/plugin@${version[0]}.js`,
      pinned: `/plugin@${version}.js`,
      ...measured(loader),
    },
    types: `/plugin@${version}.d.ts`,
    files: [{ path: `/plugin/app-${digest}.js`, when: 'init', ...measured(app) }],
  }
  await writeFile(join(publicDir, 'plugin.json'), JSON.stringify(description))
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

test('a client that does not accept gzip gets the plain file', async (t) => {
  const { get } = await serve(t)
  const response = await get('/plugin.js', { 'Accept-Encoding': 'identity' })
  t.is(response.headers.get('content-encoding'), null)
  t.is(await response.text(), loaderOf('1.4.0'))
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

test('the type declarations are served as text that a browser shows', async (t) => {
  const { get } = await serve(t)
  for (const path of ['/plugin.d.ts', '/plugin@1.4.0.d.ts']) {
    const response = await get(path)
    t.is(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    t.regex(await response.text(), /'1\.4\.0' \/\/ não/)
  }
})

test('plugin.json says what the bytes at the pinned address hash to', async (t) => {
  const { get } = await serve(t)
  const response = await get('/plugin.json')
  t.is(response.headers.get('access-control-allow-origin'), '*')
  t.is(response.headers.get('cache-control'), 'no-cache')
  const { plugin, files, version, versions } = (await response.json()) as PluginJson
  t.is(version, '1.4.0')
  t.deepEqual(versions, ['1.4.0'])
  for (const { path, integrity } of [{ path: plugin.pinned, ...plugin }, ...files]) {
    const bytes = Buffer.from(await (await get(path)).arrayBuffer())
    t.is(integrity, `sha384-${createHash('sha384').update(bytes).digest('base64')}`, path)
  }
})

test('plugin.json says what is deprecated, for what, and until when at least, with a year’s notice', async (t) => {
  const { get } = await serve(t)
  const { deprecations } = (await (await get('/plugin.json')).json()) as {
    deprecations: { what: string; instead: string; since: string; sunset: string }[]
  }
  t.deepEqual(
    deprecations.map(({ what, instead }) => [what, instead]),
    [
      ['/embed', '/plugin.js'],
      ['SvcPlugin.addEhrContext', 'SvcPlugin.addBackgroundHistory'],
      ['SvcPlugin.setBackgroundHistory', 'SvcPlugin.addBackgroundHistory'],
    ],
  )
  for (const { since, sunset } of deprecations) {
    t.regex(since, /^\d{4}-\d{2}-\d{2}$/)
    t.true(Date.parse(sunset) - Date.parse(since) >= 365 * 86_400_000)
  }
})

test('an exact version is kept for a year, a major version is looked up again', async (t) => {
  const { get } = await serve(t)
  const exact = await get('/plugin@1.4.0.js')
  t.is(exact.headers.get('cache-control'), 'public, max-age=31536000, immutable')
  t.is(exact.headers.get('access-control-allow-origin'), '*')
  const major = await get('/plugin@1.js')
  t.is(major.headers.get('cache-control'), 'no-cache')
  t.is(await major.text(), await exact.text())
})

test('after an update the version before still comes, with its own chunks', async (t) => {
  const { get, update } = await serve(t)
  await update('1.5.0', 'NEWER234')
  t.is(await (await get('/plugin@1.4.0.js')).text(), loaderOf('1.4.0'))
  t.is(await (await get('/plugin/app-ABCD2345.js')).text(), "export const app = '1.4.0'\n")
  t.is(await (await get('/plugin@1.js')).text(), loaderOf('1.5.0'))
  t.is(await (await get('/plugin.js')).text(), loaderOf('1.5.0'))
  await update('2.0.0', 'NEWEST34')
  t.is(await (await get('/plugin@1.js')).text(), loaderOf('1.5.0'))
  t.is(await (await get('/plugin@2.js')).text(), loaderOf('2.0.0'))
  const { versions } = (await (await get('/plugin.json')).json()) as PluginJson
  t.deepEqual(versions, ['2.0.0', '1.5.0', '1.4.0'])
})

test('a build is kept once, and one that is not whole is not served', async (t) => {
  const { archiveDir, get, publicDir } = await serve(t)
  await keepPluginBuild({ publicDir, archiveDir })
  await keepPluginBuild({ publicDir, archiveDir })
  t.deepEqual(await readdir(archiveDir), ['1.4.0'])
  await mkdir(join(archiveDir, '1.3.0'))
  await writeFile(join(archiveDir, '1.3.0', 'plugin.json'), '{ "version": "1.3.0" }')
  t.is((await get('/plugin@1.3.0.js')).status, 404)
})

for (const path of [
  '/plugin@9.js',
  '/plugin@1.4.js',
  '/plugin@1.4.1.js',
  '/plugin@latest.js',
  '/plugin@..%2F..%2Fsecret.js',
  '/plugin@1.4.0.exe',
  '/plugin/nothing.js',
  '/plugin/app-NOTTHERE.js',
  '/plugin/secret.txt',
  '/plugin/..%2Fsecret.txt',
  '/plugin/..%2F..%2Fsecret.js',
  '/plugin/.js',
])
  test(`${path} is not there, and the answer says so in JSON`, async (t) => {
    const { get } = await serve(t)
    const response = await get(path)
    t.is(response.status, 404)
    t.is(response.headers.get('cache-control'), 'no-store')
    t.like(await response.json(), { error: 'not_found' })
  })

interface PluginJson {
  version: string
  versions: string[]
  plugin: { pinned: string; integrity: string }
  files: { path: string; integrity: string }[]
}
