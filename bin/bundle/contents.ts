/**
 * Which files a bundle is made of: the built program, what it reads beside it, packages that are
 * not for development as the lock file has them, the speech runtime for any processor, Node.js
 * itself, and the few libraries that a bare system may lack. Nothing is copied or changed; an entry
 * names where its bytes lie now.
 */
import { readFileSync } from 'node:fs'
import { readdir, readFile, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { BundlePackage } from '../../core/bundle/sbom.ts'
import { AppError } from '../../core/errors.ts'
import { standAlone } from './readme.ts'
import type { TarEntry } from './tar.ts'
import { isLicence, termsOf } from './terms.ts'

export interface ContentChoices {
  installRoot: string
  /** Of the program. */
  version: string
  /** Holds `whisper-server-…-portable`; null: without speech. */
  runtimeFolder: string | null
  /** Put in as `node/bin/node`. */
  nodePath: string
  /** Shared libraries by absolute path, for systems without them. */
  libraries: readonly string[]
  /** Packages that are left out, for a bundle that never needs them. */
  without?: RegExp
}

export interface BundleContents {
  /** In order of path. */
  entries: TarEntry[]
  packages: BundlePackage[]
  /** What packages, Node.js and libraries say of their terms, word for word. */
  licences: string
}

/** What is read beside dist/ while the program runs. */
const BESIDE = [
  'bin/tools/demo/samples',
  'bin/tools/demo/page',
  'bin/tools/demo/hosts',
  'ai-local/line-reader',
  'ai-local/sentence-encoder',
  'ai-local/speech-model',
  'config/evaluation',
  'config/operations',
  'config/README.md',
  'api/README.md',
  'cli/README.md',
  'config/bundle/README.md',
  'plugin/README.md',
  'docs/figures.md',
  'docs/limits.md',
  'docs/guias',
  'docs/reference',
  'docs/spec',
  'README.md',
  'SECURITY.md',
  'CHANGELOG.md',
]
const PROGRAMS = [
  'svcctl.js',
  'llama-child.js',
  'vad-worker.js',
  'reading-worker.js',
  'decode-child.js',
  'file-child.js',
  'host-probe.js',
]
/**
 * Of packages: sources of what is compiled, other platforms, types, and what only the build needs.
 */
const NOT_RUN = [
  /^(nodejs-whisper\/cpp|whisper-node\/lib|node-llama-cpp\/llama\/.*\.bundle)(\/|$)/,
  /^sqlite3\/(deps|src|build\/(?!Release\/node_sqlite3\.node$).*)/,
  /^(esbuild|@esbuild|@types|node-gyp|node-addon-api)(\/|$)/,
  /\.(map|d\.ts|d\.mts|d\.cts|md|markdown)$/,
]

/** Packages that are built into our pages: named in the bill of materials, but not copied. */
export const BUILT_IN = /^(react|react-dom|scheduler)$/

export async function bundleContents(choices: ContentChoices): Promise<BundleContents> {
  const { installRoot, runtimeFolder, nodePath, libraries } = choices
  const entries: TarEntry[] = []
  const add = async (path: string, file: string, mode?: TarEntry['mode']) => {
    const { size, mode: own } = await stat(file)
    entries.push({
      path,
      mode: mode ?? ((own & 0o100) === 0 ? 0o644 : 0o755),
      content: { file, sizeBytes: size },
    })
  }
  const addFolder = async (path: string, folder: string, skip: (name: string) => boolean) => {
    for await (const { name, file, link } of filesBelow(folder)) {
      if (skip(name)) continue
      if (link === null) await add(`${path}/${name}`, file)
      else entries.push({ path: `${path}/${name}`, mode: 0o755, content: { link } })
    }
  }

  for (const path of BESIDE) {
    const from = join(installRoot, path)
    if ((await stat(from)).isDirectory())
      await addFolder(path, from, (name) => /(^|\/)(data|\.cache)\//.test(name))
    else await add(path, from)
  }
  for (const name of await builtFiles(join(installRoot, 'dist')))
    await add(`dist/${name}`, join(installRoot, 'dist', name))
  await addFolder('dist/extension', join(installRoot, 'dist/extension'), () => false)
  // What the program reads of it; the rest is for building.
  const about = { name: 'svc-appliance', version: choices.version, private: true, type: 'module' }
  entries.push({ path: 'package.json', mode: 0o644, content: { bytes: textBytes(about) } })
  await add('bin/svcctl', join(installRoot, 'config/bundle/svcctl.sh'), 0o755)
  await add('bin/svcctl.mjs', join(installRoot, 'bin/svcctl'), 0o644)
  await add('install.sh', join(installRoot, 'config/bundle/install.sh'), 0o755)

  const packages = await productionPackages(installRoot, choices.without ?? /^$/)
  const texts: string[] = []
  for (const { folder, ...about } of packages) {
    const root = join(installRoot, folder)
    const skipsAll = BUILT_IN.test(about.name)
    await addFolder(folder, root, (name) => {
      if (skipsAll) return true
      const inPackages = join(folder, name).slice('node_modules/'.length)
      return NOT_RUN.some((one) => one.test(inPackages)) && !isLicence(basename(name))
    })
    texts.push(await termsOf(`${about.name} ${about.version}`, about.licence, root))
  }
  if (runtimeFolder) {
    await addFolder(`runtime/${basename(runtimeFolder)}`, runtimeFolder, () => false)
    const sources = join(installRoot, 'node_modules/nodejs-whisper/cpp/whisper.cpp')
    texts.push(await termsOf('whisper.cpp 1.9.1', 'MIT', sources))
  }
  const speechModel = join(installRoot, 'ai-local/speech-model')
  texts.push(await termsOf('Whisper base (weights)', 'MIT', speechModel))
  await add('node/bin/node', await realpath(nodePath), 0o755)
  const nodeRoot = dirname(dirname(await realpath(nodePath)))
  const nodeTerms = [nodeRoot, join(nodeRoot, 'share/doc/nodejs'), join(nodeRoot, 'share/doc/node')]
  texts.push(await termsOf(`Node.js ${process.versions.node}`, 'MIT', ...nodeTerms))
  for (const library of libraries) {
    await add(`lib/${basename(library)}`, await realpath(library), 0o644)
    texts.push(
      await termsOf(
        basename(library),
        'GPL-3.0-or-later WITH GCC-exception-3.1',
        '/usr/share/doc/libgcc-s1',
      ),
    )
  }
  const licences = `${texts.join(`\n${'-'.repeat(100)}\n\n`)}\n`
  entries.push({
    path: 'THIRD-PARTY-LICENCES.txt',
    mode: 0o644,
    content: { bytes: new TextEncoder().encode(licences) },
  })
  await rewriteReadmes(entries)
  entries.sort((one, other) => (one.path < other.path ? -1 : 1))
  return { entries, packages: packages.map(({ folder: _, ...about }) => about), licences }
}

async function rewriteReadmes(entries: TarEntry[]): Promise<void> {
  const packed = new Set(entries.map(({ path }) => path))
  for (const path of [...packed]) {
    const parts = path.split('/')
    for (let length = 1; length < parts.length; length++)
      packed.add(parts.slice(0, length).join('/'))
  }
  for (const entry of entries) {
    const { path, content } = entry
    if (!path.endsWith('.md') || !('file' in content)) continue
    const text = standAlone(await readFile(content.file, 'utf8'), path, (one) => packed.has(one))
    entry.content = { bytes: new TextEncoder().encode(text) }
  }
}

async function* filesBelow(
  root: string,
  below = '',
): AsyncGenerator<{ name: string; file: string; link: string | null }, void> {
  const found = await readdir(join(root, below), { withFileTypes: true })
  for (const entry of found) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    const file = join(root, name)
    // Packages within packages are packages of their own.
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* filesBelow(root, name)
    else if (entry.isFile()) yield { name, file, link: null }
    else if (entry.isSymbolicLink()) {
      const link = await readlink(file)
      if (!link.includes('/')) yield { name, file, link }
    }
  }
}

/** Of dist/, what the programs and pages reach: chunks of earlier builds lie there too. */
async function builtFiles(dist: string): Promise<string[]> {
  const chunks = await reached(dist, PROGRAMS, await readdir(dist))
  const publicDir = join(dist, 'public')
  const shown = (await readdir(publicDir)).filter((name) => /\.(js|json|d\.ts)$/.test(name))
  const parts = await readdir(join(publicDir, 'plugin'))
  const pages = shown.map((name) => `../${name}`)
  const wanted = await reached(join(publicDir, 'plugin'), pages, parts)
  return [
    ...chunks,
    'talk.txt.gz',
    ...shown.map((name) => `public/${name}`),
    ...(await readdir(join(publicDir, 'admin'))).map((name) => `public/admin/${name}`),
    ...wanted.filter((name) => !name.startsWith('../')).map((name) => `public/plugin/${name}`),
  ]
}

/** Files of a folder that can be reached from `seeds`, by the names that stand in their texts. */
async function reached(folder: string, seeds: readonly string[], there: readonly string[]) {
  const found = new Set(seeds)
  for (const name of found) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => {
      throw new AppError(
        'unavailable',
        'bundle_incomplete',
        `The program is not built whole: ${name} is missing. Run: npm run build`,
      )
    })
    for (const [named] of text.matchAll(/(?<![\w@.-])[\w@.-]+\.(?:c?js|compiled)\b/g))
      if (named && there.includes(named)) found.add(named)
  }
  return [...found]
}

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

async function productionPackages(installRoot: string, without: RegExp) {
  const lock = Lock.parse(JSON.parse(readFileSync(join(installRoot, 'package-lock.json'), 'utf8')))
  const packages: (BundlePackage & { folder: string })[] = []
  for (const [folder, about] of Object.entries(lock.packages)) {
    const name = about.name ?? folder.slice(folder.lastIndexOf('node_modules/') + 13)
    const isDevelopment = (about.dev || about.devOptional) && !BUILT_IN.test(name)
    if (folder === '' || isDevelopment || about.link) continue
    const inPackages = folder.slice('node_modules/'.length)
    const isLeftOut = NOT_RUN.some((one) => one.test(inPackages)) || without.test(name)
    if (isLeftOut || isOfOtherPlatform(name)) continue
    const own = await describe(join(installRoot, folder))
    if (!own && !about.optional)
      throw new AppError(
        'unavailable',
        'bundle_incomplete',
        `The package ${name} is not installed. Run: npm ci`,
      )
    if (own)
      packages.push({
        folder,
        name,
        version: about.version ?? own.version,
        licence: about.license ?? own.licence,
        integrity: about.integrity ?? null,
      })
  }
  return packages
}

/**
 * `@node-llama-cpp/linux-arm64` on another architecture: installed all the same, since it is small.
 */
function isOfOtherPlatform(name: string): boolean {
  const [, os, arch] =
    /^@[\w-]+\/.*?\b(linux|mac|win|darwin|win32)-(x64|arm64|armv7l|riscv64)/.exec(name) ?? []
  return os !== undefined && (os !== process.platform || arch !== process.arch)
}

const Described = z.object({
  version: z.string(),
  license: z.string().optional().catch(undefined),
  licenses: z
    .array(z.object({ type: z.string() }))
    .optional()
    .catch(undefined),
})

async function describe(folder: string) {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null)
  if (text === null) return null
  const { version, license, licenses } = Described.parse(JSON.parse(text))
  const licence = license ?? licenses?.[0]?.type ?? null
  return { version, licence }
}

function textBytes(value: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`)
}
