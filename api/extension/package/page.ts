/** How a doctor, or the hospital's administrator, installs the extension; in Portuguese. */
import { hash } from 'node:crypto'

export interface PageFacts {
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

export const pagePolicy = [
  "default-src 'none'",
  `script-src ${sourceOf(SCRIPT)}`,
  `style-src ${sourceOf(STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export function installPage({ version, sha256, id, publicUrl, hasFirefox, up }: PageFacts): string {
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
