/**
 * The whole way of a visit's sound, tried: a service of its own on a free port and in a folder
 * among the data, with this installation's engine and model. A clip is uploaded as a host would,
 * and its text is waited for. Nothing of it stays.
 */
import { readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { SoundPathFacts } from '../../core/doctor/check.ts'
import { isAppError } from '../../core/errors.ts'
import { silentLog } from '../../core/log.ts'
import { timeLimit } from '../../core/time-limit.ts'
import { channelPath } from '../../models/audio/audio-store.ts'
import { openAccess } from '../compose/access.ts'
import type { Platform } from '../platform.ts'
import { type ServerInfo, serve } from '../server.ts'
import { modelPath, probeSoundPath } from '../speech-files.ts'

/** The clip has nine seconds; a slow box with a large model still manages. */
const LONGEST_MS = 120_000
const LOOK_EVERY_MS = 200

export async function soundPath(
  config: Config,
  platform: Platform,
  stop: AbortSignal,
): Promise<SoundPathFacts> {
  const dataDir = join(await trialParent(config.dataDir), `.doctor-${process.pid}-sound`)
  const trial = trialConfig(config, platform, dataDir)
  const ended = new AbortController()
  const signal = AbortSignal.any([stop, ended.signal, timeLimit(LONGEST_MS)])
  let running: Promise<void> | undefined
  let failedAt: NonNullable<SoundPathFacts['failedAt']> = 'start'
  try {
    const apiKey = await firstKey(trial, platform)
    const server = await new Promise<ServerInfo>((resolve, reject) => {
      running = serve(trial, {
        signal,
        platform,
        log: silentLog,
        onReady: resolve,
      })
      running.catch(reject)
    })
    const began = performance.now()
    failedAt = 'sound'
    const clip = await readFile(probeSoundPath(platform))
    const { ask, ehrId } = await openVisit(server.url, apiKey, signal)
    const form = new FormData()
    form.append('audio', new Blob([clip], { type: 'audio/wav' }), 'clip.wav')
    const sent = await ask<{ recording_id: string }>('POST', `ehrs/${ehrId}/audio`, form)
    failedAt = 'durable'
    const file = channelPath(join(dataFolder(dataDir).audio, ehrId, sent.recording_id), 0)
    if ((await stat(file)).size === 0) throw new Error('empty')
    failedAt = 'transcript'
    const words = await textOf(ask, ehrId, { server, signal })
    return { failedAt: null, reason: '', words, tookMs: Math.round(performance.now() - began) }
  } catch (error) {
    stop.throwIfAborted()
    return { failedAt, reason: reasonOf(error), words: 0, tookMs: 0 }
  } finally {
    ended.abort()
    await running?.catch(() => {})
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * On the disk of the data. Beside them only before there are any: an installed service may write
 * nowhere else.
 */
async function trialParent(dataDir: string): Promise<string> {
  const isThere = await stat(dataDir).then(
    () => true,
    () => false,
  )
  return isThere ? dataDir : dirname(dataDir)
}

/**
 * This installation's engine, and nothing else of it: no database, no key, no network but this
 * machine.
 */
function trialConfig(config: Config, platform: Platform, dataDir: string): Config {
  return {
    ...config,
    dataDir,
    databaseUrl: `sqlite:${join(dataDir, 'svc.sqlite')}`,
    masterKeyPassphraseFile: null,
    masterKeyCommand: null,
    host: '127.0.0.1',
    port: 0,
    publicUrl: 'http://127.0.0.1',
    tlsCertificateFile: null,
    tlsKeyFile: null,
    trustedProxies: 0,
    demo: false,
    backupEveryH: 0,
    generator: 'rules',
    textModel: null,
    consentLater: true,
    speechModel: modelPath(config, platform, config.speechModel),
  }
}

async function firstKey(config: Config, platform: Platform): Promise<string> {
  const { database, access } = await openAccess(config, platform, silentLog)
  try {
    const { id: organizationId } = await access.createOrganization({ name: 'svcctl doctor' })
    const { secret } = await access.createKey({ organizationId, kind: 'api_key', name: 'doctor' })
    return secret
  } finally {
    await database.close()
  }
}

type Ask = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

async function openVisit(url: string, apiKey: string, signal: AbortSignal) {
  const headers = { 'content-type': 'application/json', 'x-svc-token': apiKey }
  const answer = await fetch(`${url}/integration/session-token/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ expiration: 1800 }),
  })
  const { access: token } = await answered<{ access: string }>(answer)
  const ask: Ask = async (method, path, body) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      signal,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    return answered(response)
  }
  const names = { consultation_id: 'doctor', doctor_id: 'doctor', patient_id: 'doctor' }
  const { id } = await ask<{ id: string }>('PUT', 'ehrs/by-external-id', names)
  return { ask, ehrId: id }
}

async function textOf(
  ask: Ask,
  ehrId: string,
  { server, signal }: { server: ServerInfo; signal: AbortSignal },
): Promise<number> {
  for (;;) {
    const { finished, transcriptions } = await ask<{
      finished: boolean
      transcriptions: { text: string; not_understood?: true }[]
    }>('GET', `ehrs/${ehrId}/transcriptions`)
    const understood = transcriptions.filter((one) => !one.not_understood)
    const words = understood.flatMap(({ text }) => text.split(/\s+/)).length
    if (finished && words === 0) throw new Error('no_words')
    if (finished) return words
    // Nothing will come any more.
    if (server.speech().state === 'unavailable') throw new Error('engine_unavailable')
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

async function answered<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`status_${response.status}`)
  return (await response.json()) as Answer
}

function reasonOf(error: unknown): string {
  if (isAppError(error)) return error.code
  const { code, message, name } = error as { code?: string; message?: string; name?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'it took too long'
  return (
    code ??
    (/^(status_\d+|no_words|engine_unavailable|empty)$/.test(message ?? '')
      ? `${message}`
      : (name ?? 'unknown'))
  )
}
