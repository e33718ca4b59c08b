/**
 * The whole product as a process of its own, the way an administrator runs it: the built `svcctl
 * serve` on a data folder in a temporary place. It can be killed and started again on the same
 * folder.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openAccess } from '../../bin/compose/access.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { silentLog } from '../../core/log.ts'
import { freePort } from './free-port.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface TearDown {
  teardown(fn: () => unknown): void
}

export type Appliance = Awaited<ReturnType<typeof startAppliance>>

/** Starts and waits until `/readyz` answers. Settings as environment variables. */
export async function startAppliance(t: TearDown, settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-appliance-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment: Record<string, string> = {
    SVC_DATA_DIR: dataDir,
    SVC_PORT: String(port),
    SVC_LOG_LEVEL: 'warn',
    ...settings,
  }
  const apiKey = await firstKey(environment)
  let child = await start()
  t.teardown(async () => {
    await kill('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  })

  async function start(): Promise<ChildProcess> {
    const started = spawn(process.execPath, [join(ROOT, 'bin', 'svcctl'), 'serve'], {
      env: { PATH: process.env.PATH, HOME: dataDir, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    started.stderr?.on('data', (chunk) => {
      said += chunk
    })
    await waitUntilReady(url, started, () => said)
    return started
  }

  async function kill(signal: NodeJS.Signals) {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  return {
    url,
    dataDir,
    apiKey,
    pid: () => child.pid ?? 0,
    kill,
    /** @param changed settings that differ from then on */
    async restart(changed: Record<string, string> = {}) {
      await kill('SIGKILL')
      Object.assign(environment, changed)
      child = await start()
    },
    /** A session token, as a host's backend gets one. */
    async token(): Promise<string> {
      const response = await fetch(`${url}/integration/session-token/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-token': apiKey },
        body: JSON.stringify({ expiration: 1800 }),
      })
      const { access } = (await response.json()) as { access: string }
      return access
    },
  }
}

async function firstKey(env: Record<string, string>): Promise<string> {
  const { config } = loadConfig({
    flags: {},
    env,
    cwd: ROOT,
    installRoot: ROOT,
    readFile: () => undefined,
  })
  const { database, access } = await openAccess(config, platform(), silentLog)
  const organization = await access.createOrganization({ name: 'Hospital de Teste' })
  const { secret } = await access.createKey({
    organizationId: organization.id,
    kind: 'api_key',
    name: 'test',
  })
  await database.close()
  return secret
}

async function waitUntilReady(url: string, child: ChildProcess, said: () => string) {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`the server ended with ${child.exitCode}: ${said()}`)
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await sleep(20)
  }
}
