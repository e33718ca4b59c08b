/**
 * The whole service, composed as for `npm start` with the demonstration on, on a free port of this
 * process: nothing in it is replaced, speech alone is off. It can be stopped and started again on
 * the same data.
 */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeOffPath } from '../../api/paths.ts'
import { socketRefusal } from '../../api/refuse-socket.ts'
import { openAccess } from '../../bin/compose/access.ts'
import { composeNetwork } from '../../bin/compose/network.ts'
import { compose } from '../../bin/compose.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { AccessUseCases } from '../../core/access/use-cases.ts'
import { type Log, silentLog } from '../../core/log.ts'
import { patientFetch } from './patient-fetch.ts'

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }

interface TearDown {
  teardown(end: () => unknown): void
}

export interface DemoAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the shape of an answer is what tests assert
  body: any
}

export type DemoService = Awaited<ReturnType<typeof startDemoService>>

/** A data folder for a demonstration, and the service on it as often as it is started. */
export async function demoFolder(
  t: TearDown,
  env: Record<string, string> = {},
  log: Log = silentLog,
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-demo-'))
  const machine = platform()
  t.teardown(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const { config } = loadConfig({
    flags: {},
    env: {
      SVC_DATA_DIR: dataDir,
      SVC_DEMO: 'true',
      SVC_SPEECH_ENGINE: 'off',
      SVC_LOG_LEVEL: 'error',
      ...env,
    },
    cwd: dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })

  return {
    dataDir,
    config,
    start: () => startDemoService(t, config, machine, log),
    /** As an administrator with `svcctl`, while it runs. */
    async withAccess<Result>(work: (access: AccessUseCases) => Promise<Result>): Promise<Result> {
      const { database, access } = await openAccess(config, machine, silentLog)
      try {
        return await work(access)
      } finally {
        await database.close()
      }
    },
    /** As an administrator with `svcctl`, while nothing runs. */
    async administer(
      work: (network: ReturnType<typeof composeNetwork>, organizationId: string) => Promise<void>,
    ) {
      const { database, sealer, access } = await openAccess(config, machine, silentLog)
      const { sequelize } = database
      const network = composeNetwork({
        config,
        platform: machine,
        sequelize,
        sealer,
        findHold: () => null,
        log: silentLog,
      })
      const [organization] = await access.listOrganizations()
      await work(network, organization?.id ?? '')
      await database.close()
    },
  }
}

async function startDemoService(
  t: TearDown,
  config: Parameters<typeof compose>[0],
  machine: ReturnType<typeof platform>,
  log: Log,
) {
  const service = await compose(config, machine, log)
  const server = createServer(service.app.callback())
  takeOffPath(server, config.publicUrl)
  const channel = service.attach(server, socketRefusal({ isHttps: false }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  await service.start()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let stopped = false
  async function stop() {
    if (stopped) return
    stopped = true
    await channel.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await service.close()
  }
  t.teardown(stop)
  return { url, stop, ...demoPage(url) }
}

/** What the demonstration's page does, of a service that runs at `url`. */
export function demoPage(url: string) {
  /** As the page does. */
  async function call(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = SAME_ORIGIN,
  ): Promise<DemoAnswer> {
    const response = await patientFetch(url + path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: parsed(text) }
  }

  return {
    call,
    /** Once the rehearsal runs. */
    async connected() {
      await until(async () => (await call('GET', '/demo/rnds')).body.mode !== null)
    },
    async visit(slug: string) {
      const { access } = (await call('POST', '/demo/session-token')).body
      return demoVisit(call, access, slug)
    },
  }
}

/**
 * One appointment: the page's calls for the national network, and the plugin's for its documents.
 */
async function demoVisit(
  call: (
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
  ) => Promise<DemoAnswer>,
  token: string,
  slug: string,
) {
  const consultation = `consulta-${slug}-${Date.now()}`
  const api = (method: string, path: string, body?: object) =>
    call(method, `/api/v1${path}`, body, { authorization: `Bearer ${token}` })
  const opened = await api('PUT', '/ehrs/by-external-id', {
    consultation_id: consultation,
    doctor_id: 'medico-demo',
    patient_id: `paciente-${slug}`,
  })
  const ehrId: string = opened.body.id
  const appointment = { patient: slug, consultation }
  const queryOf = (type: string) => new URLSearchParams({ ...appointment, type })

  return {
    ehrId,
    appointment,
    api,
    /** A document of what is typed into the patient context, not yet reviewed. @returns its id */
    async document(context: string, template = 'soap'): Promise<string> {
      await api('PATCH', `/ehrs/${ehrId}`, { append_context: context })
      await api('POST', `/ehrs/${ehrId}/documents`, { template_id: template })
      const { documents } = (await api('GET', `/ehrs/${ehrId}/documents`)).body
      const made = documents.find(
        (one: { template: { id: string } }) => one.template.id === template,
      )
      return made.id
    },
    review: (documentId: string) => api('POST', `/documents/${documentId}/review`, {}),
    diagnose: (code: string) =>
      api('PUT', `/ehrs/${ehrId}/diagnoses`, { diagnoses: [{ code, principal: true }] }),
    see: (type = 'RAC') => call('GET', `/demo/rnds/${ehrId}?${queryOf(type)}`),
    bundle: (type = 'RAC') => call('GET', `/demo/rnds/${ehrId}/bundle?${queryOf(type)}`),
    submit: (type = 'RAC') => call('POST', `/demo/rnds/${ehrId}/submit`, { ...appointment, type }),
    replace: () => call('POST', `/demo/rnds/${ehrId}/replace`, appointment),
    remove: (reason: string, type = 'RAC') =>
      call('POST', `/demo/rnds/${ehrId}/delete`, { ...appointment, reason, type }),
  }
}

export async function until(
  isDone: () => Promise<boolean>,
  limitMs = 120_000,
  everyMs = 100,
): Promise<void> {
  const deadline = Date.now() + limitMs
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error(`not done after ${limitMs / 1000} s`)
    await sleep(everyMs)
  }
}

/** Answers that are streams are of no interest here. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
