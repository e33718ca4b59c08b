// Own process: loads speech models for minutes.
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test from 'ava'
import { findLock } from '../../ai-local/model-files/file-lock.ts'
import { buildCli } from '../helpers/cli.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { startModelServer, status, whole } from '../helpers/model-server.ts'
import { boxModelPath, compiledRuntime, demoModel, runtimeDir } from '../helpers/speech.ts'

const BOX = 'whisper-base-q5_0'

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

test('a mirror without the file is reported at once', async (t) => {
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
    size_bytes: Math.round((1e9 * 4.9) / 8 / 1024 / 1024) * 1024 * 1024,
    installed: false,
  })
  t.deepEqual(mirror.requests, [])
})

test('the model in the box is there from the start, chosen, verified, and never copied or removed', async (t) => {
  const { root, dataDir, run } = await buildCli(t)
  const list = async () => (await run(['model', 'list', '--installed', '--json'])).json.models
  t.like(await list(), [{ name: BOX, active: true, proof: 'unproven' }])
  const stick = join(root, 'stick', 'deep')
  await mkdir(stick, { recursive: true })
  await copyFile(boxModelPath, join(stick, 'renamed.bin'))
  await writeFile(join(stick, 'notes.bin'), 'no model at all'.repeat(10))

  const taken = await run(['model', 'import', join(root, 'stick'), '--json'])
  t.is(taken.code, 0, taken.stderr)
  t.like(taken.json, { models: [{ name: BOX, known: true, installed: true }] })
  t.is(taken.json.skipped.length, 1)

  const used = await run(['model', 'use', BOX, '--json'])
  t.like(used.json, { setting: 'speechModel', file: 'ggml-base-q5_0.bin' })
  t.is((await run(['config', 'show', 'speechModel', '--json'])).json.settings[0].source, 'file')
  t.like(await list(), [{ name: BOX, active: true, proof: 'proven' }])
  const removed = await run(['model', 'remove', BOX, '--yes', '--json'])
  t.is(removed.failure.error, 'model_included')
  const files = await readdir(join(dataDir, 'models'))
  t.deepEqual(
    files.filter((file) => file.endsWith('.bin')),
    [],
  )
})

test('a data folder of an earlier version, which names the demonstration model, uses the one in the box', async (t) => {
  const { dataDir, run } = await buildCli(t)
  await mkdir(join(dataDir, 'models'))
  await copyFile((await demoModel()).path, join(dataDir, 'models', 'ggml-demo-pt.bin'))
  await writeFile(
    join(dataDir, 'svc.config.json'),
    JSON.stringify({ speechModel: 'ggml-demo-pt.bin' }),
  )
  const listed = (await run(['model', 'list', '--installed', '--json'])).json.models
  t.like(listed[0], { name: BOX, active: true })
  t.like(listed[1], { file: 'ggml-demo-pt.bin', active: false })
  const doctor = await run(['doctor', '--json'])
  const findings: { id: string; severity: string; what: string }[] = doctor.json.findings
  const model = findings.find(({ id }) => id === 'speech.model')
  t.like(model, { severity: 'ok', what: 'ggml-base-q5_0.bin, SHA-256 as in the catalogue' })
})

test('a Whisper file that no catalogue knows is taken under a name and described; a damaged file is found', async (t) => {
  const { root, dataDir, run } = await buildCli(t)
  const file = join(root, 'x.bin')
  await copyFile((await demoModel()).path, file)
  const taken = await run(['model', 'import', file, '--name', 'own'])
  t.is(taken.code, 0, taken.stderr)
  t.regex(taken.stderr, /a shape of its own, with f16 weights.*was not tried/s)
  t.is((await run(['model', 'use', 'own'])).code, 0)
  t.like((await run(['model', 'list', '--installed', '--json'])).json.models[1], {
    name: 'own',
    kind: 'speech',
    active: true,
    quantization: 'f16',
    fit: 'fits',
  })
  t.is((await run(['model', 'remove', 'own', '--yes'])).code, 65)

  t.is((await run(['model', 'verify'])).code, 0)
  await copyFile(file, join(dataDir, 'models', 'ggml-tiny.bin'))
  const damaged = await run(['model', 'verify', 'whisper-tiny', '--json'])
  t.is(damaged.code, 65)
  t.like(damaged.json, { models: [{ result: 'changed' }] })
})

/** The re-export that the model in the box was quantized from, where somebody has it. */
const REEXPORT = process.env.TEST_WHISPER_BASE

test('a Whisper file is tried with a clear voice before it is used: one recognizes it, one does not', async (t) => {
  if (!(await compiledRuntime(t))) return
  const { root, run } = await buildCli(t, { SVC_RUNTIME_DIR: runtimeDir })
  const [hears, deaf] = [join(root, 'a.bin'), join(root, 'b.bin')]
  // Other bytes behind the last tensor: another digest, so that no catalogue knows it.
  await writeFile(hears, Buffer.concat([await readFile(boxModelPath), Buffer.alloc(4)]))
  await copyFile((await demoModel()).path, deaf)
  const imported = (file: string, name: string) =>
    run(['model', 'import', file, '--name', name, '--json'])
  const taken = await imported(hears, 'own')
  t.is(taken.code, 0, taken.stderr)
  const [own] = taken.json.models
  t.like(own, { speech: { like: 'base', quantization: 'q5_0' }, trial: { tried: true } })
  t.true(own.trial.hearing.enough && own.trial.figure.value > 0)
  const refused = await imported(deaf, 'deaf')
  t.is(refused.code, 65)
  t.is(refused.failure.error, 'model_does_not_hear')

  const advice = await run(['model', 'advise', '--json'])
  t.like(advice.json.measured, [{ name: BOX }])
  if (!REEXPORT) return t.log('SKIPPED in part: TEST_WHISPER_BASE names no ggml-base.bin')
  const f16 = await imported(REEXPORT, 'base-f16')
  t.like(f16.json.models, [{ speech: { like: 'base', quantization: 'f16' } }])
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
  t.like(list.json.models[1], {
    name: 'own',
    kind: 'text',
    known: false,
    proof: 'proven',
    licence: null,
  })
  t.is((await run(['model', 'remove', 'own'])).code, 64)
  t.is((await run(['model', 'remove', 'own', '--yes'])).code, 0)
  t.is((await run(['model', 'list', '--installed', '--json'])).json.models.length, 1)
})

test('two models are chosen at once while a third program writes the settings, and nothing is lost', async (t) => {
  const { root, dataDir, start, run } = await buildCli(t)
  await mkdir(join(root, 'stick'))
  makeGguf(join(root, 'stick', 'texto.gguf'), { seed: 1 })
  const texto = join(root, 'stick', 'texto.gguf')
  t.is((await run(['model', 'import', texto, '--name', 'texto'])).code, 0)

  const path = join(dataDir, 'svc.config.json')
  const held = await findLock(`${path}.lock`, () => new Date())
  const both: ReturnType<typeof start>[] = []
  // One after the other, the one that tries an engine first: whoever waits has half a minute of
  // patience.
  for (const name of ['texto', BOX]) {
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
    port: 8123,
    speechModel: 'ggml-base-q5_0.bin',
    textModel: 'texto.gguf',
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

test('a server that has not switched to the model yet is reported with exit code 75; the setting stays', async (t) => {
  const { run } = await buildCli(t)
  const busy = { wanted: 'other.bin', active: 'other.bin', state: 'active' }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ status: 'ready', models: { speech: busy, text: busy } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  const there = { SVC_PORT: String((server.address() as AddressInfo).port) }
  const used = await run(['model', 'use', BOX, '--wait', '1', '--json'], there)
  t.is(used.code, 75, used.stderr)
  t.is(used.failure.error, 'model_not_taken_yet')
  t.is(used.json.live.state, 'pending')
  const words = await run(['model', 'use', BOX, '--wait', '0'], there)
  t.is(words.code, 0)
  t.regex(words.stdout, /has not taken it yet/)
  t.is((await run(['model', 'use', BOX, '--wait', 'x'], there)).code, 64)
})
