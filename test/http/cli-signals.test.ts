import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { freePort } from '../helpers/free-port.ts'

const ENDS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const

for (const [signal, code] of ENDS)
  test(`work that never waits hears ${signal}, leaves with ${code}, and writes nothing`, async (t) => {
    const { root, start } = await buildCli(t)
    const out = join(root, 'run.json')
    const run = start(['eval', '--no-sound', '--generator', 'rules', '--out', out], {
      TMPDIR: root,
    })
    const begun = async () => (await readdir(root)).some((name) => name.startsWith('svc-eval-'))
    while (!(await begun())) await sleep(10)
    run.child.kill(signal)
    t.is((await run.ended).code, code)
    t.false(existsSync(out))
    t.notRegex(run.said.stderr, /Error/)
    t.false(await begun(), 'its folder is gone')
  })

test('an idle open connection does not delay the shutdown', async (t) => {
  const port = String(await freePort())
  const { start } = await buildCli(t, {
    SVC_SPEECH_ENGINE: 'off',
    SVC_GENERATOR: 'rules',
    SVC_PORT: port,
  })
  const server = start(['serve'])
  while (!/Serving on/.test(server.said.stderr)) await sleep(50)
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const body = JSON.stringify({ expiration: 60 })
  const asked = request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/integration/session-token/',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    asked.on('error', reject)
    asked.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
  })
  asked.write(body.slice(0, 5))
  await sleep(200)
  server.child.kill('SIGTERM')
  const began = performance.now()
  await sleep(200)
  asked.end(body.slice(5))
  t.is(await answered, 401, 'a request in progress is answered')
  t.is((await server.ended).code, 0)
  // A connection may rest for 65 s.
  t.true(performance.now() - began < 30_000, 'and nobody waits for the next one')
})
