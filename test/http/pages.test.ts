import { Router } from '@koa/router'
import test from 'ava'
import { openApiDocument } from '../../api/pages/openapi.ts'
import { AppError } from '../../core/errors.ts'
import type { Log, LogFields } from '../../core/log.ts'
import { databaseReadiness } from '../../models/database/readiness.ts'
import { startServer } from '../helpers/server.ts'

test('healthz answers without a token', async (t) => {
  const server = await startServer(t)
  const { status, body } = await server.call('GET', '/healthz')
  t.is(status, 200)
  t.deepEqual(body, { status: 'ok' })
})

test('readyz distinguishes ready, degraded and unavailable', async (t) => {
  const state = { database: true, speech: true }
  const readiness = [
    { name: 'database', required: true, isReady: () => state.database },
    { name: 'speech', required: false, isReady: async () => state.speech },
  ]
  const facts = async () => {
    if (!state.database) throw new Error('nothing to be read')
    return { version: '1.2.3' }
  }
  const server = await startServer(t, { app: { readiness, facts } })
  const ready = await server.call('GET', '/readyz')
  t.is(ready.status, 200)
  t.like(ready.body, { status: 'ready', version: '1.2.3' })

  state.speech = false
  const degraded = await server.call('GET', '/readyz')
  t.is(degraded.status, 200)
  t.like(degraded.body, { status: 'degraded' })
  t.deepEqual(degraded.body.checks[1], { name: 'speech', required: false, ok: false })

  state.database = false
  const down = await server.call('GET', '/readyz')
  t.is(down.status, 503)
  t.is(down.body.status, 'unavailable')

  const headers = { 'x-forwarded-for': '10.0.0.1' }
  const stranger = await server.call('GET', '/readyz', { headers })
  t.deepEqual(stranger.body, { status: 'unavailable' }, 'who comes through a proxy learns no more')
})

test('the readiness checks notice an outdated schema and a missing database', async (t) => {
  const server = await startServer(t)
  const checks = databaseReadiness(server.database)
  const states = () => Promise.all(checks.map(async ({ isReady }) => isReady().catch(() => false)))
  t.deepEqual(await states(), [true, true])
  await server.database.sequelize.query(`DELETE FROM migrations WHERE name = '0002-consultations'`)
  t.deepEqual(await states(), [true, false])
})

test('metrics count answers by route pattern, for this computer or with the token', async (t) => {
  const server = await startServer(t, { app: { metricsToken: 'let-me-see' } })
  const token = await server.buildSession()
  const { id } = await server.buildConsultation(token)
  await server.call('GET', `/api/v1/ehrs/${id}`, { token })
  const text = await (await server.request('GET', '/metrics')).text()
  t.regex(text, /route="\/api\/v1\/ehrs\/:id",status="200"/)
  t.false(text.includes(id))

  const forwarded = { 'x-forwarded-for': '10.0.0.1' }
  for (const headers of [forwarded, { 'x-real-ip': '10.0.0.1' }, { via: '1.1 proxy' }])
    t.is((await server.request('GET', '/metrics', { headers })).status, 404)
  const ask = (token: string) => server.request('GET', '/metrics', { headers: forwarded, token })
  t.is((await ask('let-me-see')).status, 200)
  t.is((await ask('let-me-guess')).status, 404)
})

test('the description of the interface comes from the schemas that parse it', async (t) => {
  const server = await startServer(t)
  const { status, body } = await server.call('GET', '/openapi.json')
  t.is(status, 200)
  t.is(body.openapi, '3.1.0')
  const exchange = body.paths['/integration/session-token/'].post
  t.like(exchange.requestBody.content['application/json'].schema.properties, {
    expiration: { anyOf: [{ type: 'integer', minimum: 1800, maximum: 86_400 }, { type: 'null' }] },
    patient_id: { type: 'string', minLength: 1, maxLength: 255 },
  })
  t.deepEqual(exchange.security, [{ 'api-key': [] }])
  const ehr = body.paths['/api/v1/ehrs/{id}']
  t.like(ehr.patch.parameters[0], { name: 'id', in: 'path', required: true })
  t.true('applied' in ehr.patch.responses[200].content['application/json'].schema.properties)
})

test('an answer that is no JSON is described by its type', (t) => {
  const responses = { 200: { description: 'Lines', type: 'application/x-ndjson' } }
  const route = {
    method: 'get',
    path: '/a',
    summary: '',
    tag: 'service',
    security: 'none',
  } as const
  const { paths } = openApiDocument([{ ...route, responses }], '1') as {
    paths: { '/a': { get: { responses: Record<string, unknown> } } }
  }
  const described = { description: 'Lines', content: { 'application/x-ndjson': {} } }
  t.deepEqual(paths['/a'].get.responses['200'], described)
})

test('every described route is there', async (t) => {
  const server = await startServer(t)
  const token = await server.buildSession()
  const { body } = await server.call('GET', '/openapi.json')
  for (const [path, operations] of Object.entries<Record<string, unknown>>(body.paths))
    for (const method of Object.keys(operations)) {
      const url = path.replace('{id}', '00000000-0000-4000-8000-000000000000')
      const answer = await server.call(method.toUpperCase(), url, {
        token,
        ...(method !== 'get' && { body: {} }),
      })
      t.not(answer.status, 405, `${method} ${path}`)
      if (answer.status === 404) t.is(answer.body.message, 'Consulta não encontrada.')
    }
})

test('answers carry the headers that keep browsers careful', async (t) => {
  const server = await startServer(t, { app: { publicUrl: 'https://svc.hospital.example' } })
  const { headers } = await server.call('GET', '/healthz')
  t.is(headers.get('content-security-policy'), "default-src 'none';frame-ancestors 'none'")
  t.is(headers.get('x-content-type-options'), 'nosniff')
  t.is(headers.get('referrer-policy'), 'no-referrer')
  t.is(headers.get('strict-transport-security'), 'max-age=31536000')
  t.is(headers.get('x-powered-by'), null)
  const plain = await startServer(t)
  const answer = await plain.call('GET', '/healthz')
  t.is(answer.headers.get('strict-transport-security'), null)
})

test('a page of a slice sets its own policy and needs no token', async (t) => {
  const page = new Router().get('/demo', (ctx) => {
    ctx.set('Content-Security-Policy', "default-src 'self'")
    ctx.body = '<!doctype html>'
  })
  const server = await startServer(t, { app: { pageRouters: [page] } })
  const response = await server.request('GET', '/demo')
  t.is(response.status, 200)
  t.is(response.headers.get('content-security-policy'), "default-src 'self'")
  t.is((await server.call('POST', '/demo')).status, 405)
})

test('a bug is answered with its request id and nothing of the inside', async (t) => {
  const lines: { event: string; fields: LogFields | undefined }[] = []
  const server = await startServer(t, {
    log: collectingLog(lines),
    apiRouters: () => [
      {
        router: new Router()
          .get('/bug', () => {
            throw new Error('password of the database: hunter2')
          })
          .get('/down', () => {
            throw new AppError('unavailable', 'service_unavailable', 'Volte já.', {
              retryAfterS: 7,
            })
          })
          .get('/half', (ctx) => {
            ctx.status = 200
            ctx.flushHeaders()
            ctx.res.write('{"half":')
            throw new Error('too late')
          }),
      },
    ],
  })
  const token = await server.buildSession()
  const headers = { 'x-request-id': 'req-77' }
  const { status, body } = await server.call('GET', '/api/v1/bug', { token, headers })
  t.is(status, 500)
  t.is(body.error, 'internal_error')
  t.regex(body.message, /req-77/)
  t.false(JSON.stringify(body).includes('hunter2'))
  const failure = lines.find(({ event }) => event === 'http.failed')
  t.like(failure?.fields, { requestId: 'req-77', route: '/api/v1/bug' })
  t.regex(String((failure?.fields?.err as Error | undefined)?.message), /hunter2/)

  const down = await server.call('GET', '/api/v1/down', { token })
  t.is(down.status, 503)
  t.is(down.headers.get('retry-after'), '7')
  await t.throwsAsync(
    server.request('GET', '/api/v1/half', { token }).then((answer) => answer.text()),
    undefined,
    'half an answer must not look like a whole one',
  )
})

test('the log says who asked what, and holds no token, key, query, identifier or text', async (t) => {
  const lines: { event: string; fields: LogFields | undefined }[] = []
  const server = await startServer(t, { log: collectingLog(lines) })
  const { key, secret } = await server.buildApiKey()
  const path = '/integration/session-token/?cpf=11144477735'
  const body = { doctor_id: 'medica-secreta' }
  const { access: token } = (await server.call('POST', path, { apiKey: secret, body })).body
  const { id } = await server.buildConsultation(token, { patientId: 'paciente-secreto' })
  await server.call('PATCH', `/api/v1/ehrs/${id}?q=busca-secreta`, {
    token,
    body: { append_context: 'texto-secreto' },
  })
  await server.call('PATCH', `/api/v1/ehrs/${id}`, {
    token,
    body: '{"append_context": "texto-secreto',
  })
  await server.call('GET', '/pasta-secreta/11144477735')
  await server.call('POST', '/integration/session-token/', { apiKey: `${secret}x` })

  const requests = lines.filter(({ event }) => event === 'http.request')
  t.is(requests.length, 5)
  t.like(requests[1]?.fields, {
    method: 'PATCH',
    route: '/api/v1/ehrs/:id',
    status: 200,
    organizationId: key.organizationId,
  })
  t.truthy(requests[1]?.fields?.tokenId)
  const all = JSON.stringify(lines)
  for (const secretText of [secret, token, '11144477735', 'secret', 'texto'])
    t.false(all.includes(secretText), secretText.slice(0, 8))
})

function collectingLog(lines: { event: string; fields: LogFields | undefined }[]): Log {
  const collect = (event: string, fields?: LogFields) => void lines.push({ event, fields })
  return { debug: collect, info: collect, warn: collect, error: collect }
}
