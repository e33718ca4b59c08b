// Own process: starts and kills servers. One works on a data folder, and none on half of one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { dataParts, openPart } from '../../models/backup/data-parts.ts'
import { takeFolderLock } from '../../models/database/folder-lock.ts'

const SVCCTL = new URL('../../bin/svcctl', import.meta.url).pathname

async function serve(t: ExecutionContext, dataDir: string) {
  const child = spawn(process.execPath, [SVCCTL, 'serve', '--port', '0', '--data-dir', dataDir], {
    env: { ...process.env, SVC_SPEECH_ENGINE: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null }))
  const ready = new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!output.includes('listening')) return
      clearInterval(timer)
      resolve()
    }, 50)
    t.teardown(() => clearInterval(timer))
  })
  return { child, ended, ready, output: () => output }
}

test('a second server is refused, and serves once the first was killed', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-one-server-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const first = await serve(t, dataDir)
  await Promise.race([first.ready, first.ended])
  const second = await serve(t, dataDir)
  t.not((await second.ended).code, 0)
  t.regex(second.output(), new RegExp(`process ${first.child.pid}\\b`))

  first.child.kill('SIGKILL')
  await first.ended
  const third = await serve(t, dataDir)
  await Promise.race([third.ready, third.ended])
  t.regex(third.output(), /listening/)
})

test('a backup of a data folder leaves the lock that a server holds on it', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-one-server-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const lock = await takeFolderLock(dataDir)
  t.teardown(lock.close)
  await writeFile(join(dataDir, 'kept.json'), '{}')
  const names: string[] = []
  for await (const name of dataParts(dataDir)) {
    names.push(name)
    for await (const _ of (await openPart(join(dataDir, name))) ?? []);
  }
  const second = await serve(t, dataDir)
  const code = await Promise.race([second.ended.then((ended) => ended.code), second.ready])
  t.regex(second.output(), new RegExp(`process ${process.pid}\\b`))
  t.true(typeof code === 'number' && code > 0, 'the second one serves')
  t.deepEqual(names, ['kept.json'])
})

test('a data folder whose database is gone is no fresh installation, and one that is says so', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-lost-database-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const first = await serve(t, dataDir)
  await Promise.race([first.ready, first.ended])
  t.regex(first.output(), /installation\.made_new/)
  first.child.kill('SIGTERM')
  await first.ended
  const path = join(dataDir, 'svc.sqlite')
  await rename(path, `${path}.away`)
  const again = await serve(t, dataDir)
  t.not((await again.ended).code, 0)
  t.regex(again.output(), /mounted/)
  await rename(`${path}.away`, path)
  const whole = await serve(t, dataDir)
  await Promise.race([whole.ready, whole.ended])
  t.regex(whole.output(), /listening/)
  t.notRegex(whole.output(), /installation\.made_new/)
})
