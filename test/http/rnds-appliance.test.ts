/** The built product: the clinical-network endpoints are there, and say what is missing. */
import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { startAppliance } from '../helpers/appliance.ts'

test('an appliance without a certificate answers every look-up with 503, and counts its records', async (t) => {
  const appliance = await startAppliance(t, { SVC_TELEMETRY: 'true' })
  const headers = { authorization: `Bearer ${await appliance.token()}` }
  const answer = await fetch(`${appliance.url}/v1/rnds/patient?cpf=52998224725`, { headers })
  t.is(answer.status, 503)
  t.regex(answer.headers.get('retry-after') ?? '', /^\d+$/)
  t.is(((await answer.json()) as { error: string }).error, 'rnds_unavailable')

  const metrics = await (await fetch(`${appliance.url}/metrics`)).text()
  t.regex(metrics, /svc_rnds_records\{state="pending"\} 0/)
  const openApi = (await (await fetch(`${appliance.url}/openapi.json`)).json()) as {
    paths: Record<string, object>
  }
  const described = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  const missing = routesIn('api/v1', '/api/v1')
    .concat(routesIn('api/v1-network', '/v1'))
    .filter((route) => !described.includes(route))
  // Signed addresses are a router of their own.
  t.deepEqual(missing, ['put /api/v1/{id}'], 'every route of the source is described')
})

function routesIn(folder: string, prefix: string): string[] {
  const root = new URL(`../../${folder}/`, import.meta.url)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(new URL(name, root), 'utf8').matchAll(
        /\.(get|post|put|patch|delete)\('(\/[^']*)'/g,
      ),
    ])
    .map(([, method, path = '']) => `${method} ${prefix}${path.replaceAll(/:(\w+)/g, '{$1}')}`)
}
