/** Who is let into the page for administration, and for how long: the clock is the test's. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { CODE_VALID_S, openAdminPage, readCode } from '../../core/admin-page/code.ts'
import { adminSessions, IDLE_MS } from '../../core/admin-page/sessions.ts'
import { adminDoor } from '../../models/admin-door.ts'

const MINUTE_MS = 60_000
const digest = (text: string) => createHash('sha256').update(text).digest('hex')

async function begin(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'svc-door-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const clock = { at: Date.parse('2026-11-27T12:00:00Z') }
  const now = () => new Date(clock.at)
  const door = adminDoor(folder)
  const newSecret = () => randomBytes(32).toString('base64url')
  const sessions = adminSessions({ door, newSecret, digest, now })
  const open = openAdminPage({ door, randomBytes, digest, now })
  const enter = async () => (await sessions.enter((await open('maria')).code)).secret
  return { folder, door, clock, sessions, open, enter }
}

const refused = { code: 'admin_code_refused' }

test('a code opens once, however it is typed, and is nowhere in the folder', async (t) => {
  const { folder, sessions, open } = await begin(t)
  const { code, until } = await open('maria')
  t.regex(code, /^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$/)
  t.is(until.toISOString(), '2026-11-27T12:05:00.000Z')
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8')
    t.false(text.includes(code) || text.includes(code.replaceAll('-', '')), name)
  }
  const { secret, session } = await sessions.enter(` ${code.toLowerCase().replaceAll('-', ' ')} `)
  t.is(session.by, 'maria')
  t.is(sessions.find(secret, true)?.by, 'maria')
  await t.throwsAsync(sessions.enter(code), refused)
  t.deepEqual(await readdir(folder), [])
})

test('of many simultaneous entries of one code, one gets in', async (t) => {
  const { sessions, open } = await begin(t)
  const { code } = await open('maria')
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => sessions.enter(code)))
  t.is(tried.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a wrong code does not spend the right one, a late or an earlier one opens nothing', async (t) => {
  const { clock, sessions, open } = await begin(t)
  const { code: first } = await open('maria')
  const { code } = await open('maria')
  for (const wrong of ['', '0000-0000-0000', 'x'.repeat(5000), '…', first])
    await t.throwsAsync(sessions.enter(wrong), refused, wrong)
  clock.at += CODE_VALID_S * 1000 - 1
  t.truthy(await sessions.enter(code))
  const { code: late } = await open('maria')
  clock.at += CODE_VALID_S * 1000
  await t.throwsAsync(sessions.enter(late), refused)
})

test('letters that look like digits are those digits', (t) => {
  t.is(readCode('o123-il45-6789'), '012311456789')
  t.is(readCode('0123-4567-89A'), null)
  t.is(readCode('0123-4567-89AU'), null)
})

test('a session ends when nothing is done, and what the page asks by itself is nothing', async (t) => {
  const { clock, sessions, enter } = await begin(t)
  const secret = await enter()
  clock.at += IDLE_MS - 1
  t.truthy(sessions.find(secret, true))
  clock.at += IDLE_MS - 1
  t.truthy(sessions.find(secret, false))
  clock.at += 1
  t.is(sessions.find(secret, true), null)
  t.is(sessions.find('nonsense', true), null)
})

test('a session ends after eight hours, whatever is done', async (t) => {
  const { clock, sessions, enter } = await begin(t)
  const secret = await enter()
  for (let minutes = 10; minutes < 8 * 60; minutes += 10) {
    clock.at += 10 * MINUTE_MS
    t.truthy(sessions.find(secret, true), `${minutes}`)
  }
  clock.at += 10 * MINUTE_MS
  t.is(sessions.find(secret, true), null)
})

test('closing ends all sessions and voids the code; leaving ends one', async (t) => {
  const { door, sessions, open, enter } = await begin(t)
  const [one, other] = [await enter(), await enter()]
  sessions.leave(one)
  t.is(sessions.find(one, true), null)
  t.truthy(sessions.find(other, true))
  const { code } = await open('maria')
  await door.close('first')
  t.is(sessions.find(other, true), null)
  await t.throwsAsync(sessions.enter(code), refused)
  const again = await enter()
  t.truthy(sessions.find(again, true))
  await door.close('second')
  t.is(sessions.find(again, true), null)
})

test('beyond a few sessions the oldest ends', async (t) => {
  const { sessions, enter } = await begin(t)
  const secrets: string[] = []
  for (let count = 0; count < 6; count++) secrets.push(await enter())
  t.deepEqual(
    secrets.map((secret) => sessions.find(secret, true) !== null),
    [false, true, true, true, true, true],
  )
})
