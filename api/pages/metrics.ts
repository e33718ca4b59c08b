import { Router } from '@koa/router'
import { Histogram, type Registry } from 'prom-client'
import { notFound } from '../../core/errors.ts'
import type { ApiState } from '../context.ts'
import type { RequestReport } from '../middleware/access-log.ts'
import type { IsOperator } from './operator.ts'

/** `/metrics` for Prometheus; to everybody but operators it does not exist. */
export function metricsRoutes(registry: Registry, isOperator: IsOperator): Router<ApiState> {
  return new Router<ApiState>().get('/metrics', async (ctx) => {
    if (!isOperator(ctx)) throw notFound()
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Content-Type', registry.contentType)
    ctx.body = await registry.metrics()
  })
}

/**
 * Counts answered requests and their seconds, by route pattern: few labels, and none of them a
 * patient's.
 */
export function requestMetrics(registry: Registry): (request: RequestReport) => void {
  const seconds = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Answered HTTP requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30],
    registers: [registry],
  })
  return ({ method, route, status, durationMs }) =>
    seconds.observe({ method, route, status }, durationMs / 1000)
}
