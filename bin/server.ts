/** Serving: binds the port, announces itself, and on the way out finishes what was acknowledged. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { guardConnections } from '../api/guard-connections.ts'
import { takeOffPath } from '../api/paths.ts'
import { socketRefusal } from '../api/refuse-socket.ts'
import { ownFolder } from '../config/data-folder.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Config } from '../config/settings.ts'
import type { GeneratorStatus, SpeechStatus } from '../core/contract/api.ts'
import { AppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'
import type { OpenDoctor } from './compose/page-doctor.ts'
import { compose } from './compose.ts'
import { jsonLog } from './log.ts'
import { certificateMetrics } from './metrics/box.ts'
import { meteredLog } from './metrics/metered-log.ts'
import { type Platform, platform as thisMachine } from './platform.ts'
import { serviceManager } from './service-manager.ts'
import { keepAddress } from './serving-address.ts'
import { tlsPaths } from './tls/files.ts'
import { openWebServer } from './tls/server.ts'

export interface ServeOptions {
  onReady(info: ServerInfo): void
  /** Stops the server, in good order. */
  signal: AbortSignal
  log?: Log
  platform?: Platform
  /** Values of earlier versions in the settings; the log says once what they were read as. */
  readAs?: LoadedConfig['readAs']
  /**
   * The settings as they are now; absent: those of the start for ever. @throws when they cannot be
   * used
   */
  reread?: () => Config
  /** For the page for administration; absent: it examines nothing. */
  openDoctor?: OpenDoctor
  /** What systemd wants to be told, where it started this. */
  env?: NodeJS.ProcessEnv
}

export interface ServerInfo {
  url: string
  demoUrl: string | null
  speech(): SpeechStatus
  generator(): GeneratorStatus
}

/** How long requests in progress may take to end before their connections are cut. */
const DRAIN_MS = 5000
const IDLE_LOOK_MS = 50
/** How long the announcement waits for the speech engine. */
const SETTLE_MS = 2000

/**
 * Runs until `signal` aborts; resolves when everything is closed.
 * @throws {AppError} `port_in_use`, what reading the certificate throws, and what opening the data
 * folder throws
 */
export async function serve(config: Config, options: ServeOptions): Promise<void> {
  const { onReady, signal, platform = thisMachine() } = options
  const metrics = new Registry()
  const log = meteredLog(options.log ?? jsonLog(config.logLevel), metrics)
  const manager = serviceManager({ env: options.env ?? {}, pid: process.pid, log })
  for (const one of options.readAs ?? []) log.warn('config.read_as', one)
  const web = await openWebServer(config, log)
  const { server } = web
  const service = await compose(
    config,
    platform,
    log,
    metrics,
    options.reread,
    options.openDoctor,
  ).catch((error) => {
    web.close()
    throw error
  })
  takeOffPath(server, config.publicUrl)
  server.on('request', service.app.callback())
  const refuse = socketRefusal({ isHttps: config.publicUrl.startsWith('https:') })
  guardConnections(server, refuse)
  certificateMetrics(metrics, web.certificateUntil)
  process.on('SIGHUP', web.reload)
  // Time for a request to arrive with its body: enough for the largest upload over a slow network.
  // Answers have no limit.
  server.requestTimeout = 3_600_000
  server.headersTimeout = 30_000
  server.keepAliveTimeout = 65_000
  const channel = service.attach(server, refuse)

  let forgetAddress = async () => {}
  let givenUp: Promise<void> | undefined
  try {
    const { port } = await listen(server, config)
    const url = originOf(config, port)
    // A connection that cannot be taken, for want of file handles say, is no reason to end.
    server.on('error', (err) => log.error('server.error', { err }))
    log.info('server.listening', { host: config.host, port, version: platform.version })
    forgetAddress = await keepAddress(ownFolder(config), {
      host: config.host,
      port,
      certificateFile: tlsPaths(config)?.tlsCertificateFile ?? null,
    })
    await service.start()
    manager.ready()
    await settled(service.speechStatus)
    onReady({
      url,
      demoUrl: config.demo ? `${url}/demo` : null,
      speech: service.speechStatus,
      generator: service.generatorStatus,
    })
    await aborted(signal)
    log.info('server.stopping')
    givenUp = service.giveUp().catch((err) => log.error('server.work_not_given_up', { err }))
  } finally {
    process.off('SIGHUP', web.reload)
    manager.close()
    web.close()
    await forgetAddress()
    await channel.close()
    await closeServer(server)
    await givenUp
    await service.close()
    log.info('server.stopped')
  }
}

/**
 * A model that only has to be loaded is there in a moment: then the first word about it is the
 * right one.
 */
async function settled(speechStatus: () => SpeechStatus): Promise<void> {
  for (let waitedMs = 0; waitedMs < SETTLE_MS; waitedMs += 50) {
    if (speechStatus().state !== 'preparing') return
    await sleep(50)
  }
}

/** The configured port 0 means "any": then the public address is only known now. */
function originOf(config: Config, port: number): string {
  if (config.port !== 0) return config.publicUrl
  const url = new URL(config.publicUrl)
  url.port = String(port)
  return url.href.replace(/\/$/, '')
}

const NOT_USABLE: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL:
    'no network card of this machine has that address. Every card: svcctl config set host 0.0.0.0',
  EACCES:
    'ports below 1024 are kept from this account. Another: svcctl config set port 8443. As a service the unit allows it (config/operations/svc.service).',
}

async function listen(server: Server, { host, port }: Config): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EADDRINUSE')
      throw new AppError(
        'unavailable',
        'port_in_use',
        `Port ${port} is in use. Choose another: SVC_PORT=8081`,
        { cause },
      )
    const why = NOT_USABLE[cause.code ?? '']
    if (why)
      throw new AppError(
        'unavailable',
        'address_not_usable',
        `Cannot listen on ${host}:${port}: ${why}`,
        { cause },
      )
    throw cause
  })
  return server.address() as AddressInfo
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  // A connection whose request was in progress is kept alive by its client when that is answered.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
