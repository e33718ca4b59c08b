/**
 * Several servers on one PostgreSQL: who they are, which recordings are this one's, and what one of
 * them does for all. Without `nodeDir` there is one server, and nothing of this.
 */
import { hostname } from 'node:os'
import type { Sequelize } from 'sequelize'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import type { ConsultationFeed } from '../../core/consultation/feed.ts'
import type { Log } from '../../core/log.ts'
import { NODE_SILENT_MS, type NodeFacts, type NodeState } from '../../core/node/node-facts.ts'
import { type SharedCounts, sharedFeed } from '../../core/node/shared.ts'
import { SCHEMA_LOCK } from '../../models/database/schema-steps.ts'
import { openSession } from '../../models/database/session.ts'
import { type JobHolder, jobHolder } from '../../models/job/job-owner.ts'
import { nodeClaims } from '../../models/node/claims.ts'
import { choreLeader, type NodeLeases, nodeLeases } from '../../models/node/leases.ts'
import { nodeNews } from '../../models/node/news.ts'
import { nodeRows } from '../../models/node/nodes.ts'
import { requestCounts } from '../../models/node/request-counts.ts'
import { settleSound } from '../../models/node-sound/settle-sound.ts'
import { contentFiles, contentPlace } from '../content-files.ts'
import type { Platform } from '../platform.ts'
import type { Chore } from '../upkeep.ts'

const BEAT_MS = 1000
const SETTLE_MS = 2000
const SHARE_MS = 250
const HOUR_MS = 3_600_000

interface Deps {
  config: Config
  platform: Platform
  sequelize: Sequelize
  log: Log
}

interface Watchers {
  /** Another server changed something of a visit that is watched here. */
  visitChanged(consultationId: string): void
  /** Work of a server that is gone may be taken. */
  wake(): void
  /** For the others. */
  state(): Promise<NodeState | null>
}

export interface Nodes {
  leases: NodeLeases | null
  /** Under which name this server takes work. */
  holder: JobHolder
  /** Null: requests are counted here alone. */
  counts: SharedCounts | null
  /** Null: one server serves. */
  list(): Promise<NodeFacts[] | null>
  shared(feed: ConsultationFeed): ConsultationFeed
  /** What one does for all is done by one. */
  inTurn(chore: Chore): Chore
  chores: readonly Chore[]
  watch(watchers: Watchers): void
  /** It stops: others do what it did for all, and the work that its queues gave back. */
  resign(): Promise<void>
  close(): Promise<void>
}

const oneServer = (): Nodes => ({
  leases: null,
  holder: jobHolder(),
  counts: null,
  list: async () => null,
  shared: (feed) => feed,
  inTurn: (chore) => chore,
  chores: [],
  watch() {},
  resign: async () => {},
  close: async () => {},
})

/** Its row is there when it resolves. */
export async function openNodes({ config, platform, sequelize, log }: Deps): Promise<Nodes> {
  if (!config.nodeDir) return oneServer()
  const nodeId = platform.newId()
  const own = { id: nodeId, process: `${hostname()}:${process.pid}`, version: platform.version }
  const rows = nodeRows(sequelize, own)
  const news = nodeNews({ sequelize, openSession: () => openSession(sequelize), nodeId, log })
  const leases = nodeLeases({ sequelize, nodeId, news })
  const leader = choreLeader(sequelize, nodeId)
  const claims = nodeClaims(sequelize)
  const counts = requestCounts(sequelize)
  const { audio: audioDir } = dataFolder(config.dataDir)
  const rest = {
    place: contentPlace(config),
    files: contentFiles(config),
    isFar: config.storeUrl !== null,
  }
  let isStopping = false
  let watchers: Watchers = { visitChanged() {}, wake() {}, state: async () => null }
  let beatMs = Number.NEGATIVE_INFINITY
  let steadyMs = 0

  async function beat() {
    const state = await watchers.state().catch(() => null)
    await rows.beat(config.publicUrl, state)
    const atMs = performance.now()
    if (atMs - beatMs > NODE_SILENT_MS) steadyMs = atMs
    beatMs = atMs
  }

  /** After a pause, or while the database was away, others had no time to say that they live. */
  function isJudge(): boolean {
    const atMs = performance.now()
    return atMs - beatMs < NODE_SILENT_MS && atMs - steadyMs > NODE_SILENT_MS
  }

  await rows.enter(config.publicUrl, SCHEMA_LOCK)
  await beat()
  await news.keep()
  await leader.run()
  news.on('visit', (consultationId) => watchers.visitChanged(consultationId))
  news.on('work', () => watchers.wake())

  /** Each of them looks: the one that did it for all may be the one that is gone. */
  async function takeUpOfTheGone() {
    if (!isJudge()) return
    const { freed, done } = await claims.freeOfSilent()
    for (const { id, process: of, address } of done) log.warn('node.silent', { id, of, address })
    if (freed === 0) return
    log.info('node.claims_freed', { freed })
    watchers.wake()
    await news.send('work', '')
  }

  const lead = async () => (isStopping ? undefined : leader.run())

  async function resign() {
    isStopping = true
    await leader.resign()
    await news.send('work', '')
  }

  const inTurn = (chore: Chore): Chore =>
    chore.byOne
      ? { ...chore, run: async () => (leader.isLeader() ? chore.run() : undefined) }
      : chore

  return {
    leases,
    holder: jobHolder(nodeId),
    counts,
    list: rows.list,
    shared: (feed) => sharedFeed(feed, (id) => void news.send('visit', id)),
    inTurn,
    chores: [
      { name: 'node-beat', everyMs: BEAT_MS, run: beat },
      { name: 'node-news', everyMs: BEAT_MS, run: news.keep },
      { name: 'node-leases', everyMs: BEAT_MS, run: leases.look },
      { name: 'node-leader', everyMs: BEAT_MS, run: lead },
      { name: 'node-gone', everyMs: BEAT_MS, run: takeUpOfTheGone },
      {
        name: 'node-sound',
        everyMs: SETTLE_MS,
        byOne: true,
        run: () => settleSound({ sequelize, audioDir, ...rest }),
      },
      { name: 'node-counts', everyMs: SHARE_MS, run: counts.share },
      { name: 'node-rows', everyMs: HOUR_MS, byOne: true, run: rows.forgetOld },
      { name: 'request-counts', everyMs: HOUR_MS, byOne: true, run: counts.forgetOld },
    ],
    watch(given) {
      watchers = given
    },
    resign,
    async close() {
      await resign()
      // Documents whose requests were cut, and what a queue could not give back.
      if ((await claims.giveBack(nodeId)) > 0) await news.send('work', '')
      await rows.leave()
      await news.close()
    },
  }
}
