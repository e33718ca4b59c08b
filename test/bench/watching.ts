/**
 * What an administrator would be told: a real Prometheus watches the whole service with the rules
 * of config/operations. Every rule is evaluated, none fires on a healthy box, every panel of the
 * dashboard has data after a visit, and of faults that are put in the right alert fires. Without
 * Prometheus it says so.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../../models/database/database.ts'
import { keepHold } from '../../models/outgoing-hold.ts'
import { startAppliance } from '../helpers/appliance.ts'
import { demoPage, until } from '../helpers/demo-service.ts'
import { type Prometheus, prometheusProgram, startPrometheus } from '../helpers/prometheus.ts'
import { connectChannel } from '../helpers/recording-client.ts'
import { framesOf, noise } from '../helpers/recording-sound.ts'

const run = promisify(execFile)
const DASHBOARD = join(
  import.meta.dirname,
  ...['..', '..', 'config', 'operations', 'grafana-dashboard.json'],
)
/** The first backup is tried after a minute. */
const WAIT_MS = 100_000
/** As many records as the alert calls a queue, and one. */
const BACKLOG = 51
/** Of a disk of 128 MiB. */
const LEFT_BYTES = 6 * 2 ** 20

interface Panel {
  title: string
  targets: { expr: string }[]
}

export async function benchWatching() {
  if (!prometheusProgram)
    return { skipped: 'prometheus is not installed: apt-get install prometheus' }
  const ends: (() => unknown)[] = []
  const t = { teardown: (end: () => unknown) => void ends.unshift(end) }
  try {
    return { healthy: await watchHealthy(t), faults: await watchFaults(t) }
  } finally {
    for (const end of ends) await end()
  }
}

interface TearDown {
  teardown(end: () => unknown): void
}

async function watchHealthy(t: TearDown) {
  const service = await startAppliance(t, { SVC_GENERATOR: 'rules', SVC_DEMO: 'true' })
  const watcher = await watch(t, service.url)
  await doVisit(service.url)
  const { panels, empty } = await panelsWithoutData(watcher)
  const rules = await watcher.rules()
  return {
    targets: (await watcher.targets()).map(({ health }) => health),
    rules: rules.length,
    notEvaluated: rules.filter(({ health }) => health !== 'ok'),
    alerts: rules.filter(({ state }) => state !== 'inactive').map(({ name }) => name),
    panels,
    panelsWithoutData: empty,
  }
}

/**
 * A box that makes no backup, whose records cannot leave, whose disk is nearly full, and which is
 * stopped at last.
 */
async function watchFaults(t: TearDown) {
  const secrets = await mkdtemp(join(tmpdir(), 'svc-watching-'))
  t.teardown(() => rm(secrets, { recursive: true, force: true }))
  const passphrase = join(secrets, 'passphrase')
  await writeFile(passphrase, 'correta cavalo bateria grampo', { mode: 0o600 })
  const disk = await smallDisk(t, secrets)
  const dataDir = join(disk ?? secrets, 'data')
  const service = await startAppliance(t, {
    SVC_GENERATOR: 'rules',
    SVC_DEMO: 'true',
    SVC_BACKUP_EVERY_H: '1',
    SVC_BACKUP_PASSPHRASE_FILE: passphrase,
    // Under a file there is no folder to be made.
    SVC_BACKUP_FOLDER: join(passphrase, 'backups'),
    SVC_DATA_DIR: dataDir,
  })
  const watcher = await watch(t, service.url)
  const fired: Record<string, boolean> = {}
  const fires = async (name: string) => {
    fired[name] = await isFiring(watcher, name)
  }
  await fires('SvcBackupOld')
  await fires('SvcBackupFailed')
  for (let made = 0; made < BACKLOG; made++) await doVisit(service.url)
  await unsend(dataDir)
  await fires('SvcRecordsWait')
  if (disk) {
    const { bavail, bsize } = await statfs(disk)
    await writeFile(join(disk, 'film'), Buffer.alloc(bavail * bsize - LEFT_BYTES))
    await fires('SvcDiskNearlyFull')
  }
  await service.kill('SIGTERM')
  await fires('SvcDown')
  return { fired, notTried: disk ? [] : ['SvcDiskNearlyFull: only root may mount a disk'] }
}

/** What went out is on its way again, and nothing leaves. */
async function unsend(dataDir: string) {
  await keepHold(dataDir, { since: new Date(), because: 'administrator', madeAt: null })
  const { sequelize, close } = await openDatabase({ url: `sqlite:${join(dataDir, 'svc.sqlite')}` })
  await sequelize.query("UPDATE rnds_submissions SET state = 'pending'")
  await close()
}

async function watch(t: TearDown, url: string): Promise<Prometheus> {
  const watcher = await startPrometheus(new URL(url).host)
  t.teardown(watcher.close)
  await until(async () => (await watcher.targets()).some(({ health }) => health === 'up'), WAIT_MS)
  return watcher
}

/**
 * Sound, a document, its review, and its record on the way to the rehearsal of the national
 * network.
 */
async function doVisit(url: string) {
  const { call, connected, visit } = demoPage(url)
  await connected()
  const { ehrId, document, review, diagnose, submit } = await visit('garganta')
  const token = (await call('POST', '/demo/session-token')).body.access
  const client = await connectChannel(url.replace('http', 'ws'))
  client.send({ type: 'hello', ehr_id: ehrId, token })
  client.send({ type: 'recording.start', recording_id: randomUUID(), channels: 1 })
  await client.next('recording.ready')
  for (const frame of framesOf(noise(16_000))) client.sendFrame(frame)
  await client.next('recording.ack')
  client.socket.terminate()
  await review(await document('Dor de garganta há 3 dias. Febre de 39 graus. Amigdalite.'))
  await diagnose('J039')
  await submit()
}

/** By title and question, once all that a visit changes has been seen. */
async function panelsWithoutData(watcher: Prometheus) {
  const { panels } = JSON.parse(await readFile(DASHBOARD, 'utf8')) as { panels: Panel[] }
  const asked = panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', '1m') })),
  )
  const empty = async () => {
    const answers = await Promise.all(asked.map(({ expr }) => watcher.query(expr)))
    // "> 0" of a panel that shows troubles alone: no data is the good news.
    return asked.filter(
      ({ expr }, at) =>
        !expr.endsWith('> 0') && !answers[at]?.some(({ value: [, value] }) => value !== 'NaN'),
    )
  }
  await until(async () => (await empty()).length === 0, WAIT_MS, 1000).catch(() => {})
  return { panels: panels.length, empty: await empty() }
}

async function isFiring(watcher: Prometheus, name: string): Promise<boolean> {
  const isIt = async () =>
    (await watcher.rules()).some((rule) => rule.name === name && rule.state === 'firing')
  await until(isIt, WAIT_MS, 500).catch(() => {})
  return isIt()
}

/** @returns a folder on a disk of 128 MiB of its own; null where no disk may be mounted */
async function smallDisk(t: TearDown, folder: string): Promise<string | null> {
  const disk = join(folder, 'disk')
  await mkdir(disk)
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'tmpfs', disk])
  } catch {
    return null
  }
  t.teardown(() => run('umount', ['--lazy', disk]))
  return disk
}
