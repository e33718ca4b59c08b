/**
 * Firefox as it is installed, driven by Marionette: JSON in `length:text` pieces over a socket of
 * this machine.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import type { DrivenBrowser, Transport } from './webdriver.ts'

interface Options {
  path: string
  env: NodeJS.ProcessEnv
  /** `about:config`, beside those that keep it from talking to its maker. */
  preferences?: Record<string, string | number | boolean>
  /** Also the browser's own windows can be asked and driven. */
  systemAccess?: boolean
}

export interface DrivenFirefox extends DrivenBrowser {
  /** A command of Marionette's own, by its whole name. */
  ask(name: string, parameters?: object): Promise<unknown>
}

/** No question for the microphone, no first steps, and no errands of its own. */
const PREFERENCES = {
  'media.navigator.permission.disabled': true,
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'pt-BR, pt',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
  'toolkit.telemetry.server': 'http://127.0.0.1:9/',
}

export async function openFirefox(options: Options): Promise<DrivenFirefox> {
  const { path, env, preferences, systemAccess = false } = options
  const profile = await mkdtemp(join(tmpdir(), 'svc-firefox-'))
  const port = await freePort()
  const all = { ...PREFERENCES, ...preferences, 'marionette.port': port }
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(all)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const own = systemAccess ? ['--remote-allow-system-access'] : []
  const flags = ['--marionette', '--headless', '--no-remote', '--profile', profile, ...own]
  const process = spawn(path, flags, {
    env: { ...env, HOME: profile },
    stdio: 'ignore',
  })
  const exited = once(process, 'exit')
  async function end() {
    process.kill()
    await exited
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const line = marionette(await dialled(port, () => process.exitCode !== null))
    const session = (await line.ask('WebDriver:NewSession', { capabilities: {} })) as {
      capabilities: { browserName: string; browserVersion: string }
    }
    const transport: Transport = {
      async command(name, parameters = {}) {
        const sandboxed = name.startsWith('Execute') ? { newSandbox: false } : {}
        const answer = await line.ask(`WebDriver:${name}`, { ...parameters, ...sandboxed })
        return (answer as { value?: unknown } | null)?.value
      },
      async close() {
        line.close()
        await end()
      },
    }
    return {
      name: 'Firefox',
      version: session.capabilities.browserVersion,
      transport,
      ask: (name, parameters = {}) => line.ask(name, parameters),
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function dialled(port: number, isGone: () => boolean): Promise<Socket> {
  for (let attempt = 0; attempt < 600 && !isGone(); attempt++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    if (isOpen) return socket
    await sleep(100)
  }
  throw new Error('Firefox does not listen')
}

type Answer = [
  kind: 1,
  id: number,
  error: { error: string; message: string } | null,
  result: unknown,
]

function marionette(socket: Socket) {
  const waiting = new Map<number, { give(answer: Answer): void; fail(error: Error): void }>()
  let asked = 0
  let unread = Buffer.alloc(0)

  socket.on('data', (chunk) => {
    unread = Buffer.concat([unread, chunk])
    for (;;) {
      const colon = unread.indexOf(':')
      const length = Number(unread.subarray(0, colon).toString())
      if (colon < 0 || unread.length < colon + 1 + length) return
      const text = unread.subarray(colon + 1, colon + 1 + length).toString()
      unread = unread.subarray(colon + 1 + length)
      const message = JSON.parse(text) as Answer | { applicationType: string }
      // Its first words are who it is.
      if (Array.isArray(message)) waiting.get(message[1])?.give(message)
    }
  })

  socket.on('close', () => {
    for (const { fail } of waiting.values()) fail(new Error('Firefox went away'))
  })

  return {
    async ask(name: string, parameters: object): Promise<unknown> {
      const id = ++asked
      const text = JSON.stringify([0, id, name, parameters])
      const answer = await new Promise<Answer>((resolve, reject) => {
        waiting.set(id, { give: resolve, fail: reject })
        socket.write(`${Buffer.byteLength(text)}:${text}`)
      })
      waiting.delete(id)
      const [, , error, result] = answer
      if (error) throw new Error(`${name}: ${error.error}: ${error.message}`)
      return result
    },
    close: () => socket.destroy(),
  }
}
