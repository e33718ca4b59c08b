import type { Context } from 'koa'

const NAME = 'svc_admin'

/**
 * The session's secret, in a cookie that no script reads and no other site's page sends. Without a
 * path of its own, so that the browser takes the folder of the address that it asked at
 * (`/assistente/admin`): a proxy may serve us under a path that is taken off before we see it.
 * @param secret null: the browser forgets it
 */
export function setSessionCookie(ctx: Context, secret: string | null, isHttps: boolean): void {
  const parts = [`${NAME}=${secret ?? ''}`, 'HttpOnly', 'SameSite=Strict']
  if (isHttps) parts.push('Secure')
  if (secret === null) parts.push('Max-Age=0')
  ctx.set('Set-Cookie', parts.join('; '))
}

/** Several of the name, as other services of this host might set them: the first counts. */
export function sessionCookie(ctx: Context): string | null {
  for (const pair of ctx.get('cookie').split(';')) {
    const [name, ...value] = pair.trim().split('=')
    if (name === NAME) return value.join('=') || null
  }
  return null
}
