import { PassThrough } from 'node:stream'
import test from 'ava'
import { terminal } from '../../cli/terminal.ts'

const CLEARED = '\r\u001b[2K'

test('a command that has nothing to tell says after two seconds that it is at work', async (t) => {
  const { wait, result, begin, stderr } = build(true)
  await begin()
  wait(1)
  t.is(stderr(), '')
  wait(2)
  t.is(stderr(), `${CLEARED}at work, 2 s${CLEARED}at work, 3 s`)
  result({}, () => 'done')
  t.true(stderr().endsWith(`at work, 3 s${CLEARED}`))
  wait(5)
  t.true(stderr().endsWith(`at work, 3 s${CLEARED}`), 'with the result it is over')
})

test('what is said, and lines of progress, take its place', async (t) => {
  const { wait, say, progress, begin, stderr } = build(true)
  await begin()
  wait(2)
  say('Half of it.')
  t.true(stderr().endsWith(`at work, 2 s${CLEARED}Half of it.\n`))
  wait(3)
  t.true(stderr().endsWith(`Half of it.\n${CLEARED}at work, 2 s${CLEARED}at work, 3 s`))
  progress('copying').update(0.5, 'half')
  wait(9)
  t.true(stderr().endsWith(`at work, 3 s${CLEARED}${CLEARED}copying   50 %  half`))
})

test('a failure is written where the line was', async (t) => {
  const { wait, begin, end, stderr } = build(true)
  await begin()
  wait(2)
  await end()
  t.true(stderr().endsWith(CLEARED))
})

test('a service, and a command whose output goes to a file, have no such line', async (t) => {
  const service = build(true)
  await service.begin(true)
  service.wait(5)
  service.say('Serving.')
  service.wait(5)
  t.is(service.stderr(), 'Serving.\n')
  const piped = build(false)
  await piped.begin()
  piped.wait(5)
  t.is(piped.stderr(), '')
})

function build(isTTY: boolean) {
  let now = 0
  let turn: (() => void) | undefined
  let written = ''
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 80 })
  stderr.on('data', (part) => {
    written += part
  })
  const made = terminal({
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    env: {},
    json: false,
    yes: false,
    signal: new AbortController().signal,
    nowMs: () => now,
    every(_intervalMs, work) {
      turn = work
      return () => {
        turn = undefined
      }
    },
  })
  function wait(seconds: number) {
    for (let i = 0; i < seconds; i += 1) {
      now += 1000
      turn?.()
    }
  }
  return { ...made, wait, stderr: () => written }
}
