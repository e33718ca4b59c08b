/**
 * `svcctl model prove` over the real command line and the real engine, with a model of random
 * weights: what is fit for nothing says so.
 */
import { copyFile, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { chooseEngine } from '../../bin/choose-engine.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import { silentLog } from '../../core/log.ts'
import { type FitnessLevel, PROOF_VERSION } from '../../core/model-file/model-fitness.ts'
import { buildCli } from '../helpers/cli.ts'
import { keepFitness } from '../helpers/keep-fitness.ts'
import { makeGguf } from '../helpers/make-gguf.ts'
import { demoModel } from '../helpers/speech.ts'

async function withOwnModel(t: ExecutionContext) {
  const cli = await buildCli(t, { SVC_ENGINE_THREADS: '1' })
  const file = makeGguf(join(cli.root, 'x.gguf'))
  const taken = await cli.run(['model', 'import', file, '--name', 'own'])
  t.is(taken.code, 0, taken.stderr)
  t.regex(taken.stderr, /svcctl model prove own/)
  const [{ file: name }] = (
    await cli.run(['model', 'list', '--kind', 'text', '--installed', '--json'])
  ).json.models
  return { ...cli, file: name as string, models: join(cli.dataDir, 'models') }
}

async function fitnessIn(cli: Awaited<ReturnType<typeof withOwnModel>>) {
  const { models } = (await cli.run(['model', 'list', '--installed', '--json'])).json
  return models.find(({ file }: { file: string }) => file === cli.file).fitness
}

test('a model of random weights is fit for nothing, which list, doctor and the record say until the file changes', async (t) => {
  const cli = await withOwnModel(t)
  t.is(await fitnessIn(cli), null)
  const proven = await cli.run(['model', 'prove', 'own', '--json'])
  t.is(proven.code, 0, proven.stderr)
  t.like(proven.json, { name: 'own', fitness: { level: 'nothing', proof_version: PROOF_VERSION } })
  t.is(proven.json.fitness.write, null)
  t.is(await fitnessIn(cli), 'nothing')
  t.regex((await cli.run(['model', 'list', '--installed'])).stdout, /not fit for documents/)
  t.is((await cli.run(['model', 'verify'])).code, 0)
  t.is(await fitnessIn(cli), 'nothing', 'a file that was read again is the same')

  const used = await cli.run(['model', 'use', 'own'])
  t.is(used.code, 0, used.stderr)
  t.regex(used.stderr, /not fit for documents here.*rules write them/)
  t.notRegex(used.stderr, /all the same/)
  const named = await cli.run(['model', 'use', 'own'], { SVC_GENERATOR: 'llama' })
  t.regex(named.stderr, /it writes them all the same: svcctl config set generator auto/)
  const finding = async () => {
    const { findings } = (await cli.run(['doctor', '--json'])).json
    return findings.find(({ id }: { id: string }) => id === 'documents.model')
  }
  t.like(await finding(), { severity: 'info' })
  t.regex((await finding()).what, /not fit for documents here/)
  const path = join(cli.models, cli.file)
  await utimes(path, new Date(), new Date())
  t.is(await fitnessIn(cli), null)
})

test('a file that is missing, no language model or does not load is refused, and nothing is stored', async (t) => {
  const cli = await withOwnModel(t)
  const codeOf = async (name: string) => {
    const { code, failure } = await cli.run(['model', 'prove', name, '--json'])
    return [code, failure.error]
  }
  t.deepEqual(await codeOf('nobody'), [66, 'model_not_installed'])
  t.deepEqual(await codeOf('whisper-base-q5_0'), [65, 'model_not_text'])
  await copyFile((await demoModel()).path, join(cli.models, 'ggml-tiny.bin'))
  t.deepEqual(await codeOf('whisper-tiny'), [65, 'model_checksum_mismatch'])
  await copyFile(join(cli.models, cli.file), join(cli.models, 'by-hand.gguf'))
  t.deepEqual(await codeOf('by-hand.gguf'), [65, 'model_not_imported'])

  const cut = join(cli.root, 'cut.gguf')
  const whole = await readFile(join(cli.models, cli.file))
  await writeFile(cut, whole.subarray(0, whole.length - 50_000))
  t.is((await cli.run(['model', 'import', cut, '--name', 'cut'])).code, 65)
  // Whole, and of a kind that no engine knows.
  const strange = join(cli.root, 'strange.gguf')
  const altered = Buffer.from(whole)
  altered.write('xlama', whole.indexOf('llama'))
  await writeFile(strange, altered)
  t.is((await cli.run(['model', 'import', strange, '--name', 'strange'])).code, 0)
  t.deepEqual(await codeOf('strange'), [69, 'model_proof_failed'])
  t.is(await fitnessIn(cli), null)
})

test('Ctrl-C ends a proof with 130, and the model is as unproven as before', async (t) => {
  const cli = await withOwnModel(t)
  const { child, ended, said } = cli.start(['model', 'prove', 'own'])
  await sleep(2500)
  child.kill('SIGINT')
  const { code } = await ended
  t.true(code === 130 || (code === 0 && said.stdout !== ''), said.stderr)
  if (code === 130) t.is(await fitnessIn(cli), null)
})

const chosen = test.macro({
  title: (_, what: string) => `who writes documents: ${what}`,
  async exec(
    t,
    _what: string,
    { level, generator }: { level: FitnessLevel | null; generator: string },
    expected: object,
  ) {
    const cli = await withOwnModel(t)
    if (level !== null) await keepFitness(join(cli.models, cli.file), level)
    const machine = platform()
    const config = loadConfig({
      flags: {},
      cwd: cli.root,
      installRoot: machine.installRoot,
      readFile: () => undefined,
      env: { SVC_DATA_DIR: cli.dataDir, SVC_TEXT_MODEL: cli.file, SVC_GENERATOR: generator },
    }).config
    const { generator: writer } = await chooseEngine({
      config,
      platform: machine,
      gate: computeGate(),
      log: silentLog,
    })
    t.teardown(() => writer[Symbol.asyncDispose]())
    t.deepEqual(writer.status as object, expected)
    t.is(writer.version.includes('lines-'), generator === 'auto' && level === 'phrase')
  },
})
const RULES = { kind: 'rules', model: null }
const MODEL = { kind: 'llama', model: 'own.gguf' }
test(chosen, 'an unproven model is left out', { level: null, generator: 'auto' }, RULES)
test(chosen, 'an unfit model is left out', { level: 'nothing', generator: 'auto' }, RULES)
test(chosen, 'a model fit to phrase phrases', { level: 'phrase', generator: 'auto' }, MODEL)
test(chosen, 'a model fit to write writes', { level: 'write', generator: 'auto' }, MODEL)
test(
  chosen,
  'a model that is named writes, and says that it is unproven',
  { level: null, generator: 'llama' },
  { ...MODEL, unproven: true },
)
test(chosen, 'named and proven it says nothing', { level: 'write', generator: 'llama' }, MODEL)
