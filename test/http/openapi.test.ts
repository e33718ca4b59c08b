// Own process: replaces a method of the router.
/** `/openapi.json` beside the routes that the whole service really registers. */
import { Router } from '@koa/router'
import test from 'ava'
import { startAuditedService } from '../helpers/audited-service.ts'

/** Below these stand the interfaces that are described; what is at the root are pages. */
const PREFIXES = ['/integration', '/api/v1', '/api/v1/uploads', '/v1', '/extension']

interface Described {
  parameters: { name: string; in: string }[]
}

/**
 * Everything that a router is told from here on, as `GET /ehrs/:id`, relative to where the router
 * is mounted.
 */
function watchRoutes(t: { teardown(end: () => void): void }): Set<string> {
  const seen = new Set<string>()
  const { register } = Router.prototype
  Router.prototype.register = function (path, methods, ...others) {
    for (const method of methods)
      if (method.toUpperCase() !== 'HEAD') seen.add(`${method.toUpperCase()} ${path}`)
    return register.call(this, path, methods, ...others)
  }
  t.teardown(() => {
    Router.prototype.register = register
  })
  return seen
}

for (const telemetry of ['true', 'false'])
  test.serial(
    `with telemetry ${telemetry}, the description has every route that is there, and no other`,
    async (t) => {
      const registered = watchRoutes(t)
      const service = await startAuditedService(t, { SVC_TELEMETRY: telemetry })
      const { body } = await service.call('GET', '/openapi.json')
      const paths = body.paths as Record<string, Record<string, Described>>
      const described = Object.entries(paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
      )
      t.is(
        described.some(({ path }) => path === '/api/v1/telemetry'),
        telemetry === 'true',
      )
      const found = new Set<string>()
      for (const { method, path } of described) {
        const whole = path.replace(/\{(\w+)\}/g, ':$1').replace(/\/$/, '')
        const places = PREFIXES.filter((prefix) => whole.startsWith(`${prefix}/`))
        const routes = places.map((prefix) => `${method} ${whole.slice(prefix.length)}`)
        const route = routes.find((one) => registered.has(one))
        t.truthy(route, `${method} ${path} is described, and not there`)
        if (route) found.add(route)
      }
      const isPage = (route: string) =>
        /^\w+ \/(plugin|embed|admin|extension$|extension\/:file|healthz|readyz|metrics|openapi\.json)/.test(
          route,
        )
      t.deepEqual(
        [...registered].filter((route) => !found.has(route) && !isPage(route)),
        [],
      )
    },
  )

test.serial('every parameter of a path is described, by its name and in its order', async (t) => {
  const service = await startAuditedService(t)
  const { body } = await service.call('GET', '/openapi.json')
  for (const [path, operations] of Object.entries<Record<string, Described>>(body.paths))
    for (const [method, { parameters }] of Object.entries(operations))
      t.deepEqual(
        parameters.filter((one) => one.in === 'path').map(({ name }) => name),
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
        `${method} ${path}`,
      )
})
