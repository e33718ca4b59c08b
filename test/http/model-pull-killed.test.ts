import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { cutAfter, startModelServer, status, whole } from '../helpers/model-server.ts'

const BYTES = 3_000_000

test('a download that was killed goes on where it was, at once', async (t) => {
  const { dataDir, start, run } = await buildCli(t)
  const content = Buffer.alloc(BYTES, 7)
  const never = new Promise<void>(() => {})
  const mirror = await startModelServer(t, [
    cutAfter(content, 1_000_000, () => never),
    whole(content),
  ])
  const part = join(dataDir, 'models', 'ggml-tiny-q5_1.bin.part')
  const pull = ['model', 'pull', 'whisper-tiny-q5_1', '--mirror', mirror.url, '--json']
  const first = start(pull)
  while ((await stat(part).catch(() => ({ size: 0 }))).size < 1_000_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
  first.child.kill('SIGKILL')
  await first.ended

  // What comes is not the real model: it is judged, refused and removed, after it was taken up
  // where it broke.
  const again = await run(pull)
  t.is(again.failure.error, 'model_checksum_mismatch')
  t.regex(
    again.stderr,
    /^goes on {2}a download broke off: .* are here already, the rest is fetched$/m,
  )
  t.is(mirror.requests[1]?.range, 'bytes=1000000-')
  t.is(mirror.requests[1]?.ifRange, '"v1"')
  t.deepEqual(await readdir(join(dataDir, 'models')), [])
})

test('two commands for the same model: one fetches, the other says so', async (t) => {
  const { start, run } = await buildCli(t)
  const content = Buffer.alloc(BYTES, 7)
  const never = new Promise<void>(() => {})
  const mirror = await startModelServer(t, [cutAfter(content, 1000, () => never)])
  const pull = ['model', 'pull', 'whisper-tiny-q5_1', '--mirror', mirror.url, '--json']
  const first = start(pull)
  while (mirror.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
  const second = await run(pull)
  t.is(second.code, 75)
  t.is(second.failure.error, 'model_busy')
  first.child.kill('SIGKILL')
})

test('a mirror may be one folder of files on a plain web server', async (t) => {
  const { run } = await buildCli(t)
  const mirror = await startModelServer(t, [status(404), whole(Buffer.alloc(5000, 1))])
  const pull = await run(['model', 'pull', 'whisper-tiny', '--mirror', mirror.url, '--json'])
  t.is(pull.failure.error, 'model_checksum_mismatch')
  t.is(mirror.requests[1]?.url, '/ggml-tiny.bin')
})

test('installed models become a folder with checksums, from which another machine installs', async (t) => {
  const { root, run } = await buildCli(t)
  const use = await run(['model', 'use', 'whisper-base-q5_0', '--json'])
  t.is(use.code, 0, use.stderr)
  t.like(use.json, { live: null, trial: { tried: false } })
  const folder = join(root, 'mirror')
  const made = await run(['model', 'mirror', 'create', folder, 'whisper-base-q5_0', '--json'])
  t.is(made.code, 0, made.stderr)
  const [{ sha256, file }] = made.json.models
  t.is(await readFile(join(folder, 'SHA256SUMS'), 'utf8'), `${sha256}  ${file}\n`)
  t.regex(await readFile(join(folder, 'LICENCES.txt'), 'utf8'), /ggml-base-q5_0\.bin: MIT License/)
  t.is((await run(['model', 'mirror', 'create', join(root, 'empty')])).code, 66)

  const other = await buildCli(t)
  await mkdir(join(folder, 'half'))
  await writeFile(
    join(folder, 'half', 'copy.bin'),
    (await readFile(join(folder, file))).subarray(0, 40),
  )
  const taken = await other.run(['model', 'import', folder, '--json'])
  t.is(taken.code, 0, taken.stderr)
  t.is(taken.json.models[0].name, 'whisper-base-q5_0')
  t.is(taken.json.skipped.length, 1, 'a copy that was cut short is left out, and said')
  const advice = await other.run(['model', 'advise', '--json'])
  t.is(advice.code, 0, advice.stderr)
  t.true(advice.json.models.length > 10)
})
