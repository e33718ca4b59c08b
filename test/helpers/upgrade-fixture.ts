/**
 * Writes what a version of the program leaves behind, so that every later one can be held to it:
 * `npx tsx test/helpers/upgrade-fixture.ts ROOT NAME`, where ROOT is a built checkout of that
 * version (bin/setup is enough; the newest landed one when a version lands). The program runs as it
 * is shipped and is spoken to over HTTP and by its own svcctl, so this works for any version.
 * Everything in it is invented; the master key lies with it.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create } from 'tar'
import { demoVisits } from './upgrade-visits.ts'

const [root = '', name = ''] = process.argv.slice(2)
const folder = fileURLToPath(new URL(`../fixtures/upgrade/${name}/`, import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'svc-fixture-'))
const dataDir = join(work, 'data')
const svcctl = join(root, 'bin', 'svcctl')
const port = 18_900 + (process.pid % 1000)
const env = {
  PATH: process.env.PATH,
  HOME: work,
  TZ: 'UTC',
  SVC_DATA_DIR: dataDir,
  SVC_PORT: String(port),
  SVC_DEMO: 'true',
  SVC_SPEECH_ENGINE: 'off',
  SVC_GENERATOR: 'rules',
  SVC_LOG_LEVEL: 'error',
}
const run = (...args: string[]) =>
  String(execFileSync(process.execPath, [svcctl, ...args], { env, cwd: work }))

const server = spawn(process.execPath, [svcctl, 'serve'], {
  env,
  cwd: work,
  stdio: ['ignore', 'inherit', 'pipe'],
})
let said = ''
server.stderr.setEncoding('utf8').on('data', (text: string) => {
  said += text
})
while (!said.includes('Serving on')) await once(server.stderr, 'data')
const visits = demoVisits(`http://127.0.0.1:${port}`)
const sound = readFileSync(new URL('../fixtures/audio/wav-s16-16k-mono.wav', import.meta.url))
const SAID = { 'visita-1': 'Refere dor de garganta.', 'visita-2': 'Refere tosse há dois dias.' }
const documents: Record<string, string> = {}
for (const [visit, text] of Object.entries(SAID)) documents[visit] = await visits.write(visit, text)
await visits.upload('visita-3', sound)
const heard = createHash('sha256')
  .update(await visits.sound('visita-3'))
  .digest('hex')
const expected = { version: run('--version').trim(), documents, sound: { 'visita-3': heard } }
server.kill('SIGTERM')
await once(server, 'close')

mkdirSync(folder, { recursive: true })
// Pages of the plugin and weights are no data of a hospital.
for (const one of ['plugin', 'models']) rmSync(join(dataDir, one), { recursive: true, force: true })
if (existsSync(join(root, 'cli/commands/backup-create.ts'))) {
  const passphrase = join(work, 'passphrase')
  writeFileSync(passphrase, 'correta cavalo bateria grampo', { mode: 0o600 })
  const backup = join(folder, 'then.svcbackup')
  run('backup', 'create', '--to', backup, '--passphrase-file', passphrase)
  rmSync(join(dataDir, 'backups'), { recursive: true, force: true })
}
await create({ cwd: work, file: join(folder, 'data.tar.gz'), gzip: { level: 9 }, portable: true }, [
  'data',
])
writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`)
rmSync(work, { recursive: true, force: true })
