/**
 * The frame's page. Its script is the whole of it; who may be its host stands in a header for
 * browsers, in a tag for the script.
 */

import { dayOf, EMBED_DEPRECATION } from '../deprecations.ts'

/**
 * @param hosts sources as Content-Security-Policy writes them; origins, and `http://localhost:*`
 * and the like
 * @param up from the page's address to what the appliance lies below: `./`, or `../` for `/embed/`
 */
export function embedPage(hosts: readonly string[], up: string): string {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="svc-hosts" content="${hosts.map(attribute).join(' ')}">
<meta name="svc-sunset" content="${dayOf(EMBED_DEPRECATION.sunset)}">
<title>Assistente de documentação</title>
<script type="module" src="${up}embed.js"></script>
</head>
<body><noscript>Este assistente precisa de JavaScript.</noscript></body>
</html>
`
}

/**
 * As strict as the plugin lets a host be; pictures and test recordings of the doctor's own are
 * blobs.
 */
export function embedPolicy(hosts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    // What is pasted into a document is read through it.
    'trusted-types ProseMirrorClipboard',
    ["frame-ancestors 'self'", ...hosts].join(' '),
  ].join('; ')
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
