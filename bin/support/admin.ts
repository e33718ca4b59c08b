/** One file for who helps from outside: gathered here, blotted by core/support, and written. */
import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { release } from 'node:os'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import type { SupportAdmin } from '../../cli/subject-deps.ts'
import { dataFolder } from '../../config/data-folder.ts'
import { describeSettings } from '../../config/describe-settings.ts'
import type { LoadedConfig } from '../../config/load-config.ts'
import { runDoctor } from '../../core/doctor/run-doctor.ts'
import { AppError } from '../../core/errors.ts'
import { listModels } from '../../core/model-file/list-models.ts'
import type { Box } from '../../core/model-file/model-fit.ts'
import { blot } from '../../core/support/blot.ts'
import { readLog } from '../../core/support/log-lines.ts'
import { codeOf, gatherParts, type PartSource, type SupportPart } from '../../core/support/parts.ts'
import { askServer } from '../ask-server.ts'
import { boxFacts } from '../box-facts.ts'
import { tarBytes } from '../bundle/tar.ts'
import { diskUse } from '../disk-use.ts'
import { openDoctor } from '../doctor/host.ts'
import type { Platform } from '../platform.ts'
import { boxModelFile } from '../speech-files.ts'
import { databaseFacts } from './database-facts.ts'
import { knownHere } from './known.ts'
import { fileLines, journalLines, unitFacts } from './service-log.ts'

interface Deps {
  loaded: LoadedConfig
  platform: Platform
  box: Box
  signal: AbortSignal
  onRecord<Result>(work: () => Promise<Result>): Promise<Result>
}

export function supportAdmin({ loaded, platform, box, signal, onRecord }: Deps): SupportAdmin {
  const { config } = loaded

  async function doctor() {
    const mending = async () => {}
    const opened = await openDoctor({ config, platform, box, probe: false, signal, mending })
    await using host = opened.host
    return await runDoctor(opened.checks, host, { probe: false, fix: false, signal })
  }

  async function models() {
    const { speechModel, textModel, dataDir } = config
    const folder = dataFolder(dataDir).models
    const store = modelStore({ folder, now: platform.now, box: boxModelFile(platform) })
    const listed = await listModels({
      store,
      box,
      active: { speech: speechModel, text: textModel },
    })()
    return listed.filter(({ installed, active }) => installed || active)
  }

  async function server() {
    const { answer, silent } = await askServer(config)
    if (typeof answer !== 'object' || answer === null) return { running: false, silent }
    // It names the key in force; nobody outside needs to.
    const { master_key: _, ...told } = answer as Record<string, unknown>
    return { running: true, ...told }
  }

  const settings = async () =>
    describeSettings(loaded).map(({ key, value, source, secret }) => ({
      key,
      value: secret || SECRET_PLACE.test(key) ? value && '(hidden)' : value,
      source,
    }))

  const sources: PartSource[] = [
    {
      name: 'machine.json',
      about: 'versions, processor, memory',
      gather: async () => ({
        version: platform.version,
        made_at: platform.now().toISOString(),
        node: process.version,
        system: `${process.platform} ${release()} ${process.arch}`,
        box: boxFacts(config.dataDir),
      }),
    },
    {
      name: 'settings.json',
      about: 'every setting; no secret, and no place of one',
      gather: settings,
    },
    { name: 'doctor.json', about: 'what svcctl doctor finds', gather: doctor },
    { name: 'server.json', about: 'what the running service tells of itself', gather: server },
    { name: 'models.json', about: 'AI models that are here', gather: models },
    {
      name: 'database.json',
      about: 'schema, rows by table, how many wait and failed',
      gather: () => databaseFacts(config.databaseUrl),
    },
    {
      name: 'disk.json',
      about: 'room, and what takes how much',
      gather: () => diskUse(config.dataDir),
    },
    { name: 'unit.json', about: 'how the service ended last, by systemd', gather: unitFacts },
  ]

  return {
    async gather(log, onPart) {
      // Asked for by name: then its absence is an error, and found before anything is gathered.
      const named = log === null ? null : await fileLines(log)
      const hide = blot(await knownHere(config, platform))
      const parts = await gatherParts(sources, hide, onPart)
      const lines = named ?? (await journalLines().catch((error: unknown) => codeOf(error)))
      const { text, summary } = readLog(typeof lines === 'string' ? [] : lines, hide.text)
      const why = typeof lines === 'string' ? { not_found_out: lines } : {}
      parts.push(
        {
          name: 'log-summary.json',
          about: 'warnings and errors counted; ends that nobody announced',
          text: `${JSON.stringify({ ...summary, ...why }, null, 2)}\n`,
        },
        { name: 'service.log', about: `the log, ${summary.lines} lines`, text },
      )
      return parts
    },
    write: (path, parts) => onRecord(() => writeBundle(path, parts)),
  }
}

/** What leads to a secret, or may hold one. */
const SECRET_PLACE = /(?:Key|Passphrase)File$|^masterKeyCommand$/

async function writeBundle(path: string, parts: readonly SupportPart[]) {
  const entries = parts.map(({ name, text }) => ({
    path: `svc-support/${name}`,
    mode: 0o644 as const,
    content: { bytes: Buffer.from(text) },
  }))
  const blocks: Uint8Array[] = []
  for await (const block of tarBytes(entries)) blocks.push(block)
  const bytes = await promisify(gzip)(Buffer.concat(blocks))
  const file = await openNew(path)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { sizeBytes: bytes.length }
}

async function openNew(path: string) {
  try {
    await mkdir(dirname(path), { recursive: true })
    return await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  } catch (cause) {
    const isThere = (cause as NodeJS.ErrnoException).code === 'EEXIST'
    throw isThere
      ? new AppError('conflict', 'file_exists', `${path} is there already. Another: --out FILE`)
      : new AppError(
          'forbidden',
          'folder_not_writable',
          `${path} cannot be written (${codeOf(cause)}). Another place: --out FILE`,
          { cause },
        )
  }
}
