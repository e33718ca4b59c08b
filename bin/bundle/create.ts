/**
 * Writes a bundle: everything that a machine without internet needs, in one file that is signed
 * (config/bundle/README.md). The outer archive is not compressed, so that `tar xf bundle
 * install.sh` and each part are found without reading the rest; the program in it is. Files pass
 * through in pieces; the same content under the same key gives the same bytes.
 */

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { SERVER_VERSION } from '../../ai-local/whisper/speech-runtime.ts'
import { CARRIED, type CarriedData } from '../../core/bundle/carried-data.ts'
import {
  type BundleManifest,
  type BundlePart,
  contentLines,
  cpuNeeds,
  formatManifest,
  INSTALLER,
  MANIFEST,
  newestVersion,
  PROGRAM,
  SBOM,
  SIGNATURE,
  SIGNER,
} from '../../core/bundle/manifest.ts'
import { type BundleComponent, writeSbom } from '../../core/bundle/sbom.ts'
import { boxModel } from '../../core/model-file/catalogue.ts'
import { type BundleContents, bundleContents, type ContentChoices } from './contents.ts'
import type { SigningKey } from './key.ts'
import { nativeParts } from './native.ts'
import { SMALL_BYTES, type TarEntry, tarBytes } from './tar.ts'

export interface PackedModel {
  name: string
  /** Its path now. */
  path: string
  sizeBytes: number
  sha256: string
  licence: string | null
}

export interface CreateRequest extends ContentChoices {
  out: string
  key: SigningKey
  models: readonly PackedModel[]
  /** What lies in the database here and is wanted there; null: nothing. */
  data: CarriedData | null
  /** Names of the database's steps that the program knows. */
  migrations: readonly string[]
  /** Of gzip: 0 is fast and large. */
  level?: number
  signal?: AbortSignal
  /** @param fraction 0 to 1 */
  onProgress?(fraction: number, what: string): void
  /** Of the processor that the speech runtime was compiled for, where for no other one. */
  instructions?: readonly string[]
}

export interface CreatedBundle {
  path: string
  sizeBytes: number
  /** Of the file. */
  sha256: string
  manifest: BundleManifest
}

/** Leaves no file behind when it throws. @throws {AppError} `bundle_incomplete` */
export async function createBundle(request: CreateRequest): Promise<CreatedBundle> {
  const { out, key, models, data, migrations, installRoot, version, level = 6, signal } = request
  const contents = await bundleContents(request)
  const digests = await digestAll(contents, request)
  const links = contents.entries.flatMap(({ path, content }) =>
    'link' in content ? [{ path, target: content.link }] : [],
  )
  const content = contentLines(digests.files, links).join('\n')
  const work = join(dirname(out), `.${basename(out)}.${process.pid}.part`)
  const packed = `${work}.program`
  try {
    await pipeline(
      tarBytes(contents.entries, counter(request, digests.totalBytes, 0.35, 0.5, 'packing')),
      createGzip({ level }),
      createWriteStream(packed, { mode: 0o644 }),
      { signal },
    )
    const installer = await readFile(join(installRoot, 'config/bundle/install.sh'))
    const sbom = bytesOf(
      `${JSON.stringify(sbomOf(request, contents, digests, await nativeParts(installRoot)), null, 1)}\n`,
    )
    const carried = data && gzipSync(JSON.stringify(data), { level: 9 })
    const parts: BundlePart[] = [
      { name: INSTALLER, ...digestOf(installer) },
      { name: SBOM, ...digestOf(sbom) },
      { name: PROGRAM, ...(await digestFile(packed)) },
      ...(carried ? [{ name: CARRIED, ...digestOf(carried) }] : []),
      ...models.map(({ path, sizeBytes, sha256 }) => ({
        name: `models/${basename(path)}`,
        sizeBytes,
        sha256,
      })),
    ]
    const manifest: BundleManifest = {
      id: `${version}-${digestOf(bytesOf(content)).sha256.slice(0, 8)}`,
      version,
      platform: { os: process.platform, arch: process.arch },
      glibc: newestVersion(digests.glibc),
      cpu: cpuNeeds(process.arch, {
        packages: contents.packages.map(({ name }) => name),
        compiledFor: request.instructions ?? [],
      }),
      node: process.versions.node,
      unpackedBytes: digests.totalBytes,
      migrations,
      models: models.map(({ name, path, sizeBytes, sha256 }) => ({
        name,
        file: basename(path),
        sizeBytes,
        sha256,
      })),
      data: data && {
        tables: data.tables.map(({ system }) => system),
        templates: data.templates.map(({ slug }) => slug),
      },
      parts,
      files: digests.files,
      links,
    }
    const text = bytesOf(formatManifest(manifest))
    const plain = (path: string, bytes: Uint8Array, mode: TarEntry['mode'] = 0o644) => ({
      path,
      mode,
      content: { bytes },
    })
    const outer: TarEntry[] = [
      plain(INSTALLER, installer, 0o755),
      plain(MANIFEST, text),
      plain(SIGNATURE, key.sign(text)),
      plain(SIGNER, bytesOf(key.publicPem)),
      plain(SBOM, sbom),
      fileEntry(PROGRAM, packed, parts),
      ...(carried ? [plain(CARRIED, carried)] : []),
      ...models.map(({ path }) => fileEntry(`models/${basename(path)}`, path, parts)),
    ]
    const whole = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    const bytes = tarBytes(outer, counter(request, whole, 0.85, 0.15, 'writing'))
    const hash = createHash('sha256')
    await pipeline(bytes, tee(hash), createWriteStream(work, { mode: 0o644 }), { signal })
    await settle(work, out)
    const { size: sizeBytes } = await stat(out)
    return { path: out, sizeBytes, sha256: hash.digest('hex'), manifest }
  } finally {
    await rm(work, { force: true })
    await rm(packed, { force: true })
  }
}

interface Digests {
  files: BundleManifest['files'][number][]
  /** Versions that programs ask for. */
  glibc: Set<string>
  totalBytes: number
}

async function digestAll(contents: BundleContents, request: CreateRequest): Promise<Digests> {
  const sizeOf = ({ content }: TarEntry) =>
    'file' in content ? content.sizeBytes : 'bytes' in content ? content.bytes.length : 0
  const totalBytes = contents.entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
  const onBytes = counter(request, totalBytes, 0, 0.35, 'reading')
  const glibc = new Set<string>()
  const files: Digests['files'] = []
  for (const entry of contents.entries) {
    request.signal?.throwIfAborted()
    const { path, mode, content } = entry
    if ('link' in content) continue
    const sha256 =
      'bytes' in content ? digestOf(content.bytes).sha256 : await readProgram(content, glibc)
    const sizeBytes = sizeOf(entry)
    files.push({ path, mode, sizeBytes, sha256 })
    onBytes(sizeBytes)
  }
  return { files, glibc, totalBytes }
}

type FileContent = Extract<TarEntry['content'], { file: string }>

const ELF = Buffer.from('\u007fELF', 'latin1')
/** A needed version's name, as it stands in a program's table of strings. */
const GLIBC = /GLIBC_(2\.\d+)(?:\.\d+)?\0/g

/**
 * The digest of a file; of programs and libraries, also which versions of the C library they ask
 * for.
 */
async function readProgram({ file, sizeBytes }: FileContent, glibc: Set<string>): Promise<string> {
  // Most files are small, and a stream for each costs more than its bytes.
  const source =
    sizeBytes <= SMALL_BYTES
      ? [await readFile(file)]
      : createReadStream(file, { highWaterMark: 1 << 20 })
  const hash = createHash('sha256')
  let isProgram: boolean | null = null
  let end = ''
  for await (const bytes of source as AsyncIterable<Buffer> | Iterable<Buffer>) {
    hash.update(bytes)
    isProgram ??= bytes.subarray(0, 4).equals(ELF)
    if (!isProgram) continue
    const text = end + bytes.toString('latin1')
    for (const [, version] of text.matchAll(GLIBC)) if (version) glibc.add(version)
    end = text.slice(-32)
  }
  return hash.digest('hex')
}

function sbomOf(
  { version, runtimeFolder, libraries, models, data }: CreateRequest,
  { packages }: BundleContents,
  { files }: Digests,
  native: readonly BundleComponent[],
) {
  const sha256Of = (path: string) => files.find((one) => one.path === path)?.sha256 ?? null
  const node = process.versions.node
  return writeSbom({
    version,
    packages,
    others: [
      ...native,
      {
        type: 'platform',
        name: 'node',
        version: node,
        licence: 'MIT',
        sha256: sha256Of('node/bin/node'),
      },
      ...(runtimeFolder
        ? [
            {
              ...({ type: 'application', name: 'whisper.cpp', version: SERVER_VERSION } as const),
              licence: 'MIT',
              sha256: sha256Of(`runtime/${basename(runtimeFolder)}/whisper-server`),
            },
          ]
        : []),
      ...libraries.map((path) => ({
        ...({ type: 'library', name: basename(path), version: 'gcc-runtime' } as const),
        licence: 'GPL-3.0-or-later WITH GCC-exception-3.1',
        sha256: sha256Of(`lib/${basename(path)}`),
      })),
      {
        ...({ type: 'machine-learning-model', name: boxModel.name } as const),
        version: boxModel.sha256.slice(0, 12),
        licence: boxModel.licence.name,
        sha256: sha256Of(`ai-local/speech-model/${boxModel.file}`),
      },
      {
        ...({ type: 'machine-learning-model', name: 'PP-OCRv6 tiny' } as const),
        version: 'line-reader',
        licence: 'Apache-2.0',
        sha256: sha256Of('ai-local/line-reader/reader.bin'),
      },
      ...(data?.tables ?? []).map(({ system, version: edition, digest }) => ({
        ...({ type: 'data', name: system, version: edition ?? digest.slice(0, 12) } as const),
        licence: null,
        sha256: digest,
      })),
      ...models.map(({ name, sha256, licence }) => ({
        ...({ type: 'machine-learning-model', name, version: sha256.slice(0, 12) } as const),
        licence,
        sha256,
      })),
    ],
  })
}

function fileEntry(name: string, file: string, parts: readonly BundlePart[]): TarEntry {
  const sizeBytes = parts.find((part) => part.name === name)?.sizeBytes ?? 0
  return { path: name, mode: 0o644, content: { file, sizeBytes } }
}

function digestOf(bytes: Uint8Array) {
  return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function digestFile(path: string) {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const bytes of createReadStream(path)) {
    hash.update(bytes)
    sizeBytes += bytes.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}

function tee(hash: ReturnType<typeof createHash>) {
  return async function* (source: AsyncIterable<Uint8Array>) {
    for await (const bytes of source) {
      hash.update(bytes)
      yield bytes
    }
  }
}

function counter(
  { onProgress }: CreateRequest,
  totalBytes: number,
  from: number,
  share: number,
  what: string,
) {
  let done = 0
  return (count: number) => {
    done += count
    onProgress?.(from + (share * done) / Math.max(1, totalBytes), what)
  }
}

async function settle(from: string, to: string): Promise<void> {
  const file = await open(from, 'r')
  await file.sync().finally(() => file.close())
  await rename(from, to)
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
