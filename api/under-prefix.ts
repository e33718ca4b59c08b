import type { Middleware } from 'koa'
import compose from 'koa-compose'
import { notFound } from '../core/errors.ts'
import type { ApiState } from './context.ts'

/**
 * Runs `chain` for everything under `prefix`, and ends there: what the chain does not know is not
 * found.
 */
export function underPrefix(prefix: string, chain: Middleware<ApiState>[]): Middleware<ApiState> {
  const run = compose(chain)
  return (ctx, next) => (isUnder(prefix, ctx.path) ? run(ctx, unknown) : next())
}

export function isUnder(prefix: string, path: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
}

async function unknown(): Promise<never> {
  throw notFound()
}
