/**
 * Speech and NVIDIA cards, with stand-ins for NVIDIA's tools, for cmake and for the program
 * (helpers/card-tools.ts says what that proves).
 */
import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { cpuKey } from '../../ai-local/whisper/cpu-key.ts'
import { architecturesOf, findCards } from '../../ai-local/whisper/graphics-card.ts'
import { readSpeechModel } from '../../ai-local/whisper/speech-model.ts'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import type { Log, LogFields } from '../../core/log.ts'
import { cardTools, ONE_CARD } from '../helpers/card-tools.ts'
import { buildCli } from '../helpers/cli.ts'
import { type Script, scriptedProgram } from '../helpers/scripted-engine.ts'
import { liveOptions, root, temporaryFolder } from '../helpers/speech.ts'
import { answerOf, segmentOf } from '../helpers/spoken-visit.ts'

const FOR_CARD = `whisper-server-1.9.1-patch2-cuda-89-${cpuKey()}`
const FOR_PROCESSOR = `whisper-server-1.9.1-patch2-${cpuKey()}`
const card = { name: 'NVIDIA L4', memoryMiB: 23_034, architecture: '89' }

test.serial('cards are what the driver says of them; one that is in trouble is none', async (t) => {
  cardTools(t, { cards: `${ONE_CARD}\nNVIDIA A100-SXM4-80GB, 81920, 8.0\nNVIDIA T4, [N/A], [N/A]` })
  const cards = await findCards()
  t.deepEqual(cards[0], card)
  t.deepEqual(architecturesOf(cards), ['80', '89'])
  t.deepEqual(await findCards({ ...process.env, CUDA_VISIBLE_DEVICES: '' }), [], 'hidden')
})

test.serial(
  'with a card and its compiler the runtime is built for both, and found while the card is there',
  async (t) => {
    const { runtime, configured, runtimeDir } = cardTools(t, { cards: ONE_CARD })
    t.like(await runtime().card(), { name: 'NVIDIA L4', memoryMiB: 23_034, use: 'not-built' })
    const built = await runtime().build()
    t.like(built, { key: FOR_CARD, card })
    t.regex(configured().join(), /-DGGML_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=89/)
    t.deepEqual(await runtime().locate(), built)
    t.is((await runtime().card())?.use, 'used')
    t.is((await runtime().build()).key, FOR_CARD, 'and not once more')
    t.is(configured().length, 1)
    t.deepEqual(readdirSync(runtimeDir), [FOR_CARD])

    const model = join(root, 'ai-local/speech-model/ggml-base-q5_0.bin')
    const { signal } = new AbortController()
    t.is(await runtime().weightsFor(built, model, signal), model, 'a card loads the file as it is')

    process.env.CUDA_VISIBLE_DEVICES = ''
    t.teardown(() => delete process.env.CUDA_VISIBLE_DEVICES)
    t.is(await runtime().locate(), null, 'the card is gone')
    t.like(await runtime().build(), { key: FOR_PROCESSOR, card: null })
    t.is((await runtime().locate())?.key, FOR_PROCESSOR)
    delete process.env.CUDA_VISIBLE_DEVICES
    t.is((await runtime().locate())?.key, FOR_CARD, 'and back')
  },
)

test.serial('a build for the card that fails leaves the processor, and says so', async (t) => {
  const { runtime, events, runtimeDir } = cardTools(t, { cards: ONE_CARD, cudaBuild: 'fails' })
  t.like(await runtime().build(), { key: FOR_PROCESSOR, card: null })
  const told = events.map(([event]) => event)
  t.true(told.includes('speech.card_build_failed'))
  const output = events.find(([event]) => event === 'speech.build_output')
  t.regex(String(output?.[1]?.tail), /unsupported compiler/)
  t.deepEqual(readdirSync(runtimeDir), [FOR_PROCESSOR])
  t.is((await runtime().card())?.use, 'not-built')
})

const SETUP = join(root, 'bin/setup-speech.ts')

test.serial(
  'setup builds for a card that came later, and says what recognizes speech',
  async (t) => {
    const { runtime, runtimeDir } = cardTools(t, { cards: ONE_CARD })
    await runtime({ gpu: 'off' }).build()
    const run = (gpu: string) =>
      promisify(execFile)(process.execPath, ['--import=tsx', SETUP], {
        cwd: root,
        env: { ...process.env, SVC_RUNTIME_DIR: runtimeDir, SVC_SPEECH_GPU: gpu },
      })
    t.regex((await run('off')).stdout, /The speech runtime is there/)
    t.deepEqual(
      readdirSync(runtimeDir).filter((name) => name.startsWith('whisper')),
      [FOR_PROCESSOR],
    )
    const { stdout } = await run('')
    t.regex(stdout, /Compiling the speech runtime for NVIDIA L4[\s\S]*recognized on NVIDIA L4\./)
    t.regex((await run('')).stdout, /The speech runtime is there[\s\S]*recognized on NVIDIA L4\./)
  },
)

test.serial('setup says that a build for the card failed', async (t) => {
  const { runtimeDir } = cardTools(t, { cards: ONE_CARD, cudaBuild: 'fails' })
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import=tsx', SETUP], {
    cwd: root,
    env: { ...process.env, SVC_RUNTIME_DIR: runtimeDir },
  })
  t.regex(stdout, /Built whisper-server/)
  t.regex(stderr, /could not be built for NVIDIA L4.*the processor recognizes speech/)
})

test.serial(
  'without a card, a compiler for it, or leave to use it, the processor computes',
  async (t) => {
    const none = cardTools(t, { cards: null })
    t.is(await none.runtime().card(), null)
    t.is((await none.runtime().build()).key, FOR_PROCESSOR)

    const silent = cardTools(t, { cards: '' })
    t.is(await silent.runtime().card(), null, 'a driver without a card')

    const noCompiler = cardTools(t, { cards: ONE_CARD, without: ['cmake'] })
    t.is((await noCompiler.runtime().card())?.use, 'no-compiler')

    const off = cardTools(t, { cards: ONE_CARD })
    const runtime = off.runtime({ gpu: 'off' })
    t.is((await runtime.build()).key, FOR_PROCESSOR)
    t.is((await runtime.card())?.use, 'off')
    t.is((await off.runtime({ binary: process.execPath }).card())?.use, 'own')
    t.is(
      (await off.runtime({ portable: true }).build()).key,
      'whisper-server-1.9.1-patch2-portable',
    )
  },
)

test.serial('a build without a card does not wait for a driver', async (t) => {
  const { runtime, timesAsked } = cardTools(t, { cards: ONE_CARD })
  await runtime({ gpu: 'off' }).build()
  const before = timesAsked()
  t.is((await runtime().locate())?.key, FOR_PROCESSOR)
  t.is(timesAsked(), before)
})

test.serial(
  'svcctl model advise says what a card does, or why it does nothing, and nothing of none',
  async (t) => {
    const { run } = await buildCli(t, { NO_COLOR: '1' })
    const advise = async (more: Record<string, string> = {}) =>
      (await run(['model', 'advise'], more)).stderr.replace(/\s+/g, ' ')
    const none = cardTools(t, { cards: null })
    t.notRegex(await advise({ SVC_RUNTIME_DIR: none.runtimeDir }), /card|llama-server/)

    const { runtime, runtimeDir } = cardTools(t, { cards: ONE_CARD })
    const here = { SVC_RUNTIME_DIR: runtimeDir }
    t.regex(
      await advise(here),
      /NVIDIA L4 \(22\.5 GiB\) is not used for speech\. .*To use it: svcctl doctor --fix\..*llama-server/,
    )
    t.regex(await advise({ ...here, SVC_SPEECH_GPU: 'off' }), /the setting speechGpu is off/)
    await runtime().build()
    t.regex(
      await advise(here),
      /Speech is recognized on NVIDIA L4 .*: not measured with whisper-base/,
    )
    const { json } = await run(['model', 'advise', '--json'], here)
    t.like(json.card, { name: 'NVIDIA L4', memory_mib: 23_034, use: 'used', speed_without: null })
  },
)

const hearsBomDia: Script = ({ samples }) =>
  answerOf([segmentOf('Bom dia.', 0.2, samples.length / 16_000 - 0.2)], samples.length)

/**
 * The scripted program behind one that computes on a card as `onCard`, a line of shell, says;
 * without the card it works.
 */
async function onCard(t: ExecutionContext, onCard: string, script: Script = hearsBomDia) {
  const { binary, modelPath } = await scriptedProgram(t, script)
  const path = join(temporaryFolder(t), 'whisper-server')
  const without = `for a; do [ "$a" = -ng ] && exec ${binary} "$@"; done`
  writeFileSync(
    path,
    `#!/bin/sh\n${without}\n${onCard.replaceAll('PROGRAM', `${binary} "$@"`)}\n`,
    {
      mode: 0o755,
    },
  )
  const events: [event: string, fields: LogFields | undefined][] = []
  const note = (event: string, fields?: LogFields) => void events.push([event, fields])
  const log: Log = { debug() {}, info: note, warn: note, error: note }
  const model = await readSpeechModel(modelPath)
  const server = whisperServer({ binary: path, model, threads: 1, card: true, log })
  t.teardown(() => server[Symbol.asyncDispose]())
  const hear = async () => (await server.recognize(new Int16Array(32_000), liveOptions()))[0]?.text
  const started = () =>
    events.flatMap(([event, fields]) => (event === 'speech.engine_started' ? [fields?.onCard] : []))
  return { hear, started, events: () => events.map(([event]) => event) }
}

const SAYS_CARD = 'echo "whisper_backend_init_gpu: using CUDA0 backend" >&2'

test.serial('a model that the card cannot load runs on the processor', async (t) => {
  const full = await onCard(t, 'echo "CUDA error: out of memory" >&2; exit 3')
  t.is(await full.hear(), 'Bom dia.')
  t.deepEqual(full.started(), [false])
  t.true(full.events().includes('speech.card_not_used'))
})

test.serial('a program that finds no card works on, and the log says so', async (t) => {
  const blind = await onCard(t, 'echo "whisper_backend_init_gpu: no GPU found" >&2; exec PROGRAM')
  t.is(await blind.hear(), 'Bom dia.')
  t.deepEqual(blind.started(), [false])
  t.true(blind.events().includes('speech.card_not_used'))
  const seeing = await onCard(t, `${SAYS_CARD}; exec PROGRAM`)
  t.is(await seeing.hear(), 'Bom dia.')
  t.deepEqual(seeing.started(), [true])
  t.false(seeing.events().includes('speech.card_not_used'))
})

test.serial(
  'a card that ends the program twice in a row is left alone until the processor has answered',
  async (t) => {
    let asked = 0
    const { hear, started } = await onCard(t, `${SAYS_CARD}; exec PROGRAM`, (request, number) =>
      asked++ < 2 ? { ends: 'crash' } : hearsBomDia(request, number),
    )
    for (let i = 0; i < 2; i++)
      await t.throwsAsync(hear, { message: /interrompido/ }, 'whose sound it was decides what next')
    t.is(await hear(), 'Bom dia.')
    t.deepEqual(started(), [true, true, false])
  },
)
