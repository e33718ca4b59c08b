// Own process: starts svcctl and ends it with a signal.
/**
 * `svcctl model setup` over the real command line and engines: what a script says, and what becomes
 * of a stick with good, cut and foreign files. Random weights are fit for nothing, so a model that
 * is taken is given its proof.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { buildCli } from '../helpers/cli.ts'
import { keepFitness } from '../helpers/keep-fitness.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { startModelServer, whole } from '../helpers/model-server.ts'

async function withStick(t: ExecutionContext) {
  const cli = await buildCli(t, { SVC_ENGINE_THREADS: '1' })
  const stick = join(cli.root, 'stick')
  await mkdir(stick)
  const file = makeGguf(join(stick, 'Own Model.gguf'))
  const setUp = (...args: string[]) => cli.run(['model', 'setup', ...args, '--json'])
  const settings = async () => (await cli.run(['config', 'show', 'textModel', '--json'])).json
  const inUse = async () => (await settings()).settings[0].value
  return { ...cli, stick, file, setUp, inUse, models: join(cli.dataDir, 'models') }
}

test('only requested models are downloaded, and the recommended pair is that of list and advise', async (t) => {
  const { run, setUp } = await withStick(t)
  const refused = await setUp('--yes')
  t.is(refused.code, 65)
  t.is(refused.failure.error, 'model_source_needed')
  t.is((await setUp('--from', '/x', '--download')).failure.error, 'validation_error')
  const { recommended } = (await run(['model', 'list', '--json'])).json
  const advice = (await run(['model', 'advise', '--json'])).json
  t.deepEqual(recommended, { speech: advice.speech, text: advice.text })
  t.truthy(recommended.text)
  t.regex(refused.failure.message, new RegExp(recommended.text.replaceAll('.', '\\.')))
  const { findings } = (await run(['doctor', '--json', '--run', 'speech.larger-model'])).json
  t.regex(findings[0].what, new RegExp(recommended.speech))
})

test('complete files on a stick are listed, others reported, and unknown files need to be named', async (t) => {
  const { stick, file, setUp, models, run } = await withStick(t)
  const whole = await readFile(file)
  await writeFile(join(stick, 'cut.gguf'), whole.subarray(0, whole.length - 50_000))
  await writeFile(join(stick, 'odd.bin'), Buffer.alloc(5000, 7))
  const looked = await run(['model', 'setup', '--from', stick, '--yes'])
  t.is(looked.code, 65, looked.stderr)
  t.regex(looked.stderr, /Nothing was set up: 2 files .* still missing/)
  t.regex(looked.stderr, /cut\.gguf: This file was cut short/)
  t.regex(looked.stderr, /odd\.bin: This is no model/)
  t.regex(looked.stderr, /own-model, which is in no catalogue.*--text own-model/)
  t.regex(looked.stderr, /neither here nor there/)
  const dry = await setUp('--from', stick, '--text', 'own-model', '--dry-run')
  t.like(dry.json, { changed: false })
  t.like(dry.json.plan.at(-1), { name: 'own-model', how: 'import', size_bytes: whole.length })
  t.deepEqual(await readdir(models).catch(() => []), [])
  const nobody = await setUp('--from', stick, '--text', 'nobody')
  t.is(nobody.failure.error, 'model_not_there')
})

test('an unfit model is stored and not used; a fit one is used, and rules can be chosen again', async (t) => {
  const { stick, setUp, models, inUse, run } = await withStick(t)
  const first = await setUp('--from', stick, '--text', 'own-model', '--yes')
  t.is(first.code, 0, first.stderr)
  t.like(first.json.done, [{ name: 'own-model', used: false, fitness: 'nothing' }])
  t.is(await inUse(), null)

  await keepFitness(join(models, 'own-model.gguf'), 'phrase')
  const second = await setUp('--text', 'own-model', '--speech', 'whisper-base-q5_0', '--yes')
  t.is(second.code, 0, second.stderr)
  t.like(second.json.done, [{ name: 'own-model', used: true, fitness: 'phrase' }])
  t.is(await inUse(), 'own-model.gguf')
  const third = await setUp('--text', 'own-model', '--speech', 'whisper-base-q5_0', '--yes')
  t.like(third.json, { changed: false })

  const back = await run([
    'model',
    'setup',
    '--text',
    'rules',
    '--speech',
    'whisper-base-q5_0',
    '--yes',
  ])
  t.is(back.code, 0, back.stderr)
  t.is(await inUse(), null)
})

test('a file that does not load is reported and not used, and the same command resumes', async (t) => {
  const { stick, file, setUp, inUse, run } = await withStick(t)
  const altered = await readFile(file)
  altered.write('xlama', altered.indexOf('llama'))
  await writeFile(join(stick, 'strange.gguf'), altered)
  const failed = await run(['model', 'setup', '--from', stick, '--text', 'strange', '--yes'])
  t.is(failed.code, 69)
  t.regex(failed.stderr, /could not be proven/)
  t.regex(failed.stderr, /goes on from here: svcctl model setup/)
  t.is(await inUse(), null)
  t.is((await setUp('--from', stick, '--text', 'strange', '--yes')).code, 69)
})

test('Ctrl-C in the middle ends with 130 and leaves nothing half-installed', async (t) => {
  const { stick, start, inUse, models, setUp } = await withStick(t)
  const args = ['model', 'setup', '--from', stick, '--text', 'own-model', '--yes']
  const { child, ended, said } = start(args)
  while (!said.stderr.includes('Proving') && child.exitCode === null) await sleep(50)
  child.kill('SIGINT')
  const { code } = await ended
  t.is(code, 130, said.stderr)
  t.regex(said.stderr, /The same command goes on from here/)
  t.is(await inUse(), null)
  const left = await readdir(models)
  t.deepEqual(
    left.filter((name) => /\.(part|lock)/.test(name)),
    [],
  )
  const again = await setUp('--from', stick, '--text', 'own-model', '--yes')
  t.like(again.json.done, [{ name: 'own-model', used: false }])
})

test('a download with the wrong digest is refused, after the plan is shown', async (t) => {
  const { run, models } = await withStick(t)
  const mirror = await startModelServer(t, [whole(Buffer.alloc(5000, 1))])
  const args = ['--download', '--speech', 'whisper-tiny-q5_1', '--text', 'rules', '--yes']
  const failed = await run(['model', 'setup', ...args, '--model-mirror', mirror.url])
  t.is(failed.code, 65)
  t.regex(failed.stderr, /whisper-tiny-q5_1 +~31\.0 MiB/)
  t.regex(failed.stderr, /model_checksum_mismatch/)
  t.deepEqual(await readdir(models), [])
})

test('terms are not agreed to by saying yes', async (t) => {
  const { setUp } = await withStick(t)
  const args = ['--download', '--speech', 'whisper-base-q5_0', '--text', 'llama-3.2-1b', '--yes']
  t.is((await setUp(...args)).failure.error, 'licence_not_accepted')
})
