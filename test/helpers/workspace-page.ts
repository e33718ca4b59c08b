/** A host page with the built plugin on the whole service, in which something was said already: lines are written where speech would put them. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { openAccess } from '../../bin/compose-access.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { PluginMessage } from '../../core/contract/events.ts'
import { silentLog } from '../../core/log.ts'
import { transcriptStore } from '../../models/segment-store.ts'
import { consultationVault } from '../../models/vault.ts'
import { type Appliance, startAppliance } from './appliance.ts'
import { type BrowserOptions, openBrowser } from './browser.ts'
import { startPluginProxy } from './plugin-proxy.ts'
import { addRecording } from './speech.ts'

const PAGE = join(import.meta.dirname, '../browser/plugin')
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

export type WorkspacePage = Awaited<ReturnType<typeof openWorkspacePage>>

/** One line of a conversation; five seconds each, one after the other. */
export interface Spoken {
  text: string
  confidence?: number
}

interface Options extends BrowserOptions {
  /** Settings of the service. */
  settings?: Record<string, string>
  initScript?: string
}

export async function openWorkspacePage(t: ExecutionContext, options: Options = {}) {
  const service = await startAppliance(t, { SVC_SPEECH_ENGINE: 'off', ...options.settings })
  const proxy = await startPluginProxy(t, service.url)
  const store = await openTranscripts(t, service)
  const browser = await openBrowser(t, {
    ...options,
    // A page that the test answers itself has no address: Chromium would keep it from the channel of this computer.
    flags: [
      '--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
      ...(options.flags ?? []),
    ],
  })
  if (options.initScript) await browser.addInitScript(options.initScript)
  const page: Page = await browser.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  for (const [path, name] of [
    ['/host', 'host.html'],
    ['/host.js', 'host.js'],
  ] as const)
    await page.route(proxy.origin + path, (route) => route.fulfill({ path: join(PAGE, name) }))
  const access = await service.token()
  // What the test asks has a budget of its own: the plugin's is the plugin's.
  const own = await service.token()
  const run = <T>(expression: string) => page.evaluate(expression) as Promise<T>

  async function api<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${own}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answer.json() as Promise<T>
  }

  async function visit() {
    await page.goto(`${proxy.origin}/host`)
    await page.waitForFunction('globalThis.host && globalThis.SvcPlugin')
    await page.evaluate(await readFile(AXE, 'utf8'))
  }
  await visit()

  return {
    ...{ service, proxy, page, run, api, visit, faults },
    /** The consultation with this host identifier; what was said in it is written down. @returns its id */
    async prepare(id: string, spoken: readonly Spoken[] = []): Promise<string> {
      const ids = { consultation_id: id, doctor_id: 'd1', patient_id: 'p1' }
      const ehr = await api<{ id: string }>('PUT', '/ehrs/by-external-id', ids)
      if (spoken.length > 0) await store.write(ehr.id, spoken)
      return ehr.id
    },
    /** Mounts it on a fresh page. `token: 'none'`: the page gives one that is refused. */
    async open(id: string, mount: object = {}, embedded = true, credentials: object = {}) {
      await visit()
      const ids = { doctorId: 'd1', patientId: 'p1', consultationId: id }
      const input = JSON.stringify({ options: mount, embedded, tokens: [access], ...credentials })
      return run(`(host.ids = ${JSON.stringify(ids)}, host.outcome(host.open(${input})))`)
    },
    access,
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    press: (name: string) => page.getByRole('button', { name }).first().click(),
    async heard<Name extends PluginMessage['eventName']>(name: Name) {
      const events = await run<PluginMessage[]>('host.events')
      return events.filter(({ eventName }) => eventName === name) as Extract<
        PluginMessage,
        { eventName: Name }
      >[]
    },
    /** No violation of WCAG 2.2 A and AA on what is shown now. */
    async isAccessible(screen: string) {
      const found = await run<object[]>(`(async () => {
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
        const { violations } = await axe.run({ include: [['[data-svc-plugin]']] }, { runOnly: tags })
        return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => html + failureSummary) }))
      })()`)
      t.deepEqual(found, [], screen)
    },
  }
}

/** The service's own database, beside it: where speech would write, and with its keys. */
async function openTranscripts(t: ExecutionContext, { dataDir }: Appliance) {
  const machine = platform()
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: dataDir },
    cwd: dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })
  const { database, sealer } = await openAccess(config, machine, silentLog)
  t.teardown(() => database.close())
  const vault = consultationVault({ sequelize: database.sequelize, sealer, now: machine.now })
  const transcripts = transcriptStore(database.sequelize, vault)
  return {
    async write(consultationId: string, spoken: readonly Spoken[]) {
      const recording = await addRecording(database, consultationId)
      await database.sequelize.query(
        `UPDATE recordings SET state = 'finished', announced = 1 WHERE id = '${recording.id}'`,
      )
      for (const [index, { text, confidence = 0.95 }] of spoken.entries())
        await transcripts.putLive(
          { consultationId, recordingId: recording.id, channel: 0, fromSample: index * 80_000 },
          [
            {
              ...{ startMs: index * 5000, endMs: index * 5000 + 4800, text },
              ...{ channel: 'mic', confidence },
            },
          ],
        )
    },
  }
}
