/**
 * What `svcctl` is given. Database, engines and server are imported inside the functions that need
 * them, so that help and settings answer without loading any of them.
 */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { CliDeps, Flags, SettingChange, SettingsAccess } from '../cli/deps.ts'
import type { Terminal } from '../cli/terminal.ts'
import { ConfigError } from '../config/config-error.ts'
import { dataFolder } from '../config/data-folder.ts'
import { describeSettings, settingFlags } from '../config/describe-settings.ts'
import { editConfigFile } from '../config/edit-config-file.ts'
import { type LoadedConfig, loadConfig } from '../config/load-config.ts'
import { isHandedOver } from '../core/doctor/checks/passphrases.ts'
import { AppError } from '../core/errors.ts'
import type { Box } from '../core/model-file/model-fit.ts'
import { commandLog } from './command-log.ts'
import type { Platform } from './platform.ts'
import type { PlainAct } from './record-act.ts'
import { unfinishedInit } from './unfinished-init.ts'

const OTHERS = 0o077

export interface Surroundings {
  platform: Platform
  env: Record<string, string | undefined>
  cwd: string
  signal: AbortSignal
  box: Box
  terminal: Terminal
}

export function svcctlDeps(surroundings: Surroundings): CliDeps {
  const { platform, env, cwd, signal, box, terminal } = surroundings
  const { installRoot, now, version } = platform

  const load = (flags: Flags) =>
    inWords(() => loadConfig({ flags, env, cwd, installRoot, readFile: readIfThere }))
  const configOf = (flags: Flags) => load(flags).config

  const log = commandLog(terminal.say)

  const placeOf = (flags: Flags) => ({
    config: configOf(flags),
    platform,
    log,
    reread: () => configOf(flags),
  })

  /**
   * On record from before it begins. @param tell what came of it, where that is not what was
   * intended
   */
  async function recorded<Result>(
    flags: Flags,
    acts: readonly PlainAct[],
    work: () => Promise<Result>,
    tell?: (result: Result) => readonly PlainAct[],
  ): Promise<Result> {
    const { onRecord } = await import('./record-act.ts')
    return onRecord(placeOf(flags), acts, work, tell)
  }

  const settings: SettingsAccess = {
    flags: settingFlags(),
    load(flags) {
      const loaded = load(flags)
      const { config, filePath, fileExists } = loaded
      return { values: config, described: describeSettings(loaded), filePath, fileExists }
    },
    async write(flags, typed) {
      const paths = new Set<string>(
        settingFlags().flatMap(({ key, isPath }) => (isPath ? [key] : [])),
      )
      // In the file it would begin at the file's own folder, and whoever types a path means the one
      // that they are in.
      const changes = typed.map(([key, value]): SettingChange => {
        return [key, value && paths.has(key) ? resolve(cwd, value) : value]
      })
      const { rewriteFile } = await import('./rewrite-file.ts')
      const { filePath: path } = load(flags)
      // Never the value: some are secrets.
      const acts = changes.map(([key, value]): PlainAct => {
        const facts = { setting: key, taken_out: value === undefined }
        return { action: 'setting.changed', subject: null, facts }
      })
      const rewriting = {
        path,
        now,
        signal,
        read: readIfThere,
        edit(before: string | undefined) {
          const text = inWords(() =>
            changes.reduce<string | undefined>(
              (edited, [key, value]) => editConfigFile({ path, text: edited }, key, value),
              before,
            ),
          )
          // The edited settings must be valid as a whole before the old file is touched.
          const readEdited = (file: string) => (file === path ? text : readIfThere(file))
          inWords(() => loadConfig({ flags, env, cwd, installRoot, readFile: readEdited }))
          return text ?? '{}'
        },
        onWait: () => terminal.say('Waiting for another svcctl that writes the settings.'),
      } satisfies Parameters<typeof rewriteFile>[0]
      await recorded(flags, acts, () => rewriteFile(rewriting))
      return { path }
    },
  }

  return {
    terminal,
    version,
    signal,
    now,
    box,
    settings,

    async needFolder(flags, need) {
      const loaded = load(flags)
      const { needFolder } = await import('./prepared-folder.ts')
      await needFolder(loaded.config, need, namedBy(loaded))
    },

    async openAdmin(flags, options) {
      const { openAdmin } = await import('./open-admin.ts')
      return openAdmin(configOf(flags), platform, { ...options, log })
    },

    async openModels(flags) {
      const { auditedModels } = await import('./audited-models.ts')
      return auditedModels(configOf(flags), platform, (acts, work) => recorded(flags, acts, work))
    },

    async speechCard(flags) {
      const { speechCard } = await import('./model-trial.ts')
      return speechCard(configOf(flags), platform)
    },

    async tryModel(flags, { kind, file, withoutCard }) {
      const { tryModel } = await import('./model-trial.ts')
      const { modelPath } = await import('./speech-files.ts')
      const config = configOf(flags)
      const path = modelPath(config, platform, file)
      return tryModel(
        config,
        platform,
        { kind, path, ...(withoutCard ? { withoutCard } : {}) },
        signal,
      )
    },

    async proveModel(flags, file, onStep) {
      const { proofOf } = await import('./model-proof.ts')
      return proofOf(configOf(flags), platform, file, { signal, onStep })
    },

    async lockModelUse(flags, kind) {
      const { lockFile } = await import('../ai-local/model-files/file-lock.ts')
      const { models } = dataFolder(configOf(flags).dataDir)
      return lockFile(join(models, `${kind}.use.lock`), now, `taking a ${kind} model into use`)
    },

    async boxFacts(flags) {
      const { boxFacts } = await import('./box-facts.ts')
      return boxFacts(configOf(flags).dataDir)
    },

    async modelAdvice(flags, { measured, own } = {}) {
      const { modelAdvice } = await import('./model-advice.ts')
      return modelAdvice(configOf(flags), platform, measured, own)
    },

    async openMirror(folder) {
      const { mirrorFolder } = await import('../ai-local/model-files/mirror-folder.ts')
      return mirrorFolder(folder, now)
    },

    async beginModelUse(flags, file, facts) {
      const { beginActs } = await import('./record-act.ts')
      const subject = { kind: 'engine_model', id: file }
      const about = (told: PlainAct['facts']): PlainAct[] => [
        { action: 'engine_model.used', subject, facts: told },
      ]
      const begun = await beginActs(placeOf(flags), about(facts))
      return { ...begun, end: (told) => begun.end(about(told)) }
    },

    unfinishedInit: (flags) => unfinishedInit(configOf(flags).dataDir),

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
        reread: () => configOf(flags),
        // Most of the product lies behind it, and few starts ever need it.
        openDoctor: async (opening) => (await import('./doctor/host.ts')).openDoctor(opening),
      })
    },

    async openDoctor(flags, { probe }) {
      const { openDoctor } = await import('./doctor/host.ts')
      return openDoctor({
        config: configOf(flags),
        platform,
        box,
        probe,
        signal,
        mending: (mend, work) =>
          recorded(flags, [{ action: 'doctor.mended', subject: null, facts: { mend } }], work),
      })
    },

    async openDocuments(flags) {
      const { openStoredDocuments } = await import('./compose/stored-documents.ts')
      return openStoredDocuments(configOf(flags), platform)
    },

    async diskUse(flags) {
      const { diskUse } = await import('./disk-use.ts')
      return diskUse(configOf(flags).dataDir)
    },

    async databaseFault(flags) {
      const { databaseFault } = await import('./database-fault.ts')
      return databaseFault(configOf(flags))
    },

    async listNodes(flags) {
      const { listServers } = await import('./list-servers.ts')
      return listServers(configOf(flags))
    },

    async lastDrill(flags) {
      const { lastDrill } = await import('./last-drill.ts')
      return lastDrill(configOf(flags).dataDir)
    },

    async dataDisk(flags) {
      const { dataDisk } = await import('./disk-use.ts')
      return dataDisk(configOf(flags).dataDir)
    },

    async askServer(flags) {
      const { askServer } = await import('./ask-server.ts')
      return askServer(configOf(flags))
    },

    async testHost(request) {
      const { testHost } = await import('./tools/host-test/host-test.ts')
      return testHost({ ...request, signal }, platform, env)
    },

    async siteFiles(flags) {
      const { readSiteFiles } = await import('../models/site-rules.ts')
      return readSiteFiles([dataFolder(configOf(flags).dataDir).sites])
    },

    async trySiteRule(request) {
      const { tryRule } = await import('./tools/site-rule/try-rule.ts')
      return tryRule(request, platform, env)
    },

    async openEvaluation(flags) {
      const { composeEvaluation } = await import('./tools/evaluation/compose-evaluation.ts')
      return composeEvaluation(configOf(flags), platform, signal)
    },

    async openPreview(flags) {
      const { composePreview } = await import('./compose/preview.ts')
      return composePreview(configOf(flags), platform, signal)
    },

    async openBackup(flags) {
      const { composeBackup } = await import('./compose/backup.ts')
      const { needBackup } = await import('./need-backup.ts')
      return { ...composeBackup(configOf(flags), platform, signal), needBackup }
    },

    async openBundle(flags) {
      const { bundleAdmin } = await import('./bundle/admin.ts')
      return bundleAdmin(configOf(flags), platform, signal)
    },

    async openUpgrade(flags) {
      const { upgradeAdmin } = await import('./upgrade.ts')
      return upgradeAdmin({ config: configOf(flags), platform }, log)
    },

    async openData(flags) {
      const { dataAdmin } = await import('./compose/data-move.ts')
      return dataAdmin(configOf(flags), platform, signal)
    },

    async openNodes(flags) {
      const { composeJoin } = await import('./compose/join.ts')
      return composeJoin(configOf(flags), platform, signal)
    },

    async openSupport(flags) {
      const { supportAdmin } = await import('./support/admin.ts')
      const act: PlainAct = { action: 'support.bundled', subject: null, facts: {} }
      return supportAdmin({
        loaded: load(flags),
        platform,
        box,
        signal,
        onRecord: (work) => recorded(flags, [act], work),
      })
    },

    async takeFromBundle(flags) {
      const { takeFromBundle } = await import('./carried-folder.ts')
      return takeFromBundle(configOf(flags), platform)
    },

    async listPlugins(flags) {
      const { listPluginBuilds } = await import('../api/static/plugin-files.ts')
      const { pluginPlaces } = await import('./plugin-places.ts')
      const builds = await listPluginBuilds(pluginPlaces(configOf(flags), platform))
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

    rnds: {
      definitions(flags) {
        const { dataDir } = configOf(flags)
        const open = async () =>
          (await import('./rnds-definitions.ts')).definitionsFolder(dataDir, now)
        const changed = (facts: PlainAct['facts']): PlainAct[] => [
          { action: 'rnds.definitions_changed', subject: null, facts },
        ]
        return {
          find: async () => (await open()).find(),
          lookAt: async (source) => (await open()).lookAt(source),
          keep: (found) =>
            recorded(
              flags,
              changed({ removed: false }),
              async () => (await open()).keep(found),
              (isNew) =>
                isNew
                  ? changed({
                      removed: false,
                      files: found.files,
                      package: `${found.name}#${found.version}`,
                    })
                  : [],
            ),
          use: (reference, from) =>
            recorded(
              flags,
              changed({ removed: false }),
              async () => (await open()).use(reference, from),
              (uses) =>
                uses.flatMap(({ name, version, from: day }) =>
                  changed({
                    package: `${name}#${version ?? 'built-in'}`,
                    from: day,
                  }),
                ),
            ),
          remove: (reference) =>
            recorded(
              flags,
              changed({ removed: true }),
              async () => (await open()).remove(reference),
              (wasThere) => (wasThere ? changed({ removed: true }) : []),
            ),
        }
      },
      async keepEvidence(folder, files) {
        const { keepEvidence } = await import('./keep-evidence.ts')
        return keepEvidence(folder, files)
      },
      async startSimulator(flags, choices, onCall) {
        const { openSimulator } = await import('./tools/rnds-simulator/open-simulator.ts')
        return openSimulator(configOf(flags), platform, { ...choices, onCall })
      },
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

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new AppError(
      'forbidden',
      'config_not_readable',
      `${path} cannot be read (${code}). Run this as the account it belongs to: ls -l shows which. What root has made in the data folder, svcctl doctor --fix gives to the folder’s account, as root.`,
      { cause },
    )
  }
}

/** The settings' own error as the family's, one detail per problem. */
function inWords<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const details = error.problems.map(({ key, where, problem }) => ({
      setting: key,
      where,
      problem,
    }))
    const message = `Settings that cannot be used. ${error.message}\nSee: svcctl config show, and docs/reference/settings.md`
    throw new AppError('invalid', 'config_invalid', message, { cause: error, details })
  }
}
