import test, { type ExecutionContext } from 'ava'
import { Registry } from 'prom-client'
import { telemetryRoutes } from '../../api/v1/telemetry/routes.ts'
import { startServer } from '../helpers/server.ts'

const BATCH = { version: '1.4.0', browser: 'chrome', events: [{ event: 'ready', count: 2 }] }

async function start(t: ExecutionContext) {
  const metrics = new Registry()
  const server = await startServer(t, {
    apiRouters: () => [{ router: telemetryRoutes(metrics) }],
    app: { telemetry: true, metrics },
  })
  const token = await server.buildSession()
  const send = (body: object) => server.call('POST', '/api/v1/telemetry', { token, body })
  return { server, send, metrics: () => metrics.metrics(), token }
}

test('counts are added up in the metrics, and kept nowhere else', async (t) => {
  const { send, metrics } = await start(t)
  t.is((await send(BATCH)).status, 204)
  const events = [
    { event: 'ready', count: 1, duration_ms: 700 },
    { event: 'open.failed', count: 1, error_code: 'network' },
  ]
  t.is((await send({ ...BATCH, events })).status, 204)
  const text = await metrics()
  t.regex(text, /svc_plugin_events_total\{event="ready",browser="chrome",version="1.4.0"\} 3/)
  t.regex(text, /svc_plugin_open_failures_total\{code="network",.*\} 1/)
  t.regex(text, /svc_plugin_ready_seconds_bucket\{le="1",.*\} 1/)
})

test('made-up codes do not fill the memory', async (t) => {
  const { send, metrics } = await start(t)
  const letters = 'abcdefghij'
  for (let i = 0; i < 10; i++) {
    const events = [...letters].map((letter) => ({
      event: 'open.failed',
      count: 1,
      error_code: `code_${letters[i]}${letter}`,
    }))
    await send({ ...BATCH, events })
  }
  const codes = new Set((await metrics()).match(/failures_total\{code="[^"]+"/g))
  t.is(codes.size, 61)
})

for (const [what, body] of [
  ['an event that is not listed', { ...BATCH, events: [{ event: 'patient', count: 1 }] }],
  ['any further field', { ...BATCH, patient_id: 'p-1' }],
  ['text beside an event', { ...BATCH, events: [{ event: 'ready', count: 1, text: 'Maria' }] }],
  [
    'a code that could be words',
    { ...BATCH, events: [{ event: 'open.failed', count: 1, error_code: 'Maria Souza, 52' }] },
  ],
  ['a browser nobody knows', { ...BATCH, browser: 'Mozilla/5.0 (X11)' }],
  ['nothing at all', { ...BATCH, events: [] }],
] as const)
  test(`${what} is refused`, async (t) => {
    const { send } = await start(t)
    const { status, body: answer } = await send(body)
    t.is(status, 400)
    t.is(answer.error, 'validation_error')
    t.false(JSON.stringify(answer).includes('Maria'))
  })

test('without the setting there is no such route, and the plugin is informed', async (t) => {
  const server = await startServer(t)
  const token = await server.buildSession()
  t.is((await server.call('POST', '/api/v1/telemetry', { token, body: BATCH })).status, 404)
  t.is((await server.call('POST', '/api/v1/session/validate', { token })).body.telemetry, false)
  const { server: on, token: other } = await start(t)
  t.is((await on.call('POST', '/api/v1/session/validate', { token: other })).body.telemetry, true)
})
