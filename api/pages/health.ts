import { Router } from '@koa/router'
import { answerJson } from '../answer-json.ts'
import type { ApiState } from '../context.ts'
import type { IsOperator } from './operator.ts'

/** One thing that must work before we take requests, or (`required: false`) that should. */
export interface ReadinessCheck {
  name: string
  required: boolean
  /** Answers quickly and does not throw; a broken check is a failed one all the same. */
  isReady(): boolean | Promise<boolean>
}

interface Deps {
  checks: readonly ReadinessCheck[]
  /**
   * What `svcctl status` shows beside the checks; asked for, and told to, operators only. May
   * throw: then it is left out.
   */
  facts: () => Promise<Record<string, unknown>>
  isOperator: IsOperator
}

/**
 * `/healthz`: the process answers. `/readyz`: it can work; 503 while a required check fails,
 * `degraded` while another does. Neither needs a token; strangers learn no more than the status.
 */
export function healthRoutes({ checks, facts, isOperator }: Deps): Router<ApiState> {
  return new Router<ApiState>()
    .get('/healthz', (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      answerJson(ctx, { status: 'ok' })
    })
    .get('/readyz', async (ctx) => {
      const results = await Promise.all(checks.map(run))
      const failed = results.filter(({ ok }) => !ok)
      const isDown = failed.some(({ required }) => required)
      ctx.set('Cache-Control', 'no-store')
      ctx.status = isDown ? 503 : 200
      const status = isDown ? 'unavailable' : failed.length > 0 ? 'degraded' : 'ready'
      const told = isOperator(ctx)
        ? { status, checks: results, ...(await facts().catch(() => ({}))) }
        : { status }
      answerJson(ctx, told)
    })
}

async function run({ name, required, isReady }: ReadinessCheck) {
  try {
    return { name, required, ok: await isReady() }
  } catch {
    return { name, required, ok: false }
  }
}
