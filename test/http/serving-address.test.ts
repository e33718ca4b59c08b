// Own process: starts the built program as a server and kills it.
/**
 * A server that was started on a port of its own is found by `status` and `doctor`, which do not
 * know of it; one that was killed is not taken for one that runs.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { freePort } from '../helpers/free-port.ts'

test('status and doctor find the server where it listens, whatever flag said so', async (t) => {
  t.timeout(120_000)
  const cli = await buildCli(t, { SVC_SPEECH_ENGINE: 'off', SVC_GENERATOR: 'rules' })
  const port = await freePort()
  const { child, ended, said } = cli.start(['serve', '--port', String(port)])
  t.teardown(() => child.kill('SIGKILL'))
  while (!said.stderr.includes('Serving on') && child.exitCode === null) await sleep(50)

  const status = await cli.run(['status', '--json'])
  t.is(status.code, 0, status.stderr)
  t.is(new URL(status.json.url).port, String(port))
  const { findings } = (await cli.run(['doctor', '--json', '--run', 'network.port'])).json
  t.like(findings[0], { severity: 'ok' })
  t.regex(findings[0].what, /answers at another address/)

  child.kill('SIGKILL')
  await ended
  t.true(existsSync(join(cli.dataDir, 'serving.address')), 'it had no time to remove it')
  t.is((await cli.run(['status', '--json'])).code, 69)

  const again = cli.start(['serve', '--port', String(port)])
  while (!again.said.stderr.includes('Serving on') && again.child.exitCode === null) await sleep(50)
  again.child.kill('SIGTERM')
  await again.ended
  t.false(existsSync(join(cli.dataDir, 'serving.address')))
})
