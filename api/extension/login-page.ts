/** What a browser shows where a login with the account of the hospital could not go on. */
import { hash } from 'node:crypto'

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 32rem; padding: 1.5rem }`

export const loginPage = {
  policy: [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  html: (message: string) => `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Entrar no assistente</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Não foi possível entrar</h1>
<p>${message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>
<p>Feche esta janela e comece de novo no painel do assistente.</p>
</main>
</body>
</html>
`,
}
