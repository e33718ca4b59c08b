/**
 * What `svcctl bundle` is given: the installed program on one side, bundles and the data folder on
 * the other.
 */
import { execFile } from 'node:child_process'
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { modelStore } from '../../ai-local/model-files/model-store.ts'
import { cpuInstructions } from '../../ai-local/whisper/cpu-key.ts'
import { speechRuntime } from '../../ai-local/whisper/speech-runtime.ts'
import type { BundleAdmin, BundleRequest, OpenedBundle } from '../../cli/bundle-deps.ts'
import { dataFolder } from '../../config/data-folder.ts'
import type { Config } from '../../config/settings.ts'
import { parseManifest } from '../../core/bundle/manifest.ts'
import { AppError } from '../../core/errors.ts'
import { boxModel, findModel } from '../../core/model-file/catalogue.ts'
import { migrations } from '../../models/migrations/index.ts'
import { collectForBundle } from '../carried-folder.ts'
import { commandLog } from '../command-log.ts'
import type { Platform } from '../platform.ts'
import { recordAct } from '../record-act.ts'
import { createBundle, type PackedModel } from './create.ts'
import { forgetKept, stepBack, stepUp } from './data.ts'
import { keptStates } from './kept.ts'
import { signerOf, signingKey } from './key.ts'
import { type ReadBundle, readBundle, readSbom } from './read.ts'
import { tryBundle } from './try.ts'

export function bundleAdmin(config: Config, platform: Platform, signal: AbortSignal): BundleAdmin {
  const { installRoot, version, now } = platform
  const data = { config, platform }

  async function create({
    out,
    keyPath,
    models,
    data: dataOf,
    speech,
    isForThisMachine,
    onProgress,
  }: BundleRequest) {
    const key = await signingKey(keyPath)
    const packed = await findModels(config, now, models)
    const runtime = speech ? await runtimeFor(isForThisMachine, onProgress) : null
    const made = await createBundle({
      installRoot,
      out,
      version,
      key,
      models: packed,
      signal,
      onProgress,
      data: dataOf && (await collectForBundle(config, platform, dataOf.organizationId)),
      migrations: migrations.map(({ name }) => name),
      runtimeFolder: runtime && dirname(runtime),
      instructions: runtime && isForThisMachine ? cpuInstructions() : [],
      nodePath: process.execPath,
      libraries: await ownLibraries([process.execPath, ...(runtime ? [runtime] : [])]),
    })
    return { ...made, fingerprint: key.fingerprint, keyPath, keyIsNew: key.isNew }
  }

  /**
   * For any processor of this architecture, unless it is for this machine alone: that one the first
   * start may have compiled already.
   */
  async function runtimeFor(
    isForThisMachine: boolean,
    onProgress: BundleRequest['onProgress'],
  ): Promise<string> {
    const built = await speechRuntime({
      runtimeDir: config.runtimeDir,
      packagesDir: join(installRoot, 'node_modules'),
      portable: !isForThisMachine,
      gpu: 'off',
      log: commandLog(),
    }).build({
      signal,
      onProgress: ({ fraction }) => onProgress(fraction, 'compiling the speech runtime, once'),
    })
    return built.path
  }

  return {
    keyPath: join(dataFolder(config.dataDir).keys, 'bundle-signing.pem'),
    async placeOf(path) {
      const isFolder = path.endsWith('/') || (await isFolderThere(path))
      const name = `svc-${version}-${process.platform}-${process.arch}.tar`
      const place = resolve(isFolder ? join(path, name) : path)
      // Said before minutes of work.
      if (!(await isFolderThere(dirname(place))))
        throw new AppError(
          'not-found',
          'folder_missing',
          `${dirname(place)} is not there. Make it, or name another place with --out.`,
        )
      return place
    },
    create,
    verify: async (path, onProgress) =>
      opened(await readBundle(path, { whole: true, signal, onProgress }), installRoot),
    show: async (path) => opened(await readBundle(path, { whole: false, signal }), installRoot),
    sbom: readSbom,
    stepUp: (from, to) => stepUp(data, from, to),
    async stepBack(manifestPath, dryRun) {
      const text = await readFile(manifestPath, 'utf8').catch((cause: unknown) => {
        throw new AppError('not-found', 'bundle_missing', `${manifestPath} cannot be read.`, {
          cause,
        })
      })
      return stepBack(data, parseManifest(text), dryRun)
    },
    kept: () => keptStates(config.dataDir),
    async forget() {
      const forgotten = await forgetKept(config)
      const facts = { states: forgotten.length }
      if (forgotten.length > 0)
        await recordAct(config, platform, { action: 'upgrade_state.removed', subject: null, facts })
      return forgotten
    },
    tryOut: (onStep) => tryBundle({ platform, runtimeDir: config.runtimeDir, signal, onStep }),
  }
}

async function isFolderThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true
}

/** The key that an installation was made with lies beside its versions. */
async function opened(read: ReadBundle, installRoot: string): Promise<OpenedBundle> {
  const versions = dirname(installRoot)
  const pem =
    basename(versions) === 'versions'
      ? await readFile(join(dirname(versions), 'trusted-key.pem'), 'utf8').catch(() => null)
      : null
  // Its own signature over its own manifest says whose key that is.
  const [text, signature] =
    pem === null
      ? [null, null]
      : await Promise.all(
          ['manifest', 'manifest.sig'].map((name) =>
            readFile(join(installRoot, name)).catch(() => null),
          ),
        )
  const own = pem && text && signature ? signerOf(text, signature, pem) : null
  return { ...read, trusted: own === null ? null : own === read.signer }
}

async function findModels(
  config: Config,
  now: () => Date,
  wanted: readonly string[],
): Promise<PackedModel[]> {
  const store = modelStore({ folder: dataFolder(config.dataDir).models, now })
  const stored = await store.list()
  const found: PackedModel[] = []
  // The model in the box is among the program's files.
  for (const name of wanted.filter((one) => findModel(one) !== boxModel)) {
    const model = stored.find(({ file, record }) => file === name || record?.name === name)
    const catalogued = model ? findModel(model.file) : findModel(name)
    const file = model ?? stored.find((one) => one.file === catalogued?.file)
    if (!file)
      throw new AppError(
        'not-found',
        'bundle_model_unknown',
        `There is no model ${name} in ${store.folder}. Fetch it first: svcctl model pull ${name}`,
      )
    const sha256 =
      file.record?.sha256 ??
      (await store.digest(file.path, { signal: new AbortController().signal }))
    found.push({
      name: file.record?.name ?? catalogued?.name ?? file.file,
      path: file.path,
      sizeBytes: file.sizeBytes,
      sha256,
      licence: file.record?.licence ?? catalogued?.licence.name ?? null,
    })
  }
  return found
}

/** What programs need beyond the C library, and a bare system may not have. */
const CARRIED = /^lib(stdc\+\+|gcc_s|gomp|atomic)\.so\.\d+$/

async function ownLibraries(programs: readonly string[]): Promise<string[]> {
  const run = promisify(execFile)
  const found = new Map<string, string>()
  for (const program of programs) {
    const { stdout } = await run('ldd', [await realpath(program)]).catch(() => ({ stdout: '' }))
    for (const [, name, path] of stdout.matchAll(/^[ \t]*(\S+) => (\/\S+)/gm))
      if (name && path && CARRIED.test(name)) found.set(name, path)
  }
  return [...found.values()].sort()
}
