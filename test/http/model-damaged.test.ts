/** Copies of models that broke on their way: called that before anything is installed. */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { boxModelPath } from '../helpers/speech.ts'

test('a model that was cut short or altered is called that, whatever name it is given', async (t) => {
  const { root, dataDir, run } = await buildCli(t)
  const stick = join(root, 'stick')
  await mkdir(stick)
  const box = await readFile(boxModelPath)
  const gguf = await readFile(makeGguf(join(root, 'whole.gguf')))
  const flipped = Buffer.from(box)
  flipped[40_000_000] = (flipped[40_000_000] ?? 0) ^ 1
  const cases: [file: string, bytes: Buffer, error: string][] = [
    ['x.gguf', gguf.subarray(0, gguf.length - 40), 'model_cut_short'],
    ['y.gguf', gguf.subarray(0, 3000), 'model_cut_short'],
    ['qwen3.5-4b.gguf', gguf.subarray(0, 3000), 'model_cut_short'],
    ['x.bin', box.subarray(0, box.length - 1), 'model_cut_short'],
    ['ggml-small-q5_1.bin', box.subarray(0, 9_000_000), 'model_cut_short'],
    ['ggml-base-q5_0.bin', flipped, 'model_altered'],
    ['GGML-small-q5_1.bin', flipped, 'model_altered'],
    ['whisper-small.bin', flipped, 'model_altered'],
    ['silero-v6.2.0-ggml.bin', Buffer.from('silero'.repeat(100)), 'model_altered'],
    ['qwen3.5-4b.gguf', gguf, 'model_altered'],
    ['notes.bin', Buffer.from('no model at all'.repeat(10)), 'model_not_recognised'],
  ]
  for (const [file, bytes, error] of cases) {
    const path = join(stick, file)
    await writeFile(path, bytes)
    for (const more of [[], ['--name', 'own'], ['--name', 'own', '--dry-run']]) {
      const refused = await run(['model', 'import', path, ...more, '--json'])
      t.is(refused.code, 65, `${file}: ${refused.stderr}`)
      t.is(refused.failure.error, error, file)
      t.false(refused.failure.message.includes('--name my-model'), file)
    }
  }
  // A folder of nothing else is no success; nor is it one that hides a good file.
  const folder = await run(['model', 'import', stick, '--json'])
  t.is(folder.code, 65)
  t.is(folder.failure.error, 'model_nothing_imported')
  t.true(folder.json.skipped.length >= 8)
  const installed = await readdir(join(dataDir, 'models')).catch(() => [])
  t.deepEqual(
    installed.filter((file) => /\.(?:bin|gguf)$/.test(file)),
    [],
  )
  // Among others a name says nothing: it is for one file, which is to be imported by itself.
  await writeFile(join(stick, 'mine.gguf'), gguf)
  const named = await run(['model', 'import', stick, '--name', 'mine', '--json'])
  t.is(named.failure.error, 'model_nothing_imported')
  t.regex(
    named.json.skipped.find((one: { source_path: string }) => one.source_path.endsWith('mine.gguf'))
      .reason,
    /by itself and under a name of your own: svcctl model import FILE --name my-model/,
  )
  await rm(join(stick, 'mine.gguf'))
  await copyFile(boxModelPath, join(stick, 'good.bin'))
  const some = await run(['model', 'import', stick, '--json'])
  t.is(some.code, 0, some.stderr)
  t.is(some.json.models.length, 1)
})

test('a whole model is taken; its name is its own; rules write again when they are asked to', async (t) => {
  const { root, run } = await buildCli(t, { SVC_SPEECH_ENGINE: 'off' })
  const file = makeGguf(join(root, 'x.gguf'))
  const taken = await run(['model', 'import', file, '--name', 'own', '--json'])
  t.is(taken.code, 0, taken.stderr)
  const named = await run(['model', 'import', file, '--name', 'rules', '--json'])
  t.is(named.failure.error, 'model_name_not_allowed')
  t.is((await run(['config', 'set', 'textModel', 'own.gguf', 'generator', 'llama'])).code, 0)
  const doctor = await run(['doctor', '--run', 'documents.model', '--json'])
  t.regex(doctor.json.findings[0].what, /in no catalogue, so whoever imported it vouches.*unproven/)
  t.is(doctor.json.findings[0].severity, 'warning')

  const rules = await run(['model', 'use', 'rules', '--json'])
  t.is(rules.code, 0, rules.stderr)
  t.like(rules.json, { name: 'rules', before: 'own.gguf', generator: 'auto' })
  const { settings } = (await run(['config', 'show', '--json'])).json
  const value = (key: string) => settings.find((one: { key: string }) => one.key === key).value
  t.is(value('textModel'), null)
  t.is((await run(['model', 'use', 'rules'])).code, 0, 'once more changes nothing')
  await rm(file)
})
