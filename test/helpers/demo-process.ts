/**
 * The product as an administrator starts it: the built program, in a process of its own, on an
 * empty data folder and a free port. Nothing in it is replaced.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { SessionInfo, SpeechStatus, TranscriptBody } from '../../core/contract/api.ts'
import { freePort } from './free-port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The very first start compiles the speech runtime. */
const SPEECH_READY_MS = 15 * 60_000
const STARTED_MS = 60_000
const TRANSCRIBED_MS = 5 * 60_000

export interface Appliance {
  url: string
  /** Waits until the box can hear, or says for good that it cannot. */
  speech(): Promise<SpeechStatus>
}

interface TearDown {
  teardown(end: () => unknown): void
}

/**
 * Starts `svcctl demo`; stopped, and its data removed, at the end of the test. `env`: further
 * settings.
 */
export async function startAppliance(
  t: TearDown,
  env: Record<string, string> = {},
): Promise<Appliance> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-appliance-'))
  const port = await freePort()
  const child = spawn(process.execPath, [join(ROOT, 'bin/svcctl'), 'demo'], {
    env: {
      ...process.env,
      SVC_DATA_DIR: dataDir,
      SVC_PORT: String(port),
      SVC_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = collect(child)
  t.teardown(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
  const url = `http://127.0.0.1:${port}`
  await until(STARTED_MS, async () => {
    if (child.exitCode !== null) throw new Error(`svcctl demo ended: ${said()}`)
    return (await fetch(`${url}/healthz`).catch(() => undefined))?.ok
  })

  return {
    url,
    async speech() {
      let status: SpeechStatus | undefined
      let refusals = 0
      await until(SPEECH_READY_MS, async () => {
        status = (await session(url)).speech
        // In its first moments a server that is about to prepare still says that it cannot.
        refusals = status.state === 'unavailable' ? refusals + 1 : 0
        return status.state === 'ready' || refusals > 20
      })
      return status as SpeechStatus
    },
  }
}

/**
 * A finished file as the sound of a consultation, by the product's own interface; resolves when it
 * is transcribed.
 */
export async function uploadSample(url: string, ehrId: string, sound: Uint8Array): Promise<void> {
  const authorization = `Bearer ${await demoToken(url)}`
  const uploaded = await fetch(`${url}/api/v1/ehrs/${ehrId}/audio`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/octet-stream' },
    body: Uint8Array.from(sound),
  })
  if (uploaded.status !== 201) throw new Error(`upload: ${uploaded.status}`)
  await until(TRANSCRIBED_MS, async () => {
    const answer = await fetch(`${url}/api/v1/ehrs/${ehrId}/transcriptions`, {
      headers: { authorization },
    })
    return ((await answer.json()) as TranscriptBody).finished
  })
}

async function session(url: string): Promise<SessionInfo> {
  const validated = await fetch(`${url}/api/v1/session/validate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await demoToken(url)}` },
  })
  return (await validated.json()) as SessionInfo
}

async function demoToken(url: string): Promise<string> {
  const issued = await fetch(`${url}/demo/session-token`, {
    method: 'POST',
    headers: { origin: url },
  })
  const { access } = (await issued.json()) as { access: string }
  return access
}

async function until(limitMs: number, isDone: () => Promise<boolean | undefined>) {
  const deadline = Date.now() + limitMs
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`not done after ${limitMs / 1000} s`)
    await delay(250)
  }
}

/** The last lines the program wrote, for the message of a failing test. */
function collect(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4000)
  })
  return () => tail
}
