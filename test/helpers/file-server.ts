/**
 * The real service for files over a socket: database, vault, folder, and the built child that
 * reads.
 */
import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { ExecutionContext } from 'ava'
import { openFiles } from '../../bin/compose/files.ts'
import { dataFolder } from '../../config/data-folder.ts'
import { loadConfig } from '../../config/load-config.ts'
import type { Config } from '../../config/settings.ts'
import type { ConsultationNews } from '../../core/consultation/feed.ts'
import type { AnnouncedFile, FileInfo } from '../../core/contract/files.ts'
import { computeGate } from '../../core/engine/compute-gate.ts'
import type { Log } from '../../core/log.ts'
import { fileContents } from '../../models/file/contents.ts'
import type { World } from './access-world.ts'
import { runChore } from './run-chore.ts'
import { startServer } from './server.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export interface FileServerOptions {
  config?: Partial<Config>
  now?: () => Date
  /** Instead of the built child. */
  childUrl?: URL
}

export async function startFileServer(t: ExecutionContext, options: FileServerOptions = {}) {
  const lines: string[] = []
  const note = (event: string, fields: object = {}) =>
    void lines.push(`${event} ${JSON.stringify(fields, withErrors)}`)
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const news: ConsultationNews[] = []
  const heard = new EventEmitter().setMaxListeners(0)
  const nextNews = () => new Promise<void>((resolve) => heard.once('news', () => resolve()))
  let composed: ReturnType<typeof filesOf> | undefined

  const open = (world: World) => {
    composed ??= filesOf(world, options, log, (one) => {
      news.push(one)
      heard.emit('news')
    })
    return composed
  }
  const server = await startServer(t, {
    ...(options.now ? { now: options.now } : {}),
    log,
    apiRouters: (world) => open(world).routers,
    uploadRouter: (world) => open(world).uploadRouter,
  })
  const files = composed!
  const { gate, contents, inTurn } = files
  await files.start()
  t.teardown(() => files.close())
  const token = await server.buildSession()
  const ehr = await server.buildConsultation(token)

  async function announce(content: Uint8Array, body: object = {}) {
    const { status, body: answer } = await server.call('POST', `/api/v1/ehrs/${ehr.id}/files`, {
      token,
      body: { name: 'exame.pdf', size_bytes: content.length, source: 'user', ...body },
    })
    return { status, body: answer }
  }
  const put = (url: string, content: Uint8Array) => server.call('PUT', url, { body: content })
  const get = async (id: string): Promise<FileInfo> =>
    (await server.call('GET', `/api/v1/files/${id}`, { token })).body

  /** Through all three steps. */
  async function upload(content: Uint8Array, body: object = {}): Promise<FileInfo> {
    const { file, upload } = (await announce(content, body)).body as AnnouncedFile
    if (!upload) return file
    const sent = await put(upload.url, content)
    return settled(sent.status === 202 ? sent.body.id : file.id)
  }

  async function settled(id: string): Promise<FileInfo> {
    for (;;) {
      const file = await get(id)
      if (file.state === 'ready' || file.state === 'failed') return file
      // Asking all the time takes the processor from those who read.
      await Promise.race([nextNews(), sleep(200)])
    }
  }

  return {
    ...server,
    token,
    ehr,
    files,
    gate,
    contents,
    inTurn,
    news,
    announce,
    put,
    get,
    upload,
    settled,
    said: () => lines.join('\n'),
    sha256: (content: Uint8Array) => createHash('sha256').update(content).digest('hex'),
  }
}

function filesOf(
  world: World,
  options: FileServerOptions,
  log: Log,
  hear: (news: ConsultationNews) => void,
) {
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: world.dataDir },
    cwd: ROOT,
    installRoot: ROOT,
    readFile: () => undefined,
  })
  const { sequelize } = world.database
  const gate = computeGate()
  let begun = () => {}
  const inTurn = new Promise<void>((resolve) => {
    begun = resolve
  })
  const watched: typeof gate = {
    ...gate,
    run: (job, work) =>
      gate.run(job, () => {
        begun()
        return work()
      }),
  }
  const { vault } = world
  const contents = fileContents(dataFolder(world.dataDir).files, vault)
  const files = openFiles({
    config: { ...config, ...options.config },
    platform: {
      now: world.now,
      newId: world.newId,
      installRoot: ROOT,
      built: (file) => options.childUrl ?? pathToFileURL(join(ROOT, 'dist', file)),
    },
    sequelize,
    vault,
    openConsultation: world.consultations.openConsultation,
    feed: { publish: (_id, one) => hear(one) },
    gate: watched,
    log,
  })
  // Resolves when recognition computes for the first time.
  const forgetUnsent = () => runChore(files, 'unsent-files')
  return { ...files, forgetUnsent, gate, contents, inTurn: () => inTurn }
}

function withErrors(_key: string, value: unknown) {
  return value instanceof Error ? `${value.name} ${value.message} ${value.stack}` : value
}
