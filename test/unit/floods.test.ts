/**
 * What keeps one caller from taking what others need: places, turns, pace, bodies and lines of the
 * audit.
 */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import test from 'ava'
import { callers, strangers } from '../../api/channel/callers.ts'
import { pace } from '../../api/channel/pace.ts'
import { pacedReader } from '../../api/channel/paced-reader.ts'
import { turns } from '../../api/channel/turns.ts'
import { clientAddress, countedAs } from '../../api/client-address.ts'
import { inTime } from '../../api/middleware/json-body.ts'
import type { AuditAct } from '../../core/audit/ports.ts'
import { refusals } from '../../core/audit/refusals.ts'
import { AppError } from '../../core/errors.ts'

test('the longest silent connection of the busiest address is closed; closed ones take no place', (t) => {
  const gone: string[] = []
  const places = strangers({ most: 5, mostOfOneAddress: 3 })
  const enter = (address: string, name: string) => places.enter(address, () => gone.push(name))
  const first = enter('a', 'a1')
  for (const name of ['a2', 'a3', 'a4']) enter('a', name)
  t.deepEqual(gone, ['a1'], 'one address has its share')
  first()
  enter('b', 'b1')
  const known = enter('c', 'c1')
  known()
  known()
  enter('d', 'd1')
  t.deepEqual(gone, ['a1'], 'there was room')
  enter('e', 'e1')
  t.deepEqual(gone, ['a1', 'a2'], 'of those who have most')
})

test('callers take turns however much one of them sends; those whose turn never comes get an error', async (t) => {
  const line = turns({ atOnce: 1, patienceMs: 60_000, longestRestMs: 0 })
  const order: string[] = []
  const ask = (caller: string) => line.wait(caller, async () => void order.push(caller))
  await Promise.all(['x', 'x', 'x', 'x', 'y', 'z'].map(ask))
  t.is(order.length, 6)
  t.true(order.indexOf('y') <= 2 && order.indexOf('z') <= 3, order.join(''))

  const failing = line.wait('x', () => Promise.reject(new Error('its own')))
  await t.throwsAsync(failing, { message: 'its own' })
  await line.wait('x', async () => {})

  const impatient = turns({ atOnce: 1, patienceMs: 20, longestRestMs: 0 })
  let done = () => {}
  const long = impatient.wait('x', () => new Promise<void>((resolve) => (done = resolve)))
  const refused = await t.throwsAsync(impatient.wait('y', async () => t.fail()))
  t.is((refused as AppError).code, 'rate_limited')
  const waiting = t.throwsAsync(impatient.wait('y', async () => t.fail()))
  impatient.close()
  await waiting
  await t.throwsAsync(impatient.wait('z', async () => t.fail()))
  done()
  await long
})

test('a pace has a burst, then its rate, and a reader holds for either reason', (t) => {
  let now = 0
  const one = pace({ bytesPerSecond: 1000, burstBytes: 500 }, () => now)
  t.is(one.spend(500), 0)
  t.is(one.spend(250), 250)
  now += 250
  t.is(one.spend(0), 0)
  now += 60_000
  t.is(one.spend(600), 100, 'rest is not saved beyond the burst')

  const calls: string[] = []
  const source = { pause: () => calls.push('pause'), resume: () => calls.push('resume') }
  const reader = pacedReader(source, { bytesPerSecond: 1, burstBytes: 10 })
  reader.spend(5000)
  reader.hold('inbox')
  reader.release('inbox')
  t.deepEqual(calls, ['pause'])
  reader.release('pace')
  t.deepEqual(calls, ['pause', 'resume'])
  reader.close()
})

test('a token has so many channels, all so many, and a place that was left is free', (t) => {
  const known = callers({
    most: 3,
    mostOfOneToken: 2,
    pace: { bytesPerSecond: 1, burstBytes: 1 },
  })
  const first = known.enter('a')
  t.is(known.enter('a').pace, first.pace, 'all of a token are read at one pace')
  t.throws(() => known.enter('a'), { instanceOf: AppError, code: 'rate_limited' })
  known.enter('b')
  t.true(known.isFull())
  t.throws(() => known.enter('c'), { code: 'rate_limited' })
  first.leave()
  known.enter('c')
  t.true(known.isFull())
})

function asking(remoteAddress: string, forwarded?: string) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage
}

for (const [what, proxies, forwarded, told] of [
  ['nobody stands before us', 0, '9.9.9.9', '10.0.0.1'],
  ['what our proxy saw, not what the caller claims', 1, '6.6.6.6, 9.9.9.9', '9.9.9.9'],
  ['two proxies of ours', 2, '6.6.6.6, 9.9.9.9, 10.0.0.2', '9.9.9.9'],
  ['what is no address', 1, '\u009b31m=cmd|calc', '10.0.0.1'],
  ['nothing was said', 1, undefined, '10.0.0.1'],
] as const)
  test(`who calls: ${what}`, (t) =>
    t.is(clientAddress(asking('10.0.0.1', forwarded), proxies), told))

for (const [address, counted] of [
  ['10.0.0.1', '10.0.0.1'],
  ['::ffff:10.0.0.1', '10.0.0.1'],
  ['2001:db8:0:7:a:b:c:d', '2001:db8:0:7::/64'],
  ['2001:0DB8::7:1:2:3:4', '2001:db8:0:7::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])
  test(`${address || 'no address'} counts as ${counted || 'itself'}`, (t) =>
    t.is(countedAs(address!), counted!))

function body(bytes: number) {
  return Object.assign(new PassThrough(), {
    headers: { 'content-length': String(bytes) },
  }) as unknown as IncomingMessage
}

test('bodies that never end make room for those that do, and do not stay', async (t) => {
  const never = () => new Promise<string>(() => {})
  const [first, second] = [body(60), body(50)]
  const closed = once(first, 'close')
  const bounds = { mostBytes: 100, answerMs: 0 }
  const oldest = inTime(first, 100, never(), bounds)
  const whole = inTime(second, 100, Promise.resolve('whole'), bounds)
  t.is(((await t.throwsAsync(oldest)) as AppError).code, 'request_timeout')
  t.is(await whole, 'whole')
  await closed
  t.false(second.destroyed)
  const late = inTime(body(1), 1, never(), { withinMs: 10, answerMs: 0 })
  t.is(((await t.throwsAsync(late)) as AppError).code, 'request_timeout')
})

test('refusals from ever new addresses are counted together', async (t) => {
  const written: AuditAct[] = []
  const counting = refusals({ note: async (act) => void written.push(act) }, () => () => {})
  for (let caller = 0; caller < 5000; caller++)
    await counting.note(
      {
        actor: { kind: 'session', id: 'unknown' },
        action: 'authentication.refused',
        subject: null,
        organizationId: null,
        outcome: 'refused',
        requestId: null,
        facts: { code: 'invalid_token', address: `2001:db8::${caller.toString(16)}` },
      },
      String(caller),
    )
  t.is(written.length, 2001)
  await counting.close()
  t.like(written.at(-1), { facts: { code: 'invalid_token', address: 'several', times: 2999 } })
})
