/**
 * What `svcctl` is given, as a list: each call with the module that does it. Database, engines and
 * server are loaded by the call that needs them, so that help and settings answer without any.
 */
import { readFile } from 'node:fs/promises'
import type { CliDeps } from '../cli/deps.ts'
import { dataFolder } from '../config/data-folder.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import { isHandedOver } from '../core/doctor/checks/passphrases.ts'
import { AppError } from '../core/errors.ts'
import { commandModels } from './command-models.ts'
import { commands, type Surroundings } from './command-place.ts'
import { commandRnds } from './command-rnds.ts'
import { commandSettings } from './command-settings.ts'
import type { PlainAct } from './record-act.ts'
import { unfinishedInit } from './unfinished-init.ts'

const OTHERS = 0o077

export function svcctlDeps(surroundings: Surroundings): CliDeps {
  const all = commands(surroundings)
  const { late, load, placeOf, recorded } = all
  const { platform, env, signal, box, terminal } = surroundings

  return {
    terminal,
    version: platform.version,
    signal,
    now: platform.now,
    box,
    settings: commandSettings(all),
    ...commandModels(all),
    rnds: {
      ...commandRnds(all),
      startSimulator: late(
        () => import('./tools/rnds-simulator/open-simulator.ts'),
        ({ openSimulator }, { config }, choices, onCall) =>
          openSimulator(config, platform, { ...choices, onCall }),
      ),
    },

    async needFolder(flags, need) {
      const loaded = load(flags)
      const { needFolder } = await import('./prepared-folder.ts')
      await needFolder(loaded.config, need, namedBy(loaded))
    },
    unfinishedInit: (flags) => unfinishedInit(placeOf(flags).config.dataDir),
    openAdmin: late(
      () => import('./open-admin.ts'),
      ({ openAdmin }, { config, log }, options) => openAdmin(config, platform, { ...options, log }),
    ),

    async serve(flags, onReady) {
      const { letHeapGrow } = await import('./heap-growth.ts')
      letHeapGrow()
      const { serve } = await import('./server.ts')
      const { config, readAs } = load(flags)
      await serve(config, {
        signal,
        onReady,
        readAs,
        env,
        reread: () => load(flags).config,
        // Most of the product lies behind it, and few starts ever need it.
        openDoctor: async (opening) => (await import('./doctor/host.ts')).openDoctor(opening),
      })
    },
    askServer: late(
      () => import('./ask-server.ts'),
      ({ askServer }, { config }) => askServer(config),
    ),
    listNodes: late(
      () => import('./list-servers.ts'),
      ({ listServers }, { config }) => listServers(config),
    ),
    async openDoctor(flags, { probe }) {
      const { openDoctor } = await import('./doctor/host.ts')
      const { config } = placeOf(flags)
      const act = { action: 'doctor.mended', subject: null } as const
      const mending = (mend: string, work: () => Promise<void>) =>
        recorded(flags, [{ ...act, facts: { mend } }], work)
      return openDoctor({ config, platform, box, probe, signal, mending })
    },

    openDocuments: late(
      () => import('./compose/stored-documents.ts'),
      ({ openStoredDocuments }, { config }) => openStoredDocuments(config, platform),
    ),
    diskUse: late(
      () => import('./disk-use.ts'),
      ({ diskUse }, { config }) => diskUse(config.dataDir),
    ),
    dataDisk: late(
      () => import('./disk-use.ts'),
      ({ dataDisk }, { config }) => dataDisk(config.dataDir),
    ),
    databaseFault: late(
      () => import('./database-fault.ts'),
      ({ databaseFault }, { config }) => databaseFault(config),
    ),
    lastDrill: late(
      () => import('./last-drill.ts'),
      ({ lastDrill }, { config }) => lastDrill(config.dataDir),
    ),

    async testHost(request) {
      const { testHost } = await import('./tools/host-test/host-test.ts')
      return testHost({ ...request, signal }, platform, env)
    },
    siteFiles: late(
      () => import('../models/site-rules.ts'),
      ({ readSiteFiles }, { config }) => readSiteFiles([dataFolder(config.dataDir).sites]),
    ),
    async trySiteRule(request) {
      const { tryRule } = await import('./tools/site-rule/try-rule.ts')
      return tryRule(request, platform, env)
    },
    openEvaluation: late(
      () => import('./tools/evaluation/compose-evaluation.ts'),
      ({ composeEvaluation }, { config }) => composeEvaluation(config, platform, signal),
    ),
    openPreview: late(
      () => import('./compose/preview.ts'),
      ({ composePreview }, { config }) => composePreview(config, platform, signal),
    ),

    openBackup: late(
      () => import('./compose/backup.ts'),
      async ({ composeBackup }, { config }) => {
        const { needBackup } = await import('./need-backup.ts')
        return { ...composeBackup(config, platform, signal), needBackup }
      },
    ),
    openBundle: late(
      () => import('./bundle/admin.ts'),
      ({ bundleAdmin }, { config }) => bundleAdmin(config, platform, signal),
    ),
    openUpgrade: late(
      () => import('./upgrade.ts'),
      ({ upgradeAdmin }, { config, log }) => upgradeAdmin({ config, platform }, log),
    ),
    openData: late(
      () => import('./compose/data-move.ts'),
      ({ dataAdmin }, { config }) => dataAdmin(config, platform, signal),
    ),
    openNodes: late(
      () => import('./compose/join.ts'),
      ({ composeJoin }, { config }) => composeJoin(config, platform, signal),
    ),
    async openSupport(flags) {
      const { supportAdmin } = await import('./support/admin.ts')
      const act: PlainAct = { action: 'support.bundled', subject: null, facts: {} }
      const onRecord = <Result>(work: () => Promise<Result>) => recorded(flags, [act], work)
      return supportAdmin({ loaded: load(flags), platform, box, signal, onRecord })
    },
    takeFromBundle: late(
      () => import('./carried-folder.ts'),
      ({ takeFromBundle }, { config }) => takeFromBundle(config, platform),
    ),
    async listPlugins(flags) {
      const { listPluginBuilds } = await import('../api/static/plugin-files.ts')
      const { pluginPlaces } = await import('./plugin-places.ts')
      const builds = await listPluginBuilds(pluginPlaces(placeOf(flags).config, platform))
      return builds.map(({ description: { version, plugin }, isCurrent }) => ({
        version,
        current: isCurrent,
        pinned: plugin.pinned,
        integrity: plugin.integrity,
        sizeBytes: plugin.size_bytes,
      }))
    },

    async isOpenToOthers(path) {
      const { stat } = await import('node:fs/promises')
      const facts = isHandedOver(path) ? null : await stat(path).catch(() => null)
      return facts?.isFile() === true && (facts.mode & OTHERS) !== 0
    },
    async readBinaryFile(path) {
      try {
        return await readFile(path)
      } catch (cause) {
        throw new AppError('not-found', 'file_not_readable', `${path} cannot be read.`, { cause })
      }
    },
    async readTextFile(path, maxBytes) {
      const { readTextFile } = await import('./read-text-file.ts')
      return readTextFile(path, maxBytes)
    },
  }
}

/** By what the data folder was named. */
function namedBy({ sources, filePath }: LoadedConfig): string {
  const names = {
    flag: '--data-dir',
    env: 'SVC_DATA_DIR',
    file: `dataDir in ${filePath}`,
    default: 'the default',
  }
  return names[sources.dataDir]
}
