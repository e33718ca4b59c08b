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
import { wayUp } from '../../paths.ts'
import { plainZip, readExtension, signedCrx } from './built-extension.ts'
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

interface PageFacts {
  version: string
  /** Of the zip, hex. */
  sha256: string
  /** As browsers of this installation know the extension. */
  id: string
  publicUrl: string
  hasFirefox: boolean
  /** From the page to the appliance's root. */
  up: string
}

/** The invitation's code stands behind `#`, which no browser sends: only a script can show it. */
const SCRIPT = `const code = new URLSearchParams(location.hash.slice(1)).get('code')
if (code && /^[0-9A-Za-z-]{16,24}$/.test(code)) {
  history.replaceState(null, '', location.pathname)
  document.getElementById('code').textContent = code
  document.getElementById('invited').hidden = false
  document.getElementById('copy').addEventListener('click', async ({ currentTarget }) => {
    await navigator.clipboard.writeText(code)
    currentTarget.textContent = 'Copiado'
  })
}`

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 42rem; padding: 1.5rem }
code { overflow-wrap: anywhere }
#code { font-size: 1.4rem; letter-spacing: .05em }
#invited { border: 1px solid; border-radius: .5rem; padding: 0 1rem 1rem }
button { font: inherit; min-height: 44px; padding: 0 1rem }
li { margin: .4rem 0 }`

const sourceOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

const pagePolicy = [
  "default-src 'none'",
  `script-src ${sourceOf(SCRIPT)}`,
  `style-src ${sourceOf(STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** How a doctor, or the hospital's administrator, installs the extension; in Portuguese. */
function installPage({ version, sha256, id, publicUrl, hasFirefox, up }: PageFacts): string {
  const firefox = hasFirefox
    ? `<h2>Firefox</h2>
<p>O Firefox só instala extensões assinadas, ou as que a política do hospital nomeia
(<code>ExtensionSettings</code>). O arquivo: <a href="${up}extension/svc.xpi">svc.xpi</a>.</p>`
    : ''
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Extensão do navegador</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Extensão do navegador</h1>
<p>O assistente de documentação ao lado de qualquer prontuário, no painel lateral do navegador.
Versão ${escaped(version)}.</p>
<section id="invited" hidden aria-label="Seu convite">
<h2>Seu código</h2>
<p><code id="code"></code></p>
<button id="copy" type="button">Copiar o código</button>
<p>Abra a extensão e digite este código. Ele vale uma única vez: não o repasse.</p>
</section>
<h2>Chrome e Edge, no hospital</h2>
<p>Quem administra os computadores instala a extensão para todos, sem pergunta ao médico: no
servidor, <code>svcctl extension policy</code> mostra o que configurar. O endereço deste serviço vai
junto, e ninguém o digita.</p>
<h2>Chrome e Edge, em um só computador</h2>
<ol>
<li>Baixe <a href="${up}extension/svc.zip" download>svc.zip</a> e extraia o arquivo para uma pasta
que fique no computador.</li>
<li>Abra <code>chrome://extensions</code> ou <code>edge://extensions</code> e ligue o
<em>Modo do desenvolvedor</em>.</li>
<li>Escolha <em>Carregar sem compactação</em> e aponte a pasta.</li>
<li>Clique no ícone da extensão. Quando ela pedir o endereço do serviço, digite
<code>${escaped(publicUrl)}</code>, e depois o seu código.</li>
</ol>
<p>Assim instalada, a extensão não se atualiza sozinha.</p>
${firefox}
<h2>Ainda não tem um código?</h2>
<p>Peça ao administrador do serviço. Cada código abre um único dispositivo, que ele pode encerrar a
qualquer momento.</p>
<h2>Para conferir</h2>
<p>SHA-256 de svc.zip: <code>${sha256}</code><br>
Identificador da extensão instalada por política: <code>${id}</code></p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
