import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { jsonLog } from '../../bin/log.ts'

function heard(level: Parameters<typeof jsonLog>[0]) {
  const lines: string[] = []
  return { lines, log: jsonLog(level, { write: (line) => void lines.push(line) }) }
}

test('a line is one JSON object with level, time, fields and event, in this order', (t) => {
  const { lines, log } = heard('info')
  log.info('http.request', { route: '/a"b\n', status: 200, durationMs: 1.5, tokenId: undefined })
  log.warn('alone')
  t.is(lines.length, 2)
  for (const line of lines) t.regex(line, /^\{[^\n]*\}\n$/)

  const first = JSON.parse(lines[0]!) as Record<string, unknown>
  t.deepEqual(Object.keys(first), ['level', 'time', 'route', 'status', 'durationMs', 'event'])
  t.like(first, { level: 'info', route: '/a"b\n', status: 200, event: 'http.request' })
  const { time } = first as { time: string }
  t.is(new Date(time).toISOString(), time)
  t.deepEqual(Object.keys(JSON.parse(lines[1]!) as object), ['level', 'time', 'event'])
})

test('lines below the level are not written, and silence is complete', (t) => {
  const { lines, log } = heard('warn')
  const silent = heard('silent')
  for (const severity of ['debug', 'info', 'warn', 'error'] as const) {
    log[severity]('event')
    silent.log[severity]('event')
  }
  t.deepEqual(
    lines.map((line) => (JSON.parse(line) as { level: string }).level),
    ['warn', 'error'],
  )
  t.deepEqual(silent.lines, [])
})

test('an error is logged with name, code and stack, never with its message', (t) => {
  const { lines, log } = heard('debug')
  const err = Object.assign(new TypeError('Maria da Silva'), { code: 'E_TEST' })
  log.error('failed', { err, requestId: 'r-1' })
  log.error('failed', { err: 'Maria da Silva' })
  t.notRegex(lines.join(''), /Maria/)
  const told = JSON.parse(lines[0]!) as { err: { stack: string[] } }
  t.like(told, { err: { name: 'TypeError', code: 'E_TEST' }, requestId: 'r-1', event: 'failed' })
  t.true(told.err.stack.every((frame) => frame.startsWith('    at ')))
  t.like(JSON.parse(lines[1]!), { err: { name: 'string' } })
})

test('causes of an error are logged too, without messages, and never in circles', (t) => {
  const { lines, log } = heard('debug')
  const disk = Object.assign(new Error('write /data/Maria'), { code: 'EIO' })
  log.error('failed', { err: new Error('outer', { cause: disk }) })
  disk.cause = disk
  log.error('failed', { err: disk })
  t.notRegex(lines.join(''), /Maria/)
  t.like(JSON.parse(lines[0]!), { err: { cause: { name: 'Error', code: 'EIO' } } })
  t.like(JSON.parse(lines[1]!), { err: { code: 'EIO', cause: { code: 'EIO' } } })
})

test('lines of one turn share a write, and a warning waits for nothing', async (t) => {
  const { lines: writes, log } = heard('info')
  log.info('first')
  log.info('second')
  t.deepEqual(writes, [])
  log.warn('third')
  const events = () =>
    writes.map((text) => Array.from(text.matchAll(/"event":"(\w+)"/g), ([, event]) => event))
  t.deepEqual(events(), [['first', 'second'], ['third']])
  log.info('fourth')
  await turn()
  t.deepEqual(events().at(-1), ['fourth'])
})

test('fields that JSON cannot say do not throw', async (t) => {
  const { lines, log } = heard('info')
  const circle: Record<string, unknown> = {}
  circle.self = circle
  log.info('odd', { circle })
  log.info('odd', { big: 1n })
  await turn()
  const told = lines.join('').trim().split('\n')
  t.is(told.length, 2)
  for (const line of told) t.like(JSON.parse(line), { event: 'odd', fields: 'unreadable' })
})
