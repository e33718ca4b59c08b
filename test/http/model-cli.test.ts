import { mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import test from 'ava'
import { findLock } from '../../ai-local/model-files/file-lock.ts'
import { buildCli } from '../helpers/cli.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { startModelServer, status, whole } from '../helpers/model-server.ts'

const packed = new URL('../../ai-local/demo-voice/ggml-demo-pt.bin.gz', import.meta.url)

test('a download comes from the mirror; what is not the file is removed and refused', async (t) => {
  const { dataDir, runApart } = await buildCli(t)
  const mirror = await startModelServer(t, [whole(Buffer.alloc(5000, 1))])
  const pull = await runApart([
    'model',
    'pull',
    'whisper-tiny-q5_1',
    '--model-mirror',
    mirror.url,
    '--json',
  ])
  t.is(pull.code, 65)
  t.is(pull.failure.error, 'model_checksum_mismatch')
  t.is(mirror.requests[0]?.url, '/ggerganov/whisper.cpp/resolve/main/ggml-tiny-q5_1.bin')
  t.deepEqual(await readdir(join(dataDir, 'models')), [])
})

test('a mirror without the file is told at once', async (t) => {
  const { run } = await buildCli(t)
  const mirror = await startModelServer(t, [status(404)])
  const pull = await run(['model', 'pull', 'whisper-tiny', '--model-mirror', mirror.url, '--json'])
  t.is(pull.code, 66)
  t.is(pull.failure.error, 'model_not_at_source')
})

test('a plan says where from, under which licence and how large, and fetches nothing', async (t) => {
  const { run } = await buildCli(t)
  const mirror = await startModelServer(t, [status(500)])
  const plan = await run([
    'model',
    'pull',
    'llama-3.2-1b',
    '--dry-run',
    '--model-mirror',
    mirror.url,
    '--json',
  ])
  t.is(plan.code, 0)
  t.like(plan.json, {
    name: 'llama-3.2-1b',
    url: `${mirror.url}/hugging-quants/Llama-3.2-1B-Instruct-Q4_K_M-GGUF/resolve/main/llama-3.2-1b-instruct-q4_k_m.gguf`,
    licence: { id: 'Llama-3.2', acceptance_needed: true },
    size_bytes: null,
    installed: false,
  })
  t.deepEqual(mirror.requests, [])
})

test('a stick is searched: the known model is recognised under another name, chosen, verified and found damaged', async (t) => {
  const { root, dataDir, run } = await buildCli(t)
  const stick = join(root, 'stick', 'deep')
  await mkdir(stick, { recursive: true })
  await writeFile(join(stick, 'renamed.bin'), gunzipSync(await readFile(packed)))
  await writeFile(join(stick, 'notes.bin'), 'no model at all'.repeat(10))

  const taken = await run(['model', 'import', join(root, 'stick'), '--json'])
  t.is(taken.code, 0, taken.stderr)
  t.like(taken.json, { models: [{ name: 'demo-pt', known: true, file: 'ggml-demo-pt.bin' }] })
  t.is(taken.json.skipped.length, 1)

  const used = await run(['model', 'use', 'demo-pt', '--json'])
  t.like(used.json, { setting: 'speechModel', demo: true })
  t.regex(used.stderr, /no patient/)
  t.is((await run(['config', 'show', 'speechModel', '--json'])).json.settings[0].source, 'file')
  t.like((await run(['model', 'verify', '--json'])).json, { models: [{ result: 'ok' }] })
  t.is((await run(['model', 'remove', 'demo-pt', '--yes'])).code, 65)

  await truncate(join(dataDir, 'models', 'ggml-demo-pt.bin'), 1_000_000)
  const damaged = await run(['model', 'verify', '--json'])
  t.is(damaged.code, 65)
  t.like(damaged.json, { models: [{ result: 'changed' }] })
})

test('a model in no catalogue needs a name, is taken with a loud note, listed, and removed', async (t) => {
  const { root, run } = await buildCli(t)
  const file = join(root, 'x.gguf')
  const head = Buffer.alloc(4096)
  head.write('GGUF')
  head.writeUInt32LE(3, 4)
  await writeFile(file, head)
  t.is((await run(['model', 'import', file])).code, 65)

  const taken = await run(['model', 'import', file, '--name', 'own'])
  t.is(taken.code, 0)
  t.regex(taken.stderr, /in no catalogue.*You vouch for it/s)
  const list = await run(['model', 'list', '--installed', '--json'])
  t.like(list.json.models, [
    { name: 'own', kind: 'text', known: false, proof: 'proven', licence: null },
  ])
  t.is((await run(['model', 'remove', 'own'])).code, 64)
  t.is((await run(['model', 'remove', 'own', '--yes'])).code, 0)
  t.deepEqual((await run(['model', 'list', '--installed', '--json'])).json.models, [])
})

test('two models are chosen at once while a third program writes the settings, and nothing is lost', async (t) => {
  const { root, dataDir, start, run } = await buildCli(t)
  await mkdir(join(root, 'stick'))
  await writeFile(join(root, 'stick', 'fala.bin'), gunzipSync(await readFile(packed)))
  makeGguf(join(root, 'stick', 'texto.gguf'), { seed: 1 })
  for (const [file, ...name] of [['fala.bin'], ['texto.gguf', '--name', 'texto']])
    t.is((await run(['model', 'import', join(root, 'stick', file ?? ''), ...name])).code, 0)

  const path = join(dataDir, 'svc.config.json')
  const held = await findLock(`${path}.lock`, () => new Date())
  const both: ReturnType<typeof start>[] = []
  // One after the other, the one that tries an engine first: whoever waits has half a minute of patience.
  for (const name of ['texto', 'demo-pt']) {
    const one = start(['model', 'use', name])
    both.push(one)
    const isWaiting = () => /Waiting for another svcctl/.test(one.said.stderr)
    while (!isWaiting() && one.child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 50))
    t.true(isWaiting(), one.said.stderr)
  }
  const busy = await run(['model', 'use', 'texto', '--json'])
  t.is(busy.failure.error, 'model_busy', 'one at a time takes a model of a kind into use')
  await writeFile(path, '{ "port": 8123 }')
  await held?.[Symbol.asyncDispose]()

  for (const { ended } of both) {
    const { code, stderr } = await ended
    t.is(code, 0, stderr)
  }
  t.deepEqual(JSON.parse(await readFile(path, 'utf8')), {
    ...{ port: 8123, speechModel: 'ggml-demo-pt.bin', textModel: 'texto.gguf' },
  })
  const names = await readdir(dataDir)
  t.deepEqual(
    names.filter((name) => /\.(lock|new)$/.test(name)),
    [],
  )
})

test('Ctrl-C during a download leaves with 130 and keeps what arrived', async (t) => {
  const { dataDir, start } = await buildCli(t)
  const slow = await startModelServer(t, [
    (_, response) => {
      response.writeHead(200, { 'content-length': 10_000_000, etag: '"v1"' })
      response.write(Buffer.alloc(200_000))
    },
  ])
  const pull = start(['model', 'pull', 'whisper-tiny', '--model-mirror', slow.url])
  const part = join(dataDir, 'models', 'ggml-tiny.bin.part')
  const size = async () => (await readFile(part).catch(() => Buffer.alloc(0))).length
  while ((await size()) < 200_000) await new Promise((resolve) => setTimeout(resolve, 50))
  pull.child.kill('SIGINT')
  t.is((await pull.ended).code, 130)
  t.is(await size(), 200_000)
  t.deepEqual((await readdir(join(dataDir, 'models'))).sort(), [
    'ggml-tiny.bin.part',
    'ggml-tiny.bin.part.json',
  ])
})

test('a server that has not taken a model yet is told as that, with 75, and the setting stays', async (t) => {
  const { run } = await buildCli(t)
  const busy = { wanted: 'other.bin', active: 'other.bin', state: 'active' }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 'ready', models: { speech: busy, text: busy } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const there = { SVC_PORT: String((server.address() as AddressInfo).port) }
  const used = await run(['model', 'use', 'demo-pt', '--wait', '1', '--json'], there)
  t.is(used.code, 75, used.stderr)
  t.is(used.failure.error, 'model_not_taken_yet')
  t.is(used.json.live.state, 'pending')
  const words = await run(['model', 'use', 'demo-pt', '--wait', '0'], there)
  t.is(words.code, 0)
  t.regex(words.stdout, /has not taken it yet/)
  t.is((await run(['model', 'use', 'demo-pt', '--wait', 'x'], there)).code, 64)
})
