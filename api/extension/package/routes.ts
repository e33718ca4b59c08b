/**
 * The extension as browsers fetch it, without a token:
 *
 *     /extension               how to install it, and where an invitation's code is read
 *     /extension/svc.zip       exactly what was built, the same bytes everywhere
 *     /extension/svc.crx       signed by this installation, for policies of Chrome and Edge
 *     /extension/updates.xml   where those look for the next one
 *     /extension/svc.xpi, updates.json   the same for Firefox, where it is built
 */
import { hash } from 'node:crypto'
import { join } from 'node:path'
import Router, { type RouterContext } from '@koa/router'
import { isAppError, notFound } from '../../../core/errors.ts'
import { wayUp } from '../../way-up.ts'
import { plainZip, readExtension, signedCrx } from './built-extension.ts'
import { installPage, pagePolicy } from './page.ts'
import type { SigningIdentity } from './signing-identity.ts'
import { zipPacker } from './zip.ts'

interface Deps {
  /** Where the build put them: dist/extension, a folder for each browser. */
  folder: string
  identity: () => Promise<SigningIdentity>
  publicUrl: string
}

export function extensionPages({ folder, identity, publicUrl }: Deps): Router {
  const base = `${publicUrl.replace(/\/$/, '')}/extension`
  const chrome = () => readExtension(join(folder, 'chrome'))
  const firefox = () => readExtension(join(folder, 'firefox'))
  const updates = `${base}/updates.xml`
  const lately = remembering()
  const pack = zipPacker()

  const files: Record<string, () => Promise<Served>> = {
    'svc.zip': async () => ({
      type: 'application/zip',
      body: await plainZip(await chrome(), pack),
    }),
    'svc.crx': async () => ({
      type: 'application/x-chrome-extension',
      body: await signedCrx(await chrome(), {
        identity: await identity(),
        updateUrl: updates,
        pack,
      }),
    }),
    'updates.xml': async () => {
      const [{ version }, { id }] = [await chrome(), await identity()]
      return { type: 'text/xml; charset=utf-8', body: updateManifest(id, version, base) }
    },
    'svc.xpi': async () => ({
      type: 'application/x-xpinstall',
      body: await plainZip(await firefox(), pack),
    }),
    'updates.json': async () => {
      const built = await firefox()
      const update_hash = `sha256:${hash('sha256', await plainZip(built, pack))}`
      const update = { version: built.version, update_link: `${base}/svc.xpi`, update_hash }
      const addons = { [built.geckoId ?? '']: { updates: [update] } }
      return { type: 'application/json', body: JSON.stringify({ addons }) }
    },
  }

  return new Router()
    .get('/extension', async (ctx) => {
      const built = await chrome()
      const hasFirefox = await firefox().then(
        () => true,
        (error) => (isAppError(error) ? false : Promise.reject(error)),
      )
      const { id } = await identity()
      ctx.set('Content-Security-Policy', pagePolicy)
      ctx.set('Cache-Control', 'no-cache')
      ctx.type = 'text/html; charset=utf-8'
      ctx.body = installPage({
        version: built.version,
        sha256: hash('sha256', await plainZip(built, pack)),
        id,
        publicUrl,
        hasFirefox,
        up: wayUp(ctx.path),
      })
    })
    .get('/extension/:file', async (ctx) => {
      const { file = '' } = ctx.params
      const make = Object.hasOwn(files, file) && files[file]
      if (!make) throw notFound('Arquivo da extensão não encontrado.')
      const { type, body } = await lately(file, make)
      send(ctx, type, body)
    })
}

interface Served {
  type: string
  body: string | Buffer
}

/** Nobody needs a token to ask: files are read and signed once in a while, however many ask. */
const KEPT_MS = 5000

function remembering() {
  const made = new Map<string, { untilMs: number; file: Promise<Served> }>()
  return (name: string, make: () => Promise<Served>): Promise<Served> => {
    const known = made.get(name)
    if (known && known.untilMs > performance.now()) return known.file
    const file = make()
    made.set(name, { untilMs: performance.now() + KEPT_MS, file })
    file.catch(() => made.delete(name))
    return file
  }
}

function send(ctx: RouterContext, type: string, body: string | Buffer) {
  ctx.set('Cache-Control', 'no-cache')
  ctx.set('ETag', `"${hash('sha256', body, 'base64url').slice(0, 22)}"`)
  ctx.type = type
  ctx.status = 200
  if (ctx.fresh) ctx.status = 304
  else ctx.body = body
}

function updateManifest(id: string, version: string, base: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">
  <app appid="${id}">
    <updatecheck codebase="${base.replaceAll('&', '&amp;')}/svc.crx" version="${version}" />
  </app>
</gupdate>
`
}
