/**
 * What a bundle holds, as the text that is signed. Lines rather than JSON: `install.sh` reads them
 * with awk on a machine that has nothing else yet, and `sha256sum -c` takes its list from them. The
 * same content gives the same text.
 *
 *     svc-bundle 1
 *     id 0.2.0-5f0c1a9e
 *     version 0.2.0
 *     platform linux x64
 *     glibc 2.34
 *     cpu popcnt sse4_2
 *     node 20.20.2
 *     unpacked 480123456
 *     data tables=CID10,SIGTAP templates=visita-domiciliar
 *     migration 0001-access
 *     model <sha256> <bytes> <file> <name>
 *     part <sha256> <bytes> <name>
 *     file <sha256> <mode> <bytes> <path>
 *     link <target> <path>
 */
import { AppError } from '../errors.ts'

export interface BundleManifest {
  /**
   * The program's version and the first digits of its content's digest: two builds of one version
   * lie side by side.
   */
  id: string
  version: string
  /** As Node names them: `linux`, `x64`. */
  platform: { os: string; arch: string }
  /** The newest version of glibc that any program in it asks for; null: none does. */
  glibc: string | null
  /** Without these, as /proc/cpuinfo names them, something in it would die. */
  cpu: readonly string[]
  /** Version of the Node.js in it. */
  node: string
  /** Size of all files, unpacked; models not counted. */
  unpackedBytes: number
  /** Steps of the database that this program knows. */
  migrations: readonly string[]
  models: readonly BundleModel[]
  /** What it brings for the database; null: nothing. */
  data: BundleData | null
  /** Members of the bundle beside the manifest and its signature. */
  parts: readonly BundlePart[]
  /** What `program.tar.gz` unpacks to, by path. */
  files: readonly BundleFile[]
  links: readonly BundleLink[]
}

export interface BundleData {
  /** Systems of codes. */
  tables: readonly string[]
  /** Slugs of document models. */
  templates: readonly string[]
}

export interface BundlePart {
  name: string
  sizeBytes: number
  sha256: string
}

export interface BundleModel {
  /** As `svcctl model use` takes it. */
  name: string
  file: string
  sizeBytes: number
  sha256: string
}

export interface BundleFile {
  /** Relative to the version's folder, with `/`. */
  path: string
  mode: 0o644 | 0o755
  sizeBytes: number
  sha256: string
}

export interface BundleLink {
  path: string
  /** Within its own folder. */
  target: string
}

export const MANIFEST = 'manifest'
export const SIGNATURE = 'manifest.sig'
export const SIGNER = 'signer.pem'
export const INSTALLER = 'install.sh'
export const PROGRAM = 'program.tar.gz'
export const SBOM = 'sbom.cdx.json'

export function formatManifest(manifest: BundleManifest): string {
  const { platform, glibc, cpu, files, links, parts, models, migrations, data } = manifest
  const lines = [
    'svc-bundle 1',
    `id ${manifest.id}`,
    `version ${manifest.version}`,
    `platform ${platform.os} ${platform.arch}`,
    ...(glibc === null ? [] : [`glibc ${glibc}`]),
    ...(cpu.length === 0 ? [] : [`cpu ${cpu.join(' ')}`]),
    `node ${manifest.node}`,
    `unpacked ${manifest.unpackedBytes}`,
    ...(data === null
      ? []
      : [`data tables=${data.tables.join(',')} templates=${data.templates.join(',')}`]),
    ...migrations.map((name) => `migration ${name}`),
    ...models.map(
      ({ sha256, sizeBytes, file, name }) => `model ${sha256} ${sizeBytes} ${file} ${name}`,
    ),
    ...parts.map(({ sha256, sizeBytes, name }) => `part ${sha256} ${sizeBytes} ${name}`),
    ...contentLines(files, links),
  ]
  return `${lines.join('\n')}\n`
}

/** The lines that the id is taken from. */
export function contentLines(
  files: readonly BundleFile[],
  links: readonly BundleLink[],
): readonly string[] {
  return [
    ...files.map(
      ({ sha256, mode, sizeBytes, path }) =>
        `file ${sha256} ${mode.toString(8)} ${sizeBytes} ${path}`,
    ),
    ...links.map(({ target, path }) => `link ${target} ${path}`),
  ]
}

/** @throws {AppError} `bundle_damaged` for what this program did not write */
export function parseManifest(text: string): BundleManifest {
  const lines = text.split('\n')
  if (lines.shift() !== 'svc-bundle 1') throw damaged('its manifest is of another kind')
  if (lines.pop() !== '') throw damaged('its manifest is cut off')
  const facts = new Map<string, string>()
  const migrations: string[] = []
  const models: BundleModel[] = []
  const parts: BundlePart[] = []
  const files: BundleFile[] = []
  const links: BundleLink[] = []
  for (const line of lines) {
    const [word, ...rest] = splitOnce(line)
    const value = rest[0] ?? ''
    if (word === 'migration') migrations.push(value)
    else if (word === 'model') models.push(readModel(value))
    else if (word === 'part') parts.push(readPart(value))
    else if (word === 'file') files.push(readFile(value))
    else if (word === 'link') links.push(readLink(value))
    else if (facts.has(word)) throw damaged(`its manifest says "${word}" twice`)
    else facts.set(word, value)
  }
  const fact = (name: string) => {
    const value = facts.get(name)
    if (!value) throw damaged(`its manifest does not say its ${name}`)
    return value
  }
  const [os = '', arch = ''] = fact('platform').split(' ')
  if (!ID.test(fact('id'))) throw damaged('its id is none')
  return {
    id: fact('id'),
    version: fact('version'),
    platform: { os, arch },
    glibc: facts.get('glibc') ?? null,
    cpu: facts.get('cpu')?.split(' ') ?? [],
    node: fact('node'),
    unpackedBytes: wholeNumber(fact('unpacked')),
    data: readData(facts.get('data')),
    migrations,
    models,
    parts,
    files,
    links,
  }
}

/** Names a folder, so nothing in it may lead out of one. */
const ID = /^\d+\.\d+\.\d+(?!\d)[\w.+-]*-[0-9a-f]{8}$/
const SHA256 = /^[0-9a-f]{64}$/

function readData(line: string | undefined): BundleData | null {
  if (line === undefined) return null
  const [, tables, templates] = /^tables=(\S*) templates=(\S*)$/.exec(line) ?? []
  if (tables === undefined || templates === undefined) throw damaged('its data are of another kind')
  const names = (text: string) => (text === '' ? [] : text.split(','))
  return { tables: names(tables), templates: names(templates) }
}

function readModel(line: string): BundleModel {
  const [sha256 = '', size = '', file = '', name = ''] = line.split(' ')
  return { name, file: safe(file), sizeBytes: wholeNumber(size), sha256: digest(sha256) }
}

function readPart(line: string): BundlePart {
  const [sha256 = '', size = '', name = ''] = line.split(' ')
  return { name: safe(name), sizeBytes: wholeNumber(size), sha256: digest(sha256) }
}

function readFile(line: string): BundleFile {
  const [, sha256 = '', mode = '', size = '', path = ''] =
    /^(\S+) (644|755) (\d+) (.+)$/.exec(line) ?? []
  return {
    path: safe(path),
    mode: mode === '755' ? 0o755 : 0o644,
    sizeBytes: wholeNumber(size),
    sha256: digest(sha256),
  }
}

function readLink(line: string): BundleLink {
  const [target = '', path = ''] = splitOnce(line)
  if (target.includes('/')) throw damaged('a link in it leads elsewhere')
  return { path: safe(path), target: safe(target) }
}

/** A relative path that stays below where it starts. */
function safe(path: string): string {
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    throw damaged('a path in it leads elsewhere')
  return path
}

function digest(text: string): string {
  if (!SHA256.test(text)) throw damaged('a digest in it is none')
  return text
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) throw damaged('a size in it is none')
  return value
}

function splitOnce(line: string): [string, ...string[]] {
  const at = line.indexOf(' ')
  return at < 0 ? [line] : [line.slice(0, at), line.slice(at + 1)]
}

export function damaged(what: string): AppError {
  return new AppError(
    'rejected',
    'bundle_damaged',
    `The bundle is damaged, or is none: ${what}. Copy it again and compare its SHA-256.`,
  )
}

/**
 * What the machine must have for the programs in a bundle. Node.js, the database driver and the
 * speech and language runtimes run on any processor of their architecture (the runtimes bring
 * variants and choose); the ready-made picture library does not.
 */
const PACKAGES_NEED: Record<string, Record<string, readonly string[]>> = {
  // x86-64-v2, says sharp: https://sharp.pixelplumbing.com/install#prerequisites
  sharp: {
    x64: ['cx16', 'lahf_lm', 'popcnt', 'pni', 'ssse3', 'sse4_1', 'sse4_2'],
    arm64: ['asimd'],
  },
}

interface CpuUse {
  /** Names of the packages in the bundle. */
  packages: readonly string[]
  /** Instructions of the processor that its speech runtime was compiled for alone. */
  compiledFor: readonly string[]
}

/** As /proc/cpuinfo names them, in order. */
export function cpuNeeds(arch: string, { packages, compiledFor }: CpuUse): string[] {
  const flags = packages.flatMap((name) => PACKAGES_NEED[name]?.[arch] ?? [])
  return [...new Set([...flags, ...compiledFor])].sort()
}

/** `2.9` is older than `2.34`. Null when there is none. */
export function newestVersion(versions: Iterable<string>): string | null {
  let newest: readonly [number, number] | null = null
  for (const version of versions) {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    if (!newest || major > newest[0] || (major === newest[0] && minor > newest[1]))
      newest = [major, minor]
  }
  return newest?.join('.') ?? null
}
