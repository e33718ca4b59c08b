import test from 'ava'
import { credentials } from '../../../plugin/host/credentials.ts'

/** Spec §5.3, rule by rule, with a provider that answers what it is told to. */
function world(input: { token?: string; answers?: (string | Error | 'never')[] }, timeoutMs = 50) {
  const ended: string[] = []
  const warned: string[] = []
  let calls = 0
  const answers = input.answers
  const getToken =
    answers &&
    (() => {
      const next = answers[Math.min(calls++, answers.length - 1)]
      if (next === 'never') return new Promise<string>(() => {})
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next!)
    })
  const held = credentials(
    { token: input.token, getToken },
    { now: () => 1_000_000, timeoutMs, onEnded: (m) => ended.push(m), warn: (w) => warned.push(w) },
  )
  return { held, ended, warned, calls: () => calls }
}

function jwt(expS: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ exp: expS })}.x`
}

test('without an initial token the provider is asked at the first use, and only then', async (t) => {
  const { held, calls } = world({ answers: ['a'] })
  t.is(calls(), 0)
  t.is(await held.current(), 'a')
  t.is(await held.current(), 'a')
  t.is(calls(), 1)
})

test('an initial token is used as it is', async (t) => {
  const { held, calls } = world({ token: 'first', answers: ['a'] })
  t.is(await held.current(), 'first')
  t.is(calls(), 0)
})

test('a token that is known to have expired is renewed before the request', async (t) => {
  const { held } = world({ token: jwt(999), answers: [jwt(2000)] })
  t.is(await held.current(), jwt(2000))
})

test('a clock that calls fresh tokens expired is not believed twice', async (t) => {
  const { held, calls } = world({ token: jwt(1), answers: [jwt(2)] })
  await held.current()
  await held.current()
  t.is(calls(), 1)
})

test('simultaneous refusals share one renewal of the token', async (t) => {
  const { held, calls } = world({ token: 'old', answers: ['new'] })
  const all = await Promise.all([
    held.afterRejection('old'),
    held.afterRejection('old'),
    held.current(),
  ])
  t.deepEqual(all.slice(0, 2), ['new', 'new'])
  t.is(calls(), 1)
})

test('a refusal that comes after somebody renewed uses the new token', async (t) => {
  const { held, calls } = world({ token: 'old', answers: ['new'] })
  await held.afterRejection('old')
  t.is(await held.afterRejection('old'), 'new')
  t.is(calls(), 1)
})

test('a refusal of the fresh token too ends authentication, once', async (t) => {
  const { held, ended } = world({ token: 'a', answers: ['b'] })
  t.is(held.end().code, 'AUTH_FAILED')
  held.end()
  t.is(ended.length, 1)
  await t.throwsAsync(held.current(), { code: 'AUTH_FAILED' })
})

const ends = test.macro({
  title: (_, what) => `${what} ends authentication and says so`,
  async exec(t, _what: string, answer: string | Error | 'never', code: string) {
    const { held, ended } = world({ answers: [answer] })
    await t.throwsAsync(held.current(), { code })
    t.is(ended.length, 1)
    t.true(held.ended)
  },
})
test(ends, 'a provider that fails', new Error('no'), 'AUTH_FAILED')
test(ends, 'an empty token', '', 'AUTH_FAILED')
test(ends, 'a blank token', '  ', 'AUTH_FAILED')
test(ends, 'a provider that never answers', 'never', 'TOKEN_TIMEOUT')

const isNoToken = test.macro({
  title: (_, what) => `${what} is no token: it is not sent, and the developer is told what came`,
  async exec(t, _what: string, answer: string, told: RegExp) {
    const provided = world({ answers: [answer] })
    await t.throwsAsync(provided.held.current(), { code: 'AUTH_FAILED' })
    t.is(provided.ended.length, 1)
    t.regex(provided.warned.join(), told)
    t.false(provided.warned.join().includes('secret'))

    const initial = world({ token: answer })
    await t.throwsAsync(initial.held.current(), { code: 'AUTH_FAILED' })
    t.regex(initial.warned.join(), told)
    const both = world({ token: answer, answers: ['good'] })
    t.is(await both.held.current(), 'good')
  },
})
test(isNoToken, 'a login page', '<!doctype html>\n<form>secret</form>', /a page of HTML/)
test(isNoToken, 'a JSON body', '{"access":"secret"}', /JSON/)
test(isNoToken, 'a text in quotes', '"secret"', /JSON/)
test(isNoToken, 'a sentence', 'secret Error', /a text that no token is/)

test('a line break after a token is not part of it', async (t) => {
  t.is(await world({ token: 'a.b.c\n' }).held.current(), 'a.b.c')
  t.is(await world({ answers: ['a.b.c\n'] }).held.current(), 'a.b.c')
})

test('the console says why a token provider returned nothing', async (t) => {
  const failing = world({ answers: [new Error('session token: 500')] })
  await t.throwsAsync(failing.held.current())
  t.deepEqual(failing.warned, ['getToken failed: Error: session token: 500'])
  const silent = world({ answers: ['never'] })
  await t.throwsAsync(silent.held.current())
  t.deepEqual(silent.warned, ['getToken took longer than 10 s'])
  const object = world({ answers: [{ access: 'secret' } as unknown as string] })
  await t.throwsAsync(object.held.current(), { code: 'AUTH_FAILED' })
  t.deepEqual(object.warned, ['what getToken gave is no token but of type object'])
})

test('with a token only, a refusal ends authentication', async (t) => {
  const { held, ended } = world({ token: 'only' })
  t.false(held.renewable)
  await t.throwsAsync(held.afterRejection('only'), { code: 'AUTH_FAILED' })
  t.is(ended.length, 1)
})

test('withdrawing makes a renewal in progress worthless, without an event', async (t) => {
  const { held, ended } = world({ answers: ['late'] })
  const asked = held.current()
  held.withdraw()
  await t.throwsAsync(asked, { code: 'UNMOUNTED' })
  t.is(ended.length, 0)
  t.false(held.renewable)
})

test('after the end the doctor can try again, where there is a provider', async (t) => {
  const { held } = world({ answers: [new Error('down'), 'back'] })
  await t.throwsAsync(held.current())
  await held.revive()
  t.is(await held.current(), 'back')
})

for (const key of ['svc_key_abc', 'svc_tok_abc'])
  test(`${key} in the page is refused loudly, and is never sent`, async (t) => {
    const given = world({ token: key, answers: ['a'] })
    await t.throwsAsync(given.held.current(), { code: 'API_KEY_IN_PAGE', message: /chave de API/ })
    await t.throwsAsync(given.held.afterRejection('x'), { code: 'API_KEY_IN_PAGE' })
    t.is(given.ended.length, 1)
    t.regex(given.warned.join(), /API key: revoke it/)
    t.false([...given.ended, ...given.warned].join().includes(key))
    t.is(given.calls(), 0)

    const provided = world({ answers: [key] })
    await t.throwsAsync(provided.held.current(), { code: 'API_KEY_IN_PAGE' })
    t.is(provided.ended.length, 1)
  })
