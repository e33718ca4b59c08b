/** What the running service says of itself to operators, to `/metrics` and to its other servers. */
import type { Sequelize } from 'sequelize'
import { ownFolder } from '../../config/data-folder.ts'
import { type FindDrain, isIdle } from '../../core/drain/drain.ts'
import type { NodeState } from '../../core/node/node-facts.ts'
import { leftToEnd, readWorkload } from '../../models/job/workload.ts'
import { diskSpace } from '../disk-use.ts'
import { boxMetrics } from '../metrics/box.ts'
import { folderId } from '../serving-address.ts'
import { storageWatch } from '../storage-watch.ts'
import type { openDocuments } from './documents.ts'
import type { Ground } from './ground.ts'
import type { openModelSwitch } from './model-switch.ts'
import type { openSpeech } from './speech.ts'

interface Deps extends Ground {
  findDrain: FindDrain
  speech: Pick<ReturnType<typeof openSpeech>, 'transcription'>
  documents: Pick<Awaited<ReturnType<typeof openDocuments>>, 'status' | 'queue'>
  models: Pick<ReturnType<typeof openModelSwitch>, 'states'>
}

export function openBoxState(deps: Deps) {
  const { config, platform, log, metrics, reserve, sequelize, sealer, nodes, findHold } = deps
  const { findDrain, documents, models, openedAt, now } = deps
  const { status: speechStatus } = deps.speech.transcription
  const storage = storageWatch(config.dataDir, { log, makeRoom: reserve.makeRoom })
  const facts = async () => ({
    version: platform.version,
    uptime_s: Math.round((now().getTime() - openedAt.getTime()) / 1000),
    speech: speechStatus(),
    generator: documents.status(),
    models: models.states(),
    ...(await readWorkload(sequelize)),
    disk: await diskSpace(config.dataDir),
    reserve: reserve.state(),
    /** Null: the data folder can be written. */
    storage_fault: await storage.fault(),
    /** Whose server it is: `svcctl` takes no other folder's for its own. */
    data_folder: await folderId(config.dataDir),
    /** Null: the box is not held, and what is due goes out. */
    outgoing_held: findHold(),
    /** Null: visits may begin. */
    draining: await drainState({ findDrain, documents, sequelize, now }),
    /** Null: one server serves. */
    nodes: await nodes.list(),
    /** Which key it holds: `svcctl vault rotate` waits for the new one. */
    master_key: sealer.fingerprint,
  })
  boxMetrics(metrics, facts)
  return {
    readiness: [storage.check, reserve.check],
    isDiskFull: storage.isFull,
    facts,
    /** For the other servers. */
    nodeState: async (): Promise<NodeState> => ({
      speech: speechStatus().state,
      disk_free_bytes: (await diskSpace(ownFolder(config))).free_bytes,
      draining_since: findDrain()?.since.toISOString() ?? null,
    }),
  }
}

type Draining = Pick<Deps, 'findDrain' | 'documents' | 'now'> & { sequelize: Sequelize }

async function drainState({ findDrain, documents, sequelize, now }: Draining) {
  const found = findDrain()
  if (!found) return null
  const documentsLeft = documents.queue.isBusy() ? 1 : 0
  const left = { ...(await leftToEnd(sequelize, now())), documents: documentsLeft }
  return { since: found.since, left, idle: isIdle(left) }
}
