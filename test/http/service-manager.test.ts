// Own process: starts the built program as a server, and stops it for a moment.
/**
 * What systemd is told, over a socket as its own: that the service is ready once it answers, and
 * then that it goes on, for as long as its turn comes.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { serviceManager } from '../../bin/service-manager.ts'
import { silentLog } from '../../core/log.ts'
import { buildCli } from '../helpers/cli.ts'
import { freePort } from '../helpers/free-port.ts'
import { makeFolder } from '../helpers/temporary-folder.ts'

/** Perl's base is in every Debian. Node opens no such socket. */
const LISTEN = `
  use Socket; $| = 1;
  socket(my $s, AF_UNIX, SOCK_DGRAM, 0) or die $!;
  bind($s, pack_sockaddr_un($ARGV[0])) or die $!;
  print "open\\n";
  while (defined recv($s, my $said, 4096, 0)) { print "$said\\n" }`
const WATCHDOG_MS = 1500

const folders = (process.env.PATH ?? '').split(delimiter)
const isThere = (name: string) => folders.some((folder) => existsSync(join(folder, name)))
const missing = ['perl', 'systemd-notify'].filter((name) => !isThere(name))
const here = missing.length === 0 ? test : test.skip
const named = missing.length === 0 ? '' : ` (not installed: ${missing.join(', ')})`

async function openSocket(t: ExecutionContext) {
  const path = join(await makeFolder(t, 'svc-notify-'), 'notify')
  const listener = spawn('perl', ['-e', LISTEN, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => listener.kill())
  const said: string[] = []
  createInterface(listener.stdout).on('line', (line) => said.push(line))
  const count = (word: string) => said.filter((line) => line.includes(word)).length
  async function until(word: string, times = 1) {
    for (let tries = 0; count(word) < times; tries++) {
      if (tries > 600) throw new Error(`${word} was not said ${times} times: ${said.join(' ')}`)
      await sleep(100)
    }
  }
  await until('open')
  return { path, count, until }
}

here(`systemd is told that the service is ready, and that it goes on${named}`, async (t) => {
  t.timeout(180_000)
  const socket = await openSocket(t)
  const cli = await buildCli(t, { SVC_SPEECH_ENGINE: 'off', SVC_GENERATOR: 'rules' })
  const port = await freePort()
  const { child, ended } = cli.start(['serve', '--port', String(port)], {
    NOTIFY_SOCKET: socket.path,
    WATCHDOG_USEC: String(WATCHDOG_MS * 1000),
  })
  await socket.until('READY=1')
  t.is((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200)
  await socket.until('WATCHDOG=1', 3)

  child.kill('SIGSTOP')
  await sleep(WATCHDOG_MS)
  const before = socket.count('WATCHDOG=1')
  await sleep(2 * WATCHDOG_MS)
  t.is(socket.count('WATCHDOG=1'), before, 'one that does nothing says nothing')
  child.kill('SIGCONT')
  await socket.until('WATCHDOG=1', before + 2)

  child.kill('SIGTERM')
  t.is((await ended).code, 0)
  t.is(socket.count('READY=1'), 1)
})

here(
  `another process than the one that is watched does not say that it goes on${named}`,
  async (t) => {
    const socket = await openSocket(t)
    const env = {
      PATH: process.env.PATH,
      NOTIFY_SOCKET: socket.path,
      WATCHDOG_USEC: '300000',
      WATCHDOG_PID: '41',
    }
    const other = serviceManager({ env: { ...env }, pid: 42, log: silentLog })
    other.ready()
    await socket.until('READY=1')
    await sleep(600)
    t.is(socket.count('WATCHDOG=1'), 0)
    other.close()
    const own = serviceManager({ env, pid: 41, log: silentLog })
    t.deepEqual(Object.keys(env), ['PATH'], 'engines do not inherit the socket')
    own.ready()
    await socket.until('WATCHDOG=1')
    own.close()
  },
)

test('nothing is run where nobody asks, and a missing systemd-notify is logged', async (t) => {
  const folder = await makeFolder(t, 'svc-notify-')
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (event: string) => void warnings.push(event) }
  const start = (env: NodeJS.ProcessEnv) => {
    const manager = serviceManager({ env, pid: 1, log })
    manager.ready()
    manager.close()
  }
  start({ PATH: folder })
  start({ PATH: folder, NOTIFY_SOCKET: join(folder, 'notify') })
  for (let tries = 0; warnings.length === 0 && tries < 100; tries++) await sleep(50)
  t.deepEqual(warnings, ['service_manager.not_told'])
  t.deepEqual(readdirSync(folder), [])
})

test('the unit waits for the word, and lets an upgrade take its time', (t) => {
  const unit = readFileSync(
    new URL('../../config/operations/svc.service', import.meta.url),
    'utf8',
  ).split('\n')
  for (const line of [
    'Type=notify',
    'NotifyAccess=all',
    'TimeoutStartSec=infinity',
    'WatchdogSec=3min',
  ])
    t.true(unit.includes(line), line)
})
