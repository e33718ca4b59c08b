import { PassThrough } from 'node:stream'
import test from 'ava'
import { untilQuit } from '../../cli/terminal.ts'

function keyboard() {
  const raw: boolean[] = []
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => raw.push(isRaw),
  })
  return { stdin, raw }
}
const screen = { isTTY: true }
const aborted = (signal: AbortSignal) =>
  new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('ended')))

for (const key of ['q', 'Q', '\u0003'])
  test(`work on a terminal ends with ${JSON.stringify(key)}, and the keyboard is as it was`, async (t) => {
    const { stdin, raw } = keyboard()
    const { signal } = new AbortController()
    const work = untilQuit({ stdin, stdout: screen, signal, json: false }, aborted)
    stdin.write('x')
    stdin.write(key)
    t.is(await work, 'ended')
    t.deepEqual(raw, [true, false])
    t.is(stdin.listenerCount('data'), 0)
  })

test('work that fails leaves the keyboard as it was', async (t) => {
  const { stdin, raw } = keyboard()
  const { signal } = new AbortController()
  const fails = async () => {
    throw new Error('no disk')
  }
  await t.throwsAsync(untilQuit({ stdin, stdout: screen, signal, json: false }, fails), {
    message: 'no disk',
  })
  t.deepEqual(raw, [true, false])
})

test('without a terminal, or for a program, no key is read; a signal ends it', async (t) => {
  for (const [stdout, json] of [
    [{}, false],
    [screen, true],
  ] as const) {
    const { stdin, raw } = keyboard()
    const stop = new AbortController()
    const work = untilQuit({ stdin, stdout, signal: stop.signal, json }, aborted)
    stdin.write('q')
    stop.abort()
    t.is(await work, 'ended')
    t.deepEqual(raw, [])
  }
})
