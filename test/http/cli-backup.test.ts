// Own process: stops programs that it starts.
/**
 * `svcctl backup` as it is run: beside a server, on a disk that fills up, against a folder that is
 * in use.
 */

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { until } from '../helpers/demo-service.ts'

const svcctl = fileURLToPath(new URL('../../bin/svcctl', import.meta.url))

test('the list reports a share that is not mounted, instead of being empty', async (t) => {
  const { dataDir, run } = await buildCli(t)
  const folder = join(dataDir, 'share')
  await mkdir(folder)
  await mkdir(join(dataDir, 'backups'), { recursive: true })
  const set = await run(['config', 'set', 'backupFolder', folder])
  t.is(set.code, 0, set.stderr)
  t.regex((await run(['backup', 'list'])).stdout, /Make one: svcctl backup create/)
  // As the first backup on it puts it down.
  await writeFile(join(dataDir, 'backups', 'place.json'), JSON.stringify({ folder, mount: folder }))
  t.regex((await run(['backup', 'list'])).stdout, /Nothing is mounted at .*share/)
})

test('a server is backed up while it runs, and restored only where nothing runs', async (t) => {
  const { root, dataDir, run, runApart, start } = await buildCli(t, {
    SVC_SPEECH_ENGINE: 'off',
    SVC_PORT: '0',
    SVC_LOG_LEVEL: 'info',
  })
  const words = join(root, 'passphrase')
  await writeFile(words, 'correta cavalo bateria grampo\n', { mode: 0o600 })
  const passphrase = ['--passphrase-file', words]
  const elsewhere = join(root, 'elsewhere')
  const server = start(['serve'])
  await until(
    async () =>
      server.said.stderr.includes('server.listening') ||
      server.said.stdout.includes('server.listening'),
  )

  const made = await runApart(['backup', 'create', '--to', elsewhere, ...passphrase, '--json'])
  t.is(made.code, 0, made.stderr)
  const { path } = made.json
  t.is((await stat(path)).mode & 0o777, 0o600)
  const [listed, verified, unasked] = await Promise.all([
    run(['backup', 'list', '--json'], { SVC_BACKUP_FOLDER: elsewhere }),
    run(['backup', 'verify', path, '--json'], { SVC_BACKUP_PASSPHRASE_FILE: words }),
    run(['backup', 'create', '--json']),
  ])
  t.is(listed.json.backups[0].path, path)
  t.true(verified.json.whole, verified.stderr)
  t.is(unasked.failure.error, 'passphrase_needed', 'nobody is there to be asked')
  const gone = await run(['backup', 'verify', path, '--passphrase-file', join(root, 'none')])
  t.regex(gone.stderr, /none is not there\./)

  // Somebody wiped the folder beneath the server, which goes on in files that have no name any
  // more.
  for (const name of await readdir(dataDir))
    await rm(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 })
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  await mkdir(dataDir)
  const refused = await run(['backup', 'restore', path, ...passphrase, '--json'])
  t.is(refused.failure.error, 'server_running', refused.stderr)
  t.is(refused.code, 65)
  server.child.kill('SIGKILL')
  await server.ended
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const restored = await runApart(['backup', 'restore', path, ...passphrase, '--json'])
  t.is(restored.code, 0, restored.stderr)
  t.is(restored.json.parts.length, made.json.parts)
})

test('on a full disk nothing half-written stays', async (t) => {
  const { root, dataDir, run } = await buildCli(t)
  const words = join(root, 'passphrase')
  await writeFile(words, 'correta cavalo bateria grampo')
  t.is((await run(['org', 'list'])).code, 0)
  await mkdir(join(dataDir, 'audio', 'visita'), { recursive: true })
  for (let n = 0; n < 4; n++)
    await writeFile(join(dataDir, 'audio', 'visita', `${n}.svc`), randomBytes(2 << 20))
  const elsewhere = join(root, 'elsewhere')
  // No file may grow beyond 6 MiB: the write that would fails as on a full disk.
  const command = 'ulimit -f 6144; exec "$@"'
  const args = ['backup', 'create', '--to', elsewhere, '--passphrase-file', words, '--json']
  const child = spawn('bash', ['-c', command, 'bash', process.execPath, svcctl, ...args], {
    env: { PATH: process.env.PATH, HOME: root, SVC_DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const [code] = await once(child, 'close')
  t.is(code, 69, said)
  t.regex(said, /backup_disk_full/)
  t.deepEqual(await readdir(elsewhere), [])
  t.deepEqual(await readdir(join(dataDir, 'backups')), ['last.json'])
})
