/**
 * The first document on a new machine, and the proof that everything in it works together: a
 * service of its own in a folder of its own takes the sound of an invented visit as it would take a
 * patient's, hears it with the model in the box and writes the document by rules, all through its
 * own interfaces. Nothing of it stays; the installation's data are not touched.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { TriedOut } from '../../cli/bundle-deps.ts'
import { loadConfig } from '../../config/load-config.ts'
import { AppError, isAppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { timeLimit } from '../../core/time-limit.ts'
import type { Platform } from '../platform.ts'
import { serve } from '../server.ts'
import { loadSamples } from '../tools/demo/load-samples.ts'

interface Options {
  platform: Platform
  /** The compiled speech runtime. */
  runtimeDir: string
  signal: AbortSignal
  onStep(what: string): void
}

/** A short one: most people want to see the end of it. */
const SAMPLE = 'garganta'
const LIMIT_MS = 300_000
const LOOK_EVERY_MS = 200

/** @throws {AppError} `try_failed` with the step that failed */
export async function tryBundle({
  platform,
  runtimeDir,
  signal,
  onStep,
}: Options): Promise<TriedOut> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-try-'))
  const stop = new AbortController()
  const until = AbortSignal.any([signal, timeLimit(LIMIT_MS)])
  try {
    const { config } = loadConfig({
      flags: {},
      env: {
        SVC_DATA_DIR: dataDir,
        SVC_RUNTIME_DIR: runtimeDir,
        SVC_PORT: '0',
        SVC_DEMO: 'true',
        SVC_GENERATOR: 'rules',
        SVC_LOG_LEVEL: 'error',
      },
      cwd: dataDir,
      installRoot: platform.installRoot,
      readFile: () => undefined,
    })
    onStep('starting a service')
    let ended: Promise<void> = Promise.resolve()
    const started = new Promise<string>((resolve, reject) => {
      ended = serve(config, {
        platform,
        log: silentLog,
        signal: stop.signal,
        onReady: ({ url }) => resolve(url),
      })
      ended.catch(reject)
    })
    try {
      const url = await started
      return await visit({ url, installRoot: platform.installRoot, signal: until, onStep })
    } finally {
      stop.abort()
      await ended.catch(() => {})
    }
  } catch (cause) {
    if (signal.aborted || (isAppError(cause) && cause.code !== 'try_failed')) throw cause
    throw isAppError(cause) ? cause : failed(`it was cut short (${reasonOf(cause)})`, cause)
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

interface Visit extends Pick<Options, 'signal' | 'onStep'> {
  url: string
  installRoot: string
}

const Token = z.object({ access: z.string() })
const Opened = z.object({ id: z.string() })
const Uploaded = z.object({ duration_ms: z.number() })
const Transcript = z.object({
  finished: z.boolean(),
  transcriptions: z.array(
    z.object({ text: z.string(), not_understood: z.literal(true).optional() }),
  ),
})
const Ready = z.object({
  speech: z.object({ state: z.string(), model: z.string().nullish() }),
})
const Documents = z.object({ documents: z.array(z.object({ markdown: z.string() })) })

async function visit({ url, installRoot, signal, onStep }: Visit): Promise<TriedOut> {
  const folder = join(installRoot, 'bin', 'tools', 'demo', 'samples')
  const sample = (await loadSamples(folder)).find(({ slug }) => slug === SAMPLE)
  if (!sample) throw failed('its sample visit is missing')
  const sound = await readFile(join(folder, `${SAMPLE}.ogg`))
  const call = async (method: string, path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, { ...init, method, signal })
    if (!response.ok) throw failed(`${method} ${path} was answered with ${response.status}`)
    return response
  }
  const { access } = Token.parse(
    await (
      await call('POST', '/demo/session-token', { headers: { 'sec-fetch-site': 'same-origin' } })
    ).json(),
  )
  const authorization = `Bearer ${access}`
  const api = (method: string, path: string, body: object | Uint8Array | null = null) => {
    const isBytes = body instanceof Uint8Array
    const type = isBytes ? 'application/octet-stream' : 'application/json'
    return call(method, `/api/v1${path}`, {
      headers: { authorization, ...(body && { 'content-type': type }) },
      ...(body && { body: isBytes ? body : JSON.stringify(body) }),
    })
  }

  onStep('loading the speech model')
  const ready = async () => Ready.parse(await (await call('GET', '/readyz')).json()).speech
  let speech = await ready()
  while (speech.state === 'preparing') {
    await sleep(LOOK_EVERY_MS, undefined, { signal })
    speech = await ready()
  }
  if (speech.state !== 'ready') throw failed('speech recognition does not start: svcctl doctor')

  const { id } = Opened.parse(
    await (
      await api('PUT', '/ehrs/by-external-id', {
        consultation_id: 'bundle-try',
        doctor_id: 'medico-demo',
        patient_id: 'paciente-demo',
      })
    ).json(),
  )
  onStep('listening to an invented visit')
  const { duration_ms } = Uploaded.parse(
    await (await api('POST', `/ehrs/${id}/audio`, sound)).json(),
  )
  const heardAt = performance.now()
  const look = async () =>
    Transcript.parse(await (await api('GET', `/ehrs/${id}/transcriptions`)).json())
  let heard = await look()
  while (!heard.finished || heard.transcriptions.length === 0) {
    await sleep(LOOK_EVERY_MS, undefined, { signal })
    heard = await look()
  }
  const transcriptS = (performance.now() - heardAt) / 1000

  onStep('writing its document')
  const writtenAt = performance.now()
  // A stream of events: it has ended when the document is there.
  await (await api('POST', `/ehrs/${id}/documents`, { template_id: sample.templateId })).text()
  const documentS = (performance.now() - writtenAt) / 1000
  const { documents } = Documents.parse(await (await api('GET', `/ehrs/${id}/documents`)).json())
  const [document] = documents
  if (!document) throw failed('no document was written')
  const understood = heard.transcriptions.filter((one) => !one.not_understood)
  const words = understood.flatMap(({ text }) => text.split(/\s+/).filter(Boolean)).length
  return {
    title: sample.title,
    speechModel: speech.model ?? 'unknown',
    words,
    soundS: duration_ms / 1000,
    transcriptS,
    documentS,
    document: document.markdown,
  }
}

/** Of our own service, about an invented visit: nothing in it is anybody's. */
function reasonOf(error: unknown): string {
  const { cause, code, message } = error as NodeJS.ErrnoException
  return cause ? reasonOf(cause) : (code ?? message)
}

function failed(what: string, cause?: unknown): AppError {
  return new AppError('unavailable', 'try_failed', `The invented visit came to no end: ${what}.`, {
    cause,
  })
}
