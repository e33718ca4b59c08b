/**
 * Where a doctor's browser goes to sign in with the account of the hospital, and comes back: pages
 * of redirects, which a panel opens in a window of their own. At their end the browser is sent to
 * an address that only the extension sees, with a code for it, or the word for what was wrong.
 */

import { hash } from 'node:crypto'
import Router from '@koa/router'
import type { Context } from 'koa'
import type { ProviderLogin } from '../../core/access/provider-login.ts'
import type { AuditTrail } from '../../core/audit/ports.ts'
import { isAppError } from '../../core/errors.ts'
import { countedAs } from '../client-address.ts'
import type { ApiState } from '../context.ts'
import { rateLimiter } from '../middleware/rate-limit.ts'
import type { RateLimits } from '../rate-limits.ts'
import { readInput } from '../read-input.ts'
import { BeginLogin } from './describe.ts'

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 32rem; padding: 1.5rem }`

/** What a browser shows where a login with the account of the hospital could not go on. */
const loginPage = {
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

interface LoginDeps {
  login: ProviderLogin
  trail?: AuditTrail
  publicUrl: string
  limits: RateLimits
}

export const LOGIN_CALLBACK = '/extension/login/callback'

/** Paths below `/extension`. */
export function loginRoutes({ login, trail, publicUrl, limits }: LoginDeps): Router<ApiState> {
  const base = publicUrl.replace(/\/$/, '')
  const isHttps = base.startsWith('https:')
  const perAddress = rateLimiter('address', limits.key)

  async function note(ctx: Context, { outcome }: Awaited<ReturnType<ProviderLogin['finish']>>) {
    const { user } = outcome
    const isGood = 'code' in outcome
    await trail?.append({
      actor: { kind: 'system', id: 'identity_provider' },
      action: 'device.user_proven',
      subject: null,
      organizationId: user?.organizationId ?? null,
      outcome: isGood ? 'success' : 'refused',
      requestId: (ctx.state as ApiState).requestId,
      facts: { address: ctx.ip, ...(isGood ? {} : { code: outcome.refusal }) },
      personId: user?.id ?? null,
    })
  }

  /** A person looks on: what goes wrong before an extension can be told is a page. */
  async function entered(ctx: Context) {
    ctx.state.errorPage = loginPage
    const { refusal } = await perAddress.count(countedAs(ctx.ip))
    if (refusal) throw refusal
  }

  return new Router<ApiState>()
    .get('/login', async (ctx) => {
      await entered(ctx)
      const { device, returnTo } = readInput(BeginLogin, ctx)
      const begun = await login.begin(device, returnTo).catch(refusalOf)
      if ('refusal' in begun) return ctx.redirect(withWord(returnTo, { error: begun.refusal }))
      setBrowser(ctx, begun.browser, isHttps)
      ctx.redirect(begun.url)
    })
    .get('/login/callback', async (ctx) => {
      await entered(ctx)
      const returned = new URL(`${base}${LOGIN_CALLBACK}${ctx.search}`)
      const finished = await login.finish(returned, ctx.cookies.get(NAME))
      await note(ctx, finished)
      setBrowser(ctx, null, isHttps)
      const { outcome, returnTo } = finished
      const word = 'code' in outcome ? { code: outcome.code } : { error: outcome.refusal }
      ctx.redirect(withWord(returnTo, word))
    })
}

/** Behind `#`, which no browser sends anywhere. */
function withWord(returnTo: string, word: Record<string, string>): string {
  return `${returnTo}#${new URLSearchParams(word)}`
}

function refusalOf(error: unknown): { refusal: string } {
  if (isAppError(error) && error.code === 'provider_unavailable') return { refusal: error.code }
  throw error
}

const NAME = 'svc_login'

/**
 * The browser's half of a login. `Lax`: it comes along when the provider sends the browser back.
 * For the whole address, since a proxy may serve us under a path that we do not see.
 */
function setBrowser(ctx: Context, secret: string | null, isHttps: boolean) {
  const parts = [`${NAME}=${secret ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax']
  parts.push(secret === null ? 'Max-Age=0' : 'Max-Age=600')
  if (isHttps) parts.push('Secure')
  ctx.set('Set-Cookie', parts.join('; '))
}
