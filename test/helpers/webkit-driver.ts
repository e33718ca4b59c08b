/**
 * WebKitGTK's own little browser, the engine of Safari, driven by WebKitWebDriver over HTTP (W3C
 * WebDriver).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import type { CommandName, DrivenBrowser, Transport } from './webdriver.ts'

const WAYS: Record<CommandName, readonly [method: string, path: string]> = {
  Navigate: ['POST', '/url'],
  ExecuteScript: ['POST', '/execute/sync'],
  ExecuteAsyncScript: ['POST', '/execute/async'],
  PerformActions: ['POST', '/actions'],
  TakeScreenshot: ['GET', '/screenshot'],
  SetWindowRect: ['POST', '/window/rect'],
}

/** A browser that hangs does not hold up the others. */
const ANSWER_MS = 60_000

interface Options {
  driverPath: string
  browserPath: string
  /** With a DISPLAY. */
  env: NodeJS.ProcessEnv
}

export async function openWebKit({
  driverPath,
  browserPath,
  env,
}: Options): Promise<DrivenBrowser> {
  const port = await freePort()
  const home = await mkdtemp(join(tmpdir(), 'svc-webkit-'))
  const driver = spawn(driverPath, [`--port=${port}`], {
    env: { ...env, HOME: home, LIBGL_ALWAYS_SOFTWARE: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    stdio: 'ignore',
  })
  const exited = once(driver, 'exit')
  const url = `http://127.0.0.1:${port}`

  async function end() {
    driver.kill()
    await exited
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }

  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(url + path, {
      method,
      // It hangs up on who says nothing for half a minute.
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }

  try {
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await fetch(`${url}/status`).catch(() => undefined)) break
      await sleep(100)
    }
    const browserOptions = { binary: browserPath, args: ['--automation'] }
    const { sessionId, capabilities } = (await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
    })) as { sessionId: string; capabilities: { browserVersion: string } }
    const session = `/session/${sessionId}`
    const transport: Transport = {
      command(name, parameters = {}) {
        const [method, path] = WAYS[name]
        return call(method, session + path, method === 'POST' ? parameters : undefined)
      },
      async close() {
        await call('DELETE', session).catch(() => {})
        await end()
      },
    }
    return { name: 'WebKitGTK', version: capabilities.browserVersion, transport }
  } catch (error) {
    await end()
    throw error
  }
}
